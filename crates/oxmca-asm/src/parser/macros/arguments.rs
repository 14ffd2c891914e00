//! Arguments of macros.

use crate::lexer::{Token, TokenKind};
use crate::source::Loc;

use crate::parser::error::{ParseResult, message};
use crate::parser::interface::Parser;

use crate::parser::macro_state::{Argument, Macro, ParameterIndex};

impl<'a> Parser<'a> {
    /// Returns the arguments of a call, one per parameter, defaults filled in. Without a macro, or
    /// for one without parameters, as many as there are.
    pub(super) fn parse_macro_arguments(
        &mut self,
        called: Option<&Macro<'a>>,
    ) -> ParseResult<Vec<Argument<'a>>> {
        let parameters = called.map_or(&[][..], |called| &called.parameters);
        let count = parameters.len();
        let index_of = ParameterIndex::new(parameters);
        let mut arguments = vec![Argument::new(); count];
        let mut ends = vec![Loc::NONE; count];
        let mut named_found = false;
        let mut position = 0;
        while count == 0 || position < count {
            let start = self.lexer.loc();
            let mut name = None;
            if self.at(TokenKind::Identifier) && self.peek().is(TokenKind::Equal) {
                name = self.parse_identifier();
                if !self.at(TokenKind::Equal) {
                    let message = "expected '=' after formal parameter identifier";
                    return Err(self.token_error(message));
                }
                self.lex();
                named_found = true;
            }
            if named_found && name.is_none() {
                let message = "cannot mix positional and keyword arguments";
                return Err(self.error(start, message));
            }
            let is_vararg = position + 1 == count && parameters[position].vararg;
            let Some(argument) = self.parse_call_argument(is_vararg)? else {
                return Ok(arguments);
            };

            let mut index = position;
            if let Some(name) = name {
                let Some(found) = index_of.find(name) else {
                    let macro_name = called.map_or(&b""[..], |called| called.name);
                    let message = message![
                        "parameter named '",
                        name,
                        "' does not exist for macro '",
                        macro_name,
                        "'"
                    ];
                    return Err(self.error(start, message));
                };
                index = found;
            }
            if !argument.is_empty() {
                if arguments.len() <= index {
                    arguments.resize(index + 1, Argument::new());
                    ends.resize(index + 1, Loc::NONE);
                }
                arguments[index] = argument;
                ends[index] = self.lexer.loc();
            }

            if self.at(TokenKind::EndOfStatement) {
                return match called {
                    Some(called) => self.fill_in_defaults(called, arguments, &ends),
                    None => Ok(arguments),
                };
            }
            self.eat(TokenKind::Comma);
            position += 1;
        }
        Err(self.token_error("too many positional arguments"))
    }

    fn fill_in_defaults(
        &mut self,
        called: &Macro<'a>,
        mut arguments: Vec<Argument<'a>>,
        ends: &[Loc],
    ) -> ParseResult<Vec<Argument<'a>>> {
        let mut result = Ok(());
        for (index, parameter) in called.parameters.iter().enumerate() {
            if !arguments[index].is_empty() {
                continue;
            }
            if parameter.required {
                let loc = if ends[index].is_some() { ends[index] } else { self.lexer.loc() };
                let message = message![
                    "missing value for required parameter '",
                    parameter.name,
                    "' in macro '",
                    called.name,
                    "'"
                ];
                result = Err(self.error(loc, message));
            }
            arguments[index].clone_from(&parameter.default);
        }
        result.map(|()| arguments)
    }

    /// Returns one argument; `None` if an expression after `%` is malformed, which ends the
    /// arguments.
    fn parse_call_argument(&mut self, is_vararg: bool) -> ParseResult<Option<Argument<'a>>> {
        if self.macros.alternative {
            let start = self.lexer.loc();
            if self.at(TokenKind::Percent) {
                self.lex();
                let Ok((value, end)) = self.parse_expression() else { return Ok(None) };
                let Some(value) = self.evaluate(&value) else {
                    return Err(self.error(start, "expected absolute expression"));
                };
                let text = self.text_between(start, end);
                let kind = TokenKind::Integer;
                return Ok(Some(vec![Token { kind, loc: start, text, value }]));
            }
            if self.at(TokenKind::Less)
                && let Some(end) = self.angle_bracket_end(start)
            {
                self.jump(self.buffer, end);
                self.lex();
                let text = self.text_between(start, end);
                let kind = TokenKind::String;
                return Ok(Some(vec![Token { kind, loc: start, text, value: 0 }]));
            }
        }
        self.parse_macro_argument(is_vararg).map(Some)
    }

    /// Finds the end of the text in angle brackets that begins at `start`, if it does on its line. `!`
    /// takes the meaning from the character after it.
    fn angle_bracket_end(&self, start: Loc) -> Option<Loc> {
        let text = self.text_between(start, self.buffer.end());
        let mut at = 0;
        loop {
            match text.get(at)? {
                b'>' => return Some(start.offset(at + 1)),
                b'\n' | b'\r' | 0 => return None,
                b'!' => at += 2,
                _ => at += 1,
            }
        }
    }

    /// Returns one argument: tokens up to a comma or a space, except that spaces within parentheses
    /// and around operators do not count.
    pub(super) fn parse_macro_argument(&mut self, is_vararg: bool) -> ParseResult<Argument<'a>> {
        let mut argument = Argument::new();
        if is_vararg {
            if !self.at(TokenKind::EndOfStatement) {
                let loc = self.tok().loc;
                let text = self.take_text_to_end_of_statement();
                argument.push(Token { kind: TokenKind::String, loc, text, value: 0 });
            }
            return Ok(argument);
        }
        // Darwin separates arguments by commas only.
        self.lexer.skip_space = self.syntax.darwin;
        let result = self.collect_argument(&mut argument);
        self.lexer.skip_space = true;
        result.map(|()| argument)
    }

    fn collect_argument(&mut self, argument: &mut Argument<'a>) -> ParseResult {
        let mut open_parens = 0u32;
        loop {
            if matches!(self.tok().kind, TokenKind::Eof | TokenKind::Equal) {
                return Err(self.token_error("unexpected token in macro instantiation"));
            }
            if open_parens == 0 {
                if self.at(TokenKind::Comma) {
                    break;
                }
                let space_eaten = self.eat(TokenKind::Space);
                if !self.syntax.darwin && is_operator(self.tok().kind) {
                    argument.push(self.tok());
                    self.lex_raw();
                    self.eat(TokenKind::Space);
                    continue;
                }
                if space_eaten {
                    break;
                }
            }
            if self.at(TokenKind::EndOfStatement) {
                break;
            }
            match self.tok().kind {
                TokenKind::LParen => open_parens += 1,
                TokenKind::RParen => open_parens = open_parens.saturating_sub(1),
                _ => {}
            }
            argument.push(self.tok());
            self.lex_raw();
        }
        if open_parens != 0 {
            return Err(self.token_error("unbalanced parentheses in macro argument"));
        }
        Ok(())
    }
}

fn is_operator(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Plus | Minus
            | Tilde
            | Slash
            | Star
            | Dot
            | Equal
            | EqualEqual
            | Pipe
            | PipePipe
            | Caret
            | Amp
            | AmpAmp
            | Exclaim
            | ExclaimEqual
            | Less
            | LessEqual
            | LessLess
            | LessGreater
            | Greater
            | GreaterEqual
            | GreaterGreater
    )
}
