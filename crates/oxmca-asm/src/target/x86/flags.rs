//! The two flag words of x86 instructions: how an opcode is encoded, and the prefixes of one
//! instruction.

/// Bits of [`Inst::flags`](crate::Inst): prefixes and encodings asked for in the text. Values are
/// LLVM's `X86::IPREFIXES`.
pub mod prefix {
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

/// How opcode bytes are introduced.
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

/// The forms told apart here, as LLVM numbers them.
pub mod form {
    /// A pseudo-instruction.
    pub const PSEUDO: u64 = 0;
    /// `reg, r/m` with memory as the source.
    pub const SOURCE_MEMORY: u64 = 25;
    /// `reg, r/m` with a register as the source.
    pub const SOURCE_REGISTER: u64 = 41;
}

/// Opcode maps told apart here, as LLVM numbers them.
pub mod opcode_map {
    /// One byte.
    pub const ONE_BYTE: u64 = 0;
    /// `0F`
    pub const TWO_BYTE: u64 = 1;
    /// `0F 3A`
    pub const THREE_BYTE_3A: u64 = 3;
}

/// How an opcode is encoded: LLVM's `TSFlags` of an x86 instruction.
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

    /// Operand form, one of [`form`] or another.
    pub fn form(self) -> u64 {
        self.bits(0, 7)
    }

    /// Opcode map, one of [`opcode_map`] or another.
    pub fn opcode_map(self) -> u64 {
        self.bits(13, 4)
    }

    /// Whether REX.W, VEX.W or EVEX.W is set.
    pub fn w(self) -> bool {
        self.bit(17)
    }

    /// Whether the instruction itself has a `lock` prefix.
    pub fn lock(self) -> bool {
        self.bit(25)
    }

    /// How the opcode bytes are introduced.
    #[inline]
    pub fn encoding(self) -> Encoding {
        match self.bits(29, 2) {
            0 => Encoding::Legacy,
            1 => Encoding::Vex,
            2 => Encoding::Xop,
            _ => Encoding::Evex,
        }
    }

    /// Whether the prefix carries a register (`vvvv`).
    pub fn has_vvvv(self) -> bool {
        self.bit(39)
    }

    /// Whether vectors are 256 bits wide.
    pub fn is_256_bits(self) -> bool {
        self.bit(40)
    }

    /// Whether there is a mask operand.
    pub fn has_mask(self) -> bool {
        self.bit(41)
    }

    /// Whether vectors are 512 bits wide.
    pub fn is_512_bits(self) -> bool {
        self.bit(43)
    }

    /// EVEX.b: broadcast, rounding control or exception suppression.
    pub fn evex_b(self) -> bool {
        self.bit(44)
    }

    /// Whether the instruction itself has a `notrack` prefix.
    pub fn notrack(self) -> bool {
        self.bit(49)
    }

    /// Whether the VEX form is used only on request, by `{vex}` and the like.
    pub fn explicit_vex(self) -> bool {
        self.bits(50, 2) == 2
    }

    /// Whether the EVEX form exists beside a shorter one.
    pub fn explicit_evex(self) -> bool {
        self.bits(50, 2) == 3
    }

    /// Whether the instruction leaves the flags alone (EVEX.NF).
    pub fn no_flags(self) -> bool {
        self.bit(52)
    }
}
