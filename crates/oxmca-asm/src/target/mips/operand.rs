//! Operands as they are written.

use smallvec::SmallVec;

use crate::inst::Expr;
use crate::source::Loc;

/// The operands of a statement.
pub type Operands = SmallVec<[ParsedOperand; 6]>;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand {
    pub kind: OperandKind,
    /// Its start.
    pub loc: Loc,
    /// Its end.
    pub end: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind {
    /// A bracket or parenthesis.
    Token(&'static [u8]),
    Register(WrittenRegister),
    Value(Value),
    /// `offset(base)`
    Memory {
        base: WrittenRegister,
        base_loc: Loc,
        offset: Value,
    },
    /// `$16-$18,$31`: the numbers of general registers.
    List {
        numbers: Vec<u32>,
        /// Set if the registers have 64 bits.
        is_wide: bool,
    },
}

/// A register as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenRegister {
    /// Its number. Numbers that no register has are read, after an error.
    pub number: u32,
    /// The kinds of registers that it may be.
    pub kinds: Kinds,
}

/// A set of kinds of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u16);

impl Kinds {
    pub const GENERAL: Kinds = Kinds(1);
    pub const FLOAT: Kinds = Kinds(2);
    pub const CONDITION: Kinds = Kinds(4);
    pub const VECTOR: Kinds = Kinds(8);
    pub const VECTOR_CONTROL: Kinds = Kinds(16);
    pub const SECOND: Kinds = Kinds(32);
    pub const ACCUMULATOR: Kinds = Kinds(64);
    pub const FLOAT_CONTROL: Kinds = Kinds(128);
    pub const HARDWARE: Kinds = Kinds(256);
    pub const THIRD: Kinds = Kinds(512);
    pub const SYSTEM: Kinds = Kinds(1024);
    /// A register that is written as a number: only the form of an instruction tells its kind.
    pub const ANY: Kinds = Kinds(2047);

    /// Returns whether one of the kinds is in the set.
    pub fn intersects(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

impl WrittenRegister {
    /// Returns whether it may be a general register.
    pub fn is_general(&self) -> bool {
        self.is_of(Kinds::GENERAL, 31)
    }

    /// Returns whether it may be of a kind whose registers have numbers up to `most`.
    pub fn is_of(&self, kind: Kinds, most: u32) -> bool {
        self.kinds.intersects(kind) && self.number <= most
    }
}

/// A constant or an expression, with what was known of it when it was read.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: Expr,
    /// Its place as LLVM has it, of what is neither a constant nor has a specifier.
    pub loc: Loc,
    /// Its value, if that is known.
    pub known: Option<i64>,
    /// The constant in it, if the rest is a symbol or the difference of two.
    pub addend: Option<i64>,
}

impl Value {
    /// Returns the constant of an operand that is one; 0 of others.
    pub fn constant(&self) -> i64 {
        self.known.unwrap_or_default()
    }

    /// Returns whether it is a constant, not an expression.
    pub fn literal(&self) -> Option<i64> {
        match self.expr {
            Expr::Constant(value) => Some(value),
            _ => None,
        }
    }
}

impl ParsedOperand {
    /// Creates a bracket or parenthesis that is written at `loc`.
    pub fn of_token(text: &'static [u8], loc: Loc) -> Self {
        Self { kind: OperandKind::Token(text), loc, end: loc }
    }

    /// Returns the place of the expression in it, if it has one.
    pub fn expression_loc(&self) -> Option<Loc> {
        match &self.kind {
            OperandKind::Value(value) | OperandKind::Memory { offset: value, .. } => {
                value.literal().is_none().then_some(value.loc)
            }
            _ => None,
        }
    }

    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<&WrittenRegister> {
        match &self.kind {
            OperandKind::Register(register) => Some(register),
            _ => None,
        }
    }
}
