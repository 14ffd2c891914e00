//! Operands while they are read.

use smallvec::SmallVec;

use crate::target::systemz::operand::ParsedOperand;
use crate::target::systemz::target::SystemZ;

/// The operands of a statement.
pub(in super::super) type Operands = SmallVec<[ParsedOperand; 6]>;

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Attempt {
    /// It was parsed.
    Parsed,
    /// It is none of the kind.
    NoMatch,
}

/// Operands that are being parsed.
pub(in super::super) struct Reading<'s> {
    pub systemz: &'s SystemZ<'s>,
    pub operands: Operands,
    /// Set if an operand counts from the place of the statement.
    pub depends_on_place: bool,
}

impl<'s> Reading<'s> {
    /// Begins with no operands.
    pub(in super::super) fn new(systemz: &'s SystemZ<'s>) -> Self {
        Self { systemz, operands: Operands::new(), depends_on_place: false }
    }
}
