//! Operands as they are written.

use oxmca_tables::Reg;

use crate::inst::Expr;
use crate::source::Loc;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand {
    pub kind: OperandKind,
    /// Its start.
    pub loc: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind {
    /// A part of the mnemonic.
    Token(&'static str),
    Register(Reg),
    Value(Value),
    /// `[x]`
    Absolute(Value),
    /// `4[%r1]`
    Offset {
        base: Reg,
        offset: Value,
        operation: i64,
    },
    /// `[%r1 add %r2]`
    Index {
        base: Reg,
        index: Reg,
        operation: i64,
    },
}

/// A constant or an expression.
#[derive(Clone, Debug)]
pub enum Value {
    /// The value of a name, to which something may be added, or a half of it.
    OfName(Part, Expr),
    Other(Expr),
}

/// The part of a symbol's value that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Whole,
    /// `hi(x)`
    High,
    /// `lo(x)`
    Low,
}

impl Value {
    /// Returns the constant, if it is one.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Self::Other(Expr::Constant(value)) => Some(*value),
            _ => None,
        }
    }

    /// Returns whether it is that part of a name's value.
    pub fn is_part(&self, wanted: Part) -> bool {
        matches!(self, Self::OfName(part, _) if *part == wanted)
    }

    /// Returns whether it is an offset of 16 bits with a sign. Constants have 32 bits.
    pub fn is_signed_16(&self) -> bool {
        match self.constant() {
            Some(value) => i16::try_from(value as i32).is_ok(),
            None => self.is_part(Part::Low),
        }
    }

    /// Returns whether `[x]` is an access that has the whole address in it.
    pub fn is_short_absolute(&self) -> bool {
        match self.constant() {
            Some(value) => value % 4 == 0 && (0..=0x1f_ffff).contains(&value),
            None => self.is_part(Part::Whole),
        }
    }
}

impl ParsedOperand {
    /// Creates an operand that begins at `loc`.
    pub fn new(kind: OperandKind, loc: Loc) -> Self {
        Self { kind, loc }
    }

    /// Creates an operand that is a constant.
    pub fn constant(value: i64, loc: Loc) -> Self {
        Self::new(OperandKind::Value(Value::Other(Expr::Constant(value))), loc)
    }

    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<Reg> {
        match &self.kind {
            OperandKind::Register(reg) => Some(*reg),
            _ => None,
        }
    }

    /// Returns the value, if the operand is one.
    pub fn value(&self) -> Option<&Value> {
        match &self.kind {
            OperandKind::Value(value) => Some(value),
            _ => None,
        }
    }
}
