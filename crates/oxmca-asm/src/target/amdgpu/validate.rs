//! Checks of instructions whose operands fit.

use super::matching::Matching;
use super::parse::Statement;
use crate::inst::Inst;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// Checks an instruction.
///
/// # Errors
/// When the processor does not take its operands together, which is then reported.
pub fn validate(
    _: &Statement<'_>,
    _: &Matching<'_>,
    _: &mut Parser<'_>,
    _: &Inst,
    _: Loc,
) -> ParseResult {
    Ok(())
}
