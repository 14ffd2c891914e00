//! Registers and values, and the list of what a statement has.

use smallvec::SmallVec;

use super::{immediate, register};
use crate::parser::Parser;
use crate::target::lanai::operand::ParsedOperand;
use crate::target::lanai::target::Lanai;

/// The operands of a statement.
pub(super) type Operands = SmallVec<[ParsedOperand; 6]>;

/// Parses a register or a value; `None` if there is neither. Mistakes in a value have been reported then.
pub(super) fn parse_simple(lanai: &Lanai<'_>, parser: &mut Parser<'_>) -> Option<ParsedOperand> {
    register::parse(lanai, parser).or_else(|| immediate::parse(parser))
}
