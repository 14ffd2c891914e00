//! Operands as they are written.

use oxmca_tables::Reg;

use super::registers::Kind;
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
    /// One that no instruction takes.
    Invalid,
    Register(Kind, Reg),
    Value(Expr),
    /// The target of a call, perhaps with the symbol of thread-local storage that the call is for.
    CallTarget(Expr, Option<Expr>),
    Memory(Memory),
}

/// An address.
#[derive(Clone, Debug)]
pub struct Memory {
    pub form: MemoryForm,
    /// The kind of its base.
    pub base_kind: Kind,
    pub base: Reg,
    pub displacement: Expr,
    pub second: Second,
}

/// The part of an address beside base and displacement.
#[derive(Clone, Debug)]
pub enum Second {
    /// An index, or a register with a length; [`Reg::NONE`] if there is none.
    Register(Reg),
    Length(Expr),
}

/// Forms of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryForm {
    /// `d(b)`
    Base,
    /// `d(x,b)`
    Index,
    /// `d(l,b)` with a length that is a constant.
    Length,
    /// `d(r,b)` with a length in a register.
    RegisterLength,
    /// `d(v,b)` with an element of a vector as index.
    VectorIndex,
    /// `d(x,b)` with an index of 32 bits.
    ShortIndex,
}

impl ParsedOperand {
    /// Creates an operand that begins at `loc`.
    pub fn new(kind: OperandKind, loc: Loc) -> Self {
        Self { kind, loc }
    }

    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<Reg> {
        match &self.kind {
            OperandKind::Register(_, reg) => Some(*reg),
            _ => None,
        }
    }
}
