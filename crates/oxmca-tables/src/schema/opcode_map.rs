//! Opcode maps: which instruction an opcode byte is under which prefixes and with which ModRM byte. Targets whose
//! code consists of bytes (x86) are decoded by them.

use bytemuck::{Pod, Zeroable};

use super::Text;

/// An opcode map: 256 opcode bytes in a number of contexts, which are what prefixes tell beside the map.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct OpcodeMap {
    /// Its name.
    pub name: Text,
    /// First of the 256 rows of `opcode_map_entries` that are its opcode bytes.
    pub entries: u32,
    /// Number of contexts.
    pub contexts: u32,
}

impl OpcodeMap {
    /// Number of opcode bytes of a map.
    pub const OPCODES: usize = 256;
}

/// One opcode byte of a map.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct OpcodeMapEntry {
    /// First of the rows of `opcode_map_slots` that are its contexts: each is added to `decisions`.
    pub slots: u32,
    /// First of its rows of `modrm_decisions`.
    pub decisions: u32,
}

/// The instructions of an opcode byte in a context, by its ModRM byte.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct ModRmDecision {
    /// One of [`modrm_kind`].
    pub kind: u16,
    /// First of its rows of `modrm_opcodes`.
    pub first: u16,
}

/// Ways in which the ModRM byte chooses an instruction. The instructions of memory operands come first.
pub mod modrm_kind {
    /// One instruction, whatever the byte is, or without one.
    pub const ANY: u16 = 0;
    /// One with a memory operand and one with a register.
    pub const MEMORY_OR_REGISTER: u16 = 1;
    /// One of eight by the `REG` field, with a memory operand, and one of eight with a register.
    pub const DIGIT: u16 = 2;
    /// One of eight by the `REG` field, with a memory operand, and one for each of the other 64 bytes.
    pub const BYTE: u16 = 3;
    /// Number of instructions of each way.
    pub const LENGTHS: [usize; 4] = [1, 2, 16, 72];
}

impl ModRmDecision {
    /// Returns whether the byte must be known.
    #[inline]
    pub fn needs_modrm(self) -> bool {
        self.kind != modrm_kind::ANY
    }

    /// Returns the row of `modrm_opcodes` for a byte.
    #[inline]
    pub fn row(self, modrm: u8) -> usize {
        let is_register = modrm >= 0xc0;
        let digit = modrm >> 3 & 7;
        let offset = match self.kind {
            modrm_kind::ANY => 0,
            modrm_kind::MEMORY_OR_REGISTER => u8::from(is_register),
            modrm_kind::DIGIT => digit + 8 * u8::from(is_register),
            _ if is_register => 8 + (modrm & 0x3f),
            _ => digit,
        };
        usize::from(self.first) + usize::from(offset)
    }
}
