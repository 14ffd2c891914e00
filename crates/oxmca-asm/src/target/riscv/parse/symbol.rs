//! Expressions and symbols as operands.

use super::statement::{Attempt, AttemptResult, Operands, Statement, value_kind};
use crate::inst::{Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::riscv::operand::{OperandKind, ParsedOperand, Value, ValueKind};
use crate::target::riscv::specifier::Specifier;

/// Adds an expression from `range`, whose symbol has a specifier that is not written, if any.
fn push<'a>(
    parser: &Parser<'a>,
    operands: &mut Operands<'a>,
    expr: Expr,
    specifier: Option<Specifier>,
    range: LocRange,
) {
    let kind = match &expr {
        Expr::Specifier { name, operand, .. } => {
            let specifier = Specifier::named(name.as_bytes());
            match value_kind(parser, operand, specifier) {
                ValueKind::Symbol(_) if specifier.is_none() => ValueKind::Other,
                kind => kind,
            }
        }
        expr => value_kind(parser, expr, specifier),
    };
    let value = OperandKind::Value(Value { expr, kind });
    operands.push(ParsedOperand::new(value, range.start).until(range.end));
}

/// Parses an expression.
pub(super) fn parse_expression<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    match first.kind {
        TokenKind::Percent => return parse_specified(statement, parser, operands),
        TokenKind::LParen
        | TokenKind::Dot
        | TokenKind::Minus
        | TokenKind::Plus
        | TokenKind::Exclaim
        | TokenKind::Tilde
        | TokenKind::Integer
        | TokenKind::String
        | TokenKind::Identifier => {}
        _ => return Ok(Attempt::NoMatch),
    }
    let (expr, end) = parser.parse_expression()?;
    push(parser, operands, expr, None, LocRange { start: first.loc, end });
    Ok(Attempt::Parsed)
}

/// Parses `%specifier(expression)`.
pub(super) fn parse_specified<'a>(
    _: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    parser.expect(TokenKind::Percent, "expected '%' relocation specifier")?;
    let (expr, end) = parse_after_percent(parser)?;
    push(parser, operands, expr, None, LocRange { start: loc, end });
    Ok(Attempt::Parsed)
}

/// Returns the rest of `%specifier(expression)`, and the position just past it.
fn parse_after_percent(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.token_error("expected '%' relocation specifier"));
    }
    let Some(specifier) = Specifier::named(tok.text) else {
        return Err(parser.token_error("invalid relocation specifier"));
    };
    parser.lex();
    parser.expect(TokenKind::LParen, "expected '('")?;
    let (operand, end) = parser.parse_paren_expression()?;
    let expr = Expr::Specifier {
        notation: SpecifierNotation::Call,
        name: specifier.name().into(),
        operand: Box::new(operand),
    };
    Ok((expr, end))
}

/// Returns a value of a data directive, perhaps with a specifier.
pub(in super::super) fn parse_data_expression(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    match parser.eat(TokenKind::Percent) {
        true => parse_after_percent(parser),
        false => parser.parse_expression(),
    }
}

/// Returns a symbol, perhaps with a constant added.
pub(super) fn parse_bare<'a>(
    _: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    if !first.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    let symbol = parser.symbols.intern(first.text);
    let value = parser.symbols.get(symbol).variable();
    if value.is_some_and(|value| !matches!(value, Expr::Symbol { .. })) {
        return Ok(Attempt::NoMatch);
    }
    let (expr, end) = parser.parse_expression()?;
    push(parser, operands, expr, None, LocRange { start: first.loc, end });
    Ok(Attempt::Parsed)
}

/// Returns the function that `call` or `tail` calls, perhaps with `@plt`, which says nothing.
pub(super) fn parse_call_target<'a>(
    _: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    if !first.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    match parser.peek().kind {
        TokenKind::At => {
            parser.lex();
            parser.lex();
            let loc = parser.tok().loc;
            if parser.parse_identifier() != Some(b"plt") {
                let message = "@ (except the deprecated/ignored @plt) is disallowed";
                return Err(parser.error(loc, message));
            }
        }
        // A register before the function: `call rd, foo`.
        kind if kind != TokenKind::EndOfStatement => return Ok(Attempt::NoMatch),
        _ => _ = parser.lex(),
    }
    let symbol = parser.symbols.intern(first.text);
    let expr = parser.symbol_expr(symbol, None);
    push(parser, operands, expr, Some(Specifier::Call), first.range());
    Ok(Attempt::Parsed)
}

/// Returns the target of `jump`.
pub(super) fn parse_jump_target<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    let (expr, end) = parser.parse_expression()?;
    if !matches!(expr, Expr::Symbol { .. }) {
        return Err(parser.error(loc, "operand must be a valid jump target"));
    }
    push(parser, operands, expr, Some(Specifier::Call), LocRange { start: loc, end });
    Ok(Attempt::Parsed)
}

/// Returns the target of `jal`, unless it is the register of `jal rd, target`.
pub(super) fn parse_jump_offset<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    if parser.at(TokenKind::Identifier) && parser.peek().is(TokenKind::Comma) {
        return Ok(Attempt::NoMatch);
    }
    parse_expression(statement, parser, operands)
}
