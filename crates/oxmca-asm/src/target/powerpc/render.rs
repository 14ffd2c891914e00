//! Methods that add machine operands, as the tables name them.

use super::registers::File;
use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, Debug)]
pub enum Render {
    /// A register by its number.
    Register(File),
    /// A general register of the width that the triple has.
    General {
        or_zero: bool,
    },
    /// The condition field whose bit of a mask is set.
    ConditionMask,
    /// A constant or an expression.
    Value,
    SignedHalf,
    UnsignedHalf,
    Negative,
    /// The target of a branch, in words.
    BranchTarget,
    ThreadPointer,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("add")?.strip_suffix("Operands")?;
        Some(Self::Register(match name {
            "RegGPRC" | "RegSPE4RC" => File::General,
            "RegGPRC_NOR0" => File::GeneralOrZero,
            "RegG8RC" | "RegG8pRC" => File::Wide,
            "RegG8RC_NOX0" => File::WideOrZero,
            "RegF4RC" | "RegF8RC" => File::Float,
            "RegFpRC" => File::FloatPair,
            "RegVFRC" => File::VectorScalar,
            "RegVRRC" => File::Vector,
            "RegVSRC" => File::VectorScalars,
            "RegVSFRC" | "RegVSSRC" => File::Scalars,
            "RegSPERC" => File::Signal,
            "RegACCRC" => File::Accumulator,
            "RegWACCRC" => File::WideAccumulator,
            "RegWACC_HIRC" => File::WideAccumulatorHigh,
            "RegDMRROWRC" => File::MatrixRow,
            "RegDMRROWpRC" => File::MatrixRowPair,
            "RegDMRRC" => File::Matrix,
            "RegDMRpRC" => File::MatrixPair,
            "RegVSRpRC" | "RegVSRpEvenRC" => File::VectorPair,
            "RegCRBITRC" => File::ConditionBit,
            "RegCRRC" => File::ConditionField,
            "RegGxRC" => return Some(Self::General { or_zero: false }),
            "RegGxRCNoR0" => return Some(Self::General { or_zero: true }),
            "CRBitMask" => return Some(Self::ConditionMask),
            "Imm" => return Some(Self::Value),
            "S16Imm" => return Some(Self::SignedHalf),
            "U16Imm" => return Some(Self::UnsignedHalf),
            "NegImm" => return Some(Self::Negative),
            "BranchTarget" => return Some(Self::BranchTarget),
            "TLSReg" => return Some(Self::ThreadPointer),
            _ => return None,
        }))
    }
}
