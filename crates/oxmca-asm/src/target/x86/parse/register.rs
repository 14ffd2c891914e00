//! Register names.

use oxmca_tables::Reg;

use super::{Mode, mode, state};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser, message};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86Facts;
use crate::target::x86::registers::fact;

/// Parses a register, with or without `%`, and gives its text.
pub(in crate::target::x86) fn parse_register(
    facts: &X86Facts,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let start = parser.tok().loc;
    parser.eat(TokenKind::Percent);
    let tok = parser.tok();
    let range = LocRange::new(start, tok.end());
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error_in(start, range, "invalid register name"));
    }
    let reg = register_named(facts, parser, tok.text, range)?;
    parser.lex();
    if reg != facts.registers.named.st0 || !parser.at(TokenKind::LParen) {
        return Ok((reg, range));
    }

    parser.lex();
    let index = parser.tok();
    if !index.is(TokenKind::Integer) {
        return Err(parser.error(index.loc, "expected stack index"));
    }
    let Some(reg) = facts.registers.stack(index.value) else {
        return Err(parser.error(index.loc, "invalid stack index"));
    };
    parser.lex();
    let end = parser.tok().end();
    parser.expect(TokenKind::RParen, "expected ')'")?;
    Ok((reg, LocRange::new(start, end)))
}

/// The register of that name, if the mode has it.
fn register_named(
    facts: &X86Facts,
    parser: &mut Parser<'_>,
    name: &[u8],
    range: LocRange,
) -> ParseResult<Reg> {
    let registers = &facts.registers;
    let found = registers.by_name(name);
    if let Some(reg) = found {
        let wide = fact::GR64 | fact::REX_LOW_BYTE | fact::EXTENDED;
        let only_64 =
            registers.is(reg, wide) || reg == registers.named.rip || reg == registers.named.riz;
        if only_64 && mode(facts, parser) != Mode::Bits64 {
            let message = message!["register %", name, " is only available in 64-bit mode"];
            return Err(parser.error_in(range.start, range, message));
        }
        if registers.is(reg, fact::APX) {
            parser.target_state |= state::NAMED_APX_REGISTER;
        }
        return Ok(reg);
    }
    // `db` is another name of the debug registers.
    let debug = match name {
        [b'd', b'b', digit @ b'0'..=b'9'] => registers.by_name(&[b'd', b'r', *digit]),
        [b'd', b'b', b'1', digit @ b'0'..=b'5'] => registers.by_name(&[b'd', b'r', b'1', *digit]),
        _ => None,
    };
    debug.ok_or_else(|| parser.error_in(range.start, range, "invalid register name"))
}

/// Parses a register as an expression, and gives the position just past it.
pub(in crate::target::x86) fn parse_register_expression(
    facts: &X86Facts,
    parser: &mut Parser<'_>,
) -> ParseResult<(Expr, Loc)> {
    let (reg, range) = parse_register(facts, parser)?;
    Ok((Expr::Register(reg), range.end))
}
