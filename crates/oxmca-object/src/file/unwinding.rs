//! Functions of objects without symbols, from tables for unwinding and for debuggers.

use std::collections::BTreeMap;

use gimli::{BaseAddresses, CieOrFde, EhFrame, EndianSlice, RunTimeEndian, UnwindSection};
use object::read::File;
use object::read::macho::{MachHeader, MachOFile};
use object::{BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSegment, ReadRef, macho};
use oxmca_asm::target::object_facts::{ExceptionTable, ObjectCode};

use super::functions::Start;

/// The most functions.
const MAX_STARTS: usize = 1 << 21;

/// Returns the functions that tables of a linked file list.
pub(super) fn starts(file: &File<'_>, code: &ObjectCode) -> Vec<Start> {
    if file.kind() == ObjectKind::Relocatable {
        return Vec::new();
    }
    match file {
        File::MachO32(it) => function_starts(it).unwrap_or_default(),
        File::MachO64(it) => function_starts(it).unwrap_or_default(),
        _ if file.format() == BinaryFormat::Pe => {
            let table = code.exception_table.as_ref();
            table.and_then(|table| exception_table(file, table)).unwrap_or_default()
        }
        _ => eh_frame(file).unwrap_or_default(),
    }
}

/// Returns the functions of an ELF file's `.eh_frame`.
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

/// Returns the functions of a Mach-O file's `LC_FUNCTION_STARTS`.
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

/// Returns the functions of a PE file's exception table.
fn exception_table(file: &File<'_>, table: &ExceptionTable) -> Option<Vec<Start>> {
    let section = file.section_by_name(".pdata")?;
    let base = file.relative_address_base();
    let start = |entry: &[u8]| {
        let (first, len_bytes) = (table.read)(entry)?;
        let address = base.checked_add(u64::from(first))?;
        (first != 0).then_some(Start { address, len_bytes })
    };
    let entries = section.data().ok()?.chunks_exact(table.entry_bytes);
    Some(entries.take(MAX_STARTS).filter_map(start).collect())
}
