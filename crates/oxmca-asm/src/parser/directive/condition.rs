//! Conditional assembly: `.if` and its kin.

use crate::lexer::TokenKind;
use crate::parser::condition::Branch;
use crate::parser::error::ParseResult;
use crate::parser::interface::{Parser, StatementName};

/// The test that `.if` puts its value to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comparison {
    NotZero,
    Zero,
    AtLeastZero,
    AboveZero,
    AtMostZero,
    BelowZero,
}

impl<'a> Parser<'a> {
    /// Enters a condition; tells what it is by `test` unless it is skipped anyway.
    fn enter_condition(
        &mut self,
        test: impl FnOnce(&mut Self) -> ParseResult<bool>,
    ) -> ParseResult {
        self.conditions.enter();
        if self.conditions.ignoring() {
            self.eat_to_end_of_statement();
            return Ok(());
        }
        let met = test(self)?;
        self.conditions.decide(met);
        Ok(())
    }

    /// Parses `.if expression` and the like.
    pub(super) fn parse_if(&mut self, comparison: Comparison) -> ParseResult {
        self.enter_condition(|parser| {
            let value = parser.parse_absolute_expression()?;
            parser.expect_end_of_statement()?;
            Ok(match comparison {
                Comparison::NotZero => value != 0,
                Comparison::Zero => value == 0,
                Comparison::AtLeastZero => value >= 0,
                Comparison::AboveZero => value > 0,
                Comparison::AtMostZero => value <= 0,
                Comparison::BelowZero => value < 0,
            })
        })
    }

    /// Parses `.ifb text` and `.ifnb text`.
    pub(super) fn parse_if_blank(&mut self, expect_blank: bool) -> ParseResult {
        self.enter_condition(|parser| {
            let text = parser.take_text_to_end_of_statement();
            parser.expect_end_of_statement()?;
            Ok(expect_blank == text.is_empty())
        })
    }

    /// Returns the text of `.ifc text, text` and `.ifnc text, text`.
    pub(super) fn parse_if_same_text(&mut self, expect_same: bool) -> ParseResult {
        self.enter_condition(|parser| {
            let first = parser.take_text_to_comma();
            parser.expect_comma()?;
            let second = parser.take_text_to_end_of_statement();
            parser.expect_end_of_statement()?;
            Ok(expect_same == (trim(first) == trim(second)))
        })
    }

    /// Parses `.ifeqs "text", "text"` and `.ifnes "text", "text"`.
    pub(super) fn parse_if_same_string(&mut self, expect_same: bool) -> ParseResult {
        let name = if expect_same { ".ifeqs" } else { ".ifnes" };
        self.enter_condition(|parser| {
            let first = parser.parse_condition_string(name)?;
            if !parser.at(TokenKind::Comma) {
                let message = format!("expected comma after first string for '{name}' directive");
                return Err(parser.token_error(message));
            }
            parser.lex();
            let second = parser.parse_condition_string(name)?;
            Ok(expect_same == (first == second))
        })
    }

    fn parse_condition_string(&mut self, directive: &str) -> ParseResult<&'a [u8]> {
        if !self.at(TokenKind::String) {
            let message = format!("expected string parameter for '{directive}' directive");
            return Err(self.token_error(message));
        }
        let contents = self.tok().contents();
        self.lex();
        Ok(contents)
    }

    /// Parses `.ifdef symbol` and `.ifndef symbol`.
    pub(super) fn parse_if_defined(&mut self, expect_defined: bool) -> ParseResult {
        self.enter_condition(|parser| {
            let Some(name) = parser.parse_identifier() else {
                let loc = parser.tok().loc;
                return Err(parser.error(loc, "expected identifier after '.ifdef'"));
            };
            parser.expect_end_of_statement()?;
            let symbol = parser.symbols.lookup(name);
            let defined = symbol.is_some_and(|symbol| !parser.symbols.is_undefined(symbol));
            Ok(expect_defined == defined)
        })
    }

    /// Parses `.elseif expression`.
    pub(super) fn parse_else_if(&mut self, statement: StatementName<'a>) -> ParseResult {
        if !matches!(self.conditions.current.branch, Branch::If | Branch::ElseIf) {
            let message = "Encountered a .elseif that doesn't follow an .if or  an .elseif";
            return Err(self.error(statement.loc, message));
        }
        self.conditions.current.branch = Branch::ElseIf;
        if self.conditions.outer_ignores() || self.conditions.current.met {
            self.conditions.current.ignore = true;
            self.eat_to_end_of_statement();
            return Ok(());
        }
        let value = self.parse_absolute_expression()?;
        self.expect_end_of_statement()?;
        self.conditions.decide(value != 0);
        Ok(())
    }

    /// Parses `.else`.
    pub(super) fn parse_else(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.expect_end_of_statement()?;
        if !matches!(self.conditions.current.branch, Branch::If | Branch::ElseIf) {
            let message = "Encountered a .else that doesn't follow  an .if or an .elseif";
            return Err(self.error(statement.loc, message));
        }
        self.conditions.current.branch = Branch::Else;
        self.conditions.current.ignore =
            self.conditions.outer_ignores() || self.conditions.current.met;
        Ok(())
    }

    /// Parses `.endif`.
    pub(super) fn parse_end_if(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.expect_end_of_statement()?;
        let outer = self.conditions.outer.last().copied();
        match outer {
            Some(outer) if self.conditions.current.branch != Branch::None => {
                self.conditions.current = outer;
                self.conditions.outer.pop();
                Ok(())
            }
            _ => {
                let message = "Encountered a .endif that doesn't follow an .if or .else";
                Err(self.error(statement.loc, message))
            }
        }
    }
}

/// Returns the text without the blanks around it.
fn trim(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | 11 | 12 | b'\r');
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}
