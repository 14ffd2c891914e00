//! Entries of procedure linkage tables, and symbol stubs of Mach-O: code that jumps to a function of another file.

use std::collections::HashMap;

use object::read::macho::{MachHeader, MachOFile, Nlist as _, Section as _};
use object::read::{File, RelocationTarget};
use object::{
    BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSymbol, ObjectSymbolTable, ReadRef,
    RelocationFlags, SymbolIndex,
};
use oxmca_asm::target::object_facts::ObjectCode;

/// The most entries.
const MAX_ENTRIES: usize = 1 << 20;
/// The most bytes of all names, which may share their text.
const MAX_NAMES_BYTES: usize = 1 << 26;
/// Entries are not longer.
const MAX_ENTRY_BYTES: u64 = 32;

/// An entry: its address, its number of bytes, and its name.
pub(super) type Entry = (u64, u64, Vec<u8>);

/// Returns the entries of a linked file, by address.
pub(super) fn entries(file: &File<'_>, code: &ObjectCode) -> Vec<Entry> {
    if file.kind() == ObjectKind::Relocatable {
        return Vec::new();
    }
    match file {
        File::MachO32(it) => symbol_stubs(it).unwrap_or_default(),
        File::MachO64(it) => symbol_stubs(it).unwrap_or_default(),
        _ if file.format() == BinaryFormat::Elf => table_entries(file, code),
        _ => Vec::new(),
    }
}

/// Returns the entries of a file of ELF.
fn table_entries(file: &File<'_>, code: &ObjectCode) -> Vec<Entry> {
    let slots = slots(file, code.table_relocations);
    let base = [".got.plt", ".got"].iter().find_map(|it| file.section_by_name(it));
    let base = base.map_or(0, |it| it.address());
    let mut found: Vec<Entry> = Vec::new();
    let mut names_bytes = 0;
    for name in [".plt", ".plt.sec", ".plt.got"] {
        let Some(section) = file.section_by_name(name) else { continue };
        let Ok(data) = section.data() else { continue };
        let start = section.address();
        let end = start.saturating_add(data.len() as u64);
        let first = found.len();
        for (address, slot) in (code.table_jumps)(data, start, base) {
            let Some(symbol) = slots.get(&slot) else { continue };
            names_bytes += symbol.len();
            if names_bytes > MAX_NAMES_BYTES || found.len() == MAX_ENTRIES {
                return found;
            }
            found.push((address, 0, [symbol, b"@plt".as_slice()].concat()));
        }
        for at in first..found.len() {
            let next = found.get(at + 1).map_or(end, |it| it.0);
            found[at].1 = (next - found[at].0).min(MAX_ENTRY_BYTES);
        }
    }
    found.sort_by_key(|it| it.0);
    found
}

/// Returns the symbols whose addresses the loader writes to places of the global offset table, by place.
fn slots<'data>(file: &File<'data>, kinds: &[u32]) -> HashMap<u64, &'data [u8]> {
    let (Some(relocations), Some(symbols)) =
        (file.dynamic_relocations(), file.dynamic_symbol_table())
    else {
        return HashMap::new();
    };
    let slot = |(place, it): (u64, object::Relocation)| {
        let RelocationFlags::Elf { r_type } = it.flags() else { return None };
        let RelocationTarget::Symbol(index) = it.target() else { return None };
        if !kinds.contains(&r_type.0) {
            return None;
        }
        let name = symbols.symbol_by_index(index).ok()?.name_bytes().ok()?;
        (!name.is_empty()).then_some((place, name))
    };
    relocations.take(MAX_ENTRIES).filter_map(slot).collect()
}

/// Returns the stubs of a file of Mach-O. All have one length in a section, whose table of indirect symbols names them. Compilers
/// call the functions by these names, too.
fn symbol_stubs<'data, Mach, R>(file: &MachOFile<'data, Mach, R>) -> Option<Vec<Entry>>
where
    Mach: MachHeader,
    R: ReadRef<'data>,
{
    let endian = file.endian();
    let mut commands = file.macho_load_commands().ok()?;
    let indirect = loop {
        if let Some(table) = commands.next().ok()??.dysymtab().ok()? {
            break table.indirect_symbols(endian, file.data()).ok()?;
        }
    };
    let symbols = file.macho_symbol_table();
    let mut found: Vec<Entry> = Vec::new();
    // Sections may share their parts of the table, so entries without names count, too.
    let (mut entries_left, mut names_bytes) = (MAX_ENTRIES, 0);
    'sections: for section in file.sections() {
        let section = section.macho_section();
        let len_bytes = u64::from(section.symbol_stub_size(endian));
        if len_bytes == 0 {
            continue;
        }
        let Ok(indirect) = section.indirect_symbols(endian, indirect) else { continue };
        let mut next: u64 = section.addr(endian).into();
        for it in &indirect[..indirect.len().min(entries_left)] {
            entries_left -= 1;
            let address = next;
            next = next.saturating_add(len_bytes);
            let Some(index) = it.get(endian).index() else { continue };
            let Ok(symbol) = symbols.symbol(SymbolIndex(index as usize)) else { continue };
            let Ok(name) = symbol.name(endian, symbols.strings()) else { continue };
            names_bytes += name.len();
            if names_bytes > MAX_NAMES_BYTES {
                break 'sections;
            }
            if name.is_empty() {
                continue;
            }
            found.push((address, len_bytes, name.to_vec()));
        }
    }
    found.sort_by_key(|it| it.0);
    Some(found)
}
