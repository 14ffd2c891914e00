//! Reader of the text form of tables.
//!
//! The files of a target are described in `data/README.md`. Used by the build script for the
//! targets that are embedded, and by programs that read a model of their own.

mod builder;
mod decision_tree;
mod decodings;
mod encodings;
mod error;
mod instructions;
pub(crate) mod itinerary;
pub(crate) mod lines;
mod matcher;
pub(crate) mod model;
mod named_tables;
mod opcode_maps;
pub(crate) mod predicates;
mod registers;
mod rewrites;
mod sharing;
mod target;
#[cfg(test)]
pub(crate) mod tests;

use crate::image::TablesBuf;

pub use error::{SourceFile, TextError};

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
    ("opcode-maps.tbl", opcode_maps::read_opcode_maps),
    ("decodings.tbl", decodings::read_decodings),
    ("compression.tbl", rewrites::read_compression),
    ("class-choices.tbl", model::read_class_choices),
    ("tables/", named_tables::read_named_table),
    ("print-aliases.tbl", instructions::read_print_aliases),
    ("assembler", matcher::read_assembler),
    ("mnemonic-aliases.tbl", matcher::read_mnemonic_aliases),
    ("cpu/", model::read_model),
    ("cpus.tbl", target::read_cpus),
    ("described-cpus.tbl", target::read_described_cpus),
    ("vector-lengths.tbl", target::read_vector_lengths),
    ("former-cpus.tbl", target::read_former_cpus),
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
    matcher::gather_operand_parsers(&mut builder.tables);
    sharing::share_runs(&mut builder.tables);
    Ok(builder.tables)
}
