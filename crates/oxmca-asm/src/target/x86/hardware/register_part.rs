//! Registers as parts of wider ones.

use oxmca_tables::{Reg, Tables};

use super::super::X86;
use super::super::registers::kind;
use crate::target::hardware::{HardwareRegisters, RegisterPart, Rest};

/// Returns the part of a register that a general purpose register is.
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
    let first_bit = if registers.is(reg, kind::HIGH_BYTE) { 8 } else { 0 };
    let rest = match bits {
        64 => Rest::None,
        32 => Rest::BecomesZero,
        _ => Rest::Stays,
    };
    Some(RegisterPart { root, bits, first_bit, rest })
}

/// Returns the registers that have a part of their own.
pub(in crate::target::x86) fn registers(tables: &Tables<'_>) -> HardwareRegisters {
    let named = |name| tables.register_named(name).unwrap_or(Reg::NONE);
    HardwareRegisters {
        status: named("EFLAGS"),
        stack_pointer: named("RSP"),
        frame_pointer: named("RBP"),
    }
}
