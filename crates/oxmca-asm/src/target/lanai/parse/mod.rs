//! Parses instructions.

mod emit;
mod immediate;
mod memory;
mod mnemonic;
mod register;
mod simple;

pub(super) use register::parse_register;

use super::operand::{OperandKind, ParsedOperand};
use super::operand_parser::OperandParser;
use super::target::Lanai;
use super::{alu, condition};
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use simple::{Operands, parse_simple};

/// Operations of registers, which have a condition.
const CONDITIONAL: [&str; 6] = ["add", "and", "sh", "sub", "or", "xor"];

/// Parses an instruction, matches it and emits it. `written`, the mnemonic in lower case at `loc`, begins the statement.
/// As LLVM does, leaves what follows the operands to the next statement.
pub(super) fn parse_instruction(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    written: &[u8],
    loc: Loc,
) -> ParseResult {
    let mut operands = Operands::new();
    let mut mnemonic = mnemonic::split(written, loc, &mut operands);
    if !parser.at(TokenKind::EndOfStatement) {
        parse_operand(lanai, parser, mnemonic, &mut operands)?;
        if parser.at(TokenKind::EndOfStatement) {
            mnemonic = mnemonic::of_single(written, mnemonic, loc, &mut operands);
        }
        while parser.eat(TokenKind::Comma) {
            parse_operand(lanai, parser, mnemonic, &mut operands)?;
        }
        if overwrites_base(&operands) {
            let message = "the destination register can't equal the base register in an instruction that modifies the \
                           base register.";
            return Err(parser.token_error(message));
        }
        let is_register = |at: usize| operands.get(at).is_some_and(|it| it.register().is_some());
        let is_conditional = CONDITIONAL.iter().any(|it| mnemonic.starts_with(it.as_bytes()));
        if is_conditional && operands.len() > 2 && is_register(0) && is_register(1) {
            operands.insert(0, ParsedOperand::constant(condition::TRUE, loc));
        }
    }
    // An operator may have been reported, and addition taken for it.
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(lanai, parser, mnemonic, &operands, loc)?;
    parser.eat(TokenKind::EndOfStatement);
    Ok(())
}

/// Parses an operand, as the classes of its place say, or else a register or a value.
fn parse_operand(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    operands: &mut Operands,
) -> ParseResult {
    let position = operands.len();
    let rows = lanai.tables.operand_parsers(0, mnemonic).iter();
    for row in rows.filter(|row| usize::from(row.operand) == position) {
        if lanai.operand_parser(row) == Some(OperandParser::Memory)
            && let Some(operand) = memory::parse(lanai, parser, mnemonic)?
        {
            operands.push(operand);
            return Ok(());
        }
    }
    match parse_simple(lanai, parser) {
        Some(operand) => operands.push(operand),
        None => {
            let error = parser.token_error("Unknown operand");
            parser.eat_to_end_of_statement();
            return Err(error);
        }
    }
    Ok(())
}

/// Returns whether operands are those of a load that replaces the base that it changes.
fn overwrites_base(operands: &[ParsedOperand]) -> bool {
    let operands = match operands {
        [ParsedOperand { kind: OperandKind::Token(_), .. }, rest @ ..] => rest,
        operands => operands,
    };
    let [base, offset, operation, result, ..] = operands else { return false };
    let operation = operation.value().and_then(|it| it.constant());
    offset.value().is_some()
        && operation.is_some_and(alu::changes_base)
        && base.register().is_some()
        && base.register() == result.register()
}
