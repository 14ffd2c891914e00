//! Directives that print a message or end the text.

use crate::lexer::TokenKind;
use crate::parser::error::{ParseResult, message};
use crate::parser::interface::{Parser, StatementName};

impl<'a> Parser<'a> {
    /// Parses `.err` and `.error ["message"]`.
    pub(super) fn parse_error(
        &mut self,
        statement: StatementName<'a>,
        has_message: bool,
    ) -> ParseResult {
        if self.conditions.outer_ignores() {
            self.eat_to_end_of_statement();
            return Ok(());
        }
        if !has_message {
            return Err(self.error(statement.loc, ".err encountered"));
        }
        let mut message: &[u8] = b".error directive invoked in source file";
        if !self.at(TokenKind::EndOfStatement) {
            if !self.at(TokenKind::String) {
                return Err(self.token_error(".error argument must be a string"));
            }
            message = self.tok().contents();
            self.lex();
        }
        Err(self.error(statement.loc, message))
    }

    /// Parses `.warning ["message"]`.
    pub(super) fn parse_warning(&mut self, statement: StatementName<'a>) -> ParseResult {
        if self.conditions.outer_ignores() {
            self.eat_to_end_of_statement();
            return Ok(());
        }
        let mut message: &[u8] = b".warning directive invoked in source file";
        if !self.eat(TokenKind::EndOfStatement) {
            if !self.at(TokenKind::String) {
                return Err(self.token_error(".warning argument must be a string"));
            }
            message = self.tok().contents();
            self.lex();
            self.expect_end_of_statement()?;
        }
        self.warning(statement.loc, message);
        Ok(())
    }

    /// Parses `.print "text"`: prints it where reports go.
    pub(super) fn parse_print(&mut self, statement: StatementName<'a>) -> ParseResult {
        let tok = self.tok();
        self.lex();
        if !tok.is(TokenKind::String) || !tok.text.starts_with(b"\"") {
            let message = "expected double quoted string after .print";
            return Err(self.error(statement.loc, message));
        }
        self.expect_end_of_statement()?;
        self.parsed.printed.extend_from_slice(tok.contents());
        self.parsed.printed.push(b'\n');
        Ok(())
    }

    /// Parses `.abort [message]`.
    pub(super) fn parse_abort(&mut self, statement: StatementName<'a>) -> ParseResult {
        let text = self.take_text_to_end_of_statement();
        self.expect_end_of_statement()?;
        let message = if text.is_empty() {
            b".abort detected. Assembly stopping".to_vec()
        } else {
            message![".abort '", text, "' detected. Assembly stopping"]
        };
        Err(self.error(statement.loc, message))
    }

    /// Parses `.end`: nothing after it counts.
    pub(super) fn parse_end(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_end_of_statement()?;
        while !self.at(TokenKind::Eof) {
            self.lex_raw();
        }
        Ok(())
    }
}
