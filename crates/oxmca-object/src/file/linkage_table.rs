//! Entries of ELF's procedure linkage tables: code that jumps to a function of another file.

use std::collections::HashMap;

use object::read::{File, RelocationTarget};
use object::{
    BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSymbol, ObjectSymbolTable,
    RelocationFlags,
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
    if file.format() != BinaryFormat::Elf || file.kind() == ObjectKind::Relocatable {
        return Vec::new();
    }
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
