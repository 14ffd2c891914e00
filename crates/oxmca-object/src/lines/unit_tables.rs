//! The tables that units refer to, measured before they are read.
//!
//! Units refer to tables by offsets. Many units can share one, or have tables that overlap, and `addr2line` makes a table
//! of its own for each unit. So the bytes that these take are counted first, each table being read once.

use std::collections::HashSet;

use gimli::{
    Abbreviations, AttributeValue, DebugLineOffset, Dwarf, RangeListsOffset, Reader as _,
    Section as _, Unit, UnitHeader, UnitType,
};

use super::allowance::Allowance;
use super::reader::Reader;

/// Bytes that the tables of `addr2line` and `gimli` take for what they are made of, room to grow included.
mod cost {
    /// A unit.
    pub const UNIT: u64 = 1 << 10;
    /// A byte of a table of abbreviations.
    pub const ABBREVIATION_BYTE: u64 = 64;
    /// A byte of the header of a line program, in which a name of a file can have one byte.
    pub const LINE_HEADER_BYTE: u64 = 200;
    /// A byte of a line program, which can be a row.
    pub const LINE_PROGRAM_BYTE: u64 = 32;
    /// A file name as text, beside its characters.
    pub const FILE: u64 = 32;
    /// A range of addresses.
    pub const RANGE: u64 = 64;
}

/// The ranges of addresses of units, as `addr2line` looks them through.
#[derive(Debug)]
pub(super) struct UnitRanges {
    /// The end of each range, and the least beginning of those from it on; by ends.
    ends: Vec<(u64, u64)>,
}

impl UnitRanges {
    /// Measures the tables of all units. Returns `None` if they take more than is allowed.
    pub fn measured(dwarf: &Dwarf<Reader>, allowance: &Allowance) -> Option<UnitRanges> {
        let mut ranges = Vec::new();
        let mut headers = dwarf.debug_aranges.headers();
        while let Ok(Some(header)) = headers.next() {
            let mut entries = header.entries();
            while let Some(entry) = entries.next().transpose() {
                allowance.take(cost::RANGE)?;
                if let Ok(entry) = entry {
                    ranges.push((entry.range().end, entry.range().begin));
                }
            }
        }
        let mut units = dwarf.units();
        while let Ok(Some(header)) = units.next() {
            allowance.take(cost::UNIT)?;
            if !matches!(header.type_(), UnitType::Type { .. } | UnitType::SplitType { .. }) {
                measure_unit(dwarf, header, allowance, &mut ranges)?;
            }
        }
        ranges.sort_unstable();
        let mut least = u64::MAX;
        for (_, begin) in ranges.iter_mut().rev() {
            least = least.min(*begin);
            *begin = least;
        }
        Some(UnitRanges { ends: ranges })
    }

    /// Returns the number of ranges that a search for an address looks at.
    pub fn looked_at(&self, address: u64) -> u64 {
        let first = self.ends.partition_point(|(end, _)| *end <= address);
        let last = self.ends.partition_point(|(_, least)| *least <= address);
        last.saturating_sub(first) as u64
    }
}

/// Measures the tables of abbreviations that units refer to. Returns `None` if they take more than is allowed.
pub(super) fn measure_abbreviations(dwarf: &Dwarf<Reader>, allowance: &Allowance) -> Option<()> {
    let mut known = HashSet::new();
    let mut units = dwarf.units();
    while let Ok(Some(header)) = units.next() {
        let offset = header.debug_abbrev_offset().0;
        let mut table = dwarf.debug_abbrev.reader().clone();
        if !known.insert(offset) || table.skip(offset).is_err() {
            continue;
        }
        loop {
            let before = table.len();
            let is_read = skip_abbreviation(&mut table);
            allowance.take_each((before - table.len()) as u64, cost::ABBREVIATION_BYTE)?;
            if !is_read.unwrap_or(false) {
                break;
            }
        }
    }
    Some(())
}

/// Passes over an abbreviation. Returns whether there was one: a table ends with a 0.
fn skip_abbreviation(table: &mut Reader) -> gimli::Result<bool> {
    if table.read_uleb128()? == 0 {
        return Ok(false);
    }
    let (_tag, _has_children) = (table.read_uleb128()?, table.read_u8()?);
    loop {
        let (name, form) = (table.read_uleb128()?, table.read_uleb128()?);
        if (name, form) == (0, 0) {
            return Ok(true);
        }
        if form == u64::from(gimli::DW_FORM_implicit_const.0) {
            table.read_sleb128()?;
        }
    }
}

/// Measures the tables of a unit, and adds its ranges of addresses.
fn measure_unit(
    dwarf: &Dwarf<Reader>,
    header: UnitHeader<Reader>,
    allowance: &Allowance,
    ranges: &mut Vec<(u64, u64)>,
) -> Option<()> {
    // Nothing is read of a unit that is damaged.
    let Ok(abbreviations) = dwarf.abbreviations(&header) else { return Some(()) };
    take_attributes(&header, &abbreviations, allowance)?;
    let is_partial = matches!(header.type_(), UnitType::Partial);
    if let Some(program) = line_program(&header, &abbreviations)
        && let Some(lengths) = ProgramLengths::of(dwarf, program)
    {
        allowance.take_each(lengths.header, cost::LINE_HEADER_BYTE)?;
        if !is_partial {
            allowance.take_each(lengths.program, cost::LINE_PROGRAM_BYTE)?;
        }
    }
    let Ok(unit) = dwarf.unit(header) else { return Some(()) };
    if is_partial {
        return Some(());
    }
    measure_paths(dwarf, &unit, allowance)?;
    let before = ranges.len();
    let of_unit = RangeAttributes::of(dwarf, &unit).unwrap_or_default();
    if let Some(list) = of_unit.list {
        let Ok(mut found) = dwarf.ranges(&unit, list) else { return Some(()) };
        while let Ok(Some(range)) = found.next() {
            allowance.take(cost::RANGE)?;
            if range.begin < range.end {
                ranges.push((range.end, range.begin));
            }
        }
    } else if let (Some(begin), Some(end)) = (of_unit.begin, of_unit.end())
        && begin < end
    {
        allowance.take(cost::RANGE)?;
        ranges.push((end, begin));
    }
    let has_ranges = ranges.len() > before;
    // The ranges are then those of the line program.
    if !has_ranges && let Some(program) = unit.line_program {
        let (mut rows, mut begin) = (program.rows(), None);
        while let Ok(Some((_, row))) = rows.next_row() {
            let first = *begin.get_or_insert(row.address());
            if row.end_sequence() {
                allowance.take(cost::RANGE)?;
                ranges.push((row.address(), first));
                begin = None;
            }
        }
    }
    Some(())
}

/// Counts the attributes of a unit, which can have very many without bytes.
fn take_attributes(
    header: &UnitHeader<Reader>,
    abbreviations: &Abbreviations,
    allowance: &Allowance,
) -> Option<()> {
    let entry = header.entries_raw(abbreviations, None).ok();
    let entry = entry.and_then(|mut it| it.read_abbreviation().ok().flatten());
    allowance.take(entry.map_or(0, |it| it.attributes().len() as u64))
}

/// The attributes of a unit that say which addresses it has.
#[derive(Default)]
struct RangeAttributes {
    begin: Option<u64>,
    high: Option<u64>,
    size: Option<u64>,
    list: Option<RangeListsOffset>,
}

impl RangeAttributes {
    /// Reads them as `addr2line` does: of several attributes of a name, the last one counts, and those of other forms do
    /// not; `None` if it gives up.
    fn of(dwarf: &Dwarf<Reader>, unit: &Unit<Reader>) -> Option<RangeAttributes> {
        let mut found = RangeAttributes::default();
        let mut entries = unit.entries_raw(None).ok()?;
        let entry = entries.read_abbreviation().ok()??;
        let address = |value| match value {
            AttributeValue::Addr(address) => Ok(Some(address)),
            AttributeValue::DebugAddrIndex(index) => dwarf.address(unit, index).map(Some),
            _ => Ok(None),
        };
        for attribute in entry.attributes() {
            let attribute = entries.read_attribute(*attribute).ok()?;
            let value = attribute.value();
            match (attribute.name(), value) {
                (gimli::DW_AT_ranges, value) => {
                    found.list = dwarf.attr_ranges_offset(unit, value).ok()?;
                }
                (gimli::DW_AT_high_pc, AttributeValue::Udata(size)) => found.size = Some(size),
                (gimli::DW_AT_high_pc, value) => found.high = address(value).ok()?.or(found.high),
                (gimli::DW_AT_low_pc, value) => found.begin = address(value).ok()?.or(found.begin),
                _ => {}
            }
        }
        Some(found)
    }

    /// Returns the address after the last one.
    fn end(&self) -> Option<u64> {
        self.high.or_else(|| Some(self.begin?.wrapping_add(self.size?)))
    }
}

/// Returns the place of the line program of a unit.
fn line_program(
    header: &UnitHeader<Reader>,
    abbreviations: &Abbreviations,
) -> Option<DebugLineOffset> {
    let mut entries = header.entries_raw(abbreviations, None).ok()?;
    let entry = entries.read_abbreviation().ok()??;
    for attribute in entry.attributes() {
        let attribute = entries.read_attribute(*attribute).ok()?;
        if attribute.name() == gimli::DW_AT_stmt_list
            && let AttributeValue::DebugLineRef(offset) = attribute.value()
        {
            return Some(offset);
        }
    }
    None
}

/// The lengths of a line program's parts, in bytes.
struct ProgramLengths {
    header: u64,
    program: u64,
}

impl ProgramLengths {
    /// Reads them; `None` if there is no program that can be read.
    fn of(dwarf: &Dwarf<Reader>, at: DebugLineOffset) -> Option<ProgramLengths> {
        let mut section = dwarf.debug_line.reader().clone();
        section.skip(at.0).ok()?;
        let (length, format) = section.read_initial_length().ok()?;
        let mut program = section.split(length).ok()?;
        if program.read_u16().ok()? >= 5 {
            let _sizes_of_addresses_and_segments = program.read_u16().ok()?;
        }
        let header = program.read_length(format).ok()? as u64;
        Some(ProgramLengths { header, program: (program.len() as u64).saturating_sub(header) })
    }
}

/// Measures the paths of the files of a unit, each of which is written with its folders.
fn measure_paths(dwarf: &Dwarf<Reader>, unit: &Unit<Reader>, allowance: &Allowance) -> Option<()> {
    let Some(program) = &unit.line_program else { return Some(()) };
    let header = program.header();
    let text_bytes = |value| dwarf.attr_string(unit, value).map_or(0, |it| it.len() as u64);
    let folder_bytes = unit.comp_dir.as_ref().map_or(0, |it| it.len() as u64);
    let folders = header.include_directories().iter();
    let folders: Vec<u64> = folders.map(|it| text_bytes(it.clone())).collect();
    // Before version 5, folders are numbered from 1.
    let first = if header.version() >= 5 { 0 } else { 1 };
    for file in header.file_names() {
        let folder = file.directory_index().checked_sub(first);
        let own = folder.and_then(|it| folders.get(usize::try_from(it).ok()?)).copied();
        let path = folder_bytes + own.unwrap_or(0) + text_bytes(file.path_name());
        allowance.take(cost::FILE + path)?;
    }
    Some(())
}
