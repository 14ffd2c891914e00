//! Reading tokens.

use crate::lexer::{Token, TokenKind};
use crate::syntax::Syntax;

use super::error::ParseResult;
use super::interface::Parser;

impl<'a> Parser<'a> {
    /// Returns the text's syntax.
    pub fn syntax(&self) -> &'a Syntax {
        self.syntax
    }

    /// Returns the current token.
    #[inline]
    pub fn tok(&self) -> Token<'a> {
        self.lexer.tok()
    }

    /// Returns whether the current token is of that kind.
    #[inline]
    pub fn at(&self, kind: TokenKind) -> bool {
        self.lexer.tok().kind == kind
    }

    /// Goes to the next token that is no comment and gives its kind. If the current one is an error, it
    /// is reported.
    pub fn lex(&mut self) -> TokenKind {
        if self.at(TokenKind::Error) {
            self.report_lexer_error();
        }
        let kind = self.lexer.lex();
        match kind == TokenKind::Comment || self.lexer.has_markers() {
            true => self.pass_comments(),
            false => kind,
        }
    }

    /// Takes note of markers, goes past comments, and gives the kind of the current token.
    #[cold]
    fn pass_comments(&mut self) -> TokenKind {
        self.handle_markers();
        while self.at(TokenKind::Comment) {
            self.lex_raw();
        }
        self.tok().kind
    }

    /// Goes to the next token, be it a comment, and reports no lexer error.
    pub fn lex_raw(&mut self) -> TokenKind {
        let kind = self.lexer.lex();
        if self.lexer.has_markers() {
            self.handle_markers();
        }
        kind
    }

    /// Returns the token after the current one.
    pub fn peek(&mut self) -> Token<'a> {
        let tok = self.lexer.peek();
        if self.lexer.has_markers() {
            self.handle_markers();
        }
        tok
    }

    /// Reads tokens ahead: see [`Lexer::peek_tokens`](crate::lexer::Lexer::peek_tokens).
    pub fn peek_tokens(&mut self, tokens: &mut [Token<'a>], skip_space: bool) -> usize {
        let count = self.lexer.peek_tokens(tokens, skip_space);
        if self.lexer.has_markers() {
            self.handle_markers();
        }
        count
    }

    /// Goes past the current token if it is of that kind, and says whether it was.
    pub fn eat(&mut self, kind: TokenKind) -> bool {
        let present = self.at(kind);
        if present {
            self.lex();
        }
        present
    }

    /// Goes past a token of that kind.
    ///
    /// # Errors
    /// Reports `message` at the current token if it is of another kind.
    pub fn expect(&mut self, kind: TokenKind, message: &str) -> ParseResult {
        if !self.at(kind) {
            return Err(self.error(self.tok().loc, message));
        }
        self.lex();
        Ok(())
    }

    /// Goes past the end of the statement.
    ///
    /// # Errors
    /// If there is more.
    pub fn expect_end_of_statement(&mut self) -> ParseResult {
        self.expect(TokenKind::EndOfStatement, "expected newline")
    }

    /// Goes past a comma.
    ///
    /// # Errors
    /// If there is none.
    pub fn expect_comma(&mut self) -> ParseResult {
        self.expect(TokenKind::Comma, "expected comma")
    }

    /// Returns a name: an identifier, a string, or `$` or `@` directly before a name or number.
    /// `None`, and nothing is read, if the current token begins no name.
    pub fn parse_identifier(&mut self) -> Option<&'a [u8]> {
        let first = self.tok();
        if matches!(first.kind, TokenKind::Dollar | TokenKind::At) {
            let mut next = [first];
            self.peek_tokens(&mut next, false);
            let [next] = next;
            let is_name = matches!(next.kind, TokenKind::Identifier | TokenKind::Integer);
            if !is_name || next.loc != first.loc.offset(1) {
                return None;
            }
            self.lex_raw();
            let start = (first.loc.0 - self.buffer.start().0) as usize;
            let name = &self.buffer.text()[start..start + 1 + self.tok().text.len()];
            self.lex();
            return Some(name);
        }
        if !matches!(first.kind, TokenKind::Identifier | TokenKind::String) {
            return None;
        }
        self.lex();
        Some(first.identifier())
    }

    /// Skips to the end of the statement and past it.
    pub fn eat_to_end_of_statement(&mut self) {
        while !matches!(self.tok().kind, TokenKind::EndOfStatement | TokenKind::Eof) {
            self.lex_raw();
        }
        if self.at(TokenKind::EndOfStatement) {
            self.lex_raw();
        }
    }
}
