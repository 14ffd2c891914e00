//! Definitions: `.macro`, `.rept`, `.irp` and `.irpc`.

use std::collections::HashSet;

use crate::lexer::{Token, TokenKind};
use crate::source::LocRange;

use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, StatementName};

use super::expand::leading_name;
use crate::parser::macro_state::{Argument, Macro, Parameter, ParameterIndex};

impl<'a> Parser<'a> {
    /// Parses `.macro name [parameter[:req|:vararg][=default], ...]` up to its `.endm`.
    pub(in crate::parser) fn parse_macro(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.expect_name("expected identifier in '.macro' directive")?;
        if self.at(TokenKind::Comma) {
            self.lex();
        }
        let mut parameters: Vec<Parameter<'a>> = Vec::new();
        let mut names = HashSet::new();
        while !self.at(TokenKind::EndOfStatement) {
            if let Some(last) = parameters.last().filter(|last| last.vararg) {
                let message =
                    message!["vararg parameter '", last.name, "' should be the last parameter"];
                return Err(self.error(self.lexer.loc(), message));
            }
            let parameter = self.parse_macro_parameter(name, &mut names)?;
            parameters.push(parameter);
            if self.at(TokenKind::Comma) {
                self.lex();
            }
        }
        self.lex_raw();
        let body = self.parse_macro_body(statement)?;
        if self.macros.defined.contains_key(name) {
            let message = message!["macro '", name, "' is already defined"];
            return Err(self.error(statement.loc, message));
        }
        self.warn_of_positional_parameters(statement, body, &parameters);
        self.macros.defined.insert(name.into(), Macro { name, parameters, body, count: 0 });
        Ok(())
    }

    fn parse_macro_parameter(
        &mut self,
        macro_name: &[u8],
        known: &mut HashSet<&'a [u8]>,
    ) -> ParseResult<Parameter<'a>> {
        let name = self.expect_name("expected identifier in '.macro' directive")?;
        if !known.insert(name) {
            let message =
                message!["macro '", macro_name, "' has multiple parameters named '", name, "'"];
            return Err(self.token_error(message));
        }
        let mut parameter = Parameter { name, ..Parameter::default() };
        if self.at(TokenKind::Colon) {
            self.lex();
            let loc = self.lexer.loc();
            match self.parse_identifier() {
                Some(b"req") => parameter.required = true,
                Some(b"vararg") => parameter.vararg = true,
                Some(other) => {
                    let message = message![
                        other,
                        " is not a valid parameter qualifier for '",
                        name,
                        "' in macro '",
                        macro_name,
                        "'"
                    ];
                    return Err(self.error(loc, message));
                }
                None => {
                    let message = message![
                        "missing parameter qualifier for '",
                        name,
                        "' in macro '",
                        macro_name,
                        "'"
                    ];
                    return Err(self.error(loc, message));
                }
            }
        }
        if self.at(TokenKind::Equal) {
            self.lex();
            let loc = self.lexer.loc();
            parameter.default = self.parse_macro_argument(false)?;
            if parameter.required {
                let message = message![
                    "pointless default value for required parameter '",
                    name,
                    "' in macro '",
                    macro_name,
                    "'"
                ];
                self.warning(loc, message);
            }
        }
        Ok(parameter)
    }

    /// Returns the text up to the `.endm` that matches. The end of its statement is the current
    /// token then.
    fn parse_macro_body(&mut self, statement: StatementName<'a>) -> ParseResult<&'a [u8]> {
        let start = self.tok().loc;
        let mut depth = 0u32;
        loop {
            while self.at(TokenKind::Error) {
                self.lex_raw();
            }
            let tok = self.tok();
            match (tok.kind, tok.text) {
                (TokenKind::Eof, _) => {
                    let message = "no matching '.endmacro' in definition";
                    return Err(self.error(statement.loc, message));
                }
                (TokenKind::Identifier, b".endm" | b".endmacro") if depth == 0 => {
                    self.lex_raw();
                    if !self.at(TokenKind::EndOfStatement) {
                        let message = message!["unexpected token in '", tok.text, "' directive"];
                        return Err(self.token_error(message));
                    }
                    return Ok(self.text_between(start, tok.loc));
                }
                (TokenKind::Identifier, b".endm" | b".endmacro") => depth -= 1,
                (TokenKind::Identifier, b".macro") => depth += 1,
                (TokenKind::HashDirective, _) => {
                    self.parse_line_origin(self.lexer.loc(), true);
                }
                _ => {}
            }
            self.eat_to_end_of_statement();
        }
    }

    /// Warns of a macro that names its parameters but then seems to use them by position.
    fn warn_of_positional_parameters(
        &mut self,
        statement: StatementName<'a>,
        body: &[u8],
        parameters: &[Parameter<'a>],
    ) {
        if parameters.is_empty() {
            return;
        }
        let index = ParameterIndex::new(parameters);
        let (mut named, mut positional) = (false, false);
        let mut rest = body;
        while let [first, after @ ..] = rest {
            rest = match (*first, after) {
                (b'$', [b'$', after @ ..]) => after,
                (b'$', [b'n' | b'0'..=b'9', after @ ..]) => {
                    positional = true;
                    after
                }
                (b'\\', [_, ..]) => {
                    let name = leading_name(after);
                    if index.find(name).is_some() {
                        named = true;
                        &after[name.len()..]
                    } else {
                        after.strip_prefix(b"()").unwrap_or(&after[name.len()..])
                    }
                }
                _ => after,
            };
        }
        if !named && positional {
            let message = "macro defined with named parameters which are not used in macro body, \
                           possible positional parameter found in body which will have no effect";
            self.warning(statement.loc, message);
        }
    }

    /// Parses `.rept count` up to its `.endr`.
    pub(in crate::parser) fn parse_rept(&mut self, statement: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        let count = self.parse_expression()?.0;
        let Some(count) = self.evaluate(&count) else {
            let message = message!["unexpected token in '", statement.name, "' directive"];
            return Err(self.error(loc, message));
        };
        if count < 0 {
            return Err(self.error(loc, "Count is negative"));
        }
        self.expect_end_of_statement()?;
        let mut repeated = self.parse_repeated(statement)?;
        let mut text = Vec::new();
        for _ in 0..count {
            let before = text.len();
            let expanded = self.expand(&mut text, &mut repeated, &[], &[], false);
            self.check_size(statement, expanded)?;
            // Nothing, however often.
            if text.len() == before {
                break;
            }
        }
        self.read_repetition(statement, text)
    }

    /// Parses `.irp name, value, ...` up to its `.endr`.
    pub(in crate::parser) fn parse_irp(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.expect_identifier("expected identifier in '.irp' directive")?;
        self.expect_comma()?;
        let values = self.parse_macro_arguments(None)?;
        self.expect_end_of_statement()?;
        self.repeat_for(statement, name, &values)
    }

    /// Parses `.irpc name, characters` up to its `.endr`.
    pub(in crate::parser) fn parse_irpc(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.expect_identifier("expected identifier in '.irpc' directive")?;
        self.expect_comma()?;
        let values = self.parse_macro_arguments(None)?;
        let [value] = values.as_slice() else {
            return Err(self.token_error("unexpected token in '.irpc' directive"));
        };
        let [tok] = value.as_slice() else {
            return Err(self.token_error("unexpected token in '.irpc' directive"));
        };
        self.expect_end_of_statement()?;
        let characters = if tok.is(TokenKind::String) { tok.contents() } else { tok.text };
        let loc = tok.loc;
        let values: Vec<Argument<'a>> = characters
            .chunks(1)
            .map(|text| vec![Token { kind: TokenKind::Identifier, loc, text, value: 0 }])
            .collect();
        self.repeat_for(statement, name, &values)
    }

    fn repeat_for(
        &mut self,
        statement: StatementName<'a>,
        name: &'a [u8],
        values: &[Argument<'a>],
    ) -> ParseResult {
        let mut repeated = self.parse_repeated(statement)?;
        let parameters = [Parameter { name, ..Parameter::default() }];
        let mut text = Vec::new();
        for value in values {
            let value = std::slice::from_ref(value);
            let expanded = self.expand(&mut text, &mut repeated, &parameters, value, true);
            self.check_size(statement, expanded)?;
        }
        self.read_repetition(statement, text)
    }

    fn read_repetition(&mut self, statement: StatementName<'a>, mut text: Vec<u8>) -> ParseResult {
        text.extend_from_slice(b".endr\n");
        self.read_expansion(statement, text)?;
        self.lex();
        Ok(())
    }

    /// Returns the text up to the `.endr` that matches.
    fn parse_repeated(&mut self, statement: StatementName<'a>) -> ParseResult<Macro<'a>> {
        let start = self.tok().loc;
        let mut depth = 0u32;
        loop {
            let tok = self.tok();
            match (tok.kind, tok.text) {
                (TokenKind::Eof, _) => {
                    let message = b"no matching '.endr' in definition".to_vec();
                    self.error_now(statement.loc, LocRange::NONE, message);
                    return Err(ErrorReported);
                }
                (TokenKind::Identifier, b".rep" | b".rept" | b".irp" | b".irpc") => depth += 1,
                (TokenKind::Identifier, b".endr") if depth == 0 => {
                    self.lex();
                    if !self.at(TokenKind::EndOfStatement) {
                        let message = b"expected newline".to_vec();
                        self.error_now(self.tok().loc, LocRange::NONE, message);
                        return Err(ErrorReported);
                    }
                    let body = self.text_between(start, tok.loc);
                    return Ok(Macro { name: b"", parameters: Vec::new(), body, count: 0 });
                }
                (TokenKind::Identifier, b".endr") => depth -= 1,
                _ => {}
            }
            self.eat_to_end_of_statement();
        }
    }
}
