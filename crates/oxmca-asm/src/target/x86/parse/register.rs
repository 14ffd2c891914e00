//! Register names.

use oxmca_tables::Reg;

use super::state::{Mode, is_intel, mode, set_state};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86;
use crate::target::x86::registers::kind;

/// Parses a register and returns it with the range of its text. In AT&T syntax it may lack its `%`. In Intel syntax, where
/// any name may be a symbol's, a text that is not a register's name is an error without a message.
pub(in crate::target::x86) fn parse_register(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    parse_register_or_report(x86, parser, None)
}

/// Does the same as [`parse_register`]. A missing `)` is reported at the place given, if one is.
fn parse_register_or_report(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    blame: Option<Loc>,
) -> ParseResult<(Reg, LocRange)> {
    let start = parser.tok().loc;
    let intel = is_intel(parser);
    if !intel {
        parser.eat(TokenKind::Percent);
    }
    let tok = parser.tok();
    let range = LocRange::new(start, tok.end());
    let mut found = None;
    if tok.is(TokenKind::Identifier) {
        found = register_named(x86, parser, tok.text, range)?;
    }
    let Some(reg) = found else {
        return Err(match intel {
            true => ErrorReported,
            false => parser.error_in(start, range, "invalid register name"),
        });
    };
    parser.lex();
    if reg != x86.registers.named.st0 || !parser.at(TokenKind::LParen) {
        return Ok((reg, range));
    }

    parser.lex();
    let index = parser.tok();
    if !index.is(TokenKind::Integer) {
        return Err(parser.error(index.loc, "expected stack index"));
    }
    let Some(reg) = x86.registers.stack(index.value) else {
        return Err(parser.error(index.loc, "invalid stack index"));
    };
    parser.lex();
    let closing = parser.tok();
    if !closing.is(TokenKind::RParen) {
        return Err(parser.error(blame.unwrap_or(closing.loc), "expected ')'"));
    }
    parser.lex();
    let end = closing.end();
    Ok((reg, LocRange::new(start, end)))
}

/// Parses a register in Intel syntax. If there is none, nothing is read, though there may be errors.
pub(super) fn try_parse_register(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
) -> Option<(Reg, LocRange)> {
    let first = parser.tok();
    // Of the names, only `st` has anything after it.
    let mut tokens = [first; 4];
    let mut count = 1;
    if x86.registers.by_name(first.text) == Some(x86.registers.named.st0) {
        count += parser.peek_tokens(&mut tokens[1..], true);
    }
    let parsed = parse_register_or_report(x86, parser, Some(first.loc));
    if parsed.is_err() {
        let here = parser.tok().loc;
        let read = tokens[..count].iter().position(|token| token.loc == here).unwrap_or(0);
        for token in tokens[..read].iter().rev() {
            parser.lexer.unlex(*token);
        }
    }
    parsed.ok()
}

/// Returns the register of that name, if there is one. It is an error if the mode does not have it.
fn register_named(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    range: LocRange,
) -> ParseResult<Option<Reg>> {
    let registers = &x86.registers;
    let found = registers.by_name(name);
    if let Some(reg) = found {
        let wide = kind::GR64 | kind::REX_LOW_BYTE | kind::EXTENDED;
        let only_64 =
            registers.is(reg, wide) || reg == registers.named.rip || reg == registers.named.riz;
        if only_64 && mode(x86, parser) != Mode::Bits64 {
            let message = message!["register %", name, " is only available in 64-bit mode"];
            return Err(parser.error_in(range.start, range, message));
        }
        if registers.is(reg, kind::APX) {
            set_state(parser, |state| state.names_apx_register = true);
        }
        return Ok(found);
    }
    // `db` is another name of the debug registers.
    Ok(match name {
        [b'd', b'b', digit @ b'0'..=b'9'] => registers.by_name(&[b'd', b'r', *digit]),
        [b'd', b'b', b'1', digit @ b'0'..=b'5'] => registers.by_name(&[b'd', b'r', b'1', *digit]),
        _ => None,
    })
}

/// Parses a register as an expression, and gives the position just past it.
pub(in crate::target::x86) fn parse_register_expression(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Expr, Loc)> {
    let (reg, range) = parse_register(x86, parser)?;
    Ok((Expr::Register(reg), range.end))
}
