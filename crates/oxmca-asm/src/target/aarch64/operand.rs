//! Operands as they are written.

use std::borrow::Cow;

use oxmca_tables::Reg;

use super::condition::Condition;
use super::registers::{Lanes, RegisterKind};
use super::shift::ShiftExtend;
use super::symbol::SymbolUse;
use crate::inst::Expr;
use crate::source::Loc;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'a> {
    pub kind: OperandKind<'a>,
    /// Its start; [`Loc::NONE`] if it was not written.
    pub loc: Loc,
    /// The position that LLVM takes for its end.
    pub end: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    Token(Token<'a>),
    Register(Register),
    Value(Value),
    /// An immediate with a shift other than by zero.
    ShiftedValue {
        value: Value,
        amount: u32,
    },
    /// `0:3`.
    Range {
        first: u32,
        last: u32,
    },
    Condition(Condition),
    Matrix(Matrix),
    /// The 64-bit tiles of a list, one bit each.
    Tiles(u8),
    Vectors(Vectors),
    /// `[3]` behind a vector.
    Lane(i64),
    /// A number `c0` to `c15`.
    ControlRegister(u8),
    Shift(WrittenShift),
    /// The bits of a double, and whether it is exactly the number that was written.
    Real {
        bits: u64,
        is_exact: bool,
    },
    Barrier {
        code: u32,
        is_nxs: bool,
    },
    SystemRegister(SystemRegister),
    /// State of streaming mode; none if the processor lacks it.
    StreamingState(Option<u16>),
    Named(Named, u32),
}

/// Kinds of names that stand for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Prefetch,
    IndexHint,
}

/// An expression, and the symbol that it is about.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: Expr,
    pub symbol: Option<SymbolUse>,
}

impl Value {
    /// Returns its number, if it is a constant.
    pub fn constant(&self) -> Option<i64> {
        match self.expr {
            Expr::Constant(value) => Some(value),
            _ => None,
        }
    }
}

/// Text that forms have literally.
#[derive(Clone, Debug)]
pub struct Token<'a> {
    pub text: Cow<'a, [u8]>,
    /// It is the end of a mnemonic: `.4s` of `fadd.4s`.
    pub is_suffix: bool,
}

/// A register, with a shift perhaps that belongs to it.
#[derive(Clone, Debug)]
pub struct Register {
    pub reg: Reg,
    pub kind: RegisterKind,
    pub bits: u16,
    pub equality: Equality,
    pub shift: WrittenShift,
}

impl Register {
    /// Returns whether a shift is written that belongs to it.
    pub fn is_shifted(&self) -> bool {
        self.shift != WrittenShift::NONE
    }
}

/// Another register that one must be part of where a form repeats it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equality {
    Same,
    /// The other is the 64-bit form.
    Super,
    /// The other is the 32-bit form.
    Sub,
}

/// A shift or an extension as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenShift {
    pub kind: ShiftExtend,
    pub amount: u32,
    /// The amount was written.
    pub is_explicit: bool,
}

impl WrittenShift {
    /// The shift of a register behind which none is written.
    pub const NONE: Self = Self { kind: ShiftExtend::Lsl, amount: 0, is_explicit: false };
}

/// `za` or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matrix {
    pub reg: Reg,
    pub bits: u16,
    pub part: MatrixPart,
}

/// Parts of `za`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatrixPart {
    Array,
    Tile,
    Row,
    Column,
}

/// A list of vectors or predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    pub kind: RegisterKind,
    pub first: Reg,
    pub count: u8,
    pub stride: u16,
    pub lanes: Lanes,
}

/// A name that stands for system registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SystemRegister {
    /// The register that `mrs` reads.
    pub read: Option<u16>,
    /// The register that `msr` writes.
    pub written: Option<u16>,
    /// The field of the processor's state that `msr` sets.
    pub state_field: Option<u16>,
}

impl OperandKind<'_> {
    /// Returns an immediate and the shift by `by` or 0 that gives the written number.
    pub fn shifted(&self, by: u32) -> Option<(i64, u32)> {
        match self {
            OperandKind::ShiftedValue { value, amount } if *amount == by => {
                value.constant().map(|number| (number, by))
            }
            OperandKind::Value(value) => {
                let number = value.constant()?;
                let is_shifted = number != 0 && number >> by << by == number;
                Some(if is_shifted { (number >> by, by) } else { (number, 0) })
            }
            _ => None,
        }
    }
}

impl<'a> ParsedOperand<'a> {
    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<&Register> {
        match &self.kind {
            OperandKind::Register(register) => Some(register),
            _ => None,
        }
    }

    /// Returns the scalar register, if the operand is one.
    pub fn scalar(&self) -> Option<Reg> {
        self.register().filter(|it| it.kind == RegisterKind::Scalar).map(|it| it.reg)
    }

    /// Returns the expression, if the operand is one without a shift.
    pub fn value(&self) -> Option<&Value> {
        match &self.kind {
            OperandKind::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the constant, if the operand is one without a shift.
    pub fn constant(&self) -> Option<i64> {
        self.value().and_then(Value::constant)
    }

    /// Returns the text, if the operand is a token.
    pub fn token(&self) -> Option<&Token<'a>> {
        match &self.kind {
            OperandKind::Token(token) => Some(token),
            _ => None,
        }
    }

    /// Creates a scalar register that is written at `loc`.
    pub fn of_scalar(reg: Reg, loc: Loc) -> Self {
        Self::of_register(reg, RegisterKind::Scalar, 0, loc)
    }

    /// Creates a register that is written at `loc`.
    pub fn of_register(reg: Reg, kind: RegisterKind, bits: u16, loc: Loc) -> Self {
        let shift = WrittenShift::NONE;
        let register = Register { reg, kind, bits, equality: Equality::Same, shift };
        Self { kind: OperandKind::Register(register), loc, end: loc }
    }

    /// Creates a constant that is written at `loc`.
    pub fn of_constant(value: i64, loc: Loc) -> Self {
        let value = Value { expr: Expr::Constant(value), symbol: None };
        Self { kind: OperandKind::Value(value), loc, end: loc }
    }

    /// Creates a token that is written at `loc`.
    pub fn of_token(text: impl Into<Cow<'a, [u8]>>, loc: Loc) -> Self {
        let token = Token { text: text.into(), is_suffix: false };
        Self { kind: OperandKind::Token(token), loc, end: loc }
    }
}
