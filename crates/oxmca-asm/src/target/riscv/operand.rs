//! Operands as they are written.

use std::cell::Cell;

use oxmca_tables::Reg;

use super::specifier::Specifier;
use super::vtype::VectorType;
use crate::inst::Expr;
use crate::source::Loc;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'a> {
    pub kind: OperandKind<'a>,
    /// Its start; [`Loc::NONE`] if it was not written.
    pub loc: Loc,
    /// The place at which LLVM reports that no operand follows: its end, or where it has none, its start.
    pub end: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    /// A mnemonic's part, or a parenthesis.
    Token(&'a [u8]),
    Register(WrittenRegister),
    Value(Value),
    /// The bits of a double.
    Real(u64),
    /// The number of a control and status register.
    SystemRegister(u16),
    VectorType(VectorType),
    RoundingMode(RoundingMode),
    IntegerWidth(IntegerWidth),
    /// The operations that a fence orders: four bits.
    Fence(u8),
    /// The code of a list of registers.
    RegisterList(u8),
    /// Bytes by which the stack grows beyond those that a register list needs.
    StackAdjustment(i64),
    /// `offset(base)`, both registers.
    RegisterOffset {
        base: Reg,
        offset: Reg,
    },
}

/// A register as the matcher sees it: names stand for registers of several widths, and the form that is
/// tried decides which.
#[derive(Clone, Debug)]
pub struct WrittenRegister {
    pub reg: Cell<Reg>,
    /// An integer register where a floating-point operand stands.
    pub is_float: bool,
}

/// An expression as an operand.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: Expr,
    pub kind: ValueKind,
}

/// Work that an expression leaves to the linker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// Nothing: it is a constant.
    Constant(i64),
    /// To find a symbol, perhaps with a constant added, of which it uses what the specifier says.
    Symbol(Option<Specifier>),
    /// To subtract two symbols.
    Difference,
    /// It has no form for it.
    Other,
}

/// A rounding mode as instructions encode it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundingMode(pub u8);

impl RoundingMode {
    /// To the nearest, ties to even.
    pub const NEAREST: Self = Self(0);
    /// Towards zero.
    pub const ZERO: Self = Self(1);
    /// As a register says.
    pub const DYNAMIC: Self = Self(7);

    const NAMES: [(&'static str, Self); 6] = [
        ("rne", Self(0)),
        ("rtz", Self(1)),
        ("rdn", Self(2)),
        ("rup", Self(3)),
        ("rmm", Self(4)),
        ("dyn", Self(7)),
    ];

    /// Returns the mode of a name.
    pub fn named(name: &[u8]) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| known.as_bytes() == name)?;
        Some(found.1)
    }

    /// Returns its name; empty if the code is reserved.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, mode)| *mode == self).map_or("", |(name, _)| name)
    }
}

/// The width of elements of SpacemiT's matrix instructions, as these encode it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerWidth(pub u8);

impl IntegerWidth {
    /// Elements of 8 bits.
    pub const EIGHT: Self = Self(3);

    /// Elements of 4 bits.
    const FOUR: Self = Self(2);

    /// Returns the width of a name.
    pub fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"i4" => Some(Self::FOUR),
            b"i8" => Some(Self::EIGHT),
            _ => None,
        }
    }

    /// Returns its name. Reserved codes are shown as 8 bits.
    pub fn name(self) -> &'static str {
        if self == Self::FOUR { "i4" } else { "i8" }
    }
}

impl<'a> ParsedOperand<'a> {
    /// Returns the register, if the operand is one.
    pub fn register(&self) -> Option<Reg> {
        match &self.kind {
            OperandKind::Register(written) => Some(written.reg.get()),
            _ => None,
        }
    }

    /// Creates an operand that begins at `loc`, where it ends for messages.
    pub fn new(kind: OperandKind<'a>, loc: Loc) -> Self {
        Self { kind, loc, end: loc }
    }

    /// Lets the operand end at `end`.
    pub fn until(self, end: Loc) -> Self {
        Self { end, ..self }
    }

    /// Creates a register that is written at `loc`.
    pub fn of_register(reg: Reg, is_float: bool, loc: Loc) -> Self {
        let written = WrittenRegister { reg: Cell::new(reg), is_float };
        Self::new(OperandKind::Register(written), loc)
    }

    /// Creates a constant that is written at `loc`.
    pub fn of_constant(value: i64, loc: Loc) -> Self {
        let kind = ValueKind::Constant(value);
        Self::new(OperandKind::Value(Value { expr: Expr::Constant(value), kind }), loc)
    }

    /// Creates a token that is written at `loc`.
    pub fn of_token(text: &'a [u8], loc: Loc) -> Self {
        Self::new(OperandKind::Token(text), loc)
    }
}
