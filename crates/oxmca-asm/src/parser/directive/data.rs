//! Directives that put data in a section. They are checked, and their values are dropped.

use crate::inst::Expr;
use crate::lexer::{TokenKind, wide_value};
use crate::parser::error::{ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::real;
use crate::source::Loc;

impl<'a> Parser<'a> {
    /// Parses `.ascii "text" "text", ...`; `.asciz` and `.string` take no adjacent strings.
    pub(crate) fn parse_ascii(&mut self, _: StatementName<'a>, adjacent: bool) -> ParseResult {
        self.parse_many(true, |parser| {
            parser.parse_escaped_string()?;
            while adjacent && parser.at(TokenKind::String) {
                parser.parse_escaped_string()?;
            }
            Ok(())
        })
    }

    /// Parses `.base64 "text", ...`.
    pub(super) fn parse_base64(&mut self, _: StatementName<'a>) -> ParseResult {
        let result = self.parse_many(true, |parser| {
            if !parser.at(TokenKind::String) {
                return Err(crate::parser::ErrorReported);
            }
            let text = parser.tok().contents();
            if text.is_empty() {
                return Err(parser.error(parser.tok().loc, "expected nonempty string"));
            }
            if !is_base64(text) {
                return Err(parser.token_error("failed to base64 decode string data"));
            }
            parser.lex();
            Ok(())
        });
        result.map_err(|_| self.error(self.tok().loc, "expected string"))
    }

    /// Parses `.byte expression, ...` and its kin.
    pub(in crate::parser) fn parse_value(
        &mut self,
        _: StatementName<'a>,
        size_bytes: u32,
    ) -> ParseResult {
        self.parse_many(true, |parser| {
            let loc = parser.lexer.loc();
            let value = parser.target.parse_data_expression(parser)?.0;
            if let Expr::Constant(value) = value
                && !fits(value, size_bytes)
            {
                return Err(parser.error(loc, "out of range literal value"));
            }
            Ok(())
        })
    }

    /// Parses `.octa number, ...`.
    pub(super) fn parse_octa(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_many(true, |parser| parser.parse_wide_integer().map(drop))
    }

    /// Returns an integer token of up to 128 bits.
    pub(super) fn parse_wide_integer(&mut self) -> ParseResult<u128> {
        let tok = self.tok();
        if !matches!(tok.kind, TokenKind::Integer | TokenKind::BigNum) {
            return Err(self.token_error("unknown token in expression"));
        }
        self.lex();
        if tok.is(TokenKind::Integer) {
            return Ok(u128::from(tok.value as u64));
        }
        match wide_value(tok.text) {
            Some(value) => Ok(value),
            None => Err(self.error(tok.loc, "out of range literal value")),
        }
    }

    /// Parses `.float number, ...` and `.double number, ...`.
    pub(super) fn parse_real_value(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_many(true, |parser| parser.parse_real())
    }

    /// Parses a floating-point number with a sign perhaps.
    fn parse_real(&mut self) -> ParseResult {
        if matches!(self.tok().kind, TokenKind::Minus | TokenKind::Plus) {
            self.lex_raw();
        }
        if self.at(TokenKind::Error) {
            let message = self.lexer.error().message.clone();
            return Err(self.token_error(message.as_bytes()));
        }
        let tok = self.tok();
        let is_number = match tok.kind {
            TokenKind::Identifier => {
                let names = ["infinity", "inf", "nan"];
                names.iter().any(|name| tok.text.eq_ignore_ascii_case(name.as_bytes()))
            }
            TokenKind::Integer | TokenKind::Real => real::is_number(tok.text),
            _ => return Err(self.token_error("unexpected token in directive")),
        };
        if !is_number {
            return Err(self.token_error("invalid floating point literal"));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.zero count[, value]`, `.space` and `.skip`.
    pub(super) fn parse_space(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_expression()?;
        if self.eat(TokenKind::Comma) {
            self.parse_absolute_expression()?;
        }
        self.expect_end_of_statement()
    }

    /// Parses `.fill count[, size[, value]]`.
    pub(super) fn parse_fill(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_expression()?;
        let (mut size, mut value) = (1, 0);
        let (mut size_loc, mut value_loc) = (Loc::NONE, Loc::NONE);
        if self.eat(TokenKind::Comma) {
            size_loc = self.tok().loc;
            size = self.parse_absolute_expression()?;
            if self.eat(TokenKind::Comma) {
                value_loc = self.tok().loc;
                value = self.parse_absolute_expression()?;
            }
        }
        self.expect_end_of_statement()?;
        if size < 0 {
            self.warning(size_loc, "'.fill' directive with negative size has no effect");
            return Ok(());
        }
        if size > 8 {
            let message = "'.fill' directive with size greater than 8 has been truncated to 8";
            self.warning(size_loc, message);
            size = 8;
        }
        if u32::try_from(value).is_err() && size > 4 {
            let message = "'.fill' directive pattern has been truncated to 32-bits";
            self.warning(value_loc, message);
        }
        Ok(())
    }

    /// Parses `.org offset[, value]`.
    pub(super) fn parse_org(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.parse_space(statement)
    }

    /// Parses `.sleb128 expression, ...` and `.uleb128 expression, ...`.
    pub(super) fn parse_leb128(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_many(true, |parser| parser.parse_expression().map(drop))
    }

    /// Parses `.align` and its kin: an alignment, a value to fill with, and the most bytes to skip.
    pub(super) fn parse_align(
        &mut self,
        _: StatementName<'a>,
        is_exponent: bool,
        value_size_bytes: u32,
    ) -> ParseResult {
        let loc = self.lexer.loc();
        if is_exponent && value_size_bytes == 1 && self.at(TokenKind::EndOfStatement) {
            self.warning(loc, "p2align directive with no operand(s) is ignored");
            return self.expect_end_of_statement();
        }
        let alignment = self.parse_absolute_expression()?;
        let mut fill = None;
        let mut max_bytes = None;
        if self.eat(TokenKind::Comma) {
            if !self.at(TokenKind::Comma) {
                let loc = self.tok().loc;
                fill = Some((self.parse_absolute_expression()?, loc));
            }
            if self.eat(TokenKind::Comma) {
                let loc = self.tok().loc;
                max_bytes = Some((self.parse_absolute_expression()?, loc));
            }
        }
        self.expect_end_of_statement()?;

        let mut result = Ok(());
        let alignment = match alignment {
            32.. if is_exponent => {
                result = Err(self.error(loc, "invalid alignment value"));
                1 << 31
            }
            exponent if is_exponent => 1i64.wrapping_shl(exponent as u32),
            0 => 1,
            mut bytes => {
                if !(bytes as u64).is_power_of_two() {
                    result = Err(self.error(loc, "alignment must be a power of 2"));
                    bytes = (1u64 << (63 - bytes.leading_zeros())) as i64;
                }
                if u32::try_from(bytes).is_err() {
                    result = Err(self.error(loc, "alignment must be smaller than 2**32"));
                    bytes = 1 << 31;
                }
                bytes
            }
        };
        if let Some((mut bytes, loc)) = max_bytes {
            if bytes < 1 {
                let message = "alignment directive can never be satisfied in this many bytes, \
                               ignoring maximum bytes expression";
                result = Err(self.error(loc, message));
                bytes = 0;
            }
            if bytes >= alignment {
                let message = "maximum bytes expression exceeds alignment and has no effect";
                self.warning(loc, message);
            }
        }
        let section = self.sections.current().map(|section| self.sections.get(section));
        if let (Some((value, loc)), Some(section)) = (fill, section)
            && value != 0
            && section.is_bss
        {
            let name = &section.name;
            let message = message!["ignoring non-zero fill value in BSS section '", name, "'"];
            self.warning(loc, message);
        }
        result
    }

    /// Parses `.prefalign exponent, end, fill`: the body up to the symbol `end` begins at a preferred alignment. `fill` is
    /// a byte, or `nop`.
    pub(super) fn parse_preferred_alignment(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.lexer.loc();
        if !matches!(self.parse_absolute_expression()?, 0..=63) {
            return Err(self.error(loc, "log2 alignment must be in the range [0, 63]"));
        }
        self.expect_comma()?;
        let loc = self.lexer.loc();
        let Some(end) = self.parse_identifier() else {
            return Err(self.error(loc, "expected symbol name"));
        };
        self.symbols.intern(end);
        let comma_loc = self.lexer.loc();
        self.expect_comma()?;
        let loc = self.lexer.loc();
        let is_zero = if self.at(TokenKind::Identifier) && self.tok().text == b"nop" {
            self.lex();
            false
        } else {
            let fill = self.parse_absolute_expression()?;
            if !matches!(fill, 0..=255) {
                return Err(self.error(loc, "fill value must be in range [0, 255]"));
            }
            fill == 0
        };
        self.expect_end_of_statement()?;
        let section = self.sections.current().map(|section| self.sections.get(section));
        match section {
            Some(section) if section.is_bss && !is_zero => {
                let message = message!["non-zero fill in BSS section '", section.name, "'"];
                Err(self.error(comma_loc, message))
            }
            _ => Ok(()),
        }
    }

    /// Returns a count that must not be negative; `None`, and a warning, if it is.
    fn parse_repeat_count(&mut self, name: &[u8]) -> ParseResult<Option<i64>> {
        let loc = self.lexer.loc();
        let count = self.parse_absolute_expression()?;
        if count < 0 {
            self.warn_of_negative_count(loc, name);
            return Ok(None);
        }
        Ok(Some(count))
    }

    fn warn_of_negative_count(&mut self, loc: Loc, name: &[u8]) {
        let message = message!["'", name, "' directive with negative repeat count has no effect"];
        self.warning(loc, message);
    }

    /// Parses `.dcb.b count, value` and its kin.
    pub(super) fn parse_dcb(
        &mut self,
        statement: StatementName<'a>,
        size_bytes: u32,
    ) -> ParseResult {
        if self.parse_repeat_count(statement.name)?.is_none() {
            return Ok(());
        }
        self.expect_comma()?;
        let loc = self.lexer.loc();
        let value = self.parse_expression()?.0;
        if let Expr::Constant(value) = value
            && !fits(value, size_bytes)
        {
            return Err(self.error(loc, "literal value out of range for directive"));
        }
        self.expect_end_of_statement()
    }

    /// Parses `.dcb.d count, number` and `.dcb.s count, number`.
    pub(super) fn parse_real_dcb(&mut self, statement: StatementName<'a>) -> ParseResult {
        if self.parse_repeat_count(statement.name)?.is_none() {
            return Ok(());
        }
        self.expect_comma()?;
        self.parse_real()?;
        self.expect_end_of_statement()
    }

    /// Parses `.ds.b count` and its kin.
    pub(super) fn parse_ds(&mut self, statement: StatementName<'a>) -> ParseResult {
        let loc = self.lexer.loc();
        let count = self.parse_absolute_expression()?;
        self.expect_end_of_statement()?;
        if count < 0 {
            self.warn_of_negative_count(loc, statement.name);
        }
        Ok(())
    }

    /// Refuses a directive that only other targets have.
    pub(super) fn parse_unsupported(&mut self, statement: StatementName<'a>) -> ParseResult {
        let message = message![statement.name, " not currently supported for this target"];
        Err(self.token_error(message))
    }
}

/// Returns whether a value fits in `size_bytes` bytes, signed or unsigned.
fn fits(value: i64, size_bytes: u32) -> bool {
    let bits = 8 * size_bytes;
    bits >= 64 || value as u64 >> bits == 0 || value >> (bits - 1) == -1
}

fn is_base64(text: &[u8]) -> bool {
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    text.len().is_multiple_of(4) && text[..text.len() - padding].iter().all(is_digit)
}
