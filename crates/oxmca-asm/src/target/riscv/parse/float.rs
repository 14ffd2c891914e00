//! Floating-point constants and rounding modes as operands.

use super::statement::{Attempt, AttemptResult, Operands};
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::real;
use crate::target::riscv::load_fp;
use crate::target::riscv::operand::{OperandKind, ParsedOperand, RoundingMode};

/// Parses a constant of `fli`: a number, or the name of one that has no digits.
pub(super) fn parse_real<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    if first.is(TokenKind::Identifier) {
        let names = [
            (&b"inf"[..], load_fp::INFINITY),
            (b"nan", load_fp::NOT_A_NUMBER),
            (b"min", load_fp::SMALLEST_NORMAL),
        ];
        let code = names.iter().find(|(name, _)| first.text.eq_ignore_ascii_case(name));
        let Some((_, code)) = code else {
            return Err(parser.token_error("invalid floating point literal"));
        };
        let operand = ParsedOperand::of_constant(*code, first.loc);
        operands.push(operand.until(first.range().end));
        parser.lex();
        return Ok(Attempt::Parsed);
    }
    let is_negative = parser.eat(TokenKind::Minus);
    let tok = parser.tok();
    if !tok.is(TokenKind::Real) {
        return Err(parser.token_error("invalid floating point immediate"));
    }
    if !real::is_number(tok.text) {
        return Err(parser.token_error("invalid floating point representation"));
    }
    let sign = u64::from(is_negative) << 63;
    let bits = real::double_bits_towards_zero(tok.text) ^ sign;
    operands.push(ParsedOperand::new(OperandKind::Real(bits), first.loc));
    parser.lex();
    Ok(Attempt::Parsed)
}

/// Parses the name of a rounding mode.
pub(super) fn parse_rounding_mode<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tok = parser.tok();
    let mode = tok.is(TokenKind::Identifier).then(|| RoundingMode::named(tok.text)).flatten();
    let Some(mode) = mode else {
        let message = "operand must be a valid floating point rounding mode mnemonic";
        return Err(parser.token_error(message));
    };
    operands.push(ParsedOperand::new(OperandKind::RoundingMode(mode), tok.loc));
    parser.lex();
    Ok(Attempt::Parsed)
}
