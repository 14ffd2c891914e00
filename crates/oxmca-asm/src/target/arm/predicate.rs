//! Predicates that decide whether an operand is of a class, as the tables name them.

use super::registers::Class;
use super::template::Template;
use crate::target::known_names::Known;

/// A predicate with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    Kind(Kind),
    Constant(Constant),
    /// An expression, or a constant in the interval.
    Expression {
        least: i64,
        most: i64,
    },
    /// An expression, or a distance that is a multiple of `step`.
    BranchTarget {
        step: i64,
    },
    /// A symbol, or a distance of so many bits that is a multiple of a power of two.
    Distance {
        bits: u32,
        scale: u32,
    },
    /// A symbol, or the distance back to the start of a loop.
    LoopStart,
    /// A label, or a constant that is rotated bits with either sign.
    RotatedLabel,
    /// A place behind the instruction.
    LiteralAddress,
    ThumbImmediate(Form),
    RotatedImmediate(Form),
    Address(Address),
    /// An offset behind brackets: a constant in the interval, or `#-0`.
    OffsetBehind {
        most: i64,
        step: i64,
    },
    /// A register or such an offset.
    Offset3Behind,
    PostIndex {
        is_shifted: bool,
    },
    Vectors(VectorRule),
    Lane {
        count: i64,
    },
    LaneOf([i64; 2]),
    VectorImmediate(VectorImmediate),
    Condition(ConditionRule),
    ShiftedByRegister,
    ShiftedByAmount,
}

/// Kinds of operands that a class holds all of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Value,
    PoolValue,
    Condition,
    VectorPredicate,
    SetsFlags,
    BlockMask,
    CoprocessorNumber,
    CoprocessorRegister,
    CoprocessorOption,
    MemoryBarrier,
    InstructionBarrier,
    TraceBarrier,
    StatusMask,
    BankedRegister,
    InterruptFlags,
    Shifter,
    Rotation,
    Rotated,
    BitField,
    GeneralList,
    GeneralListWithFlags,
    DoubleList,
    SingleList,
    DoubleListWithVpr,
    SingleListWithVpr,
}

/// Rules for constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    Within {
        least: i64,
        most: i64,
    },
    /// A multiple in the interval, or `#-0`.
    MultipleOrMinusZero {
        least: i64,
        most: i64,
        step: i64,
    },
    Multiple {
        least: i64,
        most: i64,
        step: i64,
    },
    /// The number without its sign is in the interval.
    Negative {
        least: i64,
        most: i64,
        step: i64,
    },
    PowerOfTwo {
        least: i64,
        most: i64,
    },
    /// An angle.
    Rotation {
        step: i64,
        first: i64,
    },
    OneOf([i64; 2]),
    /// The bits of a number that eight bits encode.
    Real,
}

/// The part of a number that an immediate's code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Same,
    Inverted,
    Negated,
}

/// Rules for addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address {
    /// Only a base, of a class.
    Base {
        class: Class,
    },
    /// Only a base, with one of two alignments in bytes at most three, or any.
    Aligned {
        least: i64,
        most: i64,
    },
    AnyAlignment,
    /// A base of a class and a constant.
    Offset {
        base: Class,
        least: i64,
        most: i64,
        step: i64,
        minus_zero: bool,
        is_required: bool,
    },
    /// The same, or an expression in place of the address.
    OffsetOrLabel {
        base: Class,
        most: i64,
        step: i64,
        is_any_expression: bool,
    },
    /// `pc` and a constant.
    PcOffset,
    /// `sp` and a constant.
    SpOffset,
    /// A register offset, or one of eight bits.
    Mode3,
    /// A register that is shifted.
    AnyRegister,
    ThumbRegister,
    LowRegister,
    Table {
        shift: i64,
    },
    /// A general register and a vector of offsets.
    VectorOfOffsets {
        shift: i64,
    },
    /// A vector of addresses.
    VectorOfAddresses {
        shift: i64,
    },
}

/// Rules for lists of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorRule {
    pub count: u16,
    pub is_double_spaced: bool,
    pub lanes: LaneRule,
    /// The first register, or the one that has all, is in the class.
    pub class: Option<Class>,
    /// A plain register of a class stands for the list, unless vectors are those of the M profile.
    pub plain: Option<Class>,
}

/// Rules for the lanes of lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneRule {
    Whole,
    All,
    One { most: i64 },
}

/// Rules for immediates of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorImmediate {
    Byte,
    ByteOf16 { is_inverted: bool },
    ByteOf32 { is_inverted: bool },
    Element { is_inverted: bool },
    Mask,
    Repeated { bits: u32, of: u32, is_inverted: bool },
}

/// Rules for conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionRule {
    Any,
    NotAlways,
    Equality,
    Signed,
    Unsigned,
    Float,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of a name.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        let number = |index| it.number::<i64>(index);
        Some(match it.name {
            "isImmediate" => {
                Self::Constant(Constant::Within { least: number(0)?, most: number(1)? })
            }
            "isFBits16" => Self::Constant(Constant::Within { least: 0, most: 17 }),
            "isFBits32" => Self::Constant(Constant::Within { least: 1, most: 33 }),
            "isPKHASRImm" => Self::Constant(Constant::Within { least: 0, most: 33 }),
            "isImm7Shift0" => Self::Constant(Constant::Within { least: -127, most: 127 }),
            "isMVELongShift" => Self::Constant(Constant::Within { least: 1, most: 32 }),
            "isImm7Shift1" => {
                Self::Constant(Constant::Multiple { least: -255, most: 255, step: 2 })
            }
            "isImm7Shift2" => four_bytes(-511, 511),
            "isImm7s4" => four_bytes(-508, 508),
            "isImm8s4" => four_bytes(-1020, 1020),
            "isImm0_1020s4" => four_bytes(0, 1020),
            "isImm0_508s4" => four_bytes(0, 508),
            "isImm0_508s4Neg" => negative(1, 508, 4),
            "isImm0_4095Neg" => negative(1, 4095, 1),
            "isThumbModImmNeg1_7" => negative(1, 7, 1),
            "isThumbModImmNeg8_255" => negative(8, 255, 1),
            "isPowerTwoInRange" => {
                Self::Constant(Constant::PowerOfTwo { least: number(0)?, most: number(1)? })
            }
            "isComplexRotation" => {
                Self::Constant(Constant::Rotation { step: number(0)?, first: number(1)? })
            }
            "isMveSaturateOp" => Self::Constant(Constant::OneOf([48, 64])),
            "isFPImm" => Self::Constant(Constant::Real),
            "isImm0_255Expr" => Self::Expression { least: 0, most: 255 },
            "isImm256_65535Expr" => Self::Expression { least: 256, most: 65535 },
            "isImm0_65535Expr" => Self::Expression { least: 0, most: 65535 },
            "isARMBranchTarget" => Self::BranchTarget { step: 4 },
            "isThumbBranchTarget" => Self::BranchTarget { step: 2 },
            "isUnsignedOffset" => Self::Distance { bits: it.number(0)?, scale: it.number(1)? },
            "isLEOffset" => Self::LoopStart,
            "isAdrLabel" => Self::RotatedLabel,
            "isThumbMemPC" => Self::LiteralAddress,
            "isT2SOImm" => Self::ThumbImmediate(Form::Same),
            "isT2SOImmNot" => Self::ThumbImmediate(Form::Inverted),
            "isT2SOImmNeg" => Self::ThumbImmediate(Form::Negated),
            "isModImmNot" => Self::RotatedImmediate(Form::Inverted),
            "isModImmNeg" => Self::RotatedImmediate(Form::Negated),
            "isAM2OffsetImm" => Self::OffsetBehind { most: 4095, step: 1 },
            "isPostIdxImm8" => Self::OffsetBehind { most: 255, step: 1 },
            "isPostIdxImm8s4" => Self::OffsetBehind { most: 1020, step: 4 },
            "isAM3Offset" => Self::Offset3Behind,
            "isPostIdxReg" => Self::PostIndex { is_shifted: false },
            "isPostIdxRegShifted" => Self::PostIndex { is_shifted: true },
            "isVectorIndex8" => Self::Lane { count: 8 },
            "isVectorIndex16" => Self::Lane { count: 4 },
            "isVectorIndex32" => Self::Lane { count: 2 },
            "isVectorIndex64" => Self::Lane { count: 1 },
            "isVectorIndexInRange" => Self::Lane { count: number(0)? },
            "isMVEPairVectorIndex" => Self::LaneOf([number(0)?, number(1)?]),
            "isRegShiftedReg" => Self::ShiftedByRegister,
            "isRegShiftedImm" => Self::ShiftedByAmount,
            _ => {
                return Kind::named(it.name)
                    .map(Self::Kind)
                    .or_else(|| ConditionRule::named(it.name).map(Self::Condition))
                    .or_else(|| Address::named(&it).map(Self::Address))
                    .or_else(|| VectorImmediate::named(&it).map(Self::VectorImmediate))
                    .or_else(|| VectorRule::named(it.name).map(Self::Vectors));
            }
        })
    }
}

fn four_bytes(least: i64, most: i64) -> Predicate {
    Predicate::Constant(Constant::MultipleOrMinusZero { least, most, step: 4 })
}

fn negative(least: i64, most: i64, step: i64) -> Predicate {
    Predicate::Constant(Constant::Negative { least, most, step })
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "isImm" => Self::Value,
            "isConstPoolAsmImm" => Self::PoolValue,
            "isCondCode" => Self::Condition,
            "isVPTPred" => Self::VectorPredicate,
            "isCCOut" => Self::SetsFlags,
            "isITMask" => Self::BlockMask,
            "isCoprocNum" => Self::CoprocessorNumber,
            "isCoprocReg" => Self::CoprocessorRegister,
            "isCoprocOption" => Self::CoprocessorOption,
            "isMemBarrierOpt" => Self::MemoryBarrier,
            "isInstSyncBarrierOpt" => Self::InstructionBarrier,
            "isTraceSyncBarrierOpt" => Self::TraceBarrier,
            "isMSRMask" => Self::StatusMask,
            "isBankedReg" => Self::BankedRegister,
            "isProcIFlags" => Self::InterruptFlags,
            "isShifterImm" => Self::Shifter,
            "isRotImm" => Self::Rotation,
            "isModImm" => Self::Rotated,
            "isBitfield" => Self::BitField,
            "isRegList" => Self::GeneralList,
            "isRegListWithAPSR" => Self::GeneralListWithFlags,
            "isDPRRegList" => Self::DoubleList,
            "isSPRRegList" => Self::SingleList,
            "isFPDRegListWithVPR" => Self::DoubleListWithVpr,
            "isFPSRegListWithVPR" => Self::SingleListWithVpr,
            _ => return None,
        })
    }
}

impl ConditionRule {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "isITCondCode" => Self::Any,
            "isITCondCodeNoAL" => Self::NotAlways,
            "isITCondCodeRestrictedI" => Self::Equality,
            "isITCondCodeRestrictedS" => Self::Signed,
            "isITCondCodeRestrictedU" => Self::Unsigned,
            "isITCondCodeRestrictedFP" => Self::Float,
            _ => return None,
        })
    }
}

impl Address {
    fn named(it: &Template<'_>) -> Option<Self> {
        let offset = |base, least, most, step, minus_zero| Self::Offset {
            base,
            least,
            most,
            step,
            minus_zero,
            is_required: false,
        };
        let label = |base, most, step, is_any_expression| Self::OffsetOrLabel {
            base,
            most,
            step,
            is_any_expression,
        };
        Some(match it.name {
            "isMemNoOffset" => Self::Aligned { least: 0, most: 0 },
            "isMemNoOffsetT2" => Self::Base { class: Class::GeneralNoPc },
            "isMemNoOffsetT2NoSp" => Self::Base { class: Class::Restricted },
            "isMemNoOffsetT" => Self::Base { class: Class::Low },
            "isAlignedMemory" => Self::AnyAlignment,
            "isAlignedMemoryNone" | "isDupAlignedMemoryNone" => Self::Aligned { least: 0, most: 0 },
            "isAlignedMemory16" | "isDupAlignedMemory16" => Self::Aligned { least: 2, most: 2 },
            "isAlignedMemory32" | "isDupAlignedMemory32" => Self::Aligned { least: 4, most: 4 },
            "isAlignedMemory64" | "isDupAlignedMemory64" => Self::Aligned { least: 8, most: 8 },
            "isAlignedMemory64or128" | "isDupAlignedMemory64or128" => {
                Self::Aligned { least: 8, most: 16 }
            }
            "isAlignedMemory64or128or256" => Self::Aligned { least: 8, most: 32 },
            "isAddrMode3" => Self::Mode3,
            "isAddrMode5" => label(Class::General, 1020, 4, false),
            "isAddrMode5FP16" => label(Class::General, 510, 2, false),
            "isMemImm12Offset" => label(Class::General, 4095, 1, true),
            "isMemImm8s4Offset" => label(Class::General, 1020, 4, false),
            "isMemImm7s4Offset" => label(Class::GeneralNoPc, 508, 4, false),
            "isMemImm0_1020s4Offset" => offset(Class::General, 0, 1020, 4, false),
            "isMemImm8Offset" => offset(Class::GeneralNoPc, -255, 255, 1, true),
            "isMemPosImm8Offset" => offset(Class::General, 0, 255, 1, false),
            "isMemNegImm8Offset" => Self::Offset {
                base: Class::GeneralNoPc,
                least: -255,
                most: -1,
                step: 1,
                minus_zero: true,
                is_required: true,
            },
            "isMemUImm12Offset" => offset(Class::General, 0, 4095, 1, false),
            "isMemThumbRIs4" => offset(Class::Low, 0, 124, 4, false),
            "isMemThumbRIs2" => offset(Class::Low, 0, 62, 2, false),
            "isMemThumbRIs1" => offset(Class::Low, 0, 31, 1, false),
            "isMemImm7ShiftedOffset" => {
                let step = 1_i64.checked_shl(it.number(0)?)?;
                let base = match it.argument(1) {
                    "GPRnopcRegClassID" => Class::GeneralNoPc,
                    "rGPRRegClassID" => Class::Restricted,
                    "tGPRRegClassID" => Class::Low,
                    _ => return None,
                };
                offset(base, -127 * step, 127 * step, step, true)
            }
            "isMemPCRelImm12" => Self::PcOffset,
            "isMemThumbSPI" => Self::SpOffset,
            "isMemRegOffset" => Self::AnyRegister,
            "isT2MemRegOffset" => Self::ThumbRegister,
            "isMemThumbRR" => Self::LowRegister,
            "isMemTBB" => Self::Table { shift: 0 },
            "isMemTBH" => Self::Table { shift: 1 },
            "isMemRegRQOffset" => Self::VectorOfOffsets { shift: it.number(0)? },
            "isMemRegQOffset" => Self::VectorOfAddresses { shift: it.number(0)? },
            _ => return None,
        })
    }
}

impl VectorImmediate {
    fn named(it: &Template<'_>) -> Option<Self> {
        let repeated = |is_inverted| {
            Some(Self::Repeated { bits: it.number(0)?, of: it.number(1)?, is_inverted })
        };
        Some(match it.name {
            "isNEONi8splat" => Self::Byte,
            "isNEONi16splat" => Self::ByteOf16 { is_inverted: false },
            "isNEONi16splatNot" => Self::ByteOf16 { is_inverted: true },
            "isNEONi32splat" => Self::ByteOf32 { is_inverted: false },
            "isNEONi32splatNot" => Self::ByteOf32 { is_inverted: true },
            "isNEONi32vmov" => Self::Element { is_inverted: false },
            "isNEONi32vmovNeg" => Self::Element { is_inverted: true },
            "isNEONi64splat" => Self::Mask,
            "isNEONmovReplicate" => return repeated(false),
            "isNEONinvReplicate" => return repeated(true),
            _ => return None,
        })
    }
}

impl VectorRule {
    /// Reads `isVecListThreeQHWordIndexed`: a number, `D` for vectors that follow each other or `Q` for every other
    /// one, and the lanes.
    fn named(name: &str) -> Option<Self> {
        let rest = name.strip_prefix("isVecList")?;
        let whole = VectorRule {
            count: 2,
            is_double_spaced: false,
            lanes: LaneRule::Whole,
            class: None,
            plain: None,
        };
        let pair = Some(Class::DoublePair);
        Some(match rest {
            "OneD" => VectorRule { count: 1, plain: Some(Class::Double), ..whole },
            "DPair" => VectorRule { class: pair, plain: Some(Class::Quad), ..whole },
            "DPairAllLanes" => VectorRule { class: pair, lanes: LaneRule::All, ..whole },
            "DPairSpaced" => {
                VectorRule { is_double_spaced: true, class: Some(Class::DoublePairSpaced), ..whole }
            }
            "DPairSpacedAllLanes" => {
                VectorRule { is_double_spaced: true, lanes: LaneRule::All, ..whole }
            }
            "TwoMQ" => VectorRule { class: Some(Class::MveQuad), ..whole },
            "FourMQ" => VectorRule { count: 4, class: Some(Class::MveQuad), ..whole },
            _ => {
                let numbers = [("One", 1), ("Two", 2), ("Three", 3), ("Four", 4)];
                let (count, rest) = numbers
                    .iter()
                    .find_map(|(word, count)| Some((*count, rest.strip_prefix(word)?)))?;
                let (kind, lanes) = rest.split_at_checked(1)?;
                let is_double_spaced = match kind {
                    "D" => false,
                    "Q" => true,
                    _ => return None,
                };
                let lanes = match lanes {
                    "" => LaneRule::Whole,
                    "AllLanes" => LaneRule::All,
                    "ByteIndexed" => LaneRule::One { most: 7 },
                    "HWordIndexed" => LaneRule::One { most: 3 },
                    "WordIndexed" => LaneRule::One { most: 1 },
                    _ => return None,
                };
                VectorRule { count, is_double_spaced, lanes, ..whole }
            }
        })
    }
}
