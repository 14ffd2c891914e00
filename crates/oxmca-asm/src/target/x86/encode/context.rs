//! The facts that all writers of fields need.

use crate::target::x86::flags::EncodingFlags;
use crate::target::x86::registers::Registers;

/// Which of the processor's modes are on. An assembler has exactly one on, but features can be set
/// by name, so each question is asked of the mode it is about.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    pub is_16_bit: bool,
    pub is_32_bit: bool,
    pub is_64_bit: bool,
    /// 32-bit pointers in 64-bit mode.
    pub is_x32: bool,
}

/// The facts that all writers of fields need.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    pub registers: &'c Registers,
    pub mode: Mode,
    pub flags: EncodingFlags,
    /// Bits of [`prefix`](crate::target::x86::prefix).
    pub prefixes: u32,
}
