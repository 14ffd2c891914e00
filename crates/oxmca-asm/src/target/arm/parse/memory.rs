//! Addresses in brackets.

use super::statement::Statement;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::target::arm::operand::{Memory, Offset, OperandKind};
use crate::target::arm::shift::{MINUS_ZERO, Shift};

impl Statement<'_, '_> {
    /// Parses an address, and `!` behind it.
    pub fn parse_memory(&mut self) -> ParseResult {
        let loc = self.loc();
        self.parser.lex();
        let at = self.loc();
        let Some(base) = self.parse_reg() else { return self.fail_at(at, "register expected") };
        let mut memory = Memory { base, offset: Offset::None, alignment: 0 };
        match self.tok().kind {
            TokenKind::RBrac => {}
            TokenKind::Comma | TokenKind::Colon => {
                self.eat(TokenKind::Comma);
                if self.eat(TokenKind::Colon) {
                    memory.alignment = self.parse_alignment()?;
                } else if self.at_hash()
                    || self.at(TokenKind::LParen)
                    || self.at(TokenKind::Integer)
                {
                    self.eat_hash();
                    self.offset = self.loc();
                    memory.offset = Offset::Value(self.parse_signed_value()?);
                } else {
                    memory.offset = self.parse_register_offset()?;
                }
            }
            _ => return self.fail("malformed memory operand"),
        }
        self.parser.expect(TokenKind::RBrac, "']' expected")?;
        self.push(OperandKind::Memory(memory), loc);
        let tok = self.tok();
        if self.eat(TokenKind::Exclaim) {
            self.push_token(b"!", tok.loc);
        }
        Ok(())
    }

    /// Parses the bits to which an address is aligned, and returns the bytes.
    fn parse_alignment(&mut self) -> ParseResult<i64> {
        let loc = self.loc();
        match self.parser.parse_expression()?.0 {
            Expr::Constant(bits @ (16 | 32 | 64 | 128 | 256)) => Ok(bits / 8),
            Expr::Constant(_) => {
                self.fail_at(loc, "alignment specifier must be 16, 32, 64, 128, or 256 bits")
            }
            _ => self.fail_at(loc, "constant expression expected"),
        }
    }

    /// Parses an expression, of which `-0` is a number of its own.
    pub fn parse_signed_value(&mut self) -> ParseResult<Expr> {
        let is_negative = self.at(TokenKind::Minus);
        Ok(match self.parser.parse_expression()?.0 {
            Expr::Constant(value) if is_negative && value as i32 == 0 => Expr::Constant(MINUS_ZERO),
            expr => expr,
        })
    }

    fn parse_register_offset(&mut self) -> ParseResult<Offset> {
        let is_negative = self.eat(TokenKind::Minus);
        if !is_negative {
            self.eat(TokenKind::Plus);
        }
        let at = self.loc();
        let Some(reg) = self.parse_reg() else { return self.fail_at(at, "register expected") };
        let (shift, amount) = match self.eat(TokenKind::Comma) {
            true => self.parse_offset_shift()?,
            false => (Shift::None, 0),
        };
        Ok(Offset::Register { reg, is_negative, shift, amount })
    }
}
