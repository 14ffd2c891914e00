//! Calls of macros: an expansion is read in place of the statement that asked for it.

use crate::lexer::{Lexer, TokenKind};
use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::source::{Buffer, Loc, LocRange, TooLarge};

use crate::parser::macro_state::{
    EXPANSION_BYTES, Expansion, MAX_EXPANDED_BYTES, MAX_NESTING, MAX_OPEN, Macro,
};

impl<'a> Parser<'a> {
    /// Expands the macro of that name.
    pub(in crate::parser) fn enter_macro(&mut self, statement: StatementName<'a>) -> ParseResult {
        let depth = self.macros.open.len();
        if depth == MAX_NESTING || depth >= MAX_OPEN {
            let message = format!(
                "macros cannot be nested more than {MAX_NESTING} levels deep. Use \
                 -asm-macro-max-nesting-depth to increase this limit."
            );
            return Err(self.token_error(message));
        }
        // Taken out while it is expanded, so that its count can change.
        let Some(mut called) = self.macros.defined.remove(statement.name) else {
            return Ok(());
        };
        let result = self.expand_call(statement, &mut called);
        self.macros.defined.insert(statement.name.into(), called);
        result
    }

    fn expand_call(&mut self, statement: StatementName<'a>, called: &mut Macro<'a>) -> ParseResult {
        let arguments = self.parse_macro_arguments(Some(called))?;
        let is_positional = self.syntax.darwin && called.parameters.is_empty();
        if !is_positional && called.parameters.len() != arguments.len() {
            return Err(self.error(self.tok().loc, "Wrong number of arguments"));
        }
        let mut text = Vec::new();
        let parameters = std::mem::take(&mut called.parameters);
        let expanded = self.expand(&mut text, called, &parameters, &arguments, true);
        called.parameters = parameters;
        self.check_size(statement, expanded)?;
        text.extend_from_slice(b".endmacro\n");
        self.read_expansion(statement, text)?;
        self.macros.count = self.macros.count.wrapping_add(1);
        self.lex();
        Ok(())
    }

    /// Gives up if an expansion became too large.
    pub(super) fn check_size(
        &mut self,
        statement: StatementName<'a>,
        size: Result<(), TooLarge>,
    ) -> ParseResult {
        size.map_err(|TooLarge| {
            let message = b"macro expansion is too large".to_vec();
            self.error_now(statement.loc, LocRange::NONE, message);
            self.stop = true;
            ErrorReported
        })
    }

    /// Begins to read `text` in place of the statement.
    pub(super) fn read_expansion(
        &mut self,
        statement: StatementName<'a>,
        text: Vec<u8>,
    ) -> ParseResult {
        self.macros.expanded_bytes += text.len() + EXPANSION_BYTES;
        if self.macros.expanded_bytes > MAX_EXPANDED_BYTES {
            return self.check_size(statement, Err(TooLarge));
        }
        self.check_interrupt(statement.loc);
        let added = self.sources.add(self.newest_buffer, "<instantiation>", text);
        let buffer = match added {
            Ok(buffer) => buffer,
            Err(too_large) => return self.check_size(statement, Err(too_large)),
        };
        self.macros.open.push(Expansion {
            loc: statement.loc,
            exit_buffer: self.buffer,
            exit: self.tok().loc,
            condition_depth: self.conditions.depth(),
        });
        self.newest_buffer = buffer;
        self.jump(buffer, buffer.start());
        Ok(())
    }

    /// Goes on reading `buffer` from `loc`; the current token stays until the next [`Parser::lex`].
    pub(super) fn jump(&mut self, buffer: &'a Buffer, loc: Loc) {
        self.buffer = buffer;
        Lexer::jump(&mut self.lexer, buffer, loc);
    }

    /// Goes back to what is after the statement that asked for the innermost expansion.
    pub(super) fn exit_expansion(&mut self) {
        let Some(expansion) = self.macros.open.pop() else { return };
        self.jump(expansion.exit_buffer, expansion.exit);
        self.lex();
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
        }
    }

    /// Parses `.exitm`.
    pub(in crate::parser) fn parse_exit_macro(
        &mut self,
        statement: StatementName<'a>,
    ) -> ParseResult {
        self.expect_end_of_statement()?;
        let Some(expansion) = self.macros.open.last() else {
            return Err(self.stray_macro_end(statement));
        };
        self.conditions.leave_to(expansion.condition_depth);
        self.exit_expansion();
        Ok(())
    }

    /// Parses `.endm` that ends no definition: an expansion ends.
    pub(in crate::parser) fn parse_end_macro(
        &mut self,
        statement: StatementName<'a>,
    ) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            let message = message!["unexpected token in '", statement.name, "' directive"];
            return Err(self.token_error(message));
        }
        if !self.macros.expanding() {
            return Err(self.stray_macro_end(statement));
        }
        self.exit_expansion();
        Ok(())
    }

    pub(super) fn stray_macro_end(&mut self, statement: StatementName<'a>) -> ErrorReported {
        let message =
            message!["unexpected '", statement.name, "' in file, no current macro definition"];
        self.token_error(message)
    }

    /// Parses `.endr` that ends no definition: an expansion ends.
    pub(in crate::parser) fn parse_end_repeat(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.macros.expanding() {
            return Err(self.token_error("unmatched '.endr' directive"));
        }
        self.exit_expansion();
        Ok(())
    }

    /// Parses `.purgem name`.
    pub(in crate::parser) fn parse_purge_macro(
        &mut self,
        statement: StatementName<'a>,
    ) -> ParseResult {
        let name = self.expect_identifier("expected identifier in '.purgem' directive")?;
        self.expect_end_of_statement()?;
        if self.macros.defined.remove(name).is_none() {
            let message = message!["macro '", name, "' is not defined"];
            return Err(self.error(statement.loc, message));
        }
        Ok(())
    }

    /// Parses `.macros_on` and `.macros_off`.
    pub(in crate::parser) fn parse_macros_on_off(&mut self, on: bool) -> ParseResult {
        self.expect_end_of_statement()?;
        self.macros.enabled = on;
        Ok(())
    }

    /// Parses `.altmacro` and `.noaltmacro`.
    pub(in crate::parser) fn parse_altmacro(&mut self, on: bool) -> ParseResult {
        self.expect_end_of_statement()?;
        self.macros.alternative = on;
        Ok(())
    }
}
