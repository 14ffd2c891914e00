//! The parts of directives.

use crate::lexer::TokenKind;
use crate::parser::error::ParseResult;
use crate::parser::interface::Parser;
use crate::source::Loc;

impl<'a> Parser<'a> {
    /// Parses items up to the end of the statement, with commas between them if `commas`.
    pub(in crate::parser) fn parse_many(
        &mut self,
        commas: bool,
        mut parse: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        if self.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        loop {
            parse(self)?;
            if self.eat(TokenKind::EndOfStatement) {
                return Ok(());
            }
            if commas {
                self.expect(TokenKind::Comma, "unexpected token")?;
            }
        }
    }

    /// Returns an integer token.
    pub(in crate::parser) fn parse_integer_token(&mut self, message: &str) -> ParseResult<i64> {
        let tok = self.tok();
        if !tok.is(TokenKind::Integer) {
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(tok.value)
    }

    /// Returns a name; `message` is reported at the current token if there is none.
    pub(in crate::parser) fn expect_identifier(&mut self, message: &str) -> ParseResult<&'a [u8]> {
        match self.parse_identifier() {
            Some(name) => Ok(name),
            None => Err(self.error(self.tok().loc, message)),
        }
    }

    /// Returns a name; `message` is reported at the token read last if there is none.
    pub(in crate::parser) fn expect_name(&mut self, message: &str) -> ParseResult<&'a [u8]> {
        match self.parse_identifier() {
            Some(name) => Ok(name),
            None => Err(self.token_error(message)),
        }
    }

    /// Returns the text from the current token to the end of the statement, as it is.
    pub(crate) fn take_text_to_end_of_statement(&mut self) -> &'a [u8] {
        let start = self.tok().loc;
        while !matches!(self.tok().kind, TokenKind::EndOfStatement | TokenKind::Eof) {
            self.lex_raw();
        }
        self.text_between(start, self.tok().loc)
    }

    /// Returns the text from the current token to a comma or the end of the statement, as it is.
    pub(in crate::parser) fn take_text_to_comma(&mut self) -> &'a [u8] {
        let start = self.tok().loc;
        while !matches!(
            self.tok().kind,
            TokenKind::EndOfStatement | TokenKind::Comma | TokenKind::Eof
        ) {
            self.lex_raw();
        }
        self.text_between(start, self.tok().loc)
    }

    /// Returns the text of the current buffer between two positions; nothing if they are not in
    /// order in it.
    pub(in crate::parser) fn text_between(&self, start: Loc, end: Loc) -> &'a [u8] {
        let base = self.buffer.start().0;
        let offset = |loc: Loc| loc.0.wrapping_sub(base) as usize;
        self.buffer.text().get(offset(start)..offset(end)).unwrap_or(&[])
    }
}
