//! Registers by number.

use std::collections::HashMap;

use oxmca_tables::{Reg, Tables};

/// Places of kinds of registers in the list that [`list`] makes. A number beyond a kind's last register is a register
/// of the kind after it, as in LLVM's disassembler.
pub(super) const GR8: usize = 0;
/// `spl` and the like, which take the place of `ah` and the like after a REX prefix.
pub(super) const REX_GR8: usize = GR8 + 32;
pub(super) const GR16: usize = REX_GR8 + 4;
pub(super) const GR32: usize = GR16 + 32;
pub(super) const GR64: usize = GR32 + 32;
pub(super) const MMX: usize = GR64 + 32;
pub(super) const XMM: usize = MMX + 8;
pub(super) const YMM: usize = XMM + 32;
pub(super) const ZMM: usize = YMM + 32;
pub(super) const MASKS: usize = ZMM + 32;
pub(super) const MASK_PAIRS: usize = MASKS + 8;
pub(super) const SEGMENTS: usize = MASK_PAIRS + 4;
pub(super) const DEBUG: usize = SEGMENTS + 6;
pub(super) const CONTROL: usize = DEBUG + 16;
pub(super) const TILES: usize = CONTROL + 16;
pub(super) const STACK: usize = TILES + 8;
pub(super) const INSTRUCTION_POINTERS: usize = STACK + 8;
pub(super) const NO_INDEX: usize = INSTRUCTION_POINTERS + 2;
const LENGTH: usize = NO_INDEX + 2;

/// Returns all registers by their places.
pub(super) fn list(tables: &Tables<'_>) -> Box<[Reg]> {
    let named: HashMap<&[u8], Reg> = (0..tables.registers.len())
        .map(|index| (tables.bytes(tables.registers[index].name), Reg(index as u16)))
        .collect();
    let mut registers = Vec::with_capacity(LENGTH);
    let mut push = |name: &str| {
        registers.push(named.get(name.as_bytes()).copied().unwrap_or_default());
    };
    let low: [&[&str]; 4] = [
        &["AL", "CL", "DL", "BL", "AH", "CH", "DH", "BH"],
        &["AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI"],
        &["EAX", "ECX", "EDX", "EBX", "ESP", "EBP", "ESI", "EDI"],
        &["RAX", "RCX", "RDX", "RBX", "RSP", "RBP", "RSI", "RDI"],
    ];
    for (names, suffix) in low.into_iter().zip(["B", "W", "D", ""]) {
        names.iter().for_each(|name| push(name));
        (8..32).for_each(|number| push(&format!("R{number}{suffix}")));
        if suffix == "B" {
            ["SPL", "BPL", "SIL", "DIL"].iter().for_each(|name| push(name));
        }
    }
    let numbered = [("MM", 8), ("XMM", 32), ("YMM", 32), ("ZMM", 32), ("K", 8)];
    for (name, count) in numbered {
        (0..count).for_each(|number| push(&format!("{name}{number}")));
    }
    ["K0_K1", "K2_K3", "K4_K5", "K6_K7"].iter().for_each(|name| push(name));
    ["ES", "CS", "SS", "DS", "FS", "GS"].iter().for_each(|name| push(name));
    for (name, count) in [("DR", 16), ("CR", 16), ("TMM", 8), ("ST", 8)] {
        (0..count).for_each(|number| push(&format!("{name}{number}")));
    }
    ["EIP", "RIP", "EIZ", "RIZ"].iter().for_each(|name| push(name));
    registers.into_boxed_slice()
}
