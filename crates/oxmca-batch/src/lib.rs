//! Many analyses: requests as lines of JSON, each answered with a line of JSON.
//!
//! An [`Analyst`] takes a line and gives a line; whatever is wrong with a request is said in its
//! answer. It is shared between threads, keeps CPUs prepared, and gives equal requests the answer
//! it gave before, in bounded memory.
//!
//! ```
//! use oxmca_batch::{Analyst, Defaults, Line};
//!
//! let defaults = Defaults::with(|it| {
//!     it.triple = "x86_64-unknown-unknown".into();
//!     it.cpu = "btver2".into();
//! });
//! let analyst = Analyst::new(defaults);
//! let mut answer = |line: &str| {
//!     let line = Line { number: 1, text: Some(line.as_bytes()) };
//!     String::from_utf8(analyst.answer(&line)).unwrap()
//! };
//! let found = answer(r#"{"id":7,"asm":"imulq %rsi, %rdi"}"#);
//! assert!(found.starts_with(r#"{"id":7,"schema_version":"2.0","cpu":"btver2","iterations":100,"#));
//! let found = answer(r#"{"id":8,"asm":"frob"}"#);
//! assert!(found.starts_with(r#"{"id":8,"schema_version":"2.0","error":{"kind":"assembly","#));
//! ```
//!
//! Callers that have no JSON ask about [`Block`]s, and get each [`Answer`] as a value:
//!
//! ```
//! use oxmca::oxmca_asm::Interrupt;
//! use oxmca_batch::{Analyst, Block, Defaults};
//!
//! let defaults = Defaults::with(|it| {
//!     it.triple = "x86_64-unknown-unknown".into();
//!     it.cpu = "btver2".into();
//! });
//! let blocks = [Block::assembly("imulq %rsi, %rdi"), Block::assembly("frob")];
//! let answers = Analyst::new(defaults).analyze_blocks(&blocks, &Interrupt::NEVER);
//! let numbers = answers[0].as_ref().as_ref().unwrap().numbers.as_ref().unwrap();
//! assert_eq!(numbers.summary.instructions, 100);
//! assert_eq!(answers[1].as_ref().as_ref().unwrap_err().kind, "assembly");
//! ```
//!
//! Deliberately absent: files, threads, printing, and clocks: see [`Timeout`].

#![deny(missing_docs)]

mod analyst;
mod answer;
mod block;
mod input;
mod request;
mod sessions;
mod timeout;

use oxmca::options::{OptionList, RequestedOptions};
use oxmca::oxmca_tables::OwnedTables;
use oxmca::oxmca_tables::hardware::HardwareModels;
use oxmca::report::json::full;
use oxmca::{Format, Options, Session, TextOptions};

pub use analyst::{Analyst, Line};
pub use answer::{Answer, BlockAnswer, Failure, NamedRegion, RegionNumbers, answer_line};
pub use block::{Block, BlockCode};
pub use request::GivenOption;
pub use timeout::Timeout;

/// A JSON Schema (draft 2020-12) of answers, and, as `#/$defs/request`, of requests. It refers to
/// [`oxmca::report::json::full::SCHEMA`], which [`schema`] has in it.
pub const SCHEMA: &str = include_str!("../schema/oxmca-batch.schema.json");

/// Version of the form of answers, which each has as `schema_version`. The first number grows when a
/// member is removed or changes its meaning, the second when one is added. Requests of all versions are
/// read.
pub const SCHEMA_VERSION: &str = "2.0";

/// Identifies [`SCHEMA`]; it is the `$id` there.
pub const SCHEMA_ID: &str = "urn:oxmca:batch:2.0";

/// Returns [`SCHEMA`] together with that of reports, as one document.
pub fn schema() -> String {
    let report = full::SCHEMA.trim_ascii_end().replace('\n', "\n    ");
    SCHEMA.replacen("\"$defs\": {", &format!("\"$defs\": {{\n    \"report\": {report},"), 1)
}

/// Most bytes of a request.
pub const MAX_LINE: usize = 16 << 20;
/// Most instructions of a request: those of repeated text included, and those of overlapping regions counted for each.
pub const MAX_INSTRUCTIONS: usize = 1 << 16;

/// Values for requests that leave them out, and the contents of answers beside the summary's numbers.
///
/// Fields may be added; [`Defaults::with`] makes a value.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Defaults {
    /// Target triple.
    pub triple: String,
    /// Tables of its target with models of the user's; `None` for those that are built in.
    pub tables: Option<OwnedTables>,
    /// Hardware models of its target with those of the user's; `None` for those that are built in.
    pub hardware_models: Option<HardwareModels>,
    /// Simulate CPUs that are described by itineraries alone (`-itineraries`).
    pub itineraries: bool,
    /// CPU.
    pub cpu: String,
    /// The CPU that `native` stands for; if `None`, no CPU has that name.
    pub native_cpu: Option<String>,
    /// Features to switch on or off, before those of a request.
    pub features: Vec<String>,
    /// Options of reading texts and showing instructions.
    pub text: TextOptions,
    /// The options that requests may have.
    pub option_list: OptionList,
    /// Options of analyses for CPUs that execute out of order, with the views of a report.
    pub out_of_order: RequestedOptions,
    /// As much for CPUs in order.
    pub in_order: RequestedOptions,
    /// The model that measurements speak for predicts, if a request asks for none, rather than LLVM's.
    pub chooses_model: bool,
    /// Adds a report to the numbers of an answer.
    pub has_report: bool,
    /// Names the program and the tables that made it in each answer.
    pub has_generator: bool,
    /// The time that a request may take; `None` for any.
    pub timeout: Option<Timeout>,
}

impl Defaults {
    /// Returns the values for answers without a report on a CPU whose name is empty, after `change` has
    /// set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Defaults)) -> Defaults {
        let mut defaults = Defaults::default();
        change(&mut defaults);
        defaults
    }

    /// Returns the options of an analysis on the CPU of a session.
    pub(crate) fn effective_on(&self, session: &Session, requested: &RequestedOptions) -> Options {
        if !self.chooses_model {
            return self.effective(requested);
        }
        let mut requested = requested.clone();
        session.choose_model(&mut requested);
        self.effective(&requested)
    }

    /// Returns the options of an analysis whose model is chosen.
    pub(crate) fn effective(&self, requested: &RequestedOptions) -> Options {
        match self.has_report {
            true => requested.for_report(Format::FullJson),
            false => requested.for_numbers(),
        }
    }
}

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
