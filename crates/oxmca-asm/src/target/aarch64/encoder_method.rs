//! Methods of machine code, as the tables name them.

use super::template::Template;
use crate::target::known_names::Known;

/// A method that gives an operand's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// The value as it is.
    Value,
    /// An addend, with a bit that shifts it.
    AddSubImmediate,
    /// A byte, with a bit that shifts it.
    ShiftedByte,
    /// The extension of an index, above the bit that shifts it.
    IndexExtension,
    Eighth,
    /// 1 of a shift by something other than 8.
    IsNot8,
    /// A number minus the value.
    From(i64),
    /// The value minus a number.
    Minus(i64),
    /// The number of steps from the first value.
    Steps {
        step: i64,
        first: i64,
    },
    /// One of two groups of four registers.
    LookupIndex,
    /// Two registers with a distance.
    Strided2,
    /// Four registers with a distance.
    Strided4,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        Some(match it.name {
            "getLdStUImm12OpValue"
            | "getAdrLabelOpValue"
            | "getCondBranchTargetOpValue"
            | "getCondCompBranchTargetOpValue"
            | "getTestBranchTargetOpValue"
            | "getBranchTargetOpValue"
            | "getLoadLiteralOpValue"
            | "getMoveWideImmOpValue"
            | "EncodeMatrixTileListRegisterClass" => Self::Value,
            "getPAuthPCRelOpValue" => Self::From(0),
            "getAddSubImmOpValue" => Self::AddSubImmediate,
            "getImm8OptLsl" => Self::ShiftedByte,
            "getMemExtendOpValue" => Self::IndexExtension,
            "getVecShifterOpValue" => Self::Eighth,
            "getMoveVecShifterOpValue" => Self::IsNot8,
            "getFixedPointScaleOpValue" | "getVecShiftR64OpValue" => Self::From(64),
            "getVecShiftR32OpValue" => Self::From(32),
            "getVecShiftR16OpValue" => Self::From(16),
            "getVecShiftR8OpValue" => Self::From(8),
            "getVecShiftL64OpValue" => Self::Minus(64),
            "getVecShiftL32OpValue" => Self::Minus(32),
            "getVecShiftL16OpValue" => Self::Minus(16),
            "getVecShiftL8OpValue" => Self::Minus(8),
            "getSVEIncDecImm" => Self::Minus(1),
            "EncodeRegMul_MinMax" => {
                let [step, first, _] = it.numbers()?;
                Self::Steps { step, first }
            }
            "EncodeZK" => Self::LookupIndex,
            "EncodePNR_p8to15" => Self::Minus(8),
            "EncodeZPR2StridedRegisterClass" => Self::Strided2,
            "EncodeZPR4StridedRegisterClass" => Self::Strided4,
            "encodeMatrixIndexGPR32" => match it.argument(0) {
                "W8" => Self::Minus(8),
                "W12" => Self::Minus(12),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// A method that changes finished machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostMethod {
    /// Of `smulh` and `umulh`.
    MultiplyHigh,
    /// Of exclusive loads and stores.
    Exclusive { has_status: bool, has_second_register: bool },
    /// Of comparisons of a floating-point register with zero.
    ComparisonWithZero,
    /// Of `movz`, which the linker may make a `movn`.
    MoveWide,
}

/// The names that [`PostMethod::named`] takes.
pub const KNOWN_POST: Known =
    Known { knows: |_, it| PostMethod::named(it.text).is_some(), file: file!() };

impl PostMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        Some(match it.name {
            "fixMulHigh" => Self::MultiplyHigh,
            "fixLoadStoreExclusive" => {
                let [has_status, has_second_register]: [i64; 2] = it.numbers()?;
                Self::Exclusive {
                    has_status: has_status != 0,
                    has_second_register: has_second_register != 0,
                }
            }
            "fixOneOperandFPComparison" => Self::ComparisonWithZero,
            "fixMOVZ" => Self::MoveWide,
            _ => return None,
        })
    }
}
