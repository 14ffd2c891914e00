//! Operands as they are written.

use std::borrow::Cow;

use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::condition::VectorPredicate;
use super::shift::Shift;
use crate::inst::Expr;
use crate::source::Loc;

/// An operand as written. Ends of the mnemonic are operands, too.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'a> {
    pub kind: OperandKind<'a>,
    /// Its start; [`Loc::NONE`] if it was not written.
    pub loc: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    Token(Cow<'a, [u8]>),
    /// The code of a condition.
    Condition(i64),
    VectorPredicate(VectorPredicate),
    /// The `s` of a mnemonic.
    SetsFlags(bool),
    /// The letters behind `it` and `vpt`: the lowest one ends them, a one above it means `e`.
    BlockMask(i64),
    CoprocessorNumber(i64),
    CoprocessorRegister(i64),
    CoprocessorOption(i64),
    Value(Expr),
    /// `=x`
    PoolValue(Expr),
    MemoryBarrier(i64),
    InstructionBarrier(i64),
    TraceBarrier,
    Memory(Memory),
    /// A register behind brackets.
    PostIndex {
        reg: Reg,
        is_negative: bool,
        shift: Shift,
        amount: i64,
    },
    /// The fields of a status register, or the number of a special register.
    StatusMask(i64),
    BankedRegister(i64),
    InterruptFlags(i64),
    /// `[1]` behind a vector.
    Lane(i64),
    Register(Reg),
    List(RegisterList),
    Vectors(Vectors),
    ShiftedByRegister {
        reg: Reg,
        shift: Shift,
        by: Reg,
    },
    ShiftedByAmount {
        reg: Reg,
        shift: Shift,
        amount: i64,
    },
    /// `lsl #1` as an operand of its own.
    Shifter {
        is_asr: bool,
        amount: i64,
    },
    /// `ror #8` as an operand of its own.
    Rotation(i64),
    /// Eight bits and the number of bits by which they are rotated.
    Rotated {
        bits: i64,
        rotation: i64,
    },
    BitField {
        lowest: i64,
        width: i64,
    },
}

/// An address in brackets.
#[derive(Clone, Debug)]
pub struct Memory {
    pub base: Reg,
    pub offset: Offset,
    /// In bytes; 0 if none is written.
    pub alignment: i64,
}

/// The offset of an address.
#[derive(Clone, Debug)]
pub enum Offset {
    None,
    Value(Expr),
    Register { reg: Reg, is_negative: bool, shift: Shift, amount: i64 },
}

/// Kinds of lists of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListKind {
    General,
    GeneralWithFlags,
    Double,
    Single,
    DoubleWithVpr,
    SingleWithVpr,
}

/// A list of registers that are loaded or stored.
#[derive(Clone, Debug)]
pub struct RegisterList {
    pub kind: ListKind,
    pub registers: SmallVec<[Reg; 16]>,
}

/// Lanes of a list of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    Whole,
    All,
    One(i64),
}

/// A list of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    pub first: Reg,
    pub count: u16,
    pub is_double_spaced: bool,
    pub lanes: Lanes,
}

impl<'a> ParsedOperand<'a> {
    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<Reg> {
        match self.kind {
            OperandKind::Register(reg) => Some(reg),
            _ => None,
        }
    }

    /// Returns the expression, if the operand is one.
    pub fn value(&self) -> Option<&Expr> {
        match &self.kind {
            OperandKind::Value(expr) => Some(expr),
            _ => None,
        }
    }

    /// Returns the constant, if the operand is one.
    pub fn constant(&self) -> Option<i64> {
        constant(self.value()?)
    }

    /// Returns the text, if the operand is a token.
    pub fn token(&self) -> Option<&[u8]> {
        match &self.kind {
            OperandKind::Token(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the address, if the operand is one.
    pub fn memory(&self) -> Option<&Memory> {
        match &self.kind {
            OperandKind::Memory(memory) => Some(memory),
            _ => None,
        }
    }

    /// Returns the condition, if the operand is one.
    pub fn condition(&self) -> Option<i64> {
        match self.kind {
            OperandKind::Condition(code) => Some(code),
            _ => None,
        }
    }

    /// Returns whether the operand is the text.
    pub fn is_token(&self, text: &[u8]) -> bool {
        self.token() == Some(text)
    }

    /// Creates a token that is written at `loc`.
    pub fn of_token(text: impl Into<Cow<'a, [u8]>>, loc: Loc) -> Self {
        Self { kind: OperandKind::Token(text.into()), loc }
    }
}

/// Returns the number of an expression, if it is a constant.
pub fn constant(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Constant(value) => Some(*value),
        _ => None,
    }
}
