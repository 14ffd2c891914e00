//! Reports of errors and warnings.
//!
//! An error met within a statement is kept until the statement is given up, because a better one may
//! replace it; warnings and notes are reported at once.

use crate::diagnostic::{Diagnostic, Pass, Severity};
use crate::lexer::TokenKind;
use crate::source::{Loc, LocRange};

use super::error::{ErrorReported, PendingError};
use super::interface::Parser;

/// Diagnostics that are kept. Macros that call each other can ask for any number of them, each with a
/// note for every macro it is in.
const MAX_DIAGNOSTICS: usize = 1 << 18;
/// Bytes of the lines they show. A long line with an error in each statement asks for their product.
const MAX_SHOWN_BYTES: usize = 1 << 28;

impl Parser<'_> {
    /// Reports an error at `loc`.
    pub fn error(&mut self, loc: Loc, message: impl Into<Vec<u8>>) -> ErrorReported {
        self.error_in(loc, LocRange::NONE, message)
    }

    /// Reports an error at `loc` and underlines `range`.
    pub fn error_in(
        &mut self,
        loc: Loc,
        range: LocRange,
        message: impl Into<Vec<u8>>,
    ) -> ErrorReported {
        self.pending.push(PendingError { loc, range, message: message.into() });
        // It says more than what the lexer has to say about the current token.
        if self.at(TokenKind::Error) {
            self.lex_raw();
        }
        ErrorReported
    }

    /// Reports an error at the token read last.
    pub fn token_error(&mut self, message: impl Into<Vec<u8>>) -> ErrorReported {
        self.error(self.lexer.loc(), message)
    }

    /// Reports a warning, now.
    pub fn warning(&mut self, loc: Loc, message: impl Into<Vec<u8>>) {
        self.warning_in(loc, LocRange::NONE, message);
    }

    /// Reports a warning, now, and underlines `range`.
    pub fn warning_in(&mut self, loc: Loc, range: LocRange, message: impl Into<Vec<u8>>) {
        self.diagnose(Severity::Warning, loc, range, message.into());
        self.note_macro_instantiations();
    }

    /// Reports a warning about a range, now, with a remedy that is shown below it.
    pub fn warning_with_suggestion(
        &mut self,
        range: LocRange,
        message: impl Into<Vec<u8>>,
        suggestion: &'static str,
    ) {
        let known = self.parsed.diagnostics.len();
        self.diagnose(Severity::Warning, range.start, range, message.into());
        if let Some(diagnostic) = self.parsed.diagnostics.get_mut(known) {
            diagnostic.suggestion = Some(suggestion);
        }
    }

    /// Reports something doubtful, now, without a place or a label.
    pub fn plain_warning(&mut self, message: impl Into<Vec<u8>>) {
        self.diagnose(Severity::Plain, Loc::NONE, LocRange::NONE, message.into());
    }

    /// Reports a note, now, after the errors that are kept.
    pub fn note(&mut self, loc: Loc, message: impl Into<Vec<u8>>) {
        self.note_in(loc, LocRange::NONE, message);
    }

    /// Reports a note, now, and underlines `range`.
    pub fn note_in(&mut self, loc: Loc, range: LocRange, message: impl Into<Vec<u8>>) {
        self.report_pending_errors();
        self.diagnose(Severity::Note, loc, range, message.into());
        self.note_macro_instantiations();
    }

    /// Returns the severity of errors in the text, which make it wrong unless it is read leniently.
    fn severity_of_errors(&mut self) -> Severity {
        self.had_error = true;
        if self.lenient && !self.parsed.is_cut_off {
            return Severity::Warning;
        }
        self.parsed.had_error = true;
        Severity::Error
    }

    /// Reports an error without keeping it back.
    pub(super) fn error_now(&mut self, loc: Loc, range: LocRange, message: Vec<u8>) {
        let severity = self.severity_of_errors();
        self.diagnose(severity, loc, range, message);
        self.note_macro_instantiations();
    }

    /// Returns whether errors are kept.
    pub fn has_pending_errors(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Forgets the errors that are kept, for a target that tries another way.
    pub fn clear_pending_errors(&mut self) {
        self.pending.clear();
    }

    /// Makes the errors that are kept point just past what they underline, and underline nothing: the
    /// reference takes the end of a register for its start where it has no use for either.
    pub fn point_errors_at_their_end(&mut self) {
        for error in self.pending.iter_mut().filter(|error| error.range.start.is_some()) {
            error.loc = error.range.end;
            error.range = LocRange::NONE;
        }
    }

    /// Adds to the messages of the errors that are kept.
    pub fn add_error_suffix(&mut self, suffix: &[u8]) -> ErrorReported {
        if self.at(TokenKind::Error) {
            self.lex();
        }
        for error in &mut self.pending {
            error.message.extend_from_slice(suffix);
        }
        ErrorReported
    }

    #[cold]
    pub(super) fn report_lexer_error(&mut self) {
        let error = self.lexer.error().clone();
        self.error(error.loc, error.message.as_bytes());
    }

    #[inline]
    pub(super) fn report_pending_errors(&mut self) {
        if !self.pending.is_empty() {
            self.report_all_pending();
        }
    }

    #[cold]
    fn report_all_pending(&mut self) {
        let errors = std::mem::take(&mut self.pending);
        if let Some(error) = errors.first().filter(|_| self.lenient) {
            self.count_skipped(error.loc);
        }
        for error in errors {
            self.error_now(error.loc, error.range, error.message);
        }
    }

    /// Counts the statement with an error at `loc`.
    fn count_skipped(&mut self, loc: Loc) {
        let start = loc.0.saturating_sub(self.buffer.start().0) as usize;
        let line = self.buffer.line_at(start);
        let skipped = &mut self.parsed.skipped;
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let first = words.find(|word| !word.ends_with(b":")).unwrap_or_default();
        let is_directive = first.starts_with(b".");
        let count = if is_directive { &mut skipped.directives } else { &mut skipped.instructions };
        *count = count.saturating_add(1);
    }

    /// Reports an error that does not give up the statement: now, without the macros that it is in.
    pub fn context_error(&mut self, loc: Loc, message: impl Into<Vec<u8>>) {
        let had_error = self.had_error;
        let severity = self.severity_of_errors();
        self.had_error = had_error;
        let origin = self.line_origin.take();
        self.diagnose(severity, loc, LocRange::NONE, message.into());
        self.line_origin = origin;
    }

    fn note_macro_instantiations(&mut self) {
        if !self.macros.expanding() {
            return;
        }
        let locs: Vec<Loc> = self.macros.open_locs().collect();
        for loc in locs {
            let message = b"while in macro instantiation".to_vec();
            self.diagnose(Severity::Note, loc, LocRange::NONE, message);
        }
    }

    fn diagnose(&mut self, severity: Severity, loc: Loc, range: LocRange, message: Vec<u8>) {
        self.diagnose_in(Pass::Both, severity, loc, range, message);
    }

    /// Reports something in one reading only.
    pub(super) fn diagnose_in(
        &mut self,
        pass: Pass,
        severity: Severity,
        loc: Loc,
        range: LocRange,
        message: Vec<u8>,
    ) {
        let Some(shown_bytes) = self.shown_bytes else { return };
        let count = self.parsed.diagnostics.len() + 1;
        let (severity, message) = if count < MAX_DIAGNOSTICS && shown_bytes < MAX_SHOWN_BYTES {
            let line_bytes = self.buffer.line_bytes(loc).max(self.sources.main().line_bytes(loc));
            self.shown_bytes = Some(shown_bytes + message.len() + line_bytes);
            (severity, message)
        } else {
            self.shown_bytes = None;
            self.stop = true;
            self.parsed.had_error = true;
            (Severity::Error, b"too many diagnostics; giving up".to_vec())
        };
        let origin = self.line_origin;
        let suggestion = None;
        let diagnostic = Diagnostic { severity, loc, range, suggestion, message, pass, origin };
        self.parsed.diagnostics.push(diagnostic);
    }
}
