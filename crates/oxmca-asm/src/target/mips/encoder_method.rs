//! Methods that give the value of an operand in machine code, as the tables name them.

use super::template::Template;
use crate::target::known_names::Known;

/// An encoder method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// The number of a register or a constant.
    Value,
    /// A constant without its lowest bits.
    Shifted {
        shift: u32,
    },
    /// A base and an offset without its lowest bits.
    Memory {
        base_bit: u32,
        shift: u32,
        mask: u64,
    },
    /// The same without the base, which is always the same.
    Offset {
        shift: u32,
        mask: u64,
    },
    /// The offset from the stack pointer behind a list of registers.
    LastOffset,
    /// The last bit of a field, from its position and size.
    LastBit,
    /// A number above an offset.
    Above {
        offset: i64,
    },
    /// The number by which the stack pointer changes.
    StackAdjustment,
    /// The lowest three bits.
    Modulo8,
    /// The number of one of a few masks.
    Mask,
    /// One of the registers that `movep` moves.
    Moved,
    RegisterList,
    ShortRegisterList,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::new(name)?;
        let memory = |base_bit, shift, mask| Self::Memory { base_bit, shift, mask };
        Some(match it.name {
            "getMachineOpValue" | "getJumpOffset16OpValue" => Self::Value,
            "getBranchTargetOpValue"
            | "getBranchTargetOpValueLsl2MMR6"
            | "getBranchTarget21OpValue"
            | "getBranchTarget21OpValueMM"
            | "getBranchTarget26OpValue"
            | "getJumpTargetOpValue"
            | "getUImm5Lsl2Encoding"
            | "getSImm3Lsa2Value"
            | "getUImm6Lsl2Encoding"
            | "getSimm19Lsl2Encoding"
            | "getSimm23Lsl2Encoding" => Self::Shifted { shift: 2 },
            "getBranchTargetOpValue1SImm16"
            | "getBranchTargetOpValueMMR6"
            | "getBranchTarget7OpValueMM"
            | "getBranchTargetOpValueMMPC10"
            | "getBranchTargetOpValueMM"
            | "getBranchTarget26OpValueMM"
            | "getJumpTargetOpValueMM" => Self::Shifted { shift: 1 },
            "getSimm18Lsl3Encoding" => Self::Shifted { shift: 3 },
            "getMemEncoding" => memory(16, it.bits(), 0xffff),
            "getMemEncodingMMImm4" => memory(4, 0, 0xf),
            "getMemEncodingMMImm4Lsl1" => memory(4, 1, 0xf),
            "getMemEncodingMMImm4Lsl2" => memory(4, 2, 0xf),
            "getMemEncodingMMImm9" => memory(16, 0, 0x1ff),
            "getMemEncodingMMImm11" => memory(16, 0, 0x7ff),
            "getMemEncodingMMImm12" => memory(16, 0, 0xfff),
            "getMemEncodingMMImm16" => memory(16, 0, 0xffff),
            "getMemEncodingMMSPImm5Lsl2" => Self::Offset { shift: 2, mask: 0x1f },
            "getMemEncodingMMGPImm7Lsl2" => Self::Offset { shift: 2, mask: 0x7f },
            "getMemEncodingMMImm4sp" => Self::LastOffset,
            "getSizeInsEncoding" => Self::LastBit,
            "getUImmWithOffsetEncoding" => Self::Above { offset: it.number(1) },
            "getSImm9AddiuspValue" => Self::StackAdjustment,
            "getUImm3Mod8Encoding" => Self::Modulo8,
            "getUImm4AndValue" => Self::Mask,
            "getMovePRegSingleOpValue" => Self::Moved,
            "getRegisterListOpValue" => Self::RegisterList,
            "getRegisterListOpValue16" => Self::ShortRegisterList,
            _ => return None,
        })
    }
}
