//! Directives that only PowerPC has.

use super::target::PowerPc;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// Parses a directive and says whether it is one of PowerPC's.
pub(super) fn parse_directive<'a>(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    match name {
        b".word" => parse_values(parser, name, 2)?,
        b".llong" => parse_values(parser, name, 8)?,
        b".tc" => {
            // The entry has a name only in AIX's object files.
            let ends = |kind| {
                matches!(kind, TokenKind::EndOfStatement | TokenKind::Comma | TokenKind::Eof)
            };
            while !ends(parser.tok().kind) {
                parser.lex();
            }
            if parser.expect(TokenKind::Comma, "unexpected token").is_err() {
                return Err(parser.add_error_suffix(b" in '.tc' directive"));
            }
            parse_values(parser, name, if powerpc.is_64_bit { 8 } else { 4 })?;
        }
        b".machine" => parse_machine(parser, loc)?,
        b".abiversion" => {
            if parser.parse_absolute_expression().is_err() {
                parser.error(loc, "expected constant expression");
                return Err(parser.add_error_suffix(b" in '.abiversion' directive"));
            }
            end(parser, b" in '.abiversion' directive")?;
        }
        b".localentry" => parse_local_entry(parser, loc)?,
        _ if name.starts_with(b".gnu_attribute") => parse_attribute(parser),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Goes past the end of a statement.
fn end(parser: &mut Parser<'_>, suffix: &[u8]) -> ParseResult {
    match parser.expect(TokenKind::EndOfStatement, "unexpected token") {
        Ok(()) => Ok(()),
        Err(_) => Err(parser.add_error_suffix(suffix)),
    }
}

/// Parses values of a size, with commas between them.
fn parse_values(parser: &mut Parser<'_>, name: &[u8], size_bytes: u32) -> ParseResult {
    if parser.eat(TokenKind::EndOfStatement) {
        return Ok(());
    }
    loop {
        if parse_value(parser, name, size_bytes).is_err() {
            return Err(parser.add_error_suffix(&message![" in '", name, "' directive"]));
        }
        if parser.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        if parser.expect(TokenKind::Comma, "unexpected token").is_err() {
            return Err(parser.add_error_suffix(&message![" in '", name, "' directive"]));
        }
    }
}

fn parse_value(parser: &mut Parser<'_>, name: &[u8], size_bytes: u32) -> ParseResult {
    let loc = parser.tok().loc;
    let (expr, _) = parser.parse_expression()?;
    let Expr::Constant(value) = expr else { return Ok(()) };
    let bits = 8 * size_bytes;
    if bits >= 64 || value as u64 >> bits == 0 || value >> (bits - 1) == -1 {
        return Ok(());
    }
    let message = message!["literal value out of range for '", name, "' directive"];
    Err(parser.error(loc, message))
}

/// Parses `.machine CPU`, which changes nothing: instructions of all processors are read.
fn parse_machine(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    if !matches!(parser.tok().kind, TokenKind::Identifier | TokenKind::String) {
        return Err(parser.error(loc, "unexpected token in '.machine' directive"));
    }
    parser.lex();
    end(parser, b" in '.machine' directive")
}

/// Parses `.localentry SYMBOL, EXPRESSION`.
fn parse_local_entry(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    const SUFFIX: &[u8] = b" in '.localentry' directive";
    let Some(name) = parser.parse_identifier() else {
        return Err(parser.error(loc, "expected identifier in '.localentry' directive"));
    };
    parser.symbols.intern(name);
    if parser.expect(TokenKind::Comma, "unexpected token").is_err() {
        return Err(parser.add_error_suffix(SUFFIX));
    }
    if parser.parse_expression().is_err() {
        parser.error(loc, "expected expression");
        return Err(parser.add_error_suffix(SUFFIX));
    }
    end(parser, SUFFIX)
}

/// Parses `.gnu_attribute TAG, VALUE`. LLVM reads as much as it understands, and reports nothing.
fn parse_attribute(parser: &mut Parser<'_>) {
    if !parser.at(TokenKind::Integer) {
        return;
    }
    parser.lex();
    parser.lex();
    if parser.at(TokenKind::Integer) {
        parser.lex();
    }
}
