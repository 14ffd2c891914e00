//! The predicates that decide operand classes.

use oxmca_tables::Tables;
use oxmca_tables::schema::ImmediateRange;

use super::operand::{OperandKind, ParsedOperand};
use crate::target::known_names::Known;

/// A predicate of operand classes.
#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    /// A constant in a range.
    Constant(ImmediateRange),
    /// The same, or any expression.
    ConstantOrExpression(ImmediateRange),
    /// The same, or selected bits.
    Half { range: ImmediateRange, is_signed: bool },
    /// A constant or an expression.
    Value,
    /// The number of a condition register, field or bit.
    Condition(ImmediateRange),
    /// The target of a branch that knows no condition.
    DirectBranch(ImmediateRange),
    /// A symbol that stands for the thread pointer.
    ThreadPointer,
    /// No operand.
    Nothing,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text, it.range).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of that name in the tables, with the range that these give it.
    pub fn named(name: &str, range: ImmediateRange) -> Option<Self> {
        Some(match name {
            "isImm" => Self::Value,
            "isS16Imm" | "isS16ImmX4" | "isS16ImmX16" | "isS17Imm" => {
                Self::Half { range, is_signed: true }
            }
            "isU16Imm" => Self::Half { range, is_signed: false },
            "isS32Imm" | "isS34Imm" | "isCondBr" => Self::ConstantOrExpression(range),
            "isDirectBr" => Self::DirectBranch(range),
            "isCCRegNumber" | "isCRBitNumber" => Self::Condition(range),
            "isTLSReg" => Self::ThreadPointer,
            "isATBitsAsHint" => Self::Nothing,
            _ if !range.is_empty() => Self::Constant(range),
            _ => return None,
        })
    }

    /// Returns whether it holds for an operand.
    pub fn holds(self, tables: &Tables<'_>, operand: &ParsedOperand<'_>, is_64_bit: bool) -> bool {
        let is_in = |range, value| tables.is_in_range(range, value);
        let is_expression = matches!(operand.kind, OperandKind::Value { .. });
        match self {
            Self::Constant(range) => operand.number().is_some_and(|it| is_in(range, it)),
            Self::ConstantOrExpression(range) => {
                is_expression || operand.number().is_some_and(|it| is_in(range, it))
            }
            Self::Half { range, is_signed } => match operand.kind {
                OperandKind::Value { .. } => true,
                OperandKind::Number { value, .. } => is_in(range, value),
                OperandKind::SelectedBits(value) if is_signed => is_in(range, as_signed(value)),
                OperandKind::SelectedBits(value) => is_in(range, value),
                _ => false,
            },
            Self::Value => is_expression || operand.number().is_some(),
            Self::Condition(range) => operand.condition().is_some_and(|it| is_in(range, it)),
            Self::DirectBranch(range) => {
                is_expression
                    || operand.number().is_some_and(|value| {
                        // Addresses of 32 bits wrap around.
                        let wrapped = u32::try_from(value).map(|it| i64::from(it as i32));
                        is_in(range, value)
                            || !is_64_bit && wrapped.is_ok_and(|it| is_in(range, it))
                    })
            }
            Self::ThreadPointer => matches!(operand.kind, OperandKind::ThreadPointer(_)),
            Self::Nothing => false,
        }
    }
}

/// Returns 16 bits as a signed number.
pub fn as_signed(value: i64) -> i64 {
    i64::from(value as i16)
}
