//! Statements: labels, assignments, directives and instructions.

use crate::inst::Expr;
use crate::lexer::{Token, TokenKind};
use crate::source::{Loc, LocRange};
use crate::symbols::SymbolValue;

use super::{ParseResult, Parser};

impl<'a> Parser<'a> {
    /// Parses everything.
    pub(super) fn run(&mut self) {
        self.lex();
        while !self.at(TokenKind::Eof) {
            let result = self.parse_statement();
            // What the lexer found wrong is reported if nothing better was.
            if result.is_err() && !self.has_pending_errors() && self.at(TokenKind::Error) {
                self.lex();
            }
            self.report_pending_errors();
            if result.is_err() && !self.lexer.just_consumed_end_of_statement() {
                self.eat_to_end_of_statement();
            }
        }
        self.report_pending_errors();
        self.check_forward_labels();
    }

    fn check_forward_labels(&mut self) {
        for label in std::mem::take(&mut self.symbols.forward_labels) {
            if self.symbols.get(label.symbol).is_undefined() {
                let message = b"directional label undefined".to_vec();
                self.error_now(label.loc, LocRange::NONE, message);
            }
        }
    }

    /// The `# line "file"` directive in force.
    pub(super) fn line_origin(&self) -> Option<u32> {
        None
    }

    fn parse_statement(&mut self) -> ParseResult {
        while self.at(TokenKind::Space) {
            self.lex();
        }
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
            return Ok(());
        }
        let first = self.tok();
        let mut local_label = None;
        let name: &'a [u8] = match first.kind {
            TokenKind::Integer => {
                self.lex();
                if first.value < 0 || !self.at(TokenKind::Colon) {
                    return Err(self.unexpected_start(first));
                }
                local_label = Some(first.value as u32);
                first.text
            }
            TokenKind::Dot => {
                self.lex();
                b"."
            }
            kind if self.target.begins_statement(kind) => {
                self.lex();
                first.text
            }
            _ => match self.parse_identifier() {
                Some(name) => name,
                None => {
                    self.lex();
                    return Err(self.unexpected_start(first));
                }
            },
        };

        if self.at(TokenKind::Colon) {
            return self.parse_label(name, first.loc, local_label);
        }
        if self.at(TokenKind::Equal) {
            self.lex();
            return self.parse_assignment(name);
        }
        if name.starts_with(b".") && name != b"." {
            if self.target.parse_directive(self, name, first.loc)? {
                return Ok(());
            }
            return Err(self.error(first.loc, "unknown directive"));
        }
        self.target.parse_instruction(self, name, first.loc)
    }

    fn unexpected_start(&mut self, first: Token<'_>) -> super::ErrorReported {
        self.error(first.loc, "unexpected token at start of statement")
    }

    fn parse_label(&mut self, name: &[u8], loc: Loc, local: Option<u32>) -> ParseResult {
        self.lex();
        if name == b"." {
            return Err(self.error(loc, "invalid use of pseudo-symbol '.' as a label"));
        }
        let symbol = match local {
            Some(number) => self.symbols.define_local(number),
            None => self.symbols.intern(name),
        };
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
        }
        self.symbols.get_mut(symbol).value = SymbolValue::Label;
        Ok(())
    }

    fn parse_assignment(&mut self, name: &[u8]) -> ParseResult {
        let (value, _): (Expr, Loc) = self.parse_expression()?;
        self.expect_end_of_statement()?;
        let symbol = self.symbols.intern(name);
        self.symbols.get_mut(symbol).value = SymbolValue::Variable(value);
        Ok(())
    }
}
