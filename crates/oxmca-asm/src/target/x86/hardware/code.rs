//! The places of opcode and prefixes in machine code.

use super::super::flags::{Encoding, EncodingFlags};

const OPERAND_SIZE: u8 = 0x66;

/// Returns the number of legacy prefixes before an instruction's opcode.
fn legacy_prefixes(code: &[u8]) -> usize {
    let is_prefix = |byte: &u8| {
        matches!(byte, 0x66 | 0x67 | 0xf0 | 0xf2 | 0xf3 | 0x26 | 0x2e | 0x36 | 0x3e | 0x64 | 0x65)
    };
    code.iter().take_while(|byte| is_prefix(byte)).count()
}

/// Returns the number of bytes before the last byte of the opcode: prefixes, those that hold a part of it, and escape
/// bytes.
pub(super) fn opcode_offset_bytes(code: &[u8]) -> u8 {
    let at = |index: usize| code.get(index).copied().unwrap_or(0);
    let mut offset = legacy_prefixes(code);
    if at(offset) & 0xf0 == 0x40 {
        offset += 1;
    }
    offset += match at(offset) {
        0xc5 => 2,
        0xc4 => 3,
        0x62 => 4,
        0xd5 => 2,
        0x0f if matches!(at(offset + 1), 0x38 | 0x3a) => 2,
        0x0f => 1,
        _ => 0,
    };
    offset.min(code.len().saturating_sub(1)) as u8
}

/// Returns whether an instruction has an immediate of 16 bits only because of a prefix.
pub(super) fn has_length_changing_prefix(target_flags: u64, code: &[u8]) -> bool {
    let flags = EncodingFlags(target_flags);
    flags.encoding() == Encoding::Legacy
        && flags.immediate().is_some_and(|immediate| immediate.size_bytes == 2)
        && code[..legacy_prefixes(code)].contains(&OPERAND_SIZE)
}

/// Returns whether an instruction with a VEX or EVEX prefix uses more than the lower 128 bits of vectors.
pub(super) fn is_wide(target_flags: u64, code: &[u8]) -> bool {
    let prefix = &code[legacy_prefixes(code)..];
    let at = |index: usize| prefix.get(index).copied().unwrap_or(0);
    match EncodingFlags(target_flags).encoding() {
        Encoding::Legacy => false,
        Encoding::Vex | Encoding::Xop if at(0) == 0xc5 => at(1) & 4 != 0,
        Encoding::Vex | Encoding::Xop => at(2) & 4 != 0,
        Encoding::Evex => at(3) & 0x60 != 0,
    }
}

/// Returns whether an instruction has no prefix that was introduced with vectors of 256 bits.
pub(super) fn is_legacy(target_flags: u64) -> bool {
    EncodingFlags(target_flags).encoding() == Encoding::Legacy
}

/// Returns whether an exchange is that of the accumulator with itself in its short form, which processors take for a `nop`: `66 90`
/// fills gaps before loops.
pub(super) fn is_exchange_with_itself(code: &[u8]) -> bool {
    let after_prefixes = code.iter().position(|it| !matches!(it, 0x66 | 0x48));
    after_prefixes.is_some_and(|at| code[at..] == [0x90])
}
