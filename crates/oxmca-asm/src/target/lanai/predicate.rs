//! Predicates of operands, as the tables name them.

use super::condition;
use super::operand::{OperandKind, ParsedOperand, Part, Value};
use crate::inst::Expr;
use crate::target::known_names::Known;

/// A predicate of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    /// Any value.
    Value,
    /// The target of a branch.
    Target,
    CallTarget,
    Condition,
    /// A constant whose upper half is all that it has, or that half of a symbol.
    High,
    /// A constant whose lowest 16 bits are ones.
    HighWithOnes,
    /// A constant of 16 bits, or that half of a symbol.
    Low,
    /// A constant whose upper half is ones.
    LowWithOnes,
    /// A constant of 21 bits, or a symbol.
    Low21,
    Signed10,
    Shift,
    Absolute,
    Offset,
    Index,
    OffsetOrIndex,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("is")? {
            "Imm" => Self::Value,
            "BrTarget" => Self::Target,
            "CallTarget" => Self::CallTarget,
            "CondCode" => Self::Condition,
            "HiImm16" => Self::High,
            "HiImm16And" => Self::HighWithOnes,
            "LoImm16" => Self::Low,
            "LoImm16And" => Self::LowWithOnes,
            "LoImm21" => Self::Low21,
            "Imm10" => Self::Signed10,
            "ImmShift" => Self::Shift,
            "MemImm" => Self::Absolute,
            "MemRegImm" => Self::Offset,
            "MemRegReg" => Self::Index,
            "MemSpls" => Self::OffsetOrIndex,
            _ => return None,
        })
    }

    /// Returns whether it holds for an operand.
    pub fn holds(self, operand: &ParsedOperand) -> bool {
        match &operand.kind {
            OperandKind::Value(value) => self.holds_for(value),
            OperandKind::Token(_) => matches!(self, Self::Target | Self::CallTarget),
            OperandKind::Absolute(_) => self == Self::Absolute,
            OperandKind::Offset { .. } => matches!(self, Self::Offset | Self::OffsetOrIndex),
            OperandKind::Index { .. } => matches!(self, Self::Index | Self::OffsetOrIndex),
            OperandKind::Register(_) => false,
        }
    }

    fn holds_for(self, value: &Value) -> bool {
        let constant = value.constant();
        let is_constant = |holds: fn(i64) -> bool| constant.is_some_and(holds);
        match self {
            Self::Value | Self::CallTarget => true,
            // Of other constants the assembler would lose bits.
            Self::Target => constant.is_none_or(|it| {
                let bits = i64::from(it as i32);
                (0..1 << 25).contains(&bits) && bits % 4 == 0
            }),
            Self::Condition => is_constant(condition::exists),
            Self::High => match constant {
                Some(it) => it != 0 && (it as u64) < 1 << 32 && it & 0xffff == 0,
                None => value.is_part(Part::High),
            },
            Self::HighWithOnes => is_constant(|it| it & 0xffff == 0xffff),
            Self::Low => match constant {
                Some(it) => (0..1 << 16).contains(&i64::from(it as i32)),
                None => value.is_part(Part::Low),
            },
            Self::LowWithOnes => is_constant(|it| it & !0xffff == 0xffff_0000),
            Self::Low21 => match value {
                Value::OfName(part, _) => *part == Part::Whole,
                Value::Other(Expr::Constant(it)) => (0..1 << 21).contains(it),
                Value::Other(Expr::Symbol { specifier: None, .. }) => true,
                Value::Other(Expr::Binary(_, operands)) => {
                    matches!(operands.0, Expr::Symbol { specifier: None, .. })
                }
                Value::Other(_) => false,
            },
            Self::Signed10 => is_constant(|it| (-0x200..0x200).contains(&it)),
            Self::Shift => is_constant(|it| (-31..=31).contains(&it)),
            Self::Absolute | Self::Offset | Self::Index | Self::OffsetOrIndex => false,
        }
    }
}
