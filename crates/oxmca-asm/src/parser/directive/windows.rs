//! Windows' unwind information: `.seh_*`. Checked, and forgotten.

use crate::lexer::TokenKind;
use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, Statement};
use crate::parser::windows_frames::{Epilogue, Frame, FrameStep, UnwindCode};
use crate::source::Loc;

const NOT_SUPPORTED: &str = ".seh_* directives are not supported on this target";

impl<'a> Parser<'a> {
    /// `.seh_proc symbol`.
    pub(super) fn parse_seh_proc(&mut self, statement: Statement<'a>) -> ParseResult {
        let name = self.parse_identifier().ok_or(ErrorReported)?;
        let symbol = self.symbols.intern(name);
        self.expect_end_of_coff_directive()?;
        let name = self.symbols.get(symbol).name.clone();
        self.begin_windows_frame(&name, statement.loc);
        Ok(())
    }

    /// `.seh_endproc` and the like, which take nothing. One token is skipped, whatever it is.
    pub(super) fn parse_seh_step(
        &mut self,
        statement: Statement<'a>,
        step: FrameStep,
    ) -> ParseResult {
        self.lex();
        // What is wrong with handler data is said to be nowhere.
        let loc = if step == FrameStep::HandlerData { Loc::NONE } else { statement.loc };
        self.step_windows_frame(step, loc);
        Ok(())
    }

    /// `.seh_stackalloc size`.
    pub(super) fn parse_seh_stackalloc(&mut self, statement: Statement<'a>) -> ParseResult {
        let size = self.parse_absolute_expression()?;
        self.expect_end_of_coff_directive()?;
        self.unwind_code(UnwindCode::AllocateStack { size: size as u32 }, statement.loc);
        Ok(())
    }

    /// `.seh_unwindversion version`.
    pub(super) fn parse_seh_version(&mut self, statement: Statement<'a>) -> ParseResult {
        let version = self.parse_integer_token("expected unwind version number")?;
        let version = match u8::try_from(version) {
            Ok(version) if version >= 1 => version,
            _ => return Err(self.error(statement.loc, "invalid unwind version")),
        };
        self.expect_end_of_coff_directive()?;
        self.step_windows_frame(FrameStep::UnwindVersion(version), statement.loc);
        Ok(())
    }

    /// `.seh_handler symbol, @unwind[, @except]`.
    pub(super) fn parse_seh_handler(&mut self, statement: Statement<'a>) -> ParseResult {
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
        let step = FrameStep::Handler { handles_anything: true };
        self.step_windows_frame(step, statement.loc);
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

    /// Takes note of an instruction of a prologue, and reports if it cannot be.
    pub fn unwind_code(&mut self, code: UnwindCode, loc: Loc) {
        if !self.check_in_windows_frame(loc) {
            return;
        }
        let Some(frame) = self.windows_frames.current() else { return };
        let problem = match code {
            UnwindCode::SetFrame { .. } if frame.has_frame_register => {
                Some("frame register and offset can be set at most once")
            }
            UnwindCode::SetFrame { offset } | UnwindCode::SaveVector { offset }
                if offset & 15 != 0 =>
            {
                Some("offset is not a multiple of 16")
            }
            UnwindCode::SetFrame { offset } if offset > 240 => {
                Some("frame offset must be less than or equal to 240")
            }
            UnwindCode::AllocateStack { size: 0 } => Some("stack allocation size must be non-zero"),
            UnwindCode::AllocateStack { size } if size & 7 != 0 => {
                Some("stack allocation size is not a multiple of 8")
            }
            UnwindCode::SaveRegister { offset } if offset & 7 != 0 => {
                Some("register save offset is not 8 byte aligned")
            }
            UnwindCode::PushMachineFrame if frame.has_code => {
                Some("If present, PushMachFrame must be the first UOP")
            }
            _ => None,
        };
        match problem {
            Some(problem) => self.context_error(loc, problem),
            None => {
                frame.has_code = true;
                frame.has_frame_register |= matches!(code, UnwindCode::SetFrame { .. });
            }
        }
    }

    /// Returns whether a frame is open; reports that one must be if not.
    fn check_in_windows_frame(&mut self, loc: Loc) -> bool {
        if !self.syntax.windows_unwind {
            self.context_error(loc, NOT_SUPPORTED);
            return false;
        }
        if self.windows_frames.current().is_none_or(|frame| frame.ended) {
            self.context_error(loc, ".seh_ directive must appear within an active frame");
            return false;
        }
        true
    }

    /// A procedure begins.
    pub(super) fn begin_windows_frame(&mut self, function: &[u8], loc: Loc) {
        if !self.syntax.windows_unwind {
            self.context_error(loc, NOT_SUPPORTED);
            return;
        }
        if self.windows_frames.current().is_some_and(|frame| !frame.ended) {
            self.context_error(loc, "Starting a function before ending the previous one!");
        }
        self.push_windows_frame(function.to_vec(), None);
    }

    fn push_windows_frame(&mut self, function: Vec<u8>, parent: Option<usize>) {
        let section = self.sections.current();
        let frames = &mut self.windows_frames;
        frames.current = Some(frames.frames.len());
        frames.frames.push(Frame {
            function,
            section,
            parent,
            ended: false,
            prologue_ended: false,
            has_code: false,
            has_frame_register: false,
            version: 1,
        });
    }

    /// Something happens to the frame that is open.
    pub(super) fn step_windows_frame(&mut self, step: FrameStep, loc: Loc) {
        if !self.check_in_windows_frame(loc) {
            return;
        }
        let current = self.windows_frames.current;
        let Some(frame) = self.windows_frames.current() else { return };
        let (parent, section) = (frame.parent, frame.section);
        match step {
            FrameStep::EndProcedure | FrameStep::EndFunclet => {
                frame.ended |= step == FrameStep::EndProcedure;
                if parent.is_some() {
                    self.context_error(loc, "Not all chained regions terminated!");
                }
                if let (FrameStep::EndProcedure, Some(section)) = (step, section) {
                    self.enter_section(section, 0);
                }
            }
            FrameStep::StartChained => {
                let function = frame.function.clone();
                self.push_windows_frame(function, current);
            }
            FrameStep::EndChained if parent.is_none() => {
                self.context_error(loc, "End of a chained region outside a chained region!");
            }
            FrameStep::EndChained => {
                frame.ended = true;
                self.windows_frames.current = parent;
            }
            FrameStep::Handler { .. } | FrameStep::HandlerData if parent.is_some() => {
                self.context_error(loc, "Chained unwind areas can't have handlers!");
            }
            FrameStep::Handler { handles_anything: false } => {
                self.context_error(loc, "Don't know what kind of handler this is!");
            }
            FrameStep::Handler { .. } | FrameStep::HandlerData => {}
            FrameStep::EndPrologue => frame.prologue_ended = true,
            FrameStep::StartEpilogue if !frame.prologue_ended => {
                let message = message![
                    "starting epilogue (.seh_startepilogue) before prologue has ended \
                     (.seh_endprologue) in ",
                    frame.function
                ];
                self.context_error(loc, message);
            }
            FrameStep::StartEpilogue => {
                self.windows_frames.epilogue = Some(Epilogue { unwind_v2_started: false });
            }
            FrameStep::EndEpilogue | FrameStep::UnwindV2Start => {
                self.step_windows_epilogue(step, loc);
            }
            FrameStep::UnwindVersion(version) => {
                let problem = if frame.version != 1 {
                    "Duplicate .seh_unwindversion in "
                } else if version != 2 {
                    "Unsupported version specified in .seh_unwindversion in "
                } else {
                    frame.version = version;
                    return;
                };
                let message = message![problem, frame.function];
                self.context_error(loc, message);
            }
        }
    }

    fn step_windows_epilogue(&mut self, step: FrameStep, loc: Loc) {
        let is_end = step == FrameStep::EndEpilogue;
        let frames = &mut self.windows_frames;
        let Some(frame) = frames.current.and_then(|current| frames.frames.get(current)) else {
            return;
        };
        let problem = match &mut frames.epilogue {
            None if is_end => "Stray .seh_endepilogue in ",
            None => "Stray .seh_unwindv2start in ",
            Some(epilogue) if is_end && frame.version >= 2 && !epilogue.unwind_v2_started => {
                "Missing .seh_unwindv2start in "
            }
            Some(_) if is_end => {
                frames.epilogue = None;
                return;
            }
            Some(epilogue) if epilogue.unwind_v2_started => "Duplicate .seh_unwindv2start in ",
            Some(epilogue) => {
                epilogue.unwind_v2_started = true;
                return;
            }
        };
        let message = message![problem, frame.function];
        self.context_error(loc, message);
    }
}
