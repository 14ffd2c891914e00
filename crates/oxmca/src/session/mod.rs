//! The way from bytes to a report: choose a CPU, read a text, analyze its regions, render reports.
//!
//! A [`Session`] is a CPU to read for and to simulate. It reads a text into [`Code`], whose
//! [regions](CodeRegion) are analyzed one by one or, with [`Code::report`], all together.
//! [`RegionReporter`] and [`ReportWriter`] are the two halves of the latter, for callers that share
//! regions out to threads.
//!
//! Deliberately absent: names of targets, files, threads, printing.
//!
//! # Decisions
//!
//! - **A session owns its tables** and the target and model that borrow them, by `self_cell`. Sessions have no lifetime,
//!   can be kept, cloned and sent, and no memory is leaked. The cost: one dependency, one allocation.
//! - **Reading never fails.** `Session::read` gives whatever could be read, with diagnostics; `parse` turns errors in it
//!   into an error, for callers who want no partial results.
//! - **Reporting is in two halves**, `RegionReporter` and `ReportWriter`, so that threads analyze and render regions apart
//!   and one thread puts them together. Text grows while regions are analyzed; of a JSON document with an error nothing may
//!   be printed, so it waits.
//! - **Equal work is found by its content**, not by a hash alone: regions by instructions, instruments and dialect, batch
//!   requests by their text and options. One cache, `oxmca-driver`'s, serves all: bounded in bytes, in two generations, so
//!   that results in use stay. The cost: batches depend on the driver's crate of threads, which they do not use.
//! - **Regions share lowered instructions.** An `Analyzer` lowers one region after the other and keeps operand layouts,
//!   resource needs and what writes rename. The layout of an opcode is decided anew in each region, by its first instance
//!   there, as in LLVM.
//! - **A session of Python keeps analyzers** by their options (`OwnedAnalyzer`, a session and options with the analyzer
//!   that borrows them): to make one is 12 of 66 µs of a call on ten instructions. Sessions of Rust keep none, since there
//!   a caller can.

mod builder;
mod catalog;
mod code;
mod decoded_bytes;
mod document;
mod error;
mod execution;
mod listing;
mod machine_code;
mod message;
mod owned_analyzer;
mod parse_error;
mod prediction_model;
mod read;
mod region_report;
mod render;
mod source_comment;
mod text_options;

use std::fmt;
use std::sync::Arc;

use oxmca_asm::decoder::{DecodeBuffer, DecodeError, Decoded, DecodedCode};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::EncodeError;
use oxmca_asm::{Dialect, Inst, Subtarget, Target};
use oxmca_tables::{OwnedTables, Tables};
use self_cell::self_cell;

use crate::analyze::Analyzer;
use crate::options::Options;
use crate::processor::Processor;
pub use crate::report::Format;
pub use crate::source::{Place, SourceFrame, SourceLines};

pub use builder::SessionBuilder;
pub use catalog::{Catalog, FeatureEntry, HardwareEntry, ModelEntry};
pub use code::{Code, CodeRegion, RegionKey};
pub use document::ReportWriter;
pub use error::{AnalyzeError, Failed, SessionError};
pub use machine_code::MachineCodeError;
pub use message::{Message, render_plain};
pub use owned_analyzer::OwnedAnalyzer;
pub use parse_error::ParseError;
pub use prediction_model::{PredictionModel, PredictionModelDocument};
pub use region_report::{RegionAnalysis, RegionOutcome, RegionReporter};
pub use render::RenderedRegion;
pub use text_options::TextOptions;

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
    fn machine(&self) -> &Machine<'_> {
        self.0.borrow_dependent()
    }

    /// Returns the target.
    pub fn target(&self) -> &(dyn Target + '_) {
        &*self.machine().target
    }

    /// Returns the target's triple, as it was given.
    pub fn triple(&self) -> &str {
        self.target().triple().as_str()
    }

    /// Returns the target's tables.
    pub fn tables(&self) -> &Tables<'_> {
        self.processor().tables()
    }

    /// Returns the CPU's name.
    pub fn cpu_name(&self) -> &str {
        self.processor().cpu_name()
    }

    /// Returns the CPU whose scheduling model the session's CPU uses for want of one of its own, as
    /// `znver5` uses that of `znver4`; `None` if the model describes the session's CPU.
    pub fn borrowed_model(&self) -> Option<&str> {
        let tables = self.tables();
        let cpu = tables.borrowed_model(self.subtarget().cpu)?;
        Some(tables.text(tables.cpus[cpu.index()].name))
    }

    /// Returns the CPU and its features.
    pub fn subtarget(&self) -> &Subtarget {
        &self.processor().subtarget
    }

    /// Returns the CPU's scheduling model, ready to be simulated.
    pub fn processor(&self) -> &Processor<'_> {
        &self.machine().processor
    }

    /// Checks that the CPU with its features can be simulated for the triple. This is so of each session that
    /// [`SessionBuilder::build`] makes.
    ///
    /// # Errors
    /// [`SessionError::Features`] when the CPU is none of the triple's.
    pub fn check_simulated_features(&self) -> Result<(), SessionError> {
        let checked = self.target().check_simulated_features(&self.subtarget().features);
        checked.map_err(|reason| SessionError::Features { reason })
    }

    /// Returns the number of a dialect among the target's; `None` if it has no such dialect.
    pub(crate) fn dialect_number(&self, dialect: Dialect) -> Option<usize> {
        self.target().dialects().iter().position(|it| *it == dialect)
    }

    /// Returns an analyzer for many regions.
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

    /// Decodes the first instruction of `bytes`, which are at `address`.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(&self, bytes: &[u8], address: u64) -> Result<Decoded, DecodeError> {
        self.target().decode(self.subtarget(), bytes, address)
    }

    /// Decodes the first instruction of `bytes`, which are at `address`, into a buffer, which is faster.
    ///
    /// # Errors
    /// [`DecodeError`]; then the buffer holds no instruction that exists.
    pub fn decode_into(
        &self,
        bytes: &[u8],
        address: u64,
        buffer: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        self.target().decode_into(self.subtarget(), bytes, address, buffer)
    }
}
