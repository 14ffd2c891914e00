//! Methods that print operands, as the tables name them.

use super::template::Template;
use crate::target::known_names::Known;

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    Number,
    /// A number behind a letter.
    LetterAndNumber(char),
    CoprocessorOption,
    Plus(i64),
    From(i64),
    Times(i64),
    /// A shift in which 0 stands for 32.
    ThumbShift,
    Angle {
        step: i64,
        first: i64,
    },
    Saturation,
    Real,
    Rotated,
    VectorImmediate,
    BitField,
    Lane,
    /// A distance to a label, in units of a power of two.
    LabelDistance {
        scale: u32,
    },
    Literal,
    Condition,
    MandatoryCondition,
    OppositeCondition,
    /// The same with `cs` for `hs`.
    RestrictedCondition,
    BlockMask,
    VectorPredicate,
    SetsFlags,
    ShiftedByRegister,
    ShiftedByAmount,
    Shifter,
    PackedLsl,
    PackedAsr,
    Rotation,
    Mode2,
    Mode2Offset,
    Mode3 {
        shows_zero: bool,
    },
    Mode3Offset,
    Mode5 {
        shows_zero: bool,
        step: i64,
    },
    /// A base with an alignment.
    Mode6,
    /// The register that is added to such a base, or `!`.
    Mode6Offset,
    /// A base alone.
    Mode7,
    /// A base and an offset.
    Offset {
        shows_zero: bool,
    },
    /// The same, in decimal always.
    DecimalOffset {
        shows_zero: bool,
    },
    /// The same of positive offsets in units.
    ScaledOffset(i64),
    /// An offset behind brackets.
    OffsetBehind,
    /// The same with a bit for its sign, in units.
    SignedOffsetBehind(i64),
    RegisterBehind,
    ThumbRegisterOffset,
    /// Two registers, the second shifted left.
    Table {
        shift: i64,
    },
    /// The same of a vector of offsets.
    VectorOffsets {
        shift: i64,
    },
    RegisterPair,
    /// An offset from a low register by another, which may be absent.
    TwoRegisters,
    RegisterList,
    Vectors(VectorList),
    /// Vectors of the M profile.
    MveVectors(u8),
    ByteOrder,
    InterruptMode,
    InterruptFlags,
    StatusMask,
    BankedRegister,
    MemoryBarrier,
    InstructionBarrier,
    TraceBarrier,
}

/// The form of a list of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorList {
    pub count: u16,
    pub is_spaced: bool,
    pub has_all_lanes: bool,
}

/// The names that [`Method::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Method> {
        let it = Template::parse(name);
        let shows_zero = it.argument(0) == "true";
        let number = |index| it.number::<i64>(index);
        Some(match it.name {
            "printOperand" => Self::Operand,
            "printNoHashImmediate" => Self::Number,
            "printPImmediate" => Self::LetterAndNumber('p'),
            "printCImmediate" => Self::LetterAndNumber('c'),
            "printCoprocOptionImm" => Self::CoprocessorOption,
            "printImmPlusOneOperand" => Self::Plus(1),
            "printFBits16" => Self::From(16),
            "printFBits32" => Self::From(32),
            "printThumbS4ImmOperand" => Self::Times(4),
            "printThumbSRImm" => Self::ThumbShift,
            "printComplexRotationOp" => Self::Angle { step: number(0)?, first: number(1)? },
            "printMveSaturateOp" => Self::Saturation,
            "printFPImmOperand" => Self::Real,
            "printModImmOperand" => Self::Rotated,
            "printVMOVModImmOperand" => Self::VectorImmediate,
            "printBitfieldInvMaskImmOperand" => Self::BitField,
            "printVectorIndex" => Self::Lane,
            "printAdrLabelOperand" => Self::LabelDistance { scale: it.number(0)? },
            "printThumbLdrLabelOperand" => Self::Literal,
            "printPredicateOperand" => Self::Condition,
            "printMandatoryPredicateOperand" => Self::MandatoryCondition,
            "printMandatoryInvertedPredicateOperand" => Self::OppositeCondition,
            "printMandatoryRestrictedPredicateOperand" => Self::RestrictedCondition,
            "printThumbITMask" | "printVPTMask" => Self::BlockMask,
            "printVPTPredicateOperand" => Self::VectorPredicate,
            "printSBitModifierOperand" => Self::SetsFlags,
            "printSORegRegOperand" => Self::ShiftedByRegister,
            "printSORegImmOperand" | "printT2SOOperand" => Self::ShiftedByAmount,
            "printShiftImmOperand" => Self::Shifter,
            "printPKHLSLShiftImm" => Self::PackedLsl,
            "printPKHASRShiftImm" => Self::PackedAsr,
            "printRotImmOperand" => Self::Rotation,
            "printAddrMode2Operand" => Self::Mode2,
            "printAddrMode2OffsetOperand" => Self::Mode2Offset,
            "printAddrMode3Operand" => Self::Mode3 { shows_zero },
            "printAddrMode3OffsetOperand" => Self::Mode3Offset,
            "printAddrMode5Operand" => Self::Mode5 { shows_zero, step: 4 },
            "printAddrMode5FP16Operand" => Self::Mode5 { shows_zero, step: 2 },
            "printAddrMode6Operand" => Self::Mode6,
            "printAddrMode6OffsetOperand" => Self::Mode6Offset,
            "printAddrMode7Operand" => Self::Mode7,
            "printAddrModeImm12Operand" => Self::Offset { shows_zero },
            "printT2AddrModeImm8Operand" | "printT2AddrModeImm8s4Operand" => {
                Self::DecimalOffset { shows_zero }
            }
            "printThumbAddrModeImm5S1Operand" => Self::ScaledOffset(1),
            "printThumbAddrModeImm5S2Operand" => Self::ScaledOffset(2),
            "printThumbAddrModeImm5S4Operand"
            | "printThumbAddrModeSPOperand"
            | "printT2AddrModeImm0_1020s4Operand" => Self::ScaledOffset(4),
            "printT2AddrModeImm8OffsetOperand" | "printT2AddrModeImm8s4OffsetOperand" => {
                Self::OffsetBehind
            }
            "printPostIdxImm8Operand" => Self::SignedOffsetBehind(1),
            "printPostIdxImm8s4Operand" => Self::SignedOffsetBehind(4),
            "printPostIdxRegOperand" => Self::RegisterBehind,
            "printT2AddrModeSoRegOperand" => Self::ThumbRegisterOffset,
            "printThumbAddrModeRROperand" => Self::TwoRegisters,
            "printAddrModeTBB" => Self::Table { shift: 0 },
            "printAddrModeTBH" => Self::Table { shift: 1 },
            "printMveAddrModeRQOperand" => Self::VectorOffsets { shift: number(0)? },
            "printGPRPairOperand" => Self::RegisterPair,
            "printRegisterList" => Self::RegisterList,
            "printMVEVectorList" => Self::MveVectors(it.number(0)?),
            "printSetendOperand" => Self::ByteOrder,
            "printCPSIMod" => Self::InterruptMode,
            "printCPSIFlag" => Self::InterruptFlags,
            "printMSRMaskOperand" => Self::StatusMask,
            "printBankedRegOperand" => Self::BankedRegister,
            "printMemBOption" => Self::MemoryBarrier,
            "printInstSyncBOption" => Self::InstructionBarrier,
            "printTraceSyncBOption" => Self::TraceBarrier,
            name => Self::Vectors(VectorList::named(name.strip_prefix("printVectorList")?)?),
        })
    }
}

impl VectorList {
    /// Reads `ThreeSpacedAllLanes`.
    fn named(name: &str) -> Option<Self> {
        let numbers = [("One", 1), ("Two", 2), ("Three", 3), ("Four", 4)];
        let (count, rest) =
            numbers.iter().find_map(|(word, count)| Some((*count, name.strip_prefix(word)?)))?;
        let (is_spaced, rest) = match rest.strip_prefix("Spaced") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let has_all_lanes = match rest {
            "" => false,
            "AllLanes" => true,
            _ => return None,
        };
        Some(Self { count, is_spaced, has_all_lanes })
    }
}
