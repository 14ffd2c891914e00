//! Registers as parts of wider ones.

use oxmca_tables::Reg;

use super::super::X86;
use super::super::registers::kind;
use crate::target::hardware::RegisterPart;

/// The part of a register that a general purpose register is.
pub(super) fn part(x86: &X86<'_>, reg: Reg) -> Option<RegisterPart> {
    let registers = &x86.registers;
    if !reg.is_some() || !registers.is(reg, kind::GENERAL) || reg == registers.named.rip {
        return None;
    }
    let bits = if registers.is(reg, kind::GR64) {
        64
    } else if registers.is(reg, kind::GR32) {
        32
    } else if registers.is(reg, kind::GR16) {
        16
    } else {
        8
    };
    let root = registers.resized(&x86.tables, reg, kind::GR64);
    Some(RegisterPart { root, bits, is_high_byte: registers.is(reg, kind::HIGH_BYTE) })
}
