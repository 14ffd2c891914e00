//! Reader of the text form of tables.
//!
//! The files of a target are described in `data/README.md`. Used by the build script for the
//! targets that are embedded, and by programs that read a model of their own.

mod builder;
mod encodings;
mod instructions;
pub(crate) mod lines;
mod matcher;
mod model;
mod named_tables;
pub(crate) mod predicates;
mod registers;
mod rewrites;
mod target;
#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::ops::Range;

use crate::image::TablesBuf;

/// A file of a target's text tables.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Path below the target's folder, e.g. `cpu/znver4.tbl`. It decides how the file is read.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// A mistake in a text table and its place: the fault of the file's author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Name of the file as given.
    pub file: String,
    /// Line number, from 1; 0 when it concerns the whole file.
    pub line: usize,
    /// Column of the first character at fault, from 1; 0 when it concerns the whole file.
    pub column: usize,
    /// Number of characters at fault, all on that line.
    pub length: usize,
    /// A description of the mistake.
    pub message: String,
    excerpt: String,
}

impl TextError {
    /// A mistake in the bytes `range` of `text`.
    pub(crate) fn new(
        file: &str,
        text: &str,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_text = text[start..].lines().next().unwrap_or("");
        let end = range.end.min(start + line_text.len());
        let before = text[start..range.start].chars().count();
        let length = text[range.start..end.max(range.start)].chars().count().max(1);
        TextError {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: before + 1,
            length,
            message: message.into(),
            excerpt: excerpt(line_text, before, length),
        }
    }

    /// A mistake that concerns the whole file.
    pub(crate) fn of_file(file: &str, message: impl Into<String>) -> Self {
        let (file, message) = (file.to_owned(), message.into());
        TextError { file, line: 0, column: 0, length: 0, message, excerpt: String::new() }
    }

    /// The line, or of a long one the surroundings of the mistake, and below it a mark at the
    /// mistake, both ending in a newline. Empty if the mistake concerns the whole file.
    pub fn excerpt(&self) -> &str {
        &self.excerpt
    }
}

/// A line and a mark below it, `before` characters from its beginning and `length` long.
fn excerpt(line: &str, before: usize, length: usize) -> String {
    /// Most characters that are shown before the mark, and from its beginning on.
    const SURROUNDINGS: usize = 60;
    let skipped = before.saturating_sub(SURROUNDINGS);
    let shown = line.chars().skip(skipped).take(2 * SURROUNDINGS);
    let shown: String = shown.map(|c| if c == '\t' { ' ' } else { c }).collect();
    let before = before - skipped;
    let tail = length.min(2 * SURROUNDINGS - before).saturating_sub(1);
    format!("{shown}\n{:before$}^{:~<tail$}\n", "", "")
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file, self.column, self.message),
        }
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
    ("encodings.tbl", encodings::read_encodings),
    ("compression.tbl", rewrites::read_compression),
    ("class-choices.tbl", model::read_class_choices),
    ("tables/", named_tables::read_named_table),
    ("print-aliases.tbl", instructions::read_print_aliases),
    ("assembler", matcher::read_assembler),
    ("mnemonic-aliases.tbl", matcher::read_mnemonic_aliases),
    ("cpu/", model::read_model),
    ("cpus.tbl", target::read_cpus),
    ("described-cpus.tbl", target::read_described_cpus),
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
            return Err(TextError::of_file(file.name, "not a file of a target's tables"));
        }
    }
    for (kind, reader) in KINDS {
        for file in files.iter().filter(|file| file.name.starts_with(kind)) {
            reader(&mut builder, file)?;
        }
    }
    matcher::index_names(&mut builder.tables);
    matcher::gather_subclasses(&mut builder.tables);
    matcher::count_operands(&mut builder.tables);
    Ok(builder.tables)
}
