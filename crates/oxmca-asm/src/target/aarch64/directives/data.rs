//! Values of data directives, with the relocation specifiers behind them.

use crate::inst::{BinaryOp, Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::syntax::ObjectFormat;

/// Specifiers that stand before parentheses.
const PERCENT_SPECIFIERS: [&str; 4] = ["dtprel", "funcinit", "gotpcrel", "pltpcrel"];

/// Parses a value of a data directive: an expression, `%pltpcrel(symbol)`, `symbol@got + 4` or
/// `symbol@AUTH(ia, 42, addr)`.
pub fn parse_data_expression(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    if parser.eat(TokenKind::Percent) {
        return parse_specified(parser);
    }
    let (mut expr, mut end) = parser.parse_expression()?;
    if !parser.eat(TokenKind::At) {
        return Ok((expr, end));
    }
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(tok.loc, "expected relocation specifier"));
    }
    parser.lex();
    if tok.text.eq_ignore_ascii_case(b"auth") {
        return parse_signed_pointer(parser, expr);
    }
    let names: &[&str] = match parser.syntax().object_format {
        ObjectFormat::MachO => &["GOT"],
        _ => &[],
    };
    let known = names.iter().find(|name| name.as_bytes().eq_ignore_ascii_case(tok.text));
    let Some(known) = known else {
        return Err(parser.error(tok.loc, "invalid relocation specifier"));
    };
    let Expr::Symbol { specifier, .. } = &mut expr else {
        return Err(parser.error(tok.loc, "@ specifier only allowed after a symbol"));
    };
    *specifier = Some((*known).into());
    loop {
        let operator = if parser.eat(TokenKind::Plus) {
            BinaryOp::Add
        } else if parser.eat(TokenKind::Minus) {
            BinaryOp::Sub
        } else {
            return Ok((expr, end));
        };
        let term;
        (term, end) = parser.parse_primary_expression()?;
        expr = Expr::Binary(operator, Box::new((expr, term)));
    }
}

/// Parses what follows the `%` of `%pltpcrel(symbol)`.
fn parse_specified(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.token_error("expected '%' relocation specifier"));
    }
    let Some(name) = PERCENT_SPECIFIERS.into_iter().find(|it| it.as_bytes() == tok.text) else {
        return Err(parser.token_error("invalid relocation specifier"));
    };
    parser.lex();
    parser.expect(TokenKind::LParen, "expected '('")?;
    let (operand, end) = parser.parse_paren_expression()?;
    let (notation, name) = (SpecifierNotation::Call, name.into());
    Ok((Expr::Specifier { notation, name, operand: Box::new(operand) }, end))
}

/// Parses what follows `@AUTH`: the key, the discriminator and `addr` if the address has a part in it.
fn parse_signed_pointer(parser: &mut Parser<'_>, expr: Expr) -> ParseResult<(Expr, Loc)> {
    parser.expect(TokenKind::LParen, "expected '('")?;
    let key = parser.tok();
    if !key.is(TokenKind::Identifier) {
        return Err(parser.token_error("expected key name"));
    }
    if !matches!(key.text, b"ia" | b"ib" | b"da" | b"db") {
        return Err(parser.token_error(message!["invalid key '", key.text, "'"]));
    }
    parser.lex();
    parser.expect(TokenKind::Comma, "expected ','")?;
    let discriminator = parser.tok();
    if !discriminator.is(TokenKind::Integer) {
        return Err(parser.token_error("expected integer discriminator"));
    }
    if u16::try_from(discriminator.value).is_err() {
        let message =
            format!("integer discriminator {} out of range [0, 0xFFFF]", discriminator.value);
        return Err(parser.token_error(message));
    }
    parser.lex();
    if parser.eat(TokenKind::Comma) {
        let tok = parser.tok();
        if !tok.is(TokenKind::Identifier) || tok.text != b"addr" {
            return Err(parser.token_error("expected 'addr'"));
        }
        parser.lex();
    }
    let end = parser.tok().end();
    parser.expect(TokenKind::RParen, "expected ')'")?;
    let (notation, name) = (SpecifierNotation::At, "AUTH".into());
    Ok((Expr::Specifier { notation, name, operand: Box::new(expr) }, end))
}
