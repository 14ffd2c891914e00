//! The parts of an opcode's flag word that only the encoder reads.

use crate::target::x86::flags::{EncodingFlags, opcode_map};

/// When an instruction of fixed operand or address size needs the prefix that changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FixedSize {
    /// It has no fixed size.
    None,
    /// 16 bits.
    Bits16,
    /// 32 bits.
    Bits32,
    /// 64 bits.
    Bits64,
}

/// An immediate's place in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::x86) struct ImmediateKind {
    pub size_bytes: usize,
    /// Set if the code holds the distance from the end of the instruction, which is not known here.
    pub pc_relative: bool,
}

impl EncodingFlags {
    fn fixed_size(self, low: u32) -> FixedSize {
        match self.bits(low, 2) {
            0 => FixedSize::None,
            1 => FixedSize::Bits16,
            2 => FixedSize::Bits32,
            _ => FixedSize::Bits64,
        }
    }

    /// Returns the operand size that decides about the prefix `66`.
    pub(super) fn operand_size(self) -> FixedSize {
        self.fixed_size(7)
    }

    /// Address size that decides about the prefix `67`, where it is not the memory operand's.
    pub(super) fn address_size(self) -> FixedSize {
        self.fixed_size(9)
    }

    /// Immediates; `None` if there can be none.
    pub(in crate::target::x86) fn immediate(self) -> Option<ImmediateKind> {
        let (size_bytes, pc_relative) = match self.bits(18, 4) {
            1 | 3 => (1, false),
            2 => (1, true),
            4 => (2, false),
            5 => (2, true),
            6 | 8 => (4, false),
            7 => (4, true),
            9 => (8, false),
            _ => return None,
        };
        Some(ImmediateKind { size_bytes, pc_relative })
    }

    /// Returns whether the immediate byte holds a register in its high half.
    pub(super) fn has_register_in_immediate(self) -> bool {
        self.bits(18, 4) == 3
    }

    /// Returns whether the instruction itself has a `rep` prefix.
    pub(super) fn repeat(self) -> bool {
        self.bit(26)
    }

    /// Returns the opcode byte.
    pub(super) fn opcode(self) -> u8 {
        self.bits(31, 8) as u8
    }

    /// Returns whether masked-off elements become zero (EVEX.z).
    pub(super) fn zeroes_masked(self) -> bool {
        self.bit(42)
    }

    /// Returns the factor of an 8-bit displacement under EVEX.
    pub(super) fn displacement_scale(self) -> i32 {
        match self.bits(45, 3) {
            0 => 1,
            exponent => 1 << (exponent - 1),
        }
    }

    /// Returns whether the last operand is a rounding mode.
    pub(super) fn has_rounding(self) -> bool {
        self.bit(48)
    }

    /// Returns whether the REX2 prefix is part of the instruction.
    pub(super) fn needs_rex2(self) -> bool {
        self.bits(50, 2) == 1
    }

    /// Returns whether the last two operands are the flags and the condition of `ccmp` and `ctest`.
    pub(super) fn is_conditional_compare(self) -> bool {
        self.bit(53)
    }

    /// Returns EVEX.U, where no index register claims the bit.
    pub(super) fn evex_u(self) -> bool {
        self.bit(54)
    }

    /// Returns whether `vvvv` is a destination of its own, the first operand (APX).
    pub(super) fn has_new_destination(self) -> bool {
        self.opcode_map() == opcode_map::MAP_4 && self.evex_b() && self.has_vvvv()
    }
}
