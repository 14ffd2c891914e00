//! Values as operands: constants, names and their halves.

use crate::inst::{BinaryOp, Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::target::lanai::operand::{OperandKind, ParsedOperand, Part, Value};

/// Parses a value; `None` if there is none. Mistakes in one have been reported then.
pub(super) fn parse(parser: &mut Parser<'_>) -> Option<ParsedOperand> {
    let loc = parser.tok().loc;
    let value = match parser.tok().kind {
        TokenKind::Identifier => parse_name(parser)?,
        TokenKind::Plus | TokenKind::Minus | TokenKind::Integer | TokenKind::Dot => {
            Value::Other(parser.parse_expression().ok()?.0)
        }
        _ => return None,
    };
    Some(ParsedOperand::new(OperandKind::Value(value), loc))
}

/// Parses a name, to which something may be added, or a half of that.
fn parse_name(parser: &mut Parser<'_>) -> Option<Value> {
    let mut name = parser.parse_identifier()?;
    let part = match name {
        _ if name.eq_ignore_ascii_case(b"hi") => Part::High,
        _ if name.eq_ignore_ascii_case(b"lo") => Part::Low,
        _ => Part::Whole,
    };
    if part != Part::Whole {
        if !parser.at(TokenKind::LParen) {
            parser.token_error("Expected '('");
            return None;
        }
        parser.lex();
        name = parser.parse_identifier()?;
    }
    let added = match parser.at(TokenKind::Plus) {
        true => Some(parser.parse_expression().ok()?.0),
        false => None,
    };
    if part != Part::Whole {
        if !parser.at(TokenKind::RParen) {
            parser.token_error("Expected ')'");
            return None;
        }
        parser.lex();
    }
    let symbol = parser.symbols.intern(name);
    let symbol = parser.symbol_expr(symbol, None);
    let half = |name: &str| Expr::Specifier {
        notation: SpecifierNotation::Function,
        name: name.into(),
        operand: Box::new(symbol.clone()),
    };
    let value = match part {
        Part::Whole => symbol.clone(),
        Part::High => half("hi"),
        Part::Low => half("lo"),
    };
    let value = match added {
        Some(added) => Expr::Binary(BinaryOp::Add, Box::new((value, added))),
        None => value,
    };
    Some(Value::OfName(part, value))
}
