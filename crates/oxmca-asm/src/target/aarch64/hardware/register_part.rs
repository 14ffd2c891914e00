//! Registers as parts of wider ones.

use oxmca_tables::Reg;

use super::super::AArch64;
use super::super::registers::{ClassName, First};
use crate::target::hardware::{RegisterPart, Rest};

/// Bytes of a granule of SVE's vectors.
pub(in super::super) const GRANULE_BYTES: u16 = 16;

/// Returns the general purpose register that a register is; `None` for the ones that are always 0, too.
pub(super) fn part(aarch64: &AArch64<'_>, reg: Reg) -> Option<RegisterPart> {
    let (tables, registers) = (&aarch64.tables, &aarch64.registers);
    if !reg.is_some() || is_zero(aarch64, reg) {
        return None;
    }
    let is_in = |class| registers.is_in(tables, class, reg);
    let is_short = is_in(const { ClassName::known("GPR32all") });
    if !is_short && !is_in(const { ClassName::known("GPR64all") }) {
        return None;
    }
    let root = registers.widened(tables, reg);
    let (bits, rest) = if is_short { (32, Rest::BecomesZero) } else { (64, Rest::None) };
    Some(RegisterPart { root, bits, first_bit: 0, rest })
}

/// Returns whether a register is always 0.
pub(in crate::target::aarch64) fn is_zero(aarch64: &AArch64<'_>, reg: Reg) -> bool {
    let first = |first| aarch64.registers.first(&aarch64.tables, first);
    reg == first(First::Zero) || reg == first(First::Zero32)
}

/// Returns the letter of a register, by which its width is known: `w`, `x`, `b`, `h`, `s`, `d`, `q`, `z` or `p`.
pub(super) fn letter(aarch64: &AArch64<'_>, reg: Reg) -> Option<u8> {
    if let Some(part) = part(aarch64, reg) {
        return Some(if part.bits == 32 { b'w' } else { b'x' });
    }
    let tables = &aarch64.tables;
    let name = tables.bytes(tables.register(reg).name);
    match name {
        b"WZR" => Some(b'w'),
        b"XZR" => Some(b'x'),
        [
            letter @ (b'B' | b'H' | b'S' | b'D' | b'Q' | b'Z' | b'P' | b'W' | b'X'),
            b'0'..=b'9',
            ..,
        ] => Some(letter.to_ascii_lowercase()),
        _ => None,
    }
}

/// Returns the bits of registers of a letter; `None` for those whose length the processor decides.
pub(super) const fn bits(letter: u8) -> Option<u16> {
    Some(match letter {
        b'b' => 8,
        b'h' => 16,
        b'w' | b's' => 32,
        b'x' | b'd' => 64,
        b'q' => 128,
        _ => return None,
    })
}

pub(super) fn is_vector(aarch64: &AArch64<'_>, reg: Reg) -> bool {
    matches!(letter(aarch64, reg), Some(b'b' | b'h' | b's' | b'd' | b'q' | b'z'))
}

/// Returns the number of registers that a register is made of: 4 for `Q0_Q1_Q2_Q3`.
pub(super) fn count(aarch64: &AArch64<'_>, reg: Reg) -> u16 {
    let tables = &aarch64.tables;
    let name = tables.bytes(tables.register(reg).name);
    1 + name.iter().filter(|byte| **byte == b'_').count() as u16
}
