//! Files of split debug information (`.dwo`), in which units of a program have their functions.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use gimli::{DebugInfo, Dwarf, DwarfSections, DwoId, Reader as _, Section as _, UnitHeader};

use super::allowance::Allowance;
use super::dwarf_sections::{read_abbreviations, section_bytes, sections};
use super::function_tables;
use super::reader::Reader;
use crate::file::ObjectFile;

/// The units of a file that were not asked for yet.
pub(super) struct SplitFile {
    sections: DwarfSections<Reader>,
    /// Bytes that tables of all its units may take.
    allowance: Allowance,
    /// The place of each in `.debug_info.dwo`.
    units: HashMap<u64, Range<usize>>,
}

impl SplitFile {
    /// Reads a file; `None` if it has no units that can be read.
    pub fn read(bytes: Vec<u8>) -> Option<SplitFile> {
        let object = ObjectFile::parse(bytes).ok()?;
        let load = sections(&object, |id| id.dwo_name())?;
        SplitFile::of(DwarfSections::load(load).ok()?, object.bytes().len())
    }

    fn of(sections: DwarfSections<Reader>, file_bytes: usize) -> Option<SplitFile> {
        let mut dwarf = sections.borrow(Reader::clone);
        dwarf.file_type = gimli::DwarfFileType::Dwo;
        let allowance = Allowance::of_tables(file_bytes, section_bytes(&dwarf));
        read_abbreviations(&mut dwarf, &allowance)?;
        let mut units = HashMap::new();
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            let start = header.debug_info_offset()?.0;
            if let Some(id) = id(&dwarf, &header) {
                units.entry(id.0).or_insert(start..start + header.length_including_self());
            }
        }
        (!units.is_empty()).then_some(SplitFile { sections, allowance, units })
    }

    /// Returns whether all units were asked for.
    pub fn is_used_up(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns the unit with an id, as debug information that has no others: the link-time optimizer writes many units to
    /// one file. Each is there once. A file that was compiled again since has other ids.
    pub fn take(&mut self, id: DwoId, parent: &Dwarf<Reader>) -> Option<Arc<Dwarf<Reader>>> {
        let place = self.units.remove(&id.0)?;
        let mut dwarf = self.sections.borrow(Reader::clone);
        let mut info = dwarf.debug_info.reader().clone();
        info.skip(place.start).ok()?;
        info.truncate(place.len()).ok()?;
        dwarf.debug_info = DebugInfo::from(info);
        dwarf.make_dwo(parent);
        read_abbreviations(&mut dwarf, &self.allowance)?;
        function_tables::measure(&dwarf, &self.allowance)?;
        Some(Arc::new(dwarf))
    }
}

/// Returns the id by which a unit of the program names one.
fn id(dwarf: &Dwarf<Reader>, header: &UnitHeader<Reader>) -> Option<DwoId> {
    if let gimli::UnitType::SplitCompilation(id) = header.type_() {
        return Some(id);
    }
    // Before version 5, it is an attribute.
    let abbreviations = dwarf.abbreviations(header).ok()?;
    let mut entries = header.entries_raw(&abbreviations, None).ok()?;
    let entry = entries.read_abbreviation().ok()??;
    for attribute in entry.attributes() {
        let attribute = entries.read_attribute(*attribute).ok()?;
        if attribute.name() == gimli::DW_AT_GNU_dwo_id {
            return attribute.udata_value().map(DwoId);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::tests::sections;

    /// Returns the sections of a file with units of these ids, one function in each.
    fn file(ids: &[u64]) -> DwarfSections<Reader> {
        const ABBREVIATIONS: &[u8] = &[1, 0x11, 1, 0, 0, 2, 0x2e, 0, 0, 0, 0];
        let mut info = Vec::new();
        for id in ids {
            let rest = [
                &5_u16.to_le_bytes()[..],
                &[gimli::DW_UT_split_compile.0, 8],
                &0_u32.to_le_bytes(),
                &id.to_le_bytes(),
                &[1, 2, 0],
            ];
            let rest = rest.concat();
            info.extend((rest.len() as u32).to_le_bytes());
            info.extend(rest);
        }
        DwarfSections::load(sections(ABBREVIATIONS, &info)).unwrap()
    }

    #[test]
    fn units_are_found_by_their_ids_once() {
        let parent = file(&[]).borrow(Reader::clone);
        let mut split = SplitFile::of(file(&[7, 9, 7]), 1_000).unwrap();
        let second = split.take(DwoId(9), &parent).unwrap();
        let mut units = second.units();
        let header = units.next().unwrap().unwrap();
        assert_eq!(header.type_(), gimli::UnitType::SplitCompilation(DwoId(9)));
        assert!(units.next().unwrap().is_none());
        assert!(split.take(DwoId(9), &parent).is_none() && split.take(DwoId(8), &parent).is_none());
        assert!(!split.is_used_up());
        assert!(split.take(DwoId(7), &parent).is_some() && split.is_used_up());
    }

    #[test]
    fn many_units_of_one_file_take_what_is_allowed() {
        let ids: Vec<u64> = (0..1_000_000).collect();
        let mut split = SplitFile::of(file(&ids), 1_000).unwrap();
        let parent = file(&[]).borrow(Reader::clone);
        let taken = ids.iter().take_while(|id| split.take(DwoId(**id), &parent).is_some()).count();
        assert!((10_000..500_000).contains(&taken), "{taken}");
    }
}
