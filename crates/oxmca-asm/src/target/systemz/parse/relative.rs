//! Places relative to the instruction.

use super::reading::{Attempt, Reading};
use crate::inst::{BinaryOp, Expr};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::systemz::operand::{OperandKind, ParsedOperand};
use crate::target::systemz::specifier::TAGS;

impl Reading<'_> {
    /// Parses a place whose distance in bytes has so many bits. A constant counts from the instruction.
    pub(super) fn parse_relative(
        &mut self,
        bits: u32,
        is_call: bool,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Attempt> {
        let loc = parser.tok().loc;
        // What is wrong in the expression has been reported; LLVM goes on with other kinds of operands.
        let Ok((mut expr, _)) = parser.parse_expression() else { return Ok(Attempt::NoMatch) };
        let limit = 1_i64 << (bits - 1);
        let is_out_of_range = |expr: &Expr, is_negated: bool| match expr {
            Expr::Constant(value) => {
                let value = if is_negated { value.wrapping_neg() } else { *value };
                value & 1 != 0 || !(-limit..limit).contains(&value)
            }
            _ => false,
        };
        if let Expr::Constant(value) = expr {
            if is_out_of_range(&expr, false) {
                return Err(parser.error(loc, "offset out of range"));
            }
            self.depends_on_place = true;
            let place = parser.symbols.location();
            let place = parser.symbol_expr(place, None);
            expr = match value {
                0 => place,
                _ => Expr::Binary(BinaryOp::Add, Box::new((place, expr))),
            };
        }
        if let Expr::Binary(operator, operands) = &expr
            && (is_out_of_range(&operands.0, false)
                || is_out_of_range(&operands.1, *operator == BinaryOp::Sub))
        {
            return Err(parser.error(loc, "offset out of range"));
        }
        let kind = match is_call {
            true => OperandKind::CallTarget(expr, parse_tagged_symbol(parser)?),
            false => OperandKind::Value(expr),
        };
        self.operands.push(ParsedOperand::new(kind, loc));
        Ok(Attempt::Parsed)
    }
}

/// Parses `:tls_gdcall:symbol`, if it follows.
fn parse_tagged_symbol(parser: &mut Parser<'_>) -> ParseResult<Option<Expr>> {
    if !parser.eat(TokenKind::Colon) {
        return Ok(None);
    }
    if !parser.at(TokenKind::Identifier) {
        return Err(parser.token_error("unexpected token"));
    }
    let name = parser.tok().text;
    let mut tags = TAGS.iter();
    let Some((_, specifier)) = tags.find(|(tag, _)| tag.as_bytes() == name) else {
        return Err(parser.token_error("unknown TLS tag"));
    };
    parser.lex();
    if !parser.eat(TokenKind::Colon) || !parser.at(TokenKind::Identifier) {
        return Err(parser.token_error("unexpected token"));
    }
    let symbol = parser.symbols.intern(parser.tok().text);
    parser.lex();
    Ok(Some(parser.symbol_expr(symbol, Some(specifier))))
}
