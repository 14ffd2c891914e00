//! The parts of an opcode's flag word that only the encoder reads.

use crate::target::x86::flags::EncodingFlags;

/// How the operands of an instruction are laid out in its code. The numbers are LLVM's `X86II`
/// forms; the names say where the operands go. `REG` is the register field of the ModRM byte, `RM`
/// its register-or-memory field, `CC` a condition in the low bits of the opcode.
pub(in crate::target::x86) mod form {
    /// No code.
    pub const PSEUDO: u64 = 0;
    /// Opcode and immediates only.
    pub const RAW: u64 = 1;
    /// A register in the low bits of the opcode.
    pub const OPCODE_REGISTER: u64 = 2;
    /// An absolute address as immediate, and a segment.
    pub const RAW_OFFSET: u64 = 3;
    /// String source: `si` and a segment.
    pub const RAW_SOURCE: u64 = 4;
    /// String destination: `di`.
    pub const RAW_DESTINATION: u64 = 5;
    /// `di`, `si` and a segment.
    pub const RAW_DESTINATION_SOURCE: u64 = 6;
    /// An immediate and one of 8 bits.
    pub const RAW_IMM8: u64 = 7;
    /// An immediate and one of 16 bits.
    pub const RAW_IMM16: u64 = 8;
    /// Immediates, then a condition.
    pub const RAW_CC: u64 = 9;
    /// A prefix that is written as an instruction.
    pub const PREFIX_BYTE: u64 = 10;
    /// `RM` register, `REG`, condition.
    pub const RM_REGISTER_REG_CC: u64 = 18;
    /// `RM` memory, `REG`, condition.
    pub const RM_MEMORY_REG_CC: u64 = 19;
    /// `REG`, `RM` memory, `vvvv`, condition.
    pub const REG_RM_MEMORY_VVVV_CC: u64 = 20;
    /// `REG` with a zero `RM`.
    pub const REG_RM_ZERO: u64 = 21;
    /// `REG`, `RM` memory with a SIB byte.
    pub const REG_RM_SIB: u64 = 22;
    /// `RM` memory with a SIB byte, `REG`.
    pub const RM_SIB_REG: u64 = 23;
    /// `RM` memory, `REG`.
    pub const RM_MEMORY_REG: u64 = 24;
    /// `REG`, `RM` memory.
    pub const REG_RM_MEMORY: u64 = 25;
    /// `REG`, `RM` memory, `vvvv`.
    pub const REG_RM_MEMORY_VVVV: u64 = 26;
    /// `REG`, `vvvv`, register in the immediate, `RM` memory.
    pub const REG_VVVV_IMM_RM_MEMORY: u64 = 27;
    /// `REG`, `RM` memory, condition.
    pub const REG_RM_MEMORY_CC: u64 = 28;
    /// `RM` memory with a zero `REG`, condition.
    pub const RM_MEMORY_CC: u64 = 30;
    /// `RM` memory with a zero `REG`.
    pub const RM_MEMORY: u64 = 31;
    /// `RM` memory with 0 to 7 as `REG`.
    pub const RM_MEMORY_DIGIT_FIRST: u64 = 32;
    /// Last of those.
    pub const RM_MEMORY_DIGIT_LAST: u64 = 39;
    /// `RM` register, `REG`.
    pub const RM_REGISTER_REG: u64 = 40;
    /// `REG`, `RM` register.
    pub const REG_RM_REGISTER: u64 = 41;
    /// `REG`, `RM` register, `vvvv`.
    pub const REG_RM_REGISTER_VVVV: u64 = 42;
    /// `REG`, `vvvv`, register in the immediate, `RM` register.
    pub const REG_VVVV_IMM_RM_REGISTER: u64 = 43;
    /// `REG`, `RM` register, condition.
    pub const REG_RM_REGISTER_CC: u64 = 44;
    /// `RM` register with a zero `REG`, condition.
    pub const RM_REGISTER_CC: u64 = 46;
    /// `RM` register with a zero `REG`.
    pub const RM_REGISTER: u64 = 47;
    /// `RM` register with 0 to 7 as `REG`.
    pub const RM_REGISTER_DIGIT_FIRST: u64 = 48;
    /// Last of those.
    pub const RM_REGISTER_DIGIT_LAST: u64 = 55;
    /// A zero register as `RM`, 0 to 7 as `REG`, no operands.
    pub const FIXED_DIGIT_FIRST: u64 = 56;
    /// Last of those.
    pub const FIXED_DIGIT_LAST: u64 = 63;
    /// The ModRM byte is `C0` to `FF`, no operands.
    pub const FIXED_FIRST: u64 = 64;
    /// Last of those.
    pub const FIXED_LAST: u64 = 127;
}

/// Opcode maps, as LLVM numbers them.
pub(in crate::target::x86) mod opcode_map {
    /// `0F`
    pub const TWO_BYTE: u64 = 1;
    /// `0F 38`
    pub const THREE_BYTE_38: u64 = 2;
    /// `0F 3A`
    pub const THREE_BYTE_3A: u64 = 3;
    /// `0F 0F` with the opcode at the end.
    pub const THREE_D_NOW: u64 = 7;
    /// EVEX map 4, where legacy instructions are promoted to.
    pub const MAP_4: u64 = 8;
    /// The number of each map in the `mmmmm` field of a VEX, XOP or EVEX prefix; 0 if it has none.
    pub const FIELD: [u8; 16] = [0, 1, 2, 3, 8, 9, 10, 0, 4, 5, 6, 7, 0, 0, 0, 0];
}

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
pub(super) struct ImmediateKind {
    pub size_bytes: usize,
    /// Whether the code holds the distance from the end of the instruction, which is not known here.
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

    /// Operand size that decides about the prefix `66`.
    pub(super) fn operand_size(self) -> FixedSize {
        self.fixed_size(7)
    }

    /// Address size that decides about the prefix `67`, where it is not the memory operand's.
    pub(super) fn address_size(self) -> FixedSize {
        self.fixed_size(9)
    }

    /// Mandatory prefix as in the `pp` field: none, `66`, `F3`, `F2`.
    pub(super) fn mandatory_prefix(self) -> u8 {
        self.bits(11, 2) as u8
    }

    /// Immediates; `None` if there can be none.
    pub(super) fn immediate(self) -> Option<ImmediateKind> {
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

    /// Whether the immediate byte holds a register in its high half.
    pub(super) fn has_register_in_immediate(self) -> bool {
        self.bits(18, 4) == 3
    }

    /// Whether the instruction itself has a `rep` prefix.
    pub(super) fn repeat(self) -> bool {
        self.bit(26)
    }

    /// The opcode byte.
    pub(super) fn opcode(self) -> u8 {
        self.bits(31, 8) as u8
    }

    /// Whether masked-off elements become zero (EVEX.z).
    pub(super) fn zeroes_masked(self) -> bool {
        self.bit(42)
    }

    /// What an 8-bit displacement is a multiple of under EVEX.
    pub(super) fn displacement_scale(self) -> i32 {
        match self.bits(45, 3) {
            0 => 1,
            exponent => 1 << (exponent - 1),
        }
    }

    /// Whether the last operand is a rounding mode.
    pub(super) fn has_rounding(self) -> bool {
        self.bit(48)
    }

    /// Whether the REX2 prefix is part of the instruction.
    pub(super) fn needs_rex2(self) -> bool {
        self.bits(50, 2) == 1
    }

    /// Whether the last two operands are the flags and the condition of `ccmp` and `ctest`.
    pub(super) fn is_conditional_compare(self) -> bool {
        self.bit(53)
    }

    /// EVEX.U, where no index register claims the bit.
    pub(super) fn evex_u(self) -> bool {
        self.bit(54)
    }

    /// Whether `vvvv` is a destination of its own, the first operand (APX).
    pub(super) fn has_new_destination(self) -> bool {
        self.opcode_map() == opcode_map::MAP_4 && self.evex_b() && self.has_vvvv()
    }
}
