//! The sections of debug information.

use std::sync::Arc;

use gimli::{
    AbbreviationsCacheStrategy, Dwarf, Reader as _, RunTimeEndian, Section as _, SectionId,
};

use super::allowance::Allowance;
use super::reader::Reader;
use super::unit_tables;
use crate::file::ObjectFile;

/// Reads the tables of abbreviations, each once. Returns `None` if that takes more than is allowed.
pub(super) fn read_abbreviations(dwarf: &mut Dwarf<Reader>, allowance: &Allowance) -> Option<()> {
    unit_tables::measure_abbreviations(dwarf, allowance)?;
    dwarf.populate_abbreviations_cache(AbbreviationsCacheStrategy::All);
    Some(())
}

/// Returns the length of the sections that tables are read from.
pub(super) fn section_bytes(dwarf: &Dwarf<Reader>) -> usize {
    let info = [dwarf.debug_info.reader(), dwarf.debug_abbrev.reader(), dwarf.debug_line.reader()];
    info.iter().map(|it| it.len()).sum()
}

pub(super) fn endian(object: &ObjectFile<'_>) -> RunTimeEndian {
    if object.endian().is_little { RunTimeEndian::Little } else { RunTimeEndian::Big }
}

/// Returns a function that reads sections of debug information, by the names that `name` gives them.
pub(super) fn sections<'a>(
    object: &'a ObjectFile<'a>,
    name: impl Fn(SectionId) -> Option<&'static str> + 'a,
) -> Option<impl Fn(SectionId) -> Result<Reader, gimli::Error> + 'a> {
    let file = object.reader()?;
    Some(move |id: SectionId| {
        let data = name(id).and_then(|it| object.debug_section(&file, it)).unwrap_or_default();
        Ok(Reader::new(Arc::from(&*data), endian(object)))
    })
}
