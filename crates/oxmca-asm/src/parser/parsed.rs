//! The result of parsing.

use std::fmt;

use crate::diagnostic::{Diagnostic, LineOrigin};
use crate::inst::Inst;
use crate::layout::Layout;
use crate::region::{Instrument, Region};
use crate::source::Loc;

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
    /// Errors about the machine code of instructions, in their order. Only those who show machine code show them.
    pub encoding_errors: Vec<EncodingError>,
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
    /// Set if reading ended at [`Options::max_instructions`](super::Options::max_instructions) or another limit, or was
    /// interrupted, which is an error, too.
    pub is_cut_off: bool,
    /// Set if reading ended because [`Options::interrupt`](super::Options::interrupt) was requested.
    pub is_interrupted: bool,
    /// The statements that [lenient](super::Options::lenient) reading has skipped.
    pub skipped: SkippedStatements,
    /// Labels, sections, functions and source lines, if [`Options::collects_layout`](super::Options::collects_layout)
    /// asked for them.
    pub layout: Option<Box<Layout>>,
    /// The dialect in force at the end, in which reports are printed by default.
    pub dialect: usize,
}

/// An error about the machine code of an instruction, which has one all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodingError {
    /// The index of the instruction.
    pub instruction: u32,
    /// The place that it is about.
    pub loc: Loc,
    /// The text.
    pub message: &'static str,
}

/// Numbers of statements that could not be read and were skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SkippedStatements {
    /// Instructions and whatever else is no directive.
    pub instructions: u32,
    /// Directives.
    pub directives: u32,
}

impl SkippedStatements {
    /// Returns the number of all of them.
    pub fn total(self) -> u32 {
        self.instructions.saturating_add(self.directives)
    }
}

impl fmt::Display for SkippedStatements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u32| if count == 1 { "" } else { "s" };
        let SkippedStatements { instructions, directives } = *self;
        match (instructions, directives) {
            (count, 0) => write!(f, "{count} instruction{}", plural(count)),
            (0, count) => write!(f, "{count} directive{}", plural(count)),
            _ => write!(
                f,
                "{instructions} instruction{} and {directives} directive{}",
                plural(instructions),
                plural(directives)
            ),
        }
    }
}

impl Parsed {
    /// Returns the error about the machine code of an instruction, with the place where that is written.
    pub fn encoding_error(&self, instruction: usize) -> Option<EncodingError> {
        let errors = &self.encoding_errors;
        let find = |index: usize| {
            let found = errors.binary_search_by_key(&index, |it| it.instruction as usize);
            Some(errors[found.ok()?])
        };
        let original = *self.originals.get(instruction)? as usize;
        find(instruction).or_else(|| {
            // The same text at another place.
            let error = find(original)?;
            let distance = error.loc.0.checked_sub(self.locations[original].0);
            let loc = match distance {
                Some(distance) => self.locations[instruction].offset(distance as usize),
                None => Loc::NONE,
            };
            Some(EncodingError { loc, ..error })
        })
    }

    /// Creates an empty result with memory for the instructions of a text of `bytes` bytes, if it is not large:
    /// to grow is to leave memory behind that was just written.
    pub(super) fn for_text(bytes: usize) -> Parsed {
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
