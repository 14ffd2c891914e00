//! Windows' unwind information: `.seh_*`. Checked, and forgotten.

use crate::lexer::TokenKind;
use crate::parser::error::{ErrorReported, ParseResult};
use crate::parser::interface::{Parser, StatementName};
use crate::parser::windows_frames::{FrameStep, WindowsFrame};
use crate::source::Loc;

const NOT_SUPPORTED: &str = ".seh_* directives are not supported on this target";

impl<'a> Parser<'a> {
    /// Parses `.seh_proc symbol`.
    pub(super) fn parse_seh_proc(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.parse_identifier().ok_or(ErrorReported)?;
        let symbol = self.symbols.intern(name);
        self.expect_end_of_coff_directive()?;
        let name = self.symbols.get(symbol).name.clone();
        self.begin_windows_frame(&name, statement.loc);
        self.lay_out_procedure(symbol);
        Ok(())
    }

    /// Parses `.seh_endproc` and the like, which take nothing. One token is skipped, whatever it
    /// is.
    pub(super) fn parse_seh_step(
        &mut self,
        statement: StatementName<'a>,
        step: FrameStep,
    ) -> ParseResult {
        self.lex();
        // What is wrong with handler data is said to be nowhere.
        let loc = if step == FrameStep::HandlerData { Loc::NONE } else { statement.loc };
        self.step_windows_frame(step, loc);
        if step == FrameStep::EndProcedure {
            self.lay_out_frame_end();
        }
        Ok(())
    }

    /// Parses `.seh_unwindversion version`.
    pub(super) fn parse_seh_version(&mut self, statement: StatementName<'a>) -> ParseResult {
        let version = self.parse_integer_token("expected unwind version number")?;
        let version = match u8::try_from(version) {
            Ok(version) if version >= 1 => version,
            _ => return Err(self.error(statement.loc, "invalid unwind version")),
        };
        self.expect_end_of_coff_directive()?;
        self.step_windows_frame(FrameStep::UnwindVersion(version), statement.loc);
        Ok(())
    }

    /// Parses `.seh_handler symbol, @unwind[, @except]`.
    pub(super) fn parse_seh_handler(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.parse_identifier().ok_or(ErrorReported)?;
        self.symbols.intern(name);
        if !self.at(TokenKind::Comma) {
            let message = "you must specify one or both of @unwind or @except";
            return Err(self.token_error(message));
        }
        self.lex();
        self.parse_handler_attribute()?;
        if self.at(TokenKind::Comma) {
            self.lex();
            self.parse_handler_attribute()?;
        }
        self.expect_end_of_coff_directive()?;
        self.step_windows_frame(FrameStep::Handler, statement.loc);
        Ok(())
    }

    fn parse_handler_attribute(&mut self) -> ParseResult {
        if !matches!(self.tok().kind, TokenKind::At | TokenKind::Percent) {
            let message = "a handler attribute must begin with '@' or '%'";
            return Err(self.token_error(message));
        }
        let loc = self.lexer.loc();
        self.lex();
        match self.parse_identifier() {
            Some(b"unwind" | b"except") => Ok(()),
            _ => Err(self.error(loc, "expected @unwind or @except")),
        }
    }

    /// Returns the frame that a `.seh_*` directive written at `loc` is about. `None`, and an error
    /// is reported, if no frame is open or the target has no such directives.
    pub fn open_windows_frame(&mut self, loc: Loc) -> Option<&mut WindowsFrame> {
        if !self.syntax.windows_unwind {
            self.context_error(loc, NOT_SUPPORTED);
            return None;
        }
        if self.windows_frames.open_frame().is_none() {
            self.context_error(loc, ".seh_ directive must appear within an active frame");
        }
        self.windows_frames.open_frame()
    }

    /// Begins the frame of a procedure.
    fn begin_windows_frame(&mut self, function: &[u8], loc: Loc) {
        if !self.syntax.windows_unwind {
            self.context_error(loc, NOT_SUPPORTED);
            return;
        }
        if self.windows_frames.open_frame().is_some() {
            self.context_error(loc, "Starting a function before ending the previous one!");
        }
        self.windows_frames.begin(function, self.sections.current());
    }

    /// Changes the frame that is open.
    fn step_windows_frame(&mut self, step: FrameStep, loc: Loc) {
        let needs_frame = !matches!(step, FrameStep::UnwindVersion(_));
        if needs_frame && self.open_windows_frame(loc).is_none() {
            return;
        }
        let result = self.windows_frames.step(step, self.sections.current());
        if let Some(error) = result.error {
            self.context_error(loc, error);
        }
        if let Some(section) = result.section {
            self.enter_section(section, 0);
        }
    }
}
