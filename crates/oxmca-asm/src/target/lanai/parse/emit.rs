//! From operands to instructions, or to an error.

use super::simple::Operands;
use crate::inst::Inst;
use crate::matcher::{Mismatch, Request};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::lanai::matching::Matching;
use crate::target::lanai::target::Lanai;

/// Finds the instruction of a statement and emits it.
pub(super) fn match_and_emit(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    operands: &Operands,
    loc: Loc,
) -> ParseResult {
    let tables = &lanai.tables;
    let mut inst = Inst::default();
    let request = Request { variant: 0, mnemonic, conditions: parser.match_conditions() };
    if lanai.matcher.find(tables, &Matching, &request, operands, &mut inst) {
        // As LLVM's, it has no place in the text, so that it is in no region that a marker begins.
        parser.emit(inst, Loc::NONE);
        return Ok(());
    }
    let failure = lanai.matcher.explain(tables, &Matching, &request, operands);
    let at_operand = failure.operand.map(|at| operands.get(at).map(|it| it.loc));
    let (loc, message) = match (failure.mismatch, at_operand) {
        (Mismatch::Mnemonic, _) => (loc, "Unrecognized instruction mnemonic"),
        (Mismatch::Features(_), _) => (loc, "Instruction use requires option to be enabled"),
        (_, Some(Some(at))) => (at, "Invalid operand for instruction"),
        (_, Some(None)) => (loc, "Too few operands for instruction"),
        (_, None) => (loc, "Invalid operand for instruction"),
    };
    Err(parser.error(loc, message))
}
