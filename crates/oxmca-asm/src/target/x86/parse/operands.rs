//! Lists of operands, and AT&T operands.

use super::state::{Mode, is_intel};
use super::statement::Operands;
use super::{intel, mask, memory};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::LocRange;
use crate::target::x86::X86;
use crate::target::x86::operand::ParsedOperand;
use crate::target::x86::registers::kind;

/// Parses the operands of the instruction `name` up to the end of the statement.
pub(super) fn parse_operands<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    mode: Mode,
    name: &[u8],
    operands: &mut Operands<'a>,
) -> ParseResult {
    parse_star(parser, operands);
    loop {
        if is_intel(parser) {
            intel::parse_operand(x86, parser, mode, name, operands)?;
        } else {
            parse_operand(x86, parser, mode, operands)?;
        }
        mask::parse_decorations(x86, parser, operands)?;
        if !parser.eat(TokenKind::Comma) {
            break;
        }
    }
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.token_error("unexpected token in argument list"));
    }
    Ok(())
}

/// Parses `*` before the target of an indirect branch.
fn parse_star(parser: &mut Parser<'_>, operands: &mut Operands<'_>) {
    let tok = parser.tok();
    if tok.is(TokenKind::Star) {
        operands.push(ParsedOperand::token(b"*", tok.loc));
        parser.lex();
    }
}

fn parse_operand<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    mode: Mode,
    operands: &mut Operands<'a>,
) -> ParseResult {
    match parser.tok().kind {
        TokenKind::Dollar => parse_immediate(parser, operands),
        TokenKind::LCurly => mask::parse_rounding(parser, operands),
        _ => parse_register_or_memory(x86, parser, mode, operands),
    }
}

fn parse_immediate(parser: &mut Parser<'_>, operands: &mut Operands<'_>) -> ParseResult {
    let start = parser.tok().loc;
    parser.lex();
    let at = parser.tok().loc;
    if parser.at(TokenKind::Percent) {
        return Err(parser.error(at, "expected immediate expression"));
    }
    let (value, end) = parser.parse_expression()?;
    if let Expr::Register(_) = value {
        return Err(parser.error(at, "expected immediate expression"));
    }
    operands.push(ParsedOperand::immediate(value, start, end));
    Ok(())
}

fn parse_register_or_memory(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    mode: Mode,
    operands: &mut Operands<'_>,
) -> ParseResult {
    let mut memory = memory::AddressStart::new(parser.tok().loc);
    if !parser.at(TokenKind::LParen) {
        let (expr, end) = parser.parse_expression()?;
        memory.range.end = end;
        let Expr::Register(reg) = expr else {
            memory.displacement = Some(expr);
            return memory::parse(x86, parser, mode, memory, operands);
        };
        let LocRange { start, end } = memory.range;
        let named = &x86.registers.named;
        if reg == named.eiz || reg == named.riz {
            let message = "%eiz and %riz can only be used as index registers";
            return Err(parser.error_in(start, memory.range, message));
        }
        if reg == named.rip {
            let message = "%rip can only be used as a base register";
            return Err(parser.error_in(start, memory.range, message));
        }
        if !parser.eat(TokenKind::Colon) {
            operands.push(ParsedOperand::register(reg, start, end));
            return Ok(());
        }
        if !x86.registers.is(reg, kind::SEGMENT) {
            return Err(parser.error(start, "invalid segment register"));
        }
        memory.segment = reg;
        parse_star(parser, operands);
    }
    memory::parse(x86, parser, mode, memory, operands)
}
