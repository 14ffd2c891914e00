//! From operands to instructions, or to an error.

use super::reading::Operands;
use crate::inst::Inst;
use crate::matcher::{Mismatch, Request};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;
use crate::target::systemz::matching::Matching;
use crate::target::systemz::target::SystemZ;

/// Finds the instruction of a statement and emits it.
pub(super) fn match_and_emit(
    systemz: &SystemZ<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    operands: &Operands,
    loc: Loc,
) -> ParseResult {
    let tables = &systemz.tables;
    let mut inst = Inst::default();
    let request = Request { variant: 0, mnemonic, conditions: parser.match_conditions() };
    if systemz.matcher.find(tables, &Matching, &request, operands, &mut inst) {
        parser.emit(inst, loc);
        return Ok(());
    }
    let failure = systemz.matcher.explain(tables, &Matching, &request, operands);
    let at_operand = failure.operand.map(|at| operands.get(at).map(|it| it.loc));
    let (loc, message) = match failure.mismatch {
        Mismatch::Mnemonic => {
            (loc, format!("invalid instruction{}", did_you_mean(tables, &request)))
        }
        Mismatch::Features(missing) => {
            let mut message = "instruction requires:".to_owned();
            let rows = tables.asm_features.iter().enumerate();
            for (_, row) in rows.filter(|(index, _)| missing.contains(*index)) {
                message.push(' ');
                message.push_str(tables.text(row.description));
            }
            (loc, message)
        }
        Mismatch::Target(reason) => (loc, reason.to_owned()),
        Mismatch::Operand | Mismatch::Tied => match at_operand {
            Some(Some(at)) => (at, "invalid operand for instruction".to_owned()),
            Some(None) => (loc, "too few operands for instruction".to_owned()),
            None => (loc, "invalid operand for instruction".to_owned()),
        },
    };
    Err(parser.error(loc, message))
}
