//! Operands and decorations in braces: `{%k1}{z}`, `{1to8}`, `{rn-sae}`, `{dfv=of}`.

use super::register;
use super::statement::Operands;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::operand::ParsedOperand;
use crate::target::x86::registers::kind;

/// Goes past the current token and gives its position.
fn consume(parser: &mut Parser<'_>) -> Loc {
    let loc = parser.tok().loc;
    parser.lex();
    loc
}

/// Parses what may follow an operand: a broadcast, or a mask and `{z}` in any order.
pub(super) fn parse_decorations(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    operands: &mut Operands<'_>,
) -> ParseResult {
    if !parser.at(TokenKind::LCurly) {
        return Ok(());
    }
    let open = consume(parser);
    if parser.at(TokenKind::Integer) {
        return parse_broadcast(parser, open, operands);
    }
    let mut zeroing = parse_zeroing(parser, open)?;
    if zeroing.is_some() && !parser.at(TokenKind::LCurly) {
        // Without a mask, zeroing means nothing.
        return Ok(());
    }
    if zeroing.is_some() {
        consume(parser);
    }
    let Ok((mask, range)) = register::parse_register(x86, parser) else {
        return Err(mask_expected(parser));
    };
    if !x86.registers.is(mask, kind::MASK) {
        return Err(mask_expected(parser));
    }
    if mask == x86.registers.named.k0 {
        return Err(parser.error(range.start, "Register k0 can't be used as write mask"));
    }
    if !parser.at(TokenKind::RCurly) {
        return Err(parser.error(parser.lexer.loc(), "Expected } at this point"));
    }
    operands.push(ParsedOperand::token(b"{", range.end));
    operands.push(ParsedOperand::register(mask, range.end, range.end));
    operands.push(ParsedOperand::token(b"}", consume(parser)));
    if zeroing.is_none() && parser.at(TokenKind::LCurly) {
        let open = consume(parser);
        // A mistake inside is reported beside this one.
        zeroing = parse_zeroing(parser, open).unwrap_or(None);
        if zeroing.is_none() {
            return Err(parser.error(parser.lexer.loc(), "Expected a {z} mark at this point"));
        }
    }
    operands.extend(zeroing);
    Ok(())
}

fn mask_expected(parser: &mut Parser<'_>) -> crate::parser::ErrorReported {
    parser.error(parser.lexer.loc(), "Expected an op-mask register at this point")
}

/// Parses `z}`, whose brace at `open` has been read; nothing is read if there is no `z`.
fn parse_zeroing(
    parser: &mut Parser<'_>,
    open: Loc,
) -> ParseResult<Option<ParsedOperand<'static>>> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) || tok.text != b"z" {
        return Ok(None);
    }
    parser.lex();
    if !parser.at(TokenKind::RCurly) {
        return Err(parser.error(parser.lexer.loc(), "Expected } at this point"));
    }
    parser.lex();
    Ok(Some(ParsedOperand::token(b"{z}", open)))
}

/// Parses `1toN}`, whose brace at `open` has been read.
fn parse_broadcast(parser: &mut Parser<'_>, open: Loc, operands: &mut Operands<'_>) -> ParseResult {
    const EXPECTED: &str = "Expected 1to<NUM> at this point";
    let one = parser.tok();
    if one.value != 1 {
        return Err(parser.token_error(EXPECTED));
    }
    parser.lex();
    let count = parser.tok();
    if !count.is(TokenKind::Identifier) {
        return Err(parser.token_error(EXPECTED));
    }
    let broadcast = [one.text, count.text].concat();
    let token: &'static [u8] = match broadcast.as_slice() {
        b"1to2" => b"{1to2}",
        b"1to4" => b"{1to4}",
        b"1to8" => b"{1to8}",
        b"1to16" => b"{1to16}",
        b"1to32" => b"{1to32}",
        other if other.starts_with(b"1to") => {
            return Err(parser.token_error("Invalid memory broadcast primitive."));
        }
        _ => return Err(parser.token_error(EXPECTED)),
    };
    parser.lex();
    if !parser.at(TokenKind::RCurly) {
        return Err(parser.token_error("Expected } at this point"));
    }
    parser.lex();
    operands.push(ParsedOperand::token(token, open));
    Ok(())
}

/// Parses `{rn-sae}` and its like as an immediate, `{sae}` as a token.
pub(super) fn parse_rounding(parser: &mut Parser<'_>, operands: &mut Operands<'_>) -> ParseResult {
    let open = consume(parser);
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(tok.loc, "Expected an identifier after {"));
    }
    let mode = match tok.text {
        b"rn" => 0,
        b"rd" => 1,
        b"ru" => 2,
        b"rz" => 3,
        b"sae" => {
            parser.lex();
            if !parser.at(TokenKind::RCurly) {
                return Err(parser.error(parser.tok().loc, "Expected } at this point"));
            }
            parser.lex();
            operands.push(ParsedOperand::token(b"{sae}", open));
            return Ok(());
        }
        [b'r', ..] => return Err(parser.error(tok.loc, "Invalid rounding mode.")),
        _ => return Err(parser.error(tok.loc, "unknown token in expression")),
    };
    parser.lex();
    if !parser.at(TokenKind::Minus) {
        return Err(parser.error(parser.tok().loc, "Expected - at this point"));
    }
    parser.lex();
    parser.lex();
    if !parser.at(TokenKind::RCurly) {
        return Err(parser.error(parser.tok().loc, "Expected } at this point"));
    }
    let end = parser.tok().end();
    parser.lex();
    operands.push(ParsedOperand::immediate(Expr::Constant(mode), open, end));
    Ok(())
}

/// Parses the flags a conditional comparison gives when its condition is false: `{dfv=of,cf}`.
pub(super) fn parse_condition_flags<'a>(parser: &mut Parser<'a>) -> ParseResult<ParsedOperand<'a>> {
    let start = parser.tok().loc;
    if !parser.at(TokenKind::LCurly) {
        return Err(parser.error(start, "Expected { at this point"));
    }
    parser.lex();
    let tok = parser.tok();
    if !tok.identifier().eq_ignore_ascii_case(b"dfv") {
        return Err(parser.error(tok.loc, "Expected dfv at this point"));
    }
    parser.lex();
    let tok = parser.tok();
    if !tok.is(TokenKind::Equal) {
        return Err(parser.error(tok.loc, "Expected = at this point"));
    }
    parser.lex();
    let mut tok = parser.tok();
    let mut flags = 0;
    let mut count = 0;
    while !tok.is(TokenKind::RCurly) || count != 0 {
        let flag = match tok.identifier().to_ascii_lowercase().as_slice() {
            b"of" => 8,
            b"sf" => 4,
            b"zf" => 2,
            b"cf" => 1,
            _ => return Err(parser.error(tok.loc, "Invalid conditional flags")),
        };
        if flags & flag != 0 {
            return Err(parser.error(tok.loc, "Duplicated conditional flag"));
        }
        flags |= flag;
        count += 1;
        parser.lex();
        tok = parser.tok();
        if tok.is(TokenKind::RCurly) {
            break;
        }
        if count == 4 {
            return Err(parser.error(tok.loc, "Expected } at this point"));
        }
        if !tok.is(TokenKind::Comma) {
            return Err(parser.error(tok.loc, "Expected } or , at this point"));
        }
        parser.lex();
        tok = parser.tok();
    }
    parser.lex();
    Ok(ParsedOperand::immediate(Expr::Constant(flags), start, tok.end()))
}
