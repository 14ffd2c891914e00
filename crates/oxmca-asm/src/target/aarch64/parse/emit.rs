//! From operands to an instruction, or to an error.

use super::statement::Statement;
use crate::inst::Inst;
use crate::matcher::{Failure, Mismatch, Request};
use crate::parser::ParseResult;
use crate::source::{Loc, LocRange};
use crate::spelling::did_you_mean;
use crate::target::aarch64::matching::Matching;
use crate::target::aarch64::operand::{Equality, OperandKind, ParsedOperand};

/// The variants of the matcher in the order they are tried: Apple's first, whatever the dialect is.
const VARIANTS: [usize; 2] = [1, 0];

/// Finds the instruction of a statement and emits it.
pub(super) fn match_and_emit(mut statement: Statement<'_, '_>, loc: Loc) -> ParseResult {
    statement.resolve_alias(loc)?;
    let mut inst = Inst::default();
    let found = {
        let Statement { aarch64, parser, mnemonic, operands } = &statement;
        let matching = Matching { aarch64 };
        VARIANTS.iter().any(|variant| {
            let conditions = parser.match_conditions();
            let request = Request { variant: *variant, mnemonic, conditions };
            aarch64.matcher.find(&aarch64.tables, &matching, &request, operands, &mut inst)
        })
    };
    if found {
        statement.validate(&inst, loc)?;
        statement.parser.emit(inst, loc);
        return Ok(());
    }
    let (at, range, message) = explain(&statement, loc);
    Err(statement.parser.error_in(at, range, message))
}

/// Returns the place, the range and the text of the message that no instruction was found.
fn explain(statement: &Statement<'_, '_>, loc: Loc) -> (Loc, LocRange, String) {
    let Statement { aarch64, parser, mnemonic, operands } = statement;
    let (tables, matching) = (&aarch64.tables, Matching { aarch64 });
    let conditions = parser.match_conditions();
    let explain = |variant| {
        let request = Request { variant, mnemonic, conditions };
        aarch64.matcher.explain(tables, &matching, &request, operands)
    };
    let is_suffix = |operand: Option<&ParsedOperand<'_>>| {
        operand.and_then(ParsedOperand::token).is_some_and(|token| token.is_suffix)
    };
    let mut failure: Failure<&str> = explain(VARIANTS[1]);
    if failure.mismatch == Mismatch::Operand
        && failure.operand == Some(0)
        && is_suffix(operands.first())
    {
        failure = explain(VARIANTS[0]);
    }
    let operand = failure.operand.and_then(|index| operands.get(index));
    let at = operand.map(|operand| operand.loc).filter(|at| *at != Loc::NONE).unwrap_or(loc);
    let message = match failure.mismatch {
        Mismatch::Features(missing) => {
            let mut message = "instruction requires:".to_owned();
            for (_, row) in
                tables.asm_features.iter().enumerate().filter(|(index, _)| missing.contains(*index))
            {
                message.push(' ');
                message.push_str(tables.text(row.description));
            }
            return (loc, LocRange::NONE, message);
        }
        Mismatch::Mnemonic => {
            let request = Request { variant: 0, mnemonic, conditions };
            let similar = did_you_mean(tables, &request);
            let message = format!("unrecognized instruction mnemonic{similar}");
            return (loc, LocRange::NONE, message);
        }
        _ if failure.operand.is_some_and(|index| index >= operands.len()) => {
            let end = match failure.mismatch {
                Mismatch::Target(_) => operands.last().map_or(loc, |operand| operand.end),
                _ => parser.tok().loc,
            };
            let range = LocRange::new(loc, end);
            return (loc, range, "too few operands for instruction".to_owned());
        }
        Mismatch::Tied => match operand.map(|operand| &operand.kind) {
            Some(OperandKind::Vectors(_)) => "operand must match destination register list",
            Some(OperandKind::Register(register)) => match register.equality {
                Equality::Sub => "operand must be 64-bit form of destination register",
                Equality::Super => "operand must be 32-bit form of destination register",
                Equality::Same => "operand must match destination register",
            },
            _ => "operand must match destination register",
        },
        Mismatch::Target(message) => message,
        Mismatch::Operand if is_suffix(operand) => "invalid type suffix for instruction",
        Mismatch::Operand => "invalid operand for instruction",
    };
    (at, LocRange::NONE, message.to_owned())
}
