//! Methods that parse operands, as the tables name them.

use super::shift::Shift;
use crate::target::known_names::Known;

/// A method that parses operands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    Condition,
    CoprocessorNumber,
    CoprocessorRegister,
    CoprocessorOption,
    MemoryBarrier,
    InstructionBarrier,
    TraceBarrier,
    InterruptFlags,
    StatusMask,
    BankedRegister,
    /// A shift of halves that are packed.
    Packed(Shift),
    ByteOrder,
    Shifter,
    Rotation,
    RotatedImmediate,
    BitField,
    PostIndexRegister,
    Offset3,
    Real,
    Vectors,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "parseITCondCode" => Self::Condition,
            "parseCoprocNumOperand" => Self::CoprocessorNumber,
            "parseCoprocRegOperand" => Self::CoprocessorRegister,
            "parseCoprocOptionOperand" => Self::CoprocessorOption,
            "parseMemBarrierOptOperand" => Self::MemoryBarrier,
            "parseInstSyncBarrierOptOperand" => Self::InstructionBarrier,
            "parseTraceSyncBarrierOptOperand" => Self::TraceBarrier,
            "parseProcIFlagsOperand" => Self::InterruptFlags,
            "parseMSRMaskOperand" => Self::StatusMask,
            "parseBankedRegOperand" => Self::BankedRegister,
            "parsePKHLSLImm" => Self::Packed(Shift::Lsl),
            "parsePKHASRImm" => Self::Packed(Shift::Asr),
            "parseSetEndImm" => Self::ByteOrder,
            "parseShifterImm" => Self::Shifter,
            "parseRotImm" => Self::Rotation,
            "parseModImm" => Self::RotatedImmediate,
            "parseBitfield" => Self::BitField,
            "parsePostIdxReg" => Self::PostIndexRegister,
            "parseAM3Offset" => Self::Offset3,
            "parseFPImm" => Self::Real,
            "parseVectorList" => Self::Vectors,
            _ => return None,
        })
    }
}
