//! Addresses: `offset(base)`.

use super::operand::{Attempt, Reading, parse_expression, value_of};
use crate::inst::{BinaryOp, Expr};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::mips::operand::{Kinds, OperandKind, ParsedOperand, WrittenRegister};

/// Returns the operator that a token is between an offset and what is added to it.
fn operator(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Pipe => BinaryOp::Or,
        TokenKind::Amp => BinaryOp::And,
        TokenKind::LessLess => BinaryOp::Shl,
        TokenKind::GreaterGreater => BinaryOp::LShr,
        TokenKind::Caret => BinaryOp::Xor,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Percent => BinaryOp::Mod,
        _ => return None,
    })
}

impl Reading<'_> {
    /// Parses an address.
    pub(super) fn parse_memory(&mut self, parser: &mut Parser<'_>) -> ParseResult<Attempt> {
        let loc = parser.tok().loc;
        let is_in_parentheses = parser.eat(TokenKind::LParen);
        let mut offset = Expr::Constant(0);
        let mut offset_loc = Loc::NONE;
        if !parser.at(TokenKind::Dollar) {
            offset = parse_expression(parser)?;
            offset_loc = parser.expression_loc();
            if is_in_parentheses {
                parser.expect(TokenKind::RParen, "expected ')'")?;
            }
            if !parser.at(TokenKind::LParen) {
                if matches!(self.mnemonic, b"la" | b"dla") {
                    self.push_value(parser, offset, loc);
                    return Ok(Attempt::Parsed);
                }
                let end = parser.tok().loc.offset_back(1);
                if parser.at(TokenKind::EndOfStatement) {
                    let base = WrittenRegister { number: 0, kinds: Kinds::GENERAL };
                    self.push_memory(parser, (base, loc), (offset, offset_loc), (loc, end));
                    return Ok(Attempt::Parsed);
                }
                let Some(operator) = operator(parser.tok().kind) else {
                    return Err(parser.token_error("'(' or expression expected"));
                };
                parser.lex();
                let (next, _) = parser.parse_expression()?;
                offset = Expr::Binary(operator, Box::new((offset, next)));
                offset_loc = Loc::NONE;
            }
            // Whatever stands in the place of the parenthesis is skipped.
            parser.lex();
        }
        if self.parse_any_register(parser) == Attempt::NoMatch {
            return Ok(Attempt::NoMatch);
        }
        if !parser.at(TokenKind::RParen) {
            return Err(parser.token_error("')' expected"));
        }
        let end = parser.tok().loc.offset_back(1);
        parser.lex();
        let base = self.operands.pop().and_then(|it| Some((*it.register()?, it.loc)));
        let Some(base) = base else { return Ok(Attempt::NoMatch) };
        if let Expr::Binary(operator, sides) = &offset {
            if let Some(value) = parser.evaluate(&offset) {
                offset = Expr::Constant(value);
            } else if !matches!(sides.0, Expr::Symbol { .. }) {
                let (left, right) = (sides.0.clone(), sides.1.clone());
                offset = Expr::Binary(*operator, Box::new((right, left)));
                offset_loc = Loc::NONE;
            }
        }
        self.push_memory(parser, base, (offset, offset_loc), (loc, end));
        Ok(Attempt::Parsed)
    }

    fn push_memory(
        &mut self,
        parser: &Parser<'_>,
        (base, base_loc): (WrittenRegister, Loc),
        (offset, offset_loc): (Expr, Loc),
        (loc, end): (Loc, Loc),
    ) {
        let offset = value_of(parser, offset, offset_loc);
        let kind = OperandKind::Memory { base, base_loc, offset };
        self.operands.push(ParsedOperand { kind, loc, end });
    }
}
