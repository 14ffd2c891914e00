//! The assembly parser: what targets share.

mod condition;
mod directive;
mod error;
mod expression;
mod macros;
mod repeated;
mod statement;
mod windows;

pub use error::ErrorReported;
pub(crate) use error::message;
pub use windows::UnwindCode;

use std::cell::RefCell;
use std::collections::HashSet;

use oxmca_tables::FeatureSet;
use oxmca_tables::schema::AsmFeatureSet;

use crate::diagnostic::{Diagnostic, LineOrigin, Pass, Severity};
use crate::inst::Inst;
use crate::lexer::{Lexer, MarkerComment, Token, TokenKind};
use crate::region::{Instrument, Instruments, Marker, MarkerError, Region, Regions};
use crate::sections::Sections;
use crate::source::{Buffer, Loc, LocRange, Sources};
use crate::subtarget::Subtarget;
use crate::symbols::Symbols;
use crate::syntax::Syntax;
use crate::target::{InstrumentSupport, Target, TargetState};

use condition::Conditions;
use directive::{CodeView, Frames, LineTable};
use macros::Macros;
use repeated::Repeated;
use windows::WindowsFrames;

/// Result of a parsing step. An error has been reported already; the statement is then skipped.
pub type ParseResult<T = ()> = Result<T, ErrorReported>;

/// The result of parsing a text.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The instructions, in order.
    pub insts: Vec<Inst>,
    /// The place at which each instruction was written.
    pub locations: Vec<Loc>,
    /// For each instruction the index of one that is equal and not behind it, if there is known to be
    /// one before it, and else its own.
    pub originals: Vec<u32>,
    /// The code regions, in the order they begin. Without any marker, one with everything.
    pub regions: Vec<Region>,
    /// The instruments, in the order they begin.
    pub instruments: Vec<Instrument>,
    /// Errors and doubts, in the order the reference reports them.
    pub diagnostics: Vec<Diagnostic>,
    /// `# line "file"` directives that diagnostics refer to.
    pub line_origins: Vec<LineOrigin>,
    /// The text that `.print` directives print in one reading, on standard output and before any report. The
    /// reference prints it in each of its readings.
    pub printed: Vec<u8>,
    /// Set if the assembly itself has errors. `llvm-mca` then stops unless told to skip bad lines.
    pub had_error: bool,
    /// Set if there are errors about regions. `llvm-mca` then stops.
    pub had_region_error: bool,
    /// Set if there are errors about instruments. `llvm-mca` then stops.
    pub had_instrument_error: bool,
    /// Set if reading ended at [`Options::max_instructions`], which is an error, too.
    pub is_cut_off: bool,
    /// The dialect in force at the end, in which reports are printed by default.
    pub dialect: usize,
}

impl Parsed {
    /// Nothing yet, with memory for the instructions of a text of so many bytes, if it is not large:
    /// to grow is to leave memory behind that was just written.
    fn for_text(bytes: usize) -> Parsed {
        const BYTES_PER_STATEMENT: usize = 16;
        const MOST: usize = 1 << 14;
        let count = (bytes / BYTES_PER_STATEMENT).min(MOST);
        Parsed {
            insts: Vec::with_capacity(count),
            locations: Vec::with_capacity(count),
            originals: Vec::with_capacity(count),
            ..Parsed::default()
        }
    }
}

/// Options of the parser.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The dialect to begin with (x86: 0 AT&T, 1 Intel).
    pub dialect: usize,
    /// Set if comments may give instruments; otherwise they are comments (`-disable-im`).
    pub instruments: bool,
    /// Set if numbers may end in a letter that gives their radix (`0fh`, `101b`, `17q`), as in
    /// llvm-mca but not in llvm-mc.
    pub radix_suffixes: bool,
    /// Most instructions; [`Parsed::is_cut_off`] says whether there are more.
    pub max_instructions: usize,
}

impl Default for Options {
    /// The target's first dialect, instruments understood, any number of instructions.
    fn default() -> Self {
        Options {
            dialect: 0,
            instruments: true,
            radix_suffixes: true,
            max_instructions: usize::MAX,
        }
    }
}

/// A parser in the middle of a text. Targets get it to parse their instructions and directives.
pub struct Parser<'a> {
    sources: &'a Sources,
    /// The newest buffer of `sources`.
    newest_buffer: &'a Buffer,
    /// The buffer being read.
    buffer: &'a Buffer,
    /// The tokens.
    pub lexer: Lexer<'a>,
    target: &'a dyn Target,
    syntax: &'a Syntax,
    /// CPU and features in force. Targets change the features when a directive changes the mode.
    pub subtarget: Subtarget,
    /// The dialect in force.
    pub dialect: usize,
    /// State of the target's own between statements.
    pub target_state: Box<dyn TargetState>,
    /// The symbols.
    pub symbols: Symbols,
    pending: Vec<error::PendingError>,
    /// Levels of nesting within the current expression.
    expression_depth: u32,
    /// Operators so far in the current expression.
    expression_operators: u32,
    /// The place that the reference gives the expression parsed last.
    expression_loc: Loc,
    conditions: Conditions,
    macros: Macros<'a>,
    sections: Sections,
    frames: Frames,
    windows_frames: WindowsFrames,
    /// The newest directive about the version of the system.
    version_directive: Option<Loc>,
    line_table: LineTable,
    /// The `# line "file"` directive in force: index into `parsed.line_origins`.
    line_origin: Option<u32>,
    code_view: CodeView,
    lto_discard: HashSet<&'a [u8]>,
    regions: Regions,
    instruments: Instruments,
    /// Set if instruments are understood.
    use_instruments: bool,
    /// Set if instructions begin instruments, too.
    insts_begin_instruments: bool,
    max_instructions: usize,
    /// Set if there was an error that forbids looking at the end of frames.
    had_error: bool,
    /// Bytes of the lines and messages that diagnostics show so far; `None` once there are too many.
    shown_bytes: Option<usize>,
    /// Set if nothing more is to be read.
    stop: bool,
    repeated: Repeated,
    /// Features, and what they mean to the matcher: conditions that hold and hardware mode.
    pub(crate) required: RefCell<(FeatureSet, (AsmFeatureSet, usize))>,
    parsed: Parsed,
}

/// Parses `sources`.
pub fn parse(
    sources: &Sources,
    target: &dyn Target,
    subtarget: Subtarget,
    options: &Options,
) -> Parsed {
    let mut parser = Parser::new(sources, target, subtarget, options);
    parser.run();
    let mut parsed = parser.parsed;
    parsed.dialect = parser.dialect;
    parsed.regions = parser.regions.finish();
    parsed.instruments = parser.instruments.finish();
    parsed
}

impl<'a> Parser<'a> {
    fn new(
        sources: &'a Sources,
        target: &'a dyn Target,
        subtarget: Subtarget,
        options: &Options,
    ) -> Parser<'a> {
        let buffer = sources.main();
        let (tables, features, syntax) = (target.tables(), &subtarget.features, target.syntax());
        let required = (tables.asm_features(features), tables.hw_mode(features));
        Parser {
            sources,
            newest_buffer: buffer,
            buffer,
            lexer: Lexer::new(buffer, syntax, options.radix_suffixes),
            target,
            syntax,
            subtarget,
            dialect: options.dialect,
            target_state: target.new_state(),
            symbols: Symbols::new(syntax.private_prefix),
            pending: Vec::new(),
            expression_depth: 0,
            expression_operators: 0,
            expression_loc: Loc::NONE,
            conditions: Conditions::default(),
            macros: Macros::new(),
            sections: Sections::new(),
            frames: Frames::default(),
            windows_frames: WindowsFrames::default(),
            version_directive: None,
            line_table: LineTable::new(),
            line_origin: None,
            code_view: CodeView::default(),
            lto_discard: HashSet::new(),
            regions: Regions::new(buffer.end()),
            instruments: Instruments::new(buffer.end()),
            use_instruments: options.instruments,
            insts_begin_instruments: options.instruments && target.has_instruments_of_insts(),
            max_instructions: options.max_instructions,
            had_error: false,
            shown_bytes: Some(0),
            stop: false,
            repeated: Repeated::default(),
            required: RefCell::new((*features, required)),
            parsed: Parsed::for_text(buffer.text().len()),
        }
    }

    /// The text's syntax.
    pub fn syntax(&self) -> &'a Syntax {
        self.syntax
    }

    /// The current token.
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

    /// The token after the current one.
    pub fn peek(&mut self) -> Token<'a> {
        let tok = self.lexer.peek();
        if self.lexer.has_markers() {
            self.handle_markers();
        }
        tok
    }

    /// Reads tokens ahead: see [`Lexer::peek_tokens`].
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

    /// A name: an identifier, a string, or `$` or `@` directly before a name or number. `None`, and
    /// nothing is read, if the current token begins no name.
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

    /// Adds an instruction written at `loc`. One statement may add several. An instruction at
    /// [`Loc::NONE`] is in no region that a marker begins, and under no instrument.
    pub fn emit(&mut self, inst: Inst, loc: Loc) {
        if self.note_instruction(loc, self.parsed.insts.len()) {
            if self.insts_begin_instruments {
                self.begin_instruments_of(&inst, loc);
            }
            self.parsed.insts.push(inst);
        }
    }

    /// Adds an instruction once more, by its number.
    fn emit_again(&mut self, inst: usize, loc: Loc) {
        if self.note_instruction(loc, inst) {
            self.parsed.insts.extend_from_within(inst..=inst);
            if self.insts_begin_instruments {
                let repeated = self.parsed.insts[inst].clone();
                self.begin_instruments_of(&repeated, loc);
            }
        }
    }

    /// Begins the instruments that an instruction written at `loc` sets.
    #[cold]
    fn begin_instruments_of(&mut self, inst: &Inst, loc: Loc) {
        let instruments = &mut self.instruments;
        self.target.begin_instruments(inst, &mut |kind, data| {
            // Only an instrument without a kind is refused, and this one has one.
            let _ = instruments.begin(kind, data, loc);
        });
    }

    /// Takes note of one more instruction, written at `loc` and equal to that of number `original`.
    /// Gives `false` if there are too many.
    fn note_instruction(&mut self, loc: Loc, original: usize) -> bool {
        if self.parsed.insts.len() >= self.max_instructions {
            if !self.parsed.is_cut_off {
                let message = format!("more than {} instructions", self.max_instructions);
                self.context_error(loc, message);
            }
            self.parsed.is_cut_off = true;
            self.stop = true;
            return false;
        }
        self.regions.add_instruction(self.parsed.insts.len() as u32, loc);
        self.parsed.locations.push(loc);
        self.parsed.originals.push(original as u32);
        true
    }

    /// Takes note of the markers that have just been read.
    #[inline(never)]
    fn handle_markers(&mut self) {
        while let Some(MarkerComment { loc, text }) = self.lexer.take_marker() {
            let (pass, result) = match Marker::new(text) {
                Marker::Begin(name) => (Pass::Regions, self.regions.begin(name, loc)),
                Marker::End(name) => (Pass::Regions, self.regions.end(name, loc)),
                Marker::Instrument { .. } if !self.use_instruments => continue,
                Marker::Instrument { kind, data } => {
                    (Pass::Instruments, self.begin_instrument(kind, data, loc))
                }
            };
            let Err(error) = result else { continue };
            match pass {
                Pass::Instruments => self.parsed.had_instrument_error = true,
                Pass::Regions | Pass::Both => self.parsed.had_region_error = true,
            }
            self.diagnose_in(pass, Severity::Error, loc, LocRange::NONE, error.message);
            if let Some((loc, note)) = error.note {
                self.diagnose_in(pass, Severity::Note, loc, LocRange::NONE, note);
            }
        }
    }

    fn begin_instrument(&mut self, kind: &[u8], data: &[u8], loc: Loc) -> Result<(), MarkerError> {
        let message = match self.target.instrument(kind, data) {
            InstrumentSupport::Supported => return self.instruments.begin(kind, data, loc),
            InstrumentSupport::Unknown if kind.is_empty() => {
                b"No instrumentation kind was provided in LLVM-MCA comment".to_vec()
            }
            InstrumentSupport::Unknown => {
                message!["Unknown instrumentation type in LLVM-MCA comment: ", kind]
            }
            InstrumentSupport::BadData if data.is_empty() => {
                message!["Failed to create ", kind, " instrument with no data"]
            }
            InstrumentSupport::BadData => {
                message!["Failed to create ", kind, " instrument with data: ", data]
            }
        };
        Err(MarkerError { message, note: None })
    }
}
