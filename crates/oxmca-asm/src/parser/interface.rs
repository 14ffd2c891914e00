//! The two sides on which the parser and a target meet: [`Parser`], from which a target reads, and
//! [`TargetAsmParser`], which the parser asks. Each is defined by the other.

use std::cell::RefCell;
use std::collections::HashSet;

use oxmca_tables::Reg;

use crate::inst::{Expr, Inst};
use crate::interrupt::Interrupt;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::matcher::MatchConditions;
use crate::region::{Instruments, Regions};
use crate::sections::Sections;
use crate::source::{Buffer, Loc, LocRange, Sources};
use crate::subtarget::Subtarget;
use crate::symbols::{SymbolId, Symbols};
use crate::syntax::Syntax;
use crate::target::{InstrumentSupport, TargetInfo, TargetState};

use super::call_frames::CallFrames;
use super::code_view::CodeView;
use super::condition::Conditions;
use super::error::{ParseResult, PendingError};
use super::layout_builder::LayoutBuilder;
use super::line_table::LineTable;
use super::macro_state::Macros;
use super::options::Options;
use super::parsed::Parsed;
use super::statement_cache::StatementCache;
use super::windows_frames::WindowsFrames;

/// A target's part of the parser: the statements, operands and expressions that only it has.
pub trait TargetAsmParser: TargetInfo {
    /// Returns the state at the beginning of a text.
    fn new_state(&self) -> Box<dyn TargetState>;

    /// Returns whether any instruction begins instruments.
    fn has_instruments_of_insts(&self) -> bool {
        false
    }

    /// Passes the kind and the data of each instrument that an instruction begins to `begin`
    /// (RISC-V: `vsetvli` sets the vector length for what follows).
    fn begin_instruments(&self, _inst: &Inst, _begin: &mut dyn FnMut(&[u8], &[u8])) {}

    /// Parses one instruction up to and past the end of its statement and emits it. The mnemonic, as
    /// written, has been read already.
    ///
    /// # Errors
    /// When the instruction was reported as wrong. The rest of the statement is then skipped.
    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult;

    /// Parses a directive of the target's own, up to and past the end of its statement, and says
    /// whether it is one; if it is not, nothing may be read. Its name, with its dot, has been read
    /// already.
    ///
    /// # Errors
    /// When the directive was reported as wrong.
    fn parse_directive<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        loc: Loc,
    ) -> ParseResult<bool>;

    /// Parses the name of a register, and says where it is.
    ///
    /// # Errors
    /// When there is none, which most targets report.
    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)>;

    /// Parses a primary expression only this target has, such as a register, and gives the position
    /// just past it. `None`, and nothing is read, if there is none here.
    ///
    /// # Errors
    /// When it was reported as wrong.
    fn parse_primary_expression(
        &self,
        _parser: &mut Parser<'_>,
    ) -> ParseResult<Option<(Expr, Loc)>> {
        Ok(None)
    }

    /// Returns whether an instrument is understood. Every target has `LATENCY`, whatever follows
    /// it.
    fn instrument(&self, kind: &[u8], _data: &[u8]) -> InstrumentSupport {
        match kind {
            b"LATENCY" => InstrumentSupport::Supported,
            _ => InstrumentSupport::Unknown,
        }
    }

    /// Returns whether a colon after this token makes it a label.
    fn is_label(&self, _parser: &mut Parser<'_>, _first: Token<'_>) -> bool {
        true
    }

    /// Returns whether `name = value` sets a symbol.
    fn equal_is_assignment(&self) -> bool {
        true
    }

    /// Parses a statement that no name at its start tells apart (ARM: `alias .req r0`), up to and
    /// past its end, and returns whether it was one; if not, nothing may be read. `name`, which begins
    /// the statement, has been read already, and is neither a label nor the name of a macro. Asked only
    /// if another name follows it.
    ///
    /// # Errors
    /// When the statement was reported as wrong.
    fn parse_statement<'a>(
        &self,
        _parser: &mut Parser<'a>,
        _name: &'a [u8],
        _loc: Loc,
    ) -> ParseResult<bool> {
        Ok(false)
    }

    /// Parses a value of a data directive such as `.word`, and returns the position just past it.
    ///
    /// # Errors
    /// When there is none, which is then reported.
    fn parse_data_expression(&self, parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
        parser.parse_expression()
    }

    /// Returns the part of a constant that a specifier around it selects (`%hi(0x12345)`); `None` if
    /// only the linker knows.
    fn evaluate_specifier(&self, _name: &str, _value: i64) -> Option<i64> {
        None
    }

    /// Returns an expression with a specifier behind it, `(x + 4)@ha`, as one around the whole of it; `None` where the
    /// specifier is one of its symbols'.
    fn apply_specifier(&self, _expr: &Expr, _name: &'static str) -> Option<Expr> {
        None
    }

    /// Acts before a label is defined: instructions held back belong before it.
    fn label_begins(&self, _parser: &mut Parser<'_>) {}

    /// Acts after a label is defined.
    fn label_parsed(&self, _parser: &mut Parser<'_>, _symbol: SymbolId) {}

    /// Takes note that a text begins.
    fn text_begins(&self, _parser: &mut Parser<'_>) {}

    /// Acts at the end of the text: emits instructions held back, reports what is unfinished.
    fn text_ends(&self, _parser: &mut Parser<'_>) {}

    /// Returns whether a token that is no name may begin an instruction (x86: `{` of `{vex}`).
    fn begins_statement(&self, _kind: TokenKind) -> bool {
        false
    }
}

/// The name that begins a statement: of a label, a macro, a directive or an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatementName<'a> {
    /// The name, as written.
    pub name: &'a [u8],
    /// Its place.
    pub loc: Loc,
}

/// A parser in the middle of a text. Targets get it to parse their instructions and directives.
pub struct Parser<'a> {
    pub(super) sources: &'a Sources,
    /// The newest buffer of `sources`.
    pub(super) newest_buffer: &'a Buffer,
    /// The buffer being read.
    pub(super) buffer: &'a Buffer,
    /// The tokens.
    pub lexer: Lexer<'a>,
    pub(super) target: &'a dyn TargetAsmParser,
    pub(super) syntax: &'a Syntax,
    /// CPU and features in force.
    pub(super) subtarget: Subtarget,
    /// The number of times that the features have changed.
    pub(super) features_version: u32,
    /// The meaning of the features in force to the matcher.
    pub(super) match_conditions: MatchConditions,
    /// The same for other features that the target asked about last.
    pub(super) other_conditions: RefCell<MatchConditions>,
    /// The dialect in force.
    pub dialect: usize,
    /// State of the target's own between statements.
    pub target_state: Box<dyn TargetState>,
    /// The symbols.
    pub symbols: Symbols,
    pub(super) pending: Vec<PendingError>,
    /// Levels of nesting within the current expression.
    pub(super) expression_depth: u32,
    /// Operators so far in the current expression.
    pub(super) expression_operators: u32,
    /// The place that the reference gives the expression parsed last.
    pub(super) expression_loc: Loc,
    pub(super) conditions: Conditions,
    pub(super) macros: Macros<'a>,
    pub(super) sections: Sections,
    pub(super) frames: CallFrames,
    pub(super) windows_frames: WindowsFrames,
    /// The newest directive about the version of the system.
    pub(super) version_directive: Option<Loc>,
    pub(super) line_table: LineTable,
    /// The `# line "file"` directive in force: index into `parsed.line_origins`.
    pub(super) line_origin: Option<u32>,
    pub(super) code_view: CodeView,
    pub(super) lto_discard: HashSet<&'a [u8]>,
    pub(super) regions: Regions,
    pub(super) instruments: Instruments,
    /// Set if statements that cannot be read are skipped.
    pub(super) lenient: bool,
    /// The layout, if it is collected.
    pub(super) layout: Option<Box<LayoutBuilder>>,
    /// Set if instruments are understood.
    pub(super) use_instruments: bool,
    /// Set if instructions begin instruments, too.
    pub(super) insts_begin_instruments: bool,
    pub(super) max_instructions: usize,
    pub(super) max_instructions_in_regions: usize,
    /// Instructions after which to look at limits again.
    pub(super) checked_instructions: usize,
    /// Statements so far.
    pub(super) statements: usize,
    /// Statements after which to look at limits and the interrupt again.
    pub(super) checked_statements: usize,
    pub(super) interrupt: Interrupt,
    /// Set if there was an error that forbids looking at the end of frames.
    pub(super) had_error: bool,
    /// Bytes of the lines and messages that diagnostics show so far; `None` once there are too many.
    pub(super) shown_bytes: Option<usize>,
    /// Set if nothing more is to be read.
    pub(super) stop: bool,
    pub(super) statement_cache: StatementCache,
    pub(super) parsed: Parsed,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        sources: &'a Sources,
        target: &'a dyn TargetAsmParser,
        subtarget: Subtarget,
        options: &Options,
    ) -> Parser<'a> {
        let buffer = sources.main();
        let (tables, features, syntax) = (target.tables(), &subtarget.features, target.syntax());
        let match_conditions = MatchConditions::new(tables, features);
        Parser {
            sources,
            newest_buffer: buffer,
            buffer,
            lexer: Lexer::new(buffer, syntax, options.radix_suffixes && !options.lenient),
            target,
            syntax,
            subtarget,
            features_version: 0,
            other_conditions: RefCell::new(match_conditions.clone()),
            match_conditions,
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
            frames: CallFrames::default(),
            windows_frames: WindowsFrames::default(),
            version_directive: None,
            line_table: LineTable::new(),
            line_origin: None,
            code_view: CodeView::default(),
            lto_discard: HashSet::new(),
            regions: Regions::new(buffer.end()),
            instruments: Instruments::new(buffer.end()),
            lenient: options.lenient,
            layout: options.collects_layout.then(Box::default),
            use_instruments: options.instruments,
            insts_begin_instruments: options.instruments && target.has_instruments_of_insts(),
            max_instructions: options.max_instructions,
            max_instructions_in_regions: options.max_instructions_in_regions,
            checked_instructions: 0,
            statements: 0,
            checked_statements: 0,
            interrupt: options.interrupt.clone(),
            had_error: false,
            shown_bytes: Some(0),
            stop: false,
            statement_cache: StatementCache::default(),
            parsed: Parsed::for_text(buffer.text().len()),
        }
    }
}
