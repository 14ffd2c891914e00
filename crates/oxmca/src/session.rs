//! From text to a report in three calls: choose a CPU, parse, analyze.
//!
//! What a [`Session`] does, its parts can do one by one: see [`oxmca_asm`] for parsing with other
//! options and [`analyze_region`] for instructions that come from elsewhere.
//!
//! Deliberately absent: names of targets, files, printing.

use std::fmt;

use oxmca_asm::diagnostic::{Diagnostic, Renderer};
use oxmca_asm::lossless;
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::source::{Sources, TooLarge};
use oxmca_asm::subtarget::Notice;
use oxmca_asm::target::{self, EncodeError};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Subtarget, Syntax, Target};
use oxmca_tables::{ImageError, Reg};

use crate::analyze::{Analyzer, Region, analyze_region};
use crate::error::{Error, ErrorKind};
use crate::lower::Instrument;
use crate::options::Options;
use crate::processor::Processor;
use crate::report::json::Environment;
use crate::report::json::full::{self, Lines, Place};
use crate::report::text::{self, RegionHeader, Texts};
use crate::report::{Printed, Report};

/// What diagnostics call the text.
const INPUT_NAME: &str = "<input>";

/// Why there is no session. All but [`SessionError::Tables`] are the fault of who chose the names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// There is no target for the architecture that begins the triple.
    UnknownTarget(String),
    /// The target has no CPU of that name. It is taken literally: nothing stands for the CPU that
    /// the program runs on.
    UnknownCpu(String),
    /// The target has no feature of that name; the sign is included.
    UnknownFeature(String),
    /// The CPU cannot be simulated, most likely for want of a scheduling model.
    Processor {
        /// The CPU's name.
        cpu: String,
        /// Why not.
        reason: ErrorKind,
    },
    /// The tables were built for another machine than the program runs on.
    Tables(ImageError),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::UnknownTarget(triple) => write!(f, "no target for triple '{triple}'"),
            SessionError::UnknownCpu(name) => write!(f, "the target has no CPU '{name}'"),
            SessionError::UnknownFeature(name) => write!(f, "the target has no feature '{name}'"),
            SessionError::Processor { cpu, reason } => write!(f, "CPU '{cpu}': {reason}"),
            SessionError::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SessionError::Tables(error) => Some(error),
            _ => None,
        }
    }
}

/// Why a text cannot be analyzed as a whole. All of these are the fault of who wrote it.
#[derive(Clone, PartialEq, Debug)]
pub enum ParseError {
    /// Something in it is wrong. What is right is there all the same, as if the wrong lines, region
    /// markers and instruments had been left out.
    Invalid(Code),
    /// There is no instruction in any region.
    Empty,
    /// It has more bytes than positions can be told apart, 2 GiB.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Invalid(code) => f.write_str(code.messages.trim_end()),
            ParseError::Empty => ErrorKind::Empty.fmt(f),
            ParseError::TooLarge => f.write_str("the text is too large"),
        }
    }
}

impl std::error::Error for ParseError {}

/// A parsed text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// Regions that have instructions, in the order they begin: at least one, unless the text has
    /// errors. A text without markers is one region.
    pub regions: Vec<CodeRegion>,
    /// What is wrong or doubtful in the text, in the order it was found.
    pub diagnostics: Vec<Diagnostic>,
    /// The diagnostics as people read them, with lines and carets; empty if there are none.
    pub messages: String,
    /// Where each diagnostic points; nowhere if that is in the expansion of a macro.
    pub places: Vec<Option<Place>>,
}

/// Instructions to analyze together.
#[derive(Clone, PartialEq, Debug)]
pub struct CodeRegion {
    /// Name given by the region's marker, or empty.
    pub name: String,
    /// Whether markers delimit the region; otherwise it is the whole text.
    pub is_marked: bool,
    /// Its instructions, in order.
    pub instructions: Vec<Inst>,
    /// What comments in the text ask for: empty, or one entry per instruction.
    pub instruments: Vec<Instrument>,
    /// Where its instructions begin in the text; none for those from a macro expansion.
    pub places: Vec<Option<Place>>,
    /// Number among the text's regions, from 0.
    index: usize,
    /// How to print its instructions.
    printing: PrintOptions,
}

/// How a text is read, and how its instructions are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Number of the dialect in which the text begins; directives can switch to another. The first
    /// stands for those that the target does not have.
    pub dialect: u8,
    /// Number of the dialect in which instructions are shown; without one, or with one that
    /// the target does not have, that of the text.
    pub shown_dialect: Option<u8>,
    /// Whether immediates are shown in hexadecimal.
    pub hex_immediates: bool,
    /// Whether comments `LLVM-MCA-<TYPE> <DATA>` have a meaning.
    pub instruments: bool,
    /// Most instructions; more make the text invalid.
    pub max_instructions: usize,
    /// Whether lines that cannot be read are left out, instead of making the text invalid.
    pub skip_invalid_lines: bool,
    /// Whether [`Code::messages`] are made.
    pub messages: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            dialect: 0,
            shown_dialect: None,
            hex_immediates: false,
            instruments: true,
            max_instructions: usize::MAX,
            skip_invalid_lines: false,
            messages: true,
        }
    }
}

impl<'a> From<&'a CodeRegion> for Region<'a> {
    fn from(region: &'a CodeRegion) -> Region<'a> {
        Region {
            instructions: &region.instructions,
            instruments: &region.instruments,
            progress: None,
        }
    }
}

/// A CPU to parse for and to simulate. It can be shared between threads.
pub struct Session {
    triple: Triple,
    target: &'static dyn Target,
    syntax: Syntax,
    processor: Processor<'static>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("triple", &self.triple.as_str())
            .field("cpu", &self.subtarget().cpu_name())
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
        let triple = Triple::new(triple);
        let arch =
            triple.arch().ok_or_else(|| SessionError::UnknownTarget(triple.as_str().to_owned()))?;
        let target = target::lookup(arch);
        let tables = target.tables().map_err(SessionError::Tables)?;
        let attributes = target.mode_features(&triple).iter().copied().chain(attributes);
        let (subtarget, notices) = Subtarget::resolve(tables, cpu, attributes);
        let subtarget = subtarget.ok_or_else(|| SessionError::UnknownCpu(cpu.to_owned()))?;
        if let Some(notice) = notices.into_iter().next() {
            // A list of features is no feature either.
            return Err(match notice {
                Notice::UnknownCpu(name) => SessionError::UnknownCpu(name),
                Notice::UnknownFeature(name) => SessionError::UnknownFeature(name),
                Notice::Help => SessionError::UnknownFeature("+help".to_owned()),
                Notice::CpuHelp => SessionError::UnknownFeature("+cpuhelp".to_owned()),
            });
        }
        let processor = Processor::new(&subtarget)
            .map_err(|reason| SessionError::Processor { cpu: cpu.to_owned(), reason })?;
        let syntax = target.syntax(&triple);
        Ok(Session { triple, target, syntax, processor })
    }

    /// The CPU and its features.
    pub fn subtarget(&self) -> &Subtarget<'static> {
        &self.processor.subtarget
    }

    /// The CPU's scheduling model, ready to be simulated.
    pub fn processor(&self) -> &Processor<'static> {
        &self.processor
    }

    /// The target's part that is code.
    pub fn target(&self) -> &'static dyn Target {
        self.target
    }

    /// Parses assembly in the target's first dialect; directives in the text can switch to another.
    /// Comments `LLVM-MCA-BEGIN` and `LLVM-MCA-END` delimit regions.
    /// What `.print` directives print is dropped.
    ///
    /// # Errors
    /// [`ParseError::Invalid`] with whatever could be parsed, [`ParseError::Empty`] when there is
    /// nothing to analyze, and [`ParseError::TooLarge`].
    pub fn parse(&self, text: &str) -> Result<Code, ParseError> {
        self.parse_with(text, TextOptions::default())
    }

    /// As [`Session::parse`], with a choice of how the text is read.
    ///
    /// # Errors
    /// As [`Session::parse`].
    pub fn parse_with(&self, text: &str, options: TextOptions) -> Result<Code, ParseError> {
        let sources = Sources::new(INPUT_NAME, text).map_err(|TooLarge| ParseError::TooLarge)?;
        let dialects = self.processor.tables().dialects.len();
        let is_there = |dialect: &u8| usize::from(*dialect) < dialects;
        let dialect = Some(options.dialect).filter(is_there).unwrap_or(0);
        let parser_options = parser::Options {
            dialect: dialect.into(),
            system: self.triple.system(),
            instruments: options.instruments,
            max_instructions: options.max_instructions,
            ..parser::Options::new(&self.syntax)
        };
        let parsed = parser::parse(&sources, self.target, *self.subtarget(), &parser_options);
        let lines = Lines::new(&sources);
        let printing = PrintOptions {
            dialect: options.shown_dialect.filter(is_there).unwrap_or(parsed.dialect as u8),
            hex_immediates: options.hex_immediates,
            expression_dialect: dialect,
            at_in_names: self.syntax.at_in_name,
        };
        let regions = regions(&parsed, &lines, printing);
        let mut messages = Vec::new();
        if options.messages && !parsed.diagnostics.is_empty() {
            let renderer = Renderer::new(&sources, &parsed.line_origins);
            parsed.diagnostics.iter().for_each(|it| renderer.render(it, &mut messages));
        }
        let messages = String::from_utf8_lossy(&messages).into_owned();
        let is_wrong = (parsed.had_error && !options.skip_invalid_lines)
            || parsed.had_region_error
            || parsed.had_instrument_error
            || parsed.is_cut_off;
        let places = parsed.diagnostics.iter().map(|it| lines.place(it.loc)).collect();
        let code = Code { regions, diagnostics: parsed.diagnostics, messages, places };
        match code.regions.is_empty() {
            _ if is_wrong => Err(ParseError::Invalid(code)),
            true => Err(ParseError::Empty),
            false => Ok(code),
        }
    }

    /// Analyzes a region. It must have been parsed for the same target; the CPU may be another.
    ///
    /// # Errors
    /// When an instruction cannot be modelled or nothing is left to simulate.
    pub fn analyze(&self, region: &CodeRegion, options: &Options) -> Result<Report, Error> {
        analyze_region(region.into(), &self.processor, self.target, options)
    }

    /// An analyzer for many regions, which takes less time than [`Session::analyze`] of each.
    pub fn analyzer<'a>(&'a self, options: &'a Options) -> Analyzer<'a> {
        Analyzer::new(&self.processor, self.target, options)
    }

    /// The text of one instruction as reports show it.
    pub fn print(&self, region: &CodeRegion, inst: &Inst) -> String {
        let mut text = String::new();
        self.target.print_inst(self.subtarget(), inst, &region.printing, &mut text);
        let text = lossless::to_bytes(text.trim_ascii_start());
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The report on a region as llvm-mca prints it. Comments of the source, which full instruction
    /// tables can show, are left out.
    pub fn render_text(&self, region: &CodeRegion, report: &Report) -> String {
        let instructions: Printed =
            region.instructions.iter().map(|inst| self.print(region, inst)).collect();
        let encodings = match report.instruction_info() {
            Some(info) if info.show_encoding => self.encodings(region),
            _ => Vec::new(),
        };
        let tables = &self.subtarget().tables;
        let register_name = |reg| self.register_name(reg, &region.printing);
        let header = RegionHeader { index: region.index, name: &region.name };
        let texts = Texts {
            instructions: &instructions,
            encodings: &encodings,
            comments: &[],
            register_name: &register_name,
            opcode_name: &|opcode| tables.opcode_name(opcode).to_owned(),
            region: region.is_marked.then_some(header),
        };
        let mut out = String::new();
        text::render(report, &texts, &mut out);
        out
    }

    /// The JSON document with everything about a text's regions. `reports` are those of the regions,
    /// in order; what is analyzed with other options than `options` is not described rightly.
    pub fn document(&self, code: &Code, reports: &[Report], options: &Options) -> full::Document {
        let environment =
            Environment { triple: self.triple.as_str(), options, processor: &self.processor };
        let mut document = full::Document::new(INPUT_NAME, &environment);
        for (diagnostic, place) in code.diagnostics.iter().zip(&code.places) {
            document.add_diagnostic(diagnostic, *place);
        }
        for (region, report) in code.regions.iter().zip(reports) {
            document.add(self.region_document(region, report, options));
        }
        document
    }

    /// One region's part of [`Session::document`].
    pub fn region_document(
        &self,
        region: &CodeRegion,
        report: &Report,
        options: &Options,
    ) -> full::Region {
        let instructions: Printed =
            region.instructions.iter().map(|inst| self.print(region, inst)).collect();
        let encodings = options.show_encoding.then(|| self.encodings(region));
        let texts = full::Texts {
            name: region.name.as_bytes(),
            is_marked: region.is_marked,
            insts: &region.instructions,
            instruments: &region.instruments,
            instructions: &instructions,
            places: &region.places,
            encodings: encodings.as_deref(),
            register_name: &|reg| self.register_name(reg, &region.printing),
            opcode_name: &|opcode| self.subtarget().tables.opcode_name(opcode).to_owned(),
        };
        full::Region::new(report, &texts, self.processor.is_out_of_order())
    }

    fn register_name(&self, reg: Reg, printing: &PrintOptions) -> String {
        let mut text = String::new();
        self.target.print_register(self.subtarget(), reg, printing, &mut text);
        text
    }

    /// Machine code of each instruction, as far as there is any.
    fn encodings(&self, region: &CodeRegion) -> Vec<Vec<u8>> {
        let encode = |inst: &Inst| {
            let mut bytes = Vec::new();
            match self.target.encode(self.subtarget(), inst, &mut bytes) {
                Ok(()) | Err(EncodeError::TooLong { .. }) => {}
                Err(_) => bytes.clear(),
            }
            bytes
        };
        region.instructions.iter().map(encode).collect()
    }
}

/// The regions that have instructions.
fn regions(parsed: &Parsed, lines: &Lines, printing: PrintOptions) -> Vec<CodeRegion> {
    let regions = parsed.regions.iter().filter(|region| !region.is_empty());
    let region = |(index, region): (usize, &oxmca_asm::Region)| CodeRegion {
        name: String::from_utf8_lossy(&region.name).into_owned(),
        is_marked: region.is_marked(),
        instructions: region.indices().map(|at| parsed.insts[at].clone()).collect(),
        instruments: instruments(parsed, region),
        places: region.indices().map(|at| lines.place(parsed.locations[at])).collect(),
        index,
        printing,
    };
    regions.enumerate().map(region).collect()
}

/// What comments in a text ask for about the instructions of a region: nothing, or one entry for
/// each.
pub fn instruments(parsed: &Parsed, region: &oxmca_asm::Region) -> Vec<Instrument> {
    if parsed.instruments.is_empty() {
        return Vec::new();
    }
    let of = |at: usize| {
        let location = parsed.locations[at];
        let mut active = parsed.instruments.iter().filter(|it| it.applies_to(location));
        Instrument { latency_cycles: active.find_map(|it| it.latency_cycles()), sched_class: None }
    };
    region.indices().map(of).collect()
}
