//! Directives every target shares.

mod assignment;
mod cfi;
mod codeview;
mod coff;
mod condition;
mod data;
mod debug;
mod elf;
mod items;
mod macho;
mod message;
mod string;
mod symbol;
mod table;
mod windows;

pub(crate) use assignment::Assignment;

use table::{Handler, LONGEST_NAME};

use crate::syntax::ObjectFormat;

/// Returns the names of the directives that all targets share, for an object format, each with its dot.
pub(crate) fn names(format: ObjectFormat) -> impl Iterator<Item = &'static str> {
    let of_format = match format {
        ObjectFormat::Elf => table::ELF,
        ObjectFormat::Coff => table::COFF,
        ObjectFormat::MachO => table::MACHO,
    };
    let tables = [table::CONDITIONAL, table::GENERAL, of_format];
    tables.into_iter().flatten().map(|(name, _)| *name)
}

/// Finds what parses a conditional directive: these work even where text is skipped.
pub(super) fn conditional(name: &[u8]) -> Option<Handler> {
    find(table::CONDITIONAL, lower_case(name, &mut [0; LONGEST_NAME])?)
}

/// Finds what parses any other directive.
pub(super) fn general(name: &[u8]) -> Option<Handler> {
    find(table::GENERAL, lower_case(name, &mut [0; LONGEST_NAME])?)
}

/// Finds what parses a directive of ELF, whose names are in lower case only.
pub(super) fn elf(name: &[u8]) -> Option<Handler> {
    find(table::ELF, name)
}

/// Finds what parses a directive of COFF.
pub(super) fn coff(name: &[u8]) -> Option<Handler> {
    find(table::COFF, name)
}

/// Finds what parses a directive of Mach-O.
pub(super) fn macho(name: &[u8]) -> Option<Handler> {
    find(table::MACHO, name)
}

fn lower_case<'b>(name: &[u8], buffer: &'b mut [u8; LONGEST_NAME]) -> Option<&'b [u8]> {
    let lower = buffer.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    Some(lower)
}

fn find(table: &[(&str, Handler)], name: &[u8]) -> Option<Handler> {
    let index = table.binary_search_by(|(known, _)| known.as_bytes().cmp(name)).ok()?;
    Some(table[index].1)
}
