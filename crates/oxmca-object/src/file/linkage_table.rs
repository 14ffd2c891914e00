//! Entries of ELF's procedure linkage tables: code that jumps to a function of another file.

use std::collections::HashMap;

use object::read::{File, RelocationTarget};
use object::{
    Architecture, BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSymbol, ObjectSymbolTable,
    RelocationFlags, elf,
};

/// The most entries.
const MAX_ENTRIES: usize = 1 << 20;
/// The most bytes of all names, which may share their text.
const MAX_NAMES_BYTES: usize = 1 << 26;
/// Entries are not longer.
const MAX_ENTRY_BYTES: u64 = 32;

/// An entry: its address, its number of bytes, and its name.
pub(super) type Entry = (u64, u64, Vec<u8>);

/// The entries of a linked file, by address.
pub(super) fn entries(file: &File<'_>) -> Vec<Entry> {
    if file.format() != BinaryFormat::Elf || file.kind() == ObjectKind::Relocatable {
        return Vec::new();
    }
    let slots = slots(file);
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
        for (address, slot) in jumps(file.architecture(), data, start, base) {
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

/// The symbols whose addresses the loader writes to places of the global offset table, by place.
fn slots<'data>(file: &File<'data>) -> HashMap<u64, &'data [u8]> {
    let kinds = match file.architecture() {
        Architecture::I386 => [elf::R_386_JMP_SLOT, elf::R_386_GLOB_DAT],
        Architecture::X86_64 | Architecture::X86_64_X32 => {
            [elf::R_X86_64_JUMP_SLOT, elf::R_X86_64_GLOB_DAT]
        }
        Architecture::Aarch64 | Architecture::Aarch64_Ilp32 => {
            [elf::R_AARCH64_JUMP_SLOT, elf::R_AARCH64_GLOB_DAT]
        }
        Architecture::Riscv32 => [elf::R_RISCV_JUMP_SLOT, elf::R_RISCV_32],
        _ => [elf::R_RISCV_JUMP_SLOT, elf::R_RISCV_64],
    };
    let (Some(relocations), Some(symbols)) =
        (file.dynamic_relocations(), file.dynamic_symbol_table())
    else {
        return HashMap::new();
    };
    let slot = |(place, it): (u64, object::Relocation)| {
        let RelocationFlags::Elf { r_type } = it.flags() else { return None };
        let RelocationTarget::Symbol(index) = it.target() else { return None };
        if !kinds.contains(&r_type) {
            return None;
        }
        let name = symbols.symbol_by_index(index).ok()?.name_bytes().ok()?;
        (!name.is_empty()).then_some((place, name))
    };
    relocations.take(MAX_ENTRIES).filter_map(slot).collect()
}

/// The addresses of jumps through the global offset table, with the place there that each of them reads. `base` is the
/// beginning of that table.
fn jumps(architecture: Architecture, data: &[u8], start: u64, base: u64) -> Vec<(u64, u64)> {
    match architecture {
        Architecture::I386 => x86_jumps(data, start, |distance, code, _| match code {
            // jmp *disp(%ebx)
            0xa3 => Some(base.wrapping_add_signed(distance.into()) & 0xffff_ffff),
            // jmp *disp
            0x25 => Some(u64::from(distance as u32)),
            _ => None,
        }),
        Architecture::X86_64 | Architecture::X86_64_X32 => {
            x86_jumps(data, start, |distance, code, next| {
                // jmp *disp(%rip)
                (code == 0x25).then(|| next.wrapping_add_signed(distance.into()))
            })
        }
        Architecture::Aarch64 | Architecture::Aarch64_Ilp32 => aarch64_jumps(data, start),
        Architecture::Riscv64 => riscv_jumps(data, start, 0x3003),
        Architecture::Riscv32 => riscv_jumps(data, start, 0x2003),
        _ => Vec::new(),
    }
}

fn x86_jumps(
    data: &[u8],
    start: u64,
    slot: impl Fn(i32, u8, u64) -> Option<u64>,
) -> Vec<(u64, u64)> {
    const JUMP_BYTES: usize = 6;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some([first, code, a, b, c, d]) = data.get(at..at + JUMP_BYTES) {
        let address = start.wrapping_add(at as u64);
        let distance = i32::from_le_bytes([*a, *b, *c, *d]);
        let next = address.wrapping_add(JUMP_BYTES as u64);
        let slot = if *first == 0xff { slot(distance, *code, next) } else { None };
        at += if slot.is_some() { JUMP_BYTES } else { 1 };
        found.extend(slot.map(|it| (address, it)));
    }
    found
}

/// The word at an offset.
fn word(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..at + 4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
}

/// Finds `adrp` followed by `ldr` of 64 bits; `bti c` may be before them.
fn aarch64_jumps(data: &[u8], start: u64) -> Vec<(u64, u64)> {
    const BTI_C: u32 = 0xd503_245f;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = word(data, at) {
        let page_at = if first == BTI_C { at + 4 } else { at };
        let address = start.wrapping_add(at as u64);
        at += 4;
        let (Some(page), Some(load)) = (word(data, page_at), word(data, page_at + 4)) else {
            break;
        };
        if page & 0x9f00_0000 == 0x9000_0000 && load >> 22 == 0x3e5 {
            let pages = (page >> 5 & 0x7_ffff) << 2 | page >> 29 & 3;
            // A signed number of 21 bits.
            let distance = i64::from((pages << 11) as i32 >> 11) << 12;
            let place = start.wrapping_add(page_at as u64) & !0xfff;
            let slot =
                place.wrapping_add_signed(distance).wrapping_add(u64::from(load >> 10 & 0xfff) * 8);
            found.push((address, slot));
            at = page_at + 8;
        }
    }
    found
}

/// Finds entries of `auipc` and a load that has the bits `load_code`. They follow a header of two entries.
fn riscv_jumps(data: &[u8], start: u64, load_code: u32) -> Vec<(u64, u64)> {
    const HEADER_BYTES: usize = 32;
    const ENTRY_BYTES: usize = 16;
    let mut found = Vec::new();
    for (number, entry) in
        data.get(HEADER_BYTES..).unwrap_or_default().chunks_exact(ENTRY_BYTES).enumerate()
    {
        let address = start.wrapping_add((HEADER_BYTES + number * ENTRY_BYTES) as u64);
        let (Some(upper), Some(load)) = (word(entry, 0), word(entry, 4)) else { break };
        if upper & 0x7f == 0x17 && load & 0x707f == load_code {
            let upper = i64::from((upper & 0xffff_f000) as i32);
            let lower = i64::from(load as i32 >> 20);
            found.push((address, address.wrapping_add_signed(upper + lower)));
        }
    }
    found
}
