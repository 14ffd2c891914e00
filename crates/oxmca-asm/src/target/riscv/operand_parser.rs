//! Methods that parse operands, as the tables name them.

use crate::target::known_names::Known;

/// The method that the tables name for parsing operands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    SystemRegister,
    Real,
    RoundingMode,
    Fence,
    BareSymbol,
    CallTarget,
    JumpTarget,
    JumpOffset,
    Specified,
    Mask,
    Scale,
    FloatInGeneral { of_64_bits: bool },
    FloatInPair,
    Pair { is_64_bit: bool },
    InsnOpcode,
    InsnOpcodeCompressed,
    RegisterList { needs_s0: bool },
    StackAdjustment { is_negative: bool },
    RegisterOffset,
    VectorType,
    MatrixType,
    IntegerWidth,
    TileRows,
    ZeroOffset,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "parseCSRSystemRegister" => Self::SystemRegister,
            "parseFPImm" => Self::Real,
            "parseFRMArg" => Self::RoundingMode,
            "parseFenceArg" => Self::Fence,
            "parseBareSymbol" => Self::BareSymbol,
            "parseCallSymbol" => Self::CallTarget,
            "parsePseudoJumpSymbol" => Self::JumpTarget,
            "parseJALOffset" => Self::JumpOffset,
            "parseOperandWithSpecifier" => Self::Specified,
            "parseMaskReg" => Self::Mask,
            "parseVScaleReg" => Self::Scale,
            "parseGPRAsFPR" => Self::FloatInGeneral { of_64_bits: false },
            "parseGPRAsFPR64" => Self::FloatInGeneral { of_64_bits: true },
            "parseGPRPairAsFPR64" => Self::FloatInPair,
            "parseGPRPair<false>" => Self::Pair { is_64_bit: false },
            "parseGPRPair<true>" => Self::Pair { is_64_bit: true },
            "parseInsnDirectiveOpcode" => Self::InsnOpcode,
            "parseInsnCDirectiveOpcode" => Self::InsnOpcodeCompressed,
            "parseRegList" => Self::RegisterList { needs_s0: false },
            "parseRegListS0" => Self::RegisterList { needs_s0: true },
            "parseZcmpStackAdj" => Self::StackAdjustment { is_negative: false },
            "parseZcmpNegStackAdj" => Self::StackAdjustment { is_negative: true },
            "parseRegReg" => Self::RegisterOffset,
            "parseVTypeI" => Self::VectorType,
            "parseSMTVType" => Self::IntegerWidth,
            "parseTileLambda" => Self::TileRows,
            "parseXSfmmVType" => Self::MatrixType,
            "parseZeroOffsetMemOp" => Self::ZeroOffset,
            _ => return None,
        })
    }
}
