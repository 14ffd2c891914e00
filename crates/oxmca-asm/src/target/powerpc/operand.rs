//! Operands as they are written.

use smallvec::SmallVec;

use crate::inst::Expr;
use crate::source::Loc;

/// The operands of a statement.
pub type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'a> {
    pub kind: OperandKind<'a>,
    /// Its start.
    pub loc: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    /// The part of a mnemonic from its dot on.
    Token(&'a [u8]),
    /// A constant, or the number of a register.
    Number {
        value: i64,
        /// Set if it stands in parentheses behind an offset.
        is_base: bool,
    },
    /// 16 bits that a specifier selects of a constant. Their sign depends on the instruction.
    SelectedBits(i64),
    /// An expression that the linker knows.
    Value {
        expr: Expr,
        /// The number of the condition register, field or bit that it is, too.
        condition: Option<i64>,
    },
    /// A symbol that stands for the thread pointer.
    ThreadPointer(Expr),
}

impl<'a> ParsedOperand<'a> {
    /// Creates the part of a mnemonic that is written at `loc`.
    pub fn of_token(text: &'a [u8], loc: Loc) -> Self {
        Self { kind: OperandKind::Token(text), loc }
    }

    /// Creates a number that is written at `loc`.
    pub fn of_number(value: i64, loc: Loc) -> Self {
        Self { kind: OperandKind::Number { value, is_base: false }, loc }
    }

    /// Creates the base of an address that is written at `loc`.
    pub fn of_base(value: i64, loc: Loc) -> Self {
        Self { kind: OperandKind::Number { value, is_base: true }, loc }
    }

    /// Returns whether it is the base of an address.
    pub fn is_base(&self) -> bool {
        matches!(self.kind, OperandKind::Number { is_base: true, .. })
    }

    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self.kind {
            OperandKind::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Returns the number of a condition register, field or bit.
    pub fn condition(&self) -> Option<i64> {
        match self.kind {
            OperandKind::Number { value, .. } => Some(value),
            OperandKind::Value { condition, .. } => condition,
            _ => None,
        }
    }
}
