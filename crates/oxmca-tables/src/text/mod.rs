//! Reader of the text form of tables.
//!
//! The files of a target are described in `data/README.md`. Used by the build script for the
//! targets that are embedded, and by programs that read a model of their own.

mod builder;
mod instructions;
mod lines;
mod matcher;
mod model;
mod predicates;
mod registers;
mod target;
#[cfg(test)]
pub(crate) mod tests;

use std::fmt;

use crate::image::TablesBuf;

/// A file of a target's text tables.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Path below the target's folder, e.g. `cpu/znver4.tbl`. It decides how the file is read.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// What is wrong with a text table, and where: the fault of who wrote the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Name of the file as given.
    pub file: String,
    /// Line number, from 1; 0 when it concerns the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for TextError {}

type Reader = fn(&mut builder::Builder, &SourceFile<'_>) -> Result<(), TextError>;

/// The kinds of file in the order they must be read, since each names things of those before.
const KINDS: &[(&str, Reader)] = &[
    ("features.tbl", target::read_features),
    ("target.tbl", target::read_target),
    ("registers.tbl", registers::read_registers),
    ("operand-classes.tbl", matcher::read_operand_classes),
    ("sched-classes.tbl", model::read_sched_classes),
    ("instructions.tbl", instructions::read_instructions),
    ("print-aliases.tbl", instructions::read_print_aliases),
    ("assembler", matcher::read_assembler),
    ("mnemonic-aliases.tbl", matcher::read_mnemonic_aliases),
    ("cpu/", model::read_model),
    ("cpus.tbl", target::read_cpus),
];

/// Reads all files of a target. Files of unknown names are an error; the order does not matter
/// except that models are numbered in the order of their files.
///
/// # Errors
/// The first thing found wrong.
pub fn read(files: &[SourceFile<'_>]) -> Result<TablesBuf, TextError> {
    let mut builder = builder::Builder::new();
    for file in files {
        if !KINDS.iter().any(|(kind, _)| file.name.starts_with(kind)) {
            let message = "not a file of a target's tables".to_owned();
            return Err(TextError { file: file.name.to_owned(), line: 0, message });
        }
    }
    for (kind, reader) in KINDS {
        for file in files.iter().filter(|file| file.name.starts_with(kind)) {
            reader(&mut builder, file)?;
        }
    }
    matcher::index_names(&mut builder.tables);
    matcher::gather_subclasses(&mut builder.tables);
    Ok(builder.tables)
}
