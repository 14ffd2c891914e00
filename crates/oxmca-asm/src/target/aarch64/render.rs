//! Methods that add machine operands, as the tables name them.

use super::float_immediate::ExactReal;
use super::registers::First;
use super::template::Template;
use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Render {
    /// A register, an expression, or the number that a name stands for.
    Plain,
    /// A number divided by another.
    Scaled(i64),
    FirstOfRange(i64),
    /// The 32-bit register of a 64-bit one.
    Narrowed,
    /// The 64-bit register of a 32-bit one.
    Widened,
    /// The scalable vector that a scalar register is part of.
    AsScalable(First),
    /// The predicate that a counter is.
    AsPredicate,
    /// The lower half of a vector.
    LowerHalf,
    List(First),
    StridedList(u8),
    ExactReal(ExactReal),
    Real,
    WithShift {
        by: u32,
        is_negative: bool,
    },
    /// The page that an address is on.
    Page,
    /// A distance in words.
    Words,
    Logical {
        bits: u32,
        is_inverted: bool,
    },
    ByteMask,
    SystemRegister {
        is_read: bool,
    },
    StateField,
    Shifter,
    Amount,
    Extension {
        is_64_bit: bool,
    },
    Index {
        is_byte: bool,
    },
    MoveWide {
        shift: u32,
        is_inverted: bool,
    },
    Rotation {
        is_odd: bool,
    },
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of a name.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        let number = || it.number::<u32>(0);
        Some(match it.name {
            "addRegOperands"
            | "addMatrixOperands"
            | "addImmOperands"
            | "addAdrLabelOperands"
            | "addUImm6Operands"
            | "addCondCodeOperands"
            | "addVectorReg128Operands"
            | "addVectorRegLoOperands"
            | "addVectorReg0to7Operands"
            | "addVectorIndexOperands"
            | "addMatrixTileListOperands"
            | "addBarrierOperands"
            | "addBarriernXSOperands"
            | "addSVCROperands"
            | "addSysCROperands"
            | "addPrefetchOperands"
            | "addTIndexHintOperands"
            | "addSyspXzrPairOperand" => Self::Plain,
            "addUImm12OffsetOperands" | "addImmScaledOperands" => Self::Scaled(it.number(0)?),
            "addImmScaledRangeOperands" => Self::FirstOfRange(it.number(0)?),
            "addGPR32as64Operands" => Self::Narrowed,
            "addGPR64as32Operands" => Self::Widened,
            "addFPRasZPRRegOperands" => Self::AsScalable(match number()? {
                8 => First::B,
                16 => First::H,
                32 => First::S,
                64 => First::D,
                _ => First::Q,
            }),
            "addPPRorPNRRegOperands" | "addPNRasPPRRegOperands" => Self::AsPredicate,
            "addVectorReg64Operands" => Self::LowerHalf,
            "addVectorListOperands" => Self::List(match (it.argument(0), it.number::<u8>(1)?) {
                ("VecListIdx_DReg", 1) => First::D,
                ("VecListIdx_DReg", 2) => First::PairD,
                ("VecListIdx_DReg", 3) => First::TripleD,
                ("VecListIdx_DReg", _) => First::QuadrupleD,
                ("VecListIdx_QReg", 1) => First::Q,
                ("VecListIdx_QReg", 2) => First::PairQ,
                ("VecListIdx_QReg", 3) => First::TripleQ,
                ("VecListIdx_QReg", _) => First::QuadrupleQ,
                ("VecListIdx_ZReg", 1) => First::Z,
                ("VecListIdx_ZReg", 2) => First::PairZ,
                ("VecListIdx_ZReg", 3) => First::TripleZ,
                ("VecListIdx_ZReg", _) => First::QuadrupleZ,
                (_, 1) => First::P,
                _ => First::PairP,
            }),
            "addStridedVectorListOperands" => Self::StridedList(it.number(0)?),
            "addExactFPImmOperands" => Self::ExactReal(ExactReal::named(it.argument(1))?),
            "addFPImmOperands" => Self::Real,
            "addImmWithOptionalShiftOperands" => {
                Self::WithShift { by: number()?, is_negative: false }
            }
            "addImmNegWithOptionalShiftOperands" => {
                Self::WithShift { by: number()?, is_negative: true }
            }
            "addAdrpLabelOperands" => Self::Page,
            "addBranchTarget26Operands"
            | "addBranchTarget14Operands"
            | "addPAuthPCRelLabel16Operands"
            | "addPCRelLabel19Operands"
            | "addPCRelLabel9Operands" => Self::Words,
            "addLogicalImmOperands" => Self::Logical { bits: it.type_bits(0)?, is_inverted: false },
            "addLogicalImmNotOperands" => {
                Self::Logical { bits: it.type_bits(0)?, is_inverted: true }
            }
            "addSIMDImmType10Operands" => Self::ByteMask,
            "addMRSSystemRegisterOperands" => Self::SystemRegister { is_read: true },
            "addMSRSystemRegisterOperands" => Self::SystemRegister { is_read: false },
            "addSystemPStateFieldWithImm0_1Operands"
            | "addSystemPStateFieldWithImm0_15Operands" => Self::StateField,
            "addShifterOperands" => Self::Shifter,
            "addLSLImm3ShifterOperands" => Self::Amount,
            "addExtendOperands" => Self::Extension { is_64_bit: false },
            "addExtend64Operands" => Self::Extension { is_64_bit: true },
            "addMemExtendOperands" => Self::Index { is_byte: false },
            "addMemExtend8Operands" => Self::Index { is_byte: true },
            "addMOVZMovAliasOperands" => Self::MoveWide { shift: number()?, is_inverted: false },
            "addMOVNMovAliasOperands" => Self::MoveWide { shift: number()?, is_inverted: true },
            "addComplexRotationEvenOperands" => Self::Rotation { is_odd: false },
            "addComplexRotationOddOperands" => Self::Rotation { is_odd: true },
            _ => return None,
        })
    }
}
