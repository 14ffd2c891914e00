//! From operands to instructions, or to an error.

use super::statement::{Operands, Statement};
use super::{expand, validate};
use crate::inst::Inst;
use crate::matcher::{NearMiss, Request};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;
use crate::target::riscv::matching::Matching;
use crate::target::riscv::operand::OperandKind;
use crate::target::riscv::target::RiscV;
use oxmca_tables::MatchClassId;

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
    };
    if riscv.matcher.find(tables, &matching, &request, operands, &mut inst) {
        validate::validate(statement, parser, operands, &inst, loc)?;
        return expand::process(statement, parser, operands, inst, loc);
    }
    // Forms that were tried have made other registers of those that were written.
    for (operand, reg) in operands.iter().zip(written) {
        if let (OperandKind::Register(register), Some(reg)) = (&operand.kind, reg) {
            register.reg.set(reg);
        }
    }
    let misses = riscv.matcher.near_misses(tables, &matching, &request, operands);
    let Some(misses) = misses else {
        let mut message = "unrecognized instruction mnemonic".to_owned();
        message.push_str(&did_you_mean(tables, &request));
        return Err(parser.error(loc, message));
    };
    let messages = messages(riscv, misses, operands, loc);
    Err(match &messages[..] {
        [] => parser.error(loc, "invalid instruction"),
        [(at, message)] => parser.error(*at, message.as_str()),
        several => {
            let message = "invalid instruction, any one of the following would fix this:";
            let error = parser.error(loc, message);
            for (at, message) in several {
                parser.note(*at, message.as_str());
            }
            error
        }
    })
}

/// Returns what to report of near misses, with the places: of those that say the same, the first.
fn messages(
    riscv: &RiscV<'_>,
    misses: Vec<NearMiss<String>>,
    operands: &Operands<'_>,
    loc: Loc,
) -> Vec<(Loc, String)> {
    let tables = &riscv.tables;
    // Without a message of its own, a class is like any other.
    let mut classes: Vec<(usize, Option<MatchClassId>)> = Vec::new();
    let mut features = Vec::new();
    let [mut has_too_few, mut has_extra] = [false; 2];
    let mut messages = Vec::new();
    for miss in misses {
        match miss {
            NearMiss::ExtraOperand(operand) if !has_extra => {
                has_extra = true;
                let message = "unexpected extra operand for instruction";
                messages.push((operands[operand].loc, message.to_owned()));
            }
            NearMiss::Operand { operand, class, reason } => {
                let class = reason.is_some().then_some(class);
                let says_less = |(at, before): &(usize, Option<MatchClassId>)| {
                    *at == operand
                        && match (class, *before) {
                            (Some(class), Some(before)) => tables.is_subclass(class, before),
                            (class, before) => class == before,
                        }
                };
                if classes.iter().any(says_less) {
                    continue;
                }
                classes.push((operand, class));
                let message =
                    reason.unwrap_or_else(|| "invalid operand for instruction".to_owned());
                messages.push((operands[operand].loc, message));
            }
            NearMiss::Features(missing) if !features.contains(&missing) => {
                let mut message = "instruction requires the following:".to_owned();
                let rows = tables.asm_features.iter().enumerate();
                let rows = rows.filter(|(index, _)| missing.contains(*index));
                for (number, (_, row)) in rows.enumerate() {
                    message.push_str(if number == 0 { " " } else { ", " });
                    message.push_str(tables.text(row.description));
                }
                features.push(missing);
                messages.push((loc, message));
            }
            NearMiss::TooFewOperands if !has_too_few => {
                has_too_few = true;
                let end = operands.last().map_or(loc, |last| last.end);
                messages.push((end, "too few operands for instruction".to_owned()));
            }
            _ => {}
        }
    }
    messages
}
