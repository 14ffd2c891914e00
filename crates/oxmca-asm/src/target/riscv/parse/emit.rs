//! From operands to instructions, or to an error.

use super::statement::{Operands, Statement};
use super::{expand, validate};
use crate::inst::Inst;
use crate::matcher::{Mismatch, Request};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;
use crate::target::riscv::matching::Matching;
use crate::target::riscv::operand::OperandKind;

/// Finds the instruction of a statement and emits it, or those it expands to.
pub(super) fn match_and_emit(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
    operands: &mut Operands<'_>,
    loc: Loc,
) -> ParseResult {
    let Statement { riscv, features, mnemonic } = *statement;
    let tables = &riscv.tables;
    let written: Vec<_> = operands.iter().map(|operand| operand.register()).collect();
    let mut inst = Inst::default();
    let conditions = parser.match_conditions();
    let request = Request { variant: 0, mnemonic, conditions };
    let matching = Matching {
        riscv,
        is_64_bit: features.is_64_bit,
        has_doubles_in_general: features.has_doubles_in_general,
        has_alternatives: features.has_alternatives,
    };
    if riscv.matcher.find(tables, &matching, &request, operands, &mut inst) {
        validate::validate(statement, parser, operands, &inst)?;
        return expand::process(statement, parser, operands, inst, loc);
    }
    // Forms that were tried have made other registers of those that were written.
    for (operand, reg) in operands.iter().zip(written) {
        if let (OperandKind::Register(register), Some(reg)) = (&operand.kind, reg) {
            register.reg.set(reg);
        }
    }
    let failure = riscv.matcher.explain(tables, &matching, &request, operands);
    let missing_operand = failure.operand.is_some_and(|operand| operand >= operands.len());
    let at = failure.operand.and_then(|operand| operands.get(operand)).map(|operand| operand.loc);
    let at = at.filter(|at| *at != Loc::NONE).unwrap_or(loc);
    let (at, message) = match failure.mismatch {
        Mismatch::Features(missing) => {
            let mut message = "instruction requires the following:".to_owned();
            let rows = tables.asm_features.iter().enumerate();
            let missing = rows.filter(|(index, _)| missing.contains(*index));
            for (number, (_, row)) in missing.enumerate() {
                message.push_str(if number == 0 { " " } else { ", " });
                message.push_str(tables.text(row.description));
            }
            (loc, message)
        }
        Mismatch::Mnemonic => {
            let mut message = "unrecognized instruction mnemonic".to_owned();
            message.push_str(&did_you_mean(tables, &request));
            (loc, message)
        }
        _ if missing_operand => (loc, "too few operands for instruction".to_owned()),
        Mismatch::Target(message) => (at, message),
        Mismatch::Operand | Mismatch::Tied => (at, "invalid operand for instruction".to_owned()),
    };
    Err(parser.error(at, message))
}
