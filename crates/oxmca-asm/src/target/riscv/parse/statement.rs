//! A statement while its operands are read.

use smallvec::SmallVec;

use crate::inst::Expr;
use crate::parser::{ParseResult, Parser};
use crate::target::riscv::operand::{ParsedOperand, ValueKind};
use crate::target::riscv::specifier::Specifier;
use crate::target::riscv::state::Features;
use crate::target::riscv::target::RiscV;

/// The operands of a statement. Parentheses are operands, too.
pub(super) type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// A statement before its operands are read.
pub(super) struct Statement<'s> {
    pub riscv: &'s RiscV<'s>,
    pub features: Features,
    pub mnemonic: &'s [u8],
}

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// It was parsed.
    Parsed,
    /// It is none of the kind, and nothing was read.
    NoMatch,
}

pub(super) type AttemptResult = ParseResult<Attempt>;

/// Classifies an expression: a constant, or work for the linker.
pub(super) fn value_kind(
    parser: &Parser<'_>,
    expr: &Expr,
    specifier: Option<Specifier>,
) -> ValueKind {
    if let Expr::Constant(value) = expr
        && specifier.is_none()
    {
        return ValueKind::Constant(*value);
    }
    match parser.evaluate_relocatable(expr) {
        Some(value) if value.has_specifier => ValueKind::Other,
        Some(value) if value.add.is_some() && value.sub.is_some() && specifier.is_none() => {
            ValueKind::Difference
        }
        Some(_) => ValueKind::Symbol(specifier),
        None => ValueKind::Other,
    }
}
