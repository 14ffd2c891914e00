//! The two flag words of x86 instructions: how an opcode is encoded, and the prefixes of one
//! instruction.

/// Bits of [`Inst::flags`](crate::Inst): prefixes and encodings asked for in the text. Values are
/// LLVM's `X86::IPREFIXES`.
pub mod prefix {
    /// `67` where the address does not need it
    pub const ADDRESS_SIZE: u32 = 1 << 1;
    /// `repne`, `repnz`
    pub const REPNE: u32 = 1 << 2;
    /// `rep`, `repe`, `repz`
    pub const REP: u32 = 1 << 3;
    /// `lock`
    pub const LOCK: u32 = 1 << 4;
    /// `notrack`
    pub const NOTRACK: u32 = 1 << 5;
    /// `{rex}`
    pub const USE_REX: u32 = 1 << 6;
    /// `{rex2}`
    pub const USE_REX2: u32 = 1 << 7;
    /// `{vex}`
    pub const USE_VEX: u32 = 1 << 8;
    /// `{vex2}`
    pub const USE_VEX2: u32 = 1 << 9;
    /// `{vex3}`
    pub const USE_VEX3: u32 = 1 << 10;
    /// `{evex}`
    pub const USE_EVEX: u32 = 1 << 11;
    /// `{disp8}`
    pub const USE_DISP8: u32 = 1 << 12;
    /// `{disp32}`
    pub const USE_DISP32: u32 = 1 << 13;
}

/// The prefix that introduces the opcode bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// No prefix beyond REX or REX2.
    Legacy,
    /// VEX.
    Vex,
    /// XOP.
    Xop,
    /// EVEX.
    Evex,
}

/// The layout of an instruction's operands in its code. The numbers are LLVM's `X86II`
/// forms; the names say where the operands go. `REG` is the register field of the ModRM byte, `RM`
/// its register-or-memory field, `CC` a condition in the low bits of the opcode.
pub mod form {
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

/// Mandatory prefixes, as in the `pp` field.
pub mod mandatory_prefix {
    /// `F3`
    pub const F3: u8 = 2;
    /// `F2`
    pub const F2: u8 = 3;
}

/// Opcode maps, as LLVM numbers them.
pub mod opcode_map {
    /// One byte.
    pub const ONE_BYTE: u64 = 0;
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

/// The encoding of an opcode: LLVM's `TSFlags` of an x86 instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodingFlags(pub u64);

impl EncodingFlags {
    #[inline]
    pub(super) fn bit(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }

    #[inline]
    pub(super) fn bits(self, low: u32, count: u32) -> u64 {
        self.0 >> low & ((1 << count) - 1)
    }

    /// Returns the operand form, one of [`form`].
    pub fn form(self) -> u64 {
        self.bits(0, 7)
    }

    /// Returns the mandatory prefix as in the `pp` field: none, `66`, `F3`, `F2`.
    pub fn mandatory_prefix(self) -> u8 {
        self.bits(11, 2) as u8
    }

    /// Returns the opcode map, one of [`opcode_map`] or another that has no name there.
    pub fn opcode_map(self) -> u64 {
        self.bits(13, 4)
    }

    /// Returns whether REX.W, VEX.W or EVEX.W is set.
    pub fn w(self) -> bool {
        self.bit(17)
    }

    /// Returns whether the instruction itself has a `lock` prefix.
    pub fn lock(self) -> bool {
        self.bit(25)
    }

    /// Returns the prefix that introduces the opcode bytes.
    #[inline]
    pub fn encoding(self) -> Encoding {
        match self.bits(29, 2) {
            0 => Encoding::Legacy,
            1 => Encoding::Vex,
            2 => Encoding::Xop,
            _ => Encoding::Evex,
        }
    }

    /// Returns whether the prefix carries a register (`vvvv`).
    pub fn has_vvvv(self) -> bool {
        self.bit(39)
    }

    /// Returns whether vectors are 256 bits wide.
    pub fn is_256_bits(self) -> bool {
        self.bit(40)
    }

    /// Returns whether there is a mask operand.
    pub fn has_mask(self) -> bool {
        self.bit(41)
    }

    /// Returns whether vectors are 512 bits wide.
    pub fn is_512_bits(self) -> bool {
        self.bit(43)
    }

    /// Returns EVEX.b: broadcast, rounding control or exception suppression.
    pub fn evex_b(self) -> bool {
        self.bit(44)
    }

    /// Returns whether the instruction itself has a `notrack` prefix.
    pub fn notrack(self) -> bool {
        self.bit(49)
    }

    /// Returns whether the VEX form is used only on request, by `{vex}` and the like.
    pub fn explicit_vex(self) -> bool {
        self.bits(50, 2) == 2
    }

    /// Returns whether the EVEX form exists beside a shorter one.
    pub fn explicit_evex(self) -> bool {
        self.bits(50, 2) == 3
    }

    /// Returns whether the instruction leaves the flags alone (EVEX.NF).
    pub fn no_flags(self) -> bool {
        self.bit(52)
    }
}
