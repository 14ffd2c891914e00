//! Functions of objects without symbols, from tables for unwinding and for debuggers.

use std::collections::BTreeMap;

use gimli::{BaseAddresses, CieOrFde, EhFrame, EndianSlice, RunTimeEndian, UnwindSection};
use object::read::File;
use object::read::macho::{MachHeader, MachOFile};
use object::{
    Architecture, BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSegment, ReadRef, macho,
};

use super::functions::Start;

/// The most functions.
const MAX_STARTS: usize = 1 << 21;

/// The functions that tables of a linked file list.
pub(super) fn starts(file: &File<'_>) -> Vec<Start> {
    if file.kind() == ObjectKind::Relocatable {
        return Vec::new();
    }
    match file {
        File::MachO32(it) => function_starts(it).unwrap_or_default(),
        File::MachO64(it) => function_starts(it).unwrap_or_default(),
        _ if file.format() == BinaryFormat::Pe => exception_table(file).unwrap_or_default(),
        _ => eh_frame(file).unwrap_or_default(),
    }
}

/// The functions of an ELF file's `.eh_frame`.
fn eh_frame(file: &File<'_>) -> Option<Vec<Start>> {
    let section = file.section_by_name(".eh_frame")?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let mut frames = EhFrame::from(EndianSlice::new(section.data().ok()?, endian));
    frames.set_address_size(if file.is_64() { 8 } else { 4 });
    let mut bases = BaseAddresses::default().set_eh_frame(section.address());
    if let Some(text) = file.section_by_name(".text") {
        bases = bases.set_text(text.address());
    }
    if let Some(got) = file.section_by_name(".got") {
        bases = bases.set_got(got.address());
    }
    let mut entries = frames.entries(&bases);
    let mut common = BTreeMap::new();
    let mut found = Vec::new();
    while let Ok(Some(entry)) = entries.next() {
        match entry {
            CieOrFde::Cie(cie) => {
                common.insert(cie.offset(), cie);
            }
            CieOrFde::Fde(partial) => {
                // Each comes before those that name it. Reading others anew could take long.
                let known = |_: &_, _: &_, offset: gimli::EhFrameOffset| {
                    common
                        .get(&offset.0)
                        .cloned()
                        .ok_or(gimli::Error::NoEntryAtGivenOffset(offset.0 as u64))
                };
                let Ok(entry) = partial.parse(known) else { continue };
                let (address, len_bytes) = (entry.initial_address(), entry.len());
                if address != 0 && len_bytes != 0 {
                    found.push(Start { address, len_bytes });
                }
            }
        }
        if found.len() == MAX_STARTS {
            break;
        }
    }
    Some(found)
}

/// The functions of a Mach-O file's `LC_FUNCTION_STARTS`.
fn function_starts<'data, Mach, R>(file: &MachOFile<'data, Mach, R>) -> Option<Vec<Start>>
where
    Mach: MachHeader,
    R: ReadRef<'data>,
{
    let text = file.segments().find(|it| it.name() == Ok(Some("__TEXT")))?.address();
    let mut commands = file.macho_load_commands().ok()?;
    while let Ok(Some(command)) = commands.next() {
        if command.cmd() == macho::LC_FUNCTION_STARTS {
            let table: &macho::LinkeditDataCommand<Mach::Endian> = command.data().ok()?;
            let starts = table.function_starts(file.endian(), file.data(), text).ok()?;
            let start = |address: u64| Start { address, len_bytes: 0 };
            return Some(starts.map_while(Result::ok).take(MAX_STARTS).map(start).collect());
        }
    }
    None
}

/// The functions of a PE file's exception table.
fn exception_table(file: &File<'_>) -> Option<Vec<Start>> {
    let section = file.section_by_name(".pdata")?;
    let data = section.data().ok()?;
    let base = file.relative_address_base();
    let word = |data: &[u8], at: usize| {
        data.get(at..at + 4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
    };
    let at = |rva: u32| base.checked_add(u64::from(rva));
    let found: Vec<Start> = match file.architecture() {
        Architecture::X86_64 => {
            let start = |entry: &[u8]| {
                let (first, end) = (word(entry, 0)?, word(entry, 4)?);
                let len_bytes = u64::from(end.checked_sub(first)?);
                Some(Start { address: at(first)?, len_bytes }).filter(|_| first != 0)
            };
            data.chunks_exact(12).take(MAX_STARTS).filter_map(start).collect()
        }
        Architecture::Aarch64 => {
            let start = |entry: &[u8]| {
                let (first, unwinding) = (word(entry, 0)?, word(entry, 4)?);
                // Short descriptions are in the entry itself; others are not needed to know where it begins.
                let is_packed = unwinding & 3 != 0;
                let len_bytes = if is_packed { u64::from(unwinding >> 2 & 0x7ff) * 4 } else { 0 };
                Some(Start { address: at(first)?, len_bytes }).filter(|_| first != 0)
            };
            data.chunks_exact(8).take(MAX_STARTS).filter_map(start).collect()
        }
        _ => Vec::new(),
    };
    Some(found)
}
