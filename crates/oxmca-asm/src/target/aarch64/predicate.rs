//! Predicates that decide whether an operand is of a class, as the tables name them.

use oxmca_tables::schema::ImmediateRange;

use super::float_immediate::ExactReal;
use super::operand::MatrixPart;
use super::registers::{ClassName, Lanes, RegisterKind};
use super::shift::ShiftExtend;
use super::template::Template;
use crate::target::known_names::Known;

/// A predicate with its arguments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Predicate {
    Value,
    Constant(Constant),
    AddSub {
        is_negative: bool,
    },
    SymbolOrOffset {
        scale: i64,
    },
    /// A signed offset of nine bits that is no unsigned one of twelve times the scale.
    UnscaledOffset {
        scale: i64,
    },
    MoveWide {
        bits: u32,
        shift: u32,
        is_inverted: bool,
    },
    /// A symbol of which 16 bits are taken: which of the four.
    MoveWideSymbol(u8),
    /// A label, or a distance in the range.
    Label(ImmediateRange),
    LogicalImmediate {
        bits: u32,
    },
    CopyImmediate {
        bits: u32,
    },
    AddSubVector {
        bits: u32,
    },
    PreferredLogical {
        bits: u32,
    },
    Real,
    ExactReal(ExactReal, Option<ExactReal>),
    Range {
        bits: u32,
        scale: i64,
        last: u32,
    },
    Condition,
    Shift(ShiftRule),
    Scalar(ClassName),
    ZeroPair,
    ScalarWithShift {
        class: ClassName,
        amount: u32,
    },
    Neon(Option<ClassName>),
    NeonLow,
    Vector(VectorRule),
    VectorWithShift {
        bits: u16,
        class: ClassName,
        kind: ShiftExtend,
        access_bits: u32,
        always_same: bool,
    },
    Mask {
        bits: u16,
        class: ClassName,
    },
    Counter {
        bits: u16,
        class: ClassName,
    },
    MaskOrCounter {
        bits: u16,
        class: ClassName,
    },
    Matrix {
        part: MatrixPart,
        bits: u16,
        class: ClassName,
    },
    Tiles,
    ImplicitList {
        kind: RegisterKind,
        count: u8,
        is_consecutive: bool,
    },
    TypedList {
        kind: RegisterKind,
        count: u8,
        lanes: Lanes,
        class: Option<ClassName>,
    },
    StridedList {
        kind: RegisterKind,
        count: u8,
        stride: u16,
        bits: u16,
    },
    Lane(ImmediateRange),
    ControlRegister,
    Barrier {
        is_nxs: bool,
    },
    SystemRegister(SystemUse),
    StreamingState,
    Named(super::operand::Named),
}

/// Rules for constants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// One in the range. The message of the class says so of all other operands.
    Within(ImmediateRange),
    /// The same, but the message is for other constants.
    Only(ImmediateRange),
    /// Bytes that are all ones or all zeros.
    ByteMask,
}

/// Rules for shifts and extensions that stand alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftRule {
    Any,
    Arithmetic {
        bits: u32,
    },
    Logical {
        bits: u32,
    },
    MoveWide {
        most: u32,
    },
    Vector {
        most: u32,
    },
    Ones,
    Extension,
    Extension32,
    Extension64,
    LeftUpTo7,
    /// Of an index in memory: the size of the access, and if the index has 64 bits.
    Index {
        bits: u32,
        is_64_bit: bool,
    },
}

/// Rules for scalable vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorRule {
    pub bits: u16,
    pub class: ClassName,
}

/// Uses of names of system registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemUse {
    Read,
    Written,
    StateOfOneBit,
    StateOfFourBits,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text, it.range).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of a name, with the range that the tables give it.
    pub fn named(name: &str, range: ImmediateRange) -> Option<Self> {
        let it = Template::parse(name);
        let number = |index| it.number::<i64>(index);
        let bits = |index| it.number::<u32>(index);
        let lanes_bits = |index| it.number::<u16>(index);
        let class = |index| ClassName::named(it.class(index));
        let of_class = |name| ClassName::named(name).map(Self::Scalar);
        let in_range = |predicate: Self| (!range.is_empty()).then_some(predicate);
        Some(match it.name {
            "isImm" => Self::Value,
            "isImmInRange" | "isUImm6" | "isSImm" | "isHinteUImm16" => {
                return in_range(Self::Constant(Constant::Within(range)));
            }
            "isUImmScaled" if it.is_true(3) => {
                Self::Range { bits: bits(0)?, scale: number(1)?, last: bits(2)? }
            }
            "isSImmScaled"
            | "isUImmScaled"
            | "isSVEPattern"
            | "isSVEVecLenSpecifier"
            | "isComplexRotation" => return in_range(Self::Constant(Constant::Only(range))),
            "isSIMDImmType10" => Self::Constant(Constant::ByteMask),
            "isAddSubImm" => Self::AddSub { is_negative: false },
            "isAddSubImmNeg" => Self::AddSub { is_negative: true },
            "isUImm12Offset" => Self::SymbolOrOffset { scale: number(0)? },
            "isSImm9OffsetFB" => Self::UnscaledOffset { scale: number(0)? / 8 },
            "isMOVZMovAlias" | "isMOVNMovAlias" => Self::MoveWide {
                bits: bits(0)?,
                shift: bits(1)?,
                is_inverted: it.name == "isMOVNMovAlias",
            },
            "isMovWSymbolG0" => Self::MoveWideSymbol(0),
            "isMovWSymbolG1" => Self::MoveWideSymbol(1),
            "isMovWSymbolG2" => Self::MoveWideSymbol(2),
            "isMovWSymbolG3" => Self::MoveWideSymbol(3),
            "isBranchTarget" | "isPAuthPCRelLabel16Operand" | "isAdrpLabel" | "isAdrLabel" => {
                return in_range(Self::Label(range));
            }
            "isLogicalImm" => Self::LogicalImmediate { bits: it.type_bits(0)? },
            "isSVECpyImm" => Self::CopyImmediate { bits: it.type_bits(0)? },
            "isSVEAddSubImm" => Self::AddSubVector { bits: it.type_bits(0)? },
            "isSVEPreferredLogicalImm" => Self::PreferredLogical { bits: it.type_bits(0)? },
            "isFPImm" => Self::Real,
            "isExactFPImm" => {
                Self::ExactReal(ExactReal::named(it.argument(0))?, ExactReal::named(it.argument(1)))
            }
            "isCondCode" => Self::Condition,
            "isGPR32as64" => return of_class("GPR64"),
            "isGPR64as32" => return of_class("GPR32"),
            "isGPR64x8" => return of_class("GPR64x8Class"),
            "isWSeqPair" => return of_class("WSeqPairsClass"),
            "isXSeqPair" => return of_class("XSeqPairsClass"),
            "isGPR64" | "isFPRasZPR" => Self::Scalar(class(0)?),
            "isSyspXzrPair" => Self::ZeroPair,
            "isGPR64WithShiftExtend" => {
                Self::ScalarWithShift { class: class(0)?, amount: (bits(1)? / 8).ilog2() }
            }
            "isNeonVectorReg" => Self::Neon(None),
            "isNeonVectorRegLo" => Self::NeonLow,
            "isNeonVectorReg0to7" => Self::Neon(ClassName::named("FPR128_0to7")),
            "isSVEDataVectorRegOfWidth" => {
                Self::Vector(VectorRule { bits: lanes_bits(0)?, class: class(1)? })
            }
            "isSVEDataVectorRegWithShiftExtend" => Self::VectorWithShift {
                bits: lanes_bits(0)?,
                class: class(1)?,
                kind: ShiftExtend::named(it.argument(2).to_ascii_lowercase().as_bytes())?,
                access_bits: bits(3)?,
                always_same: it.is_true(4),
            },
            "isSVEPredicateVectorRegOfWidth" => {
                Self::Mask { bits: lanes_bits(0)?, class: class(1)? }
            }
            "isSVEPredicateAsCounterRegOfWidth" => {
                Self::Counter { bits: lanes_bits(0)?, class: class(1)? }
            }
            "isSVEPredicateOrPredicateAsCounterRegOfWidth" => {
                Self::MaskOrCounter { bits: lanes_bits(0)?, class: class(1)? }
            }
            "isMatrixRegOperand" => Self::Matrix {
                part: match it.argument(0) {
                    "Array" => MatrixPart::Array,
                    "Tile" => MatrixPart::Tile,
                    "Row" => MatrixPart::Row,
                    _ => MatrixPart::Column,
                },
                bits: lanes_bits(1)?,
                class: class(2)?,
            },
            "isMatrixTileList" => Self::Tiles,
            "isImplicitlyTypedVectorList" => Self::ImplicitList {
                kind: list_kind(it.argument(0))?,
                count: it.number(1)?,
                is_consecutive: it.is_true(2),
            },
            "isTypedVectorList" | "isTypedVectorListInRegClass" => Self::TypedList {
                kind: list_kind(it.argument(0))?,
                count: it.number(1)?,
                lanes: Lanes { count: it.number(2)?, bits: lanes_bits(3)? },
                class: class(4),
            },
            "isTypedVectorListStrided" => Self::StridedList {
                kind: list_kind(it.argument(0))?,
                count: it.number(1)?,
                stride: it.number(2)?,
                bits: lanes_bits(3)?,
            },
            "isVectorIndex" => return in_range(Self::Lane(range)),
            "isSysCR" => Self::ControlRegister,
            "isBarrier" => Self::Barrier { is_nxs: false },
            "isBarriernXS" => Self::Barrier { is_nxs: true },
            "isMRSSystemRegister" => Self::SystemRegister(SystemUse::Read),
            "isMSRSystemRegister" => Self::SystemRegister(SystemUse::Written),
            "isSystemPStateFieldWithImm0_1" => Self::SystemRegister(SystemUse::StateOfOneBit),
            "isSystemPStateFieldWithImm0_15" => Self::SystemRegister(SystemUse::StateOfFourBits),
            "isSVCR" => Self::StreamingState,
            "isPrefetch" => Self::Named(super::operand::Named::Prefetch),
            "isTIndexHint" => Self::Named(super::operand::Named::IndexHint),
            _ => Self::Shift(ShiftRule::named(&it)?),
        })
    }
}

impl ShiftRule {
    fn named(it: &Template<'_>) -> Option<Self> {
        let bits = it.number(0);
        Some(match it.name {
            "isShifter" => Self::Any,
            "isArithmeticShifter" => Self::Arithmetic { bits: bits? },
            "isLogicalShifter" => Self::Logical { bits: bits? },
            "isMovImm32Shifter" => Self::MoveWide { most: 16 },
            "isMovImm64Shifter" => Self::MoveWide { most: 48 },
            "isLogicalVecShifter" => Self::Vector { most: 24 },
            "isLogicalVecHalfWordShifter" => Self::Vector { most: 8 },
            "isMoveVecShifter" => Self::Ones,
            "isExtend" => Self::Extension,
            "isExtend64" => Self::Extension32,
            "isExtendLSL64" => Self::Extension64,
            "isLSLImm3Shift" => Self::LeftUpTo7,
            "isMemXExtend" => Self::Index { bits: bits?, is_64_bit: true },
            "isMemWExtend" => Self::Index { bits: bits?, is_64_bit: false },
            _ => return None,
        })
    }
}

fn list_kind(name: &str) -> Option<RegisterKind> {
    Some(match name {
        "NeonVector" => RegisterKind::Neon,
        "SVEDataVector" => RegisterKind::Scalable,
        "SVEPredicateVector" => RegisterKind::Predicate,
        _ => return None,
    })
}
