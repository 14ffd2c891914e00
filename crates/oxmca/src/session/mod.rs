//! The way from bytes to a report: choose a CPU, read a text, analyze its regions, render reports.
//!
//! A [`Session`] is a CPU to read for and to simulate. It reads a text into [`Code`], whose
//! [regions](CodeRegion) are analyzed one by one or, with [`Code::report`], all together.
//! [`RegionReporter`] and [`ReportWriter`] are the two halves of the latter, for callers that share
//! regions out to threads.
//!
//! Deliberately absent: names of targets, files, threads, printing.

mod builder;
mod catalog;
mod code;
mod document;
mod error;
mod message;
mod region_report;
mod render;
mod source_comment;

use std::fmt;
use std::sync::Arc;

use oxmca_asm::parser;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::source::{Sources, TooLarge};
use oxmca_asm::target::EncodeError;
use oxmca_asm::{Dialect, Inst, Subtarget, Target};
use oxmca_tables::{OwnedTables, Tables};
use self_cell::self_cell;

use crate::analyze::Analyzer;
use crate::options::Options;
use crate::processor::Processor;
pub use crate::report::json::full::Place;

pub use builder::SessionBuilder;
pub use catalog::{Catalog, FeatureEntry, ModelEntry};
pub use code::{Code, CodeRegion, RegionKey};
pub use document::ReportWriter;
pub use error::{AnalyzeError, ParseError, SessionError};
pub use message::{Message, render_plain};
pub use region_report::{Failed, RegionAnalysis, RegionOutcome, RegionReporter};
pub use render::RenderedRegion;

/// A form of report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// llvm-mca's text.
    Text,
    /// llvm-mca's JSON.
    LlvmJson,
    /// JSON with everything that is known: see [`full`](crate::report::json::full).
    FullJson,
}

/// How a text is read, and how its instructions are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// What messages call the text, e.g. a path. Bytes that are no UTF-8 as
    /// [`oxmca_asm::lossless`] carries them.
    pub name: Box<str>,
    /// The dialect in which the text begins; directives can switch to another. The target's first
    /// stands for none, and for one that the target does not have.
    pub dialect: Option<Dialect>,
    /// The dialect in which instructions are shown. Without one, or with one that the target does not
    /// have, it is that in which the text ends.
    pub shown_dialect: Option<Dialect>,
    /// Whether immediates are shown in hexadecimal.
    pub hex_immediates: bool,
    /// Whether comments `LLVM-MCA-<TYPE> <DATA>` have a meaning.
    pub instruments: bool,
    /// Most instructions; more make the text invalid.
    pub max_instructions: usize,
    /// Whether lines that cannot be read are left out, instead of making the text invalid.
    pub skip_invalid_lines: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            name: "<input>".into(),
            dialect: None,
            shown_dialect: None,
            hex_immediates: false,
            instruments: true,
            max_instructions: usize::MAX,
            skip_invalid_lines: false,
        }
    }
}

/// A target and the scheduling model of one of its CPUs, which both borrow the target's tables.
struct Machine<'t> {
    target: Box<dyn Target + 't>,
    processor: Processor<'t>,
}

self_cell!(
    struct OwnedMachine {
        owner: OwnedTables,

        #[covariant]
        dependent: Machine,
    }
);

/// A CPU to read assembly for and to simulate. It can be shared between threads; a clone is the same
/// session.
#[derive(Clone)]
pub struct Session(Arc<OwnedMachine>);

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("triple", &self.triple())
            .field("cpu", &self.cpu_name())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Chooses a CPU of the target that `triple` names (`-mtriple`, `-mcpu`). `attributes` are
    /// features to add or remove, in order: `+name` or `-name` (`-mattr`).
    ///
    /// # Errors
    /// When one of the names is unknown or the CPU cannot be simulated.
    pub fn new<'a>(
        triple: &str,
        cpu: &str,
        attributes: impl IntoIterator<Item = &'a str>,
    ) -> Result<Session, SessionError> {
        SessionBuilder::new(triple).cpu(cpu).attributes(attributes).build()
    }

    fn machine(&self) -> &Machine<'_> {
        self.0.borrow_dependent()
    }

    /// The target.
    pub fn target(&self) -> &(dyn Target + '_) {
        &*self.machine().target
    }

    /// The target's triple, as it was given.
    pub fn triple(&self) -> &str {
        self.target().triple().as_str()
    }

    /// The target's tables.
    pub fn tables(&self) -> &Tables<'_> {
        self.processor().tables()
    }

    /// The CPU's name.
    pub fn cpu_name(&self) -> &str {
        self.processor().cpu_name()
    }

    /// The CPU whose scheduling model the session's CPU uses for want of one of its own, as `znver5`
    /// uses that of `znver4`; `None` if the model describes the session's CPU.
    pub fn borrowed_model(&self) -> Option<&str> {
        let tables = self.tables();
        let cpu = tables.borrowed_model(self.subtarget().cpu)?;
        Some(tables.text(tables.cpus[cpu.index()].name))
    }

    /// The CPU and its features.
    pub fn subtarget(&self) -> &Subtarget {
        &self.processor().subtarget
    }

    /// The CPU's scheduling model, ready to be simulated.
    pub fn processor(&self) -> &Processor<'_> {
        &self.machine().processor
    }

    /// The number of a dialect among the target's; `None` if it has no such dialect.
    pub(crate) fn dialect_number(&self, dialect: Dialect) -> Option<usize> {
        self.target().dialects().iter().position(|it| *it == dialect)
    }

    /// Reads assembly in the target's first dialect; directives in the text can switch to another.
    /// Comments `LLVM-MCA-BEGIN` and `LLVM-MCA-END` delimit regions.
    ///
    /// # Errors
    /// [`ParseError::Invalid`] with whatever could be read, [`ParseError::Empty`] when there is
    /// nothing to analyze, and [`ParseError::TooLarge`].
    pub fn parse(&self, text: impl Into<Vec<u8>>) -> Result<Code, ParseError> {
        self.parse_with(text, &TextOptions::default())
    }

    /// As [`Session::parse`], with a choice of how the text is read.
    ///
    /// # Errors
    /// As [`Session::parse`].
    pub fn parse_with(
        &self,
        text: impl Into<Vec<u8>>,
        options: &TextOptions,
    ) -> Result<Code, ParseError> {
        let code = self.read(text, options).map_err(|TooLarge| ParseError::TooLarge)?;
        if code.is_invalid() {
            return Err(ParseError::Invalid(Box::new(code)));
        }
        match code.is_empty() {
            true => Err(ParseError::Empty(Box::new(code))),
            false => Ok(code),
        }
    }

    /// Reads assembly into whatever there is of it: instructions, regions, and diagnostics about the
    /// rest. [`Code::is_invalid`] and [`Code::is_empty`] tell whether it is to be analyzed.
    ///
    /// # Errors
    /// When the text has more than 2 GiB.
    pub fn read(&self, text: impl Into<Vec<u8>>, options: &TextOptions) -> Result<Code, TooLarge> {
        let sources = Sources::new(options.name.clone(), text)?;
        let dialect = options.dialect.and_then(|dialect| self.dialect_number(dialect));
        let parser_options = parser::Options {
            dialect: dialect.unwrap_or_default(),
            instruments: options.instruments,
            max_instructions: options.max_instructions,
            ..parser::Options::default()
        };
        let parsed = parser::parse(&sources, self.target(), *self.subtarget(), &parser_options);
        Ok(Code::new(self.clone(), sources, parsed, options))
    }

    /// An analyzer for many regions.
    pub fn analyzer<'a>(&'a self, options: &'a Options) -> Analyzer<'a> {
        Analyzer::new(self.processor(), self.target(), options)
    }

    /// Appends an instruction as LLVM's printer shows it; it begins with a tab. Bytes that are no
    /// UTF-8 are as [`oxmca_asm::lossless`] carries them.
    pub fn print_inst(&self, inst: &Inst, options: &PrintOptions, out: &mut String) {
        self.target().print_inst(self.subtarget(), inst, options, out);
    }

    /// Appends an instruction's machine code, as it is before linking.
    ///
    /// # Errors
    /// [`EncodeError`]. Nothing is appended then, except with [`EncodeError::TooLong`].
    pub fn encode(&self, inst: &Inst, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        self.target().encode(self.subtarget(), inst, out)
    }
}
