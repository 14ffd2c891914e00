//! Machine code analyzer: simulates how a block of assembly runs on a CPU.
//!
//! A [`Session`] chooses a CPU, parses assembly for it, and analyzes that; the [`Report`] is sections
//! of plain data. Nothing is rendered to get at numbers:
//!
//! ```
//! use std::num::NonZero;
//!
//! use oxmca::{Options, Session};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let session = Session::new("x86_64-unknown-unknown", "btver2", [])?;
//!     let code = session.parse(
//!         "vmulps  %xmm0, %xmm1, %xmm2
//!          vhaddps %xmm2, %xmm2, %xmm3
//!          vhaddps %xmm3, %xmm3, %xmm4",
//!     )?;
//!     let options = Options::with(|it| it.iterations = NonZero::new(300));
//!     let region = code.first_region().ok_or("no region")?;
//!     let report = region.analyze(&options)?;
//!
//!     let summary = report.summary().ok_or("no summary")?;
//!     assert_eq!(summary.cycles, 611);
//!     assert_eq!(format!("{:.2}", summary.instructions_per_cycle), "1.47");
//!     assert_eq!(summary.block_reciprocal_throughput_cycles, 2.0);
//!
//!     let pressure = report.resource_pressure().ok_or("no resource pressure")?;
//!     assert_eq!(pressure.cycles_of("JFPM"), Some(1.0)); // busy cycles per iteration
//!
//!     let info = report.instruction_info().ok_or("no instruction info")?;
//!     assert_eq!(info.rows[1].latency_cycles, 4); // of the first vhaddps
//!     Ok(())
//! }
//! ```
//!
//! Sections that are not there by default, such as the timeline, are asked for with [`Views`]. A
//! report can also be text, as llvm-mca prints it:
//!
//! ```
//! use oxmca::{Options, Session};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let session = Session::new("x86_64-unknown-unknown", "znver4", [])?;
//!     let code = session.parse("imulq %rsi, %rdi\naddq %rdi, %rax")?;
//!     let options = Options::with(|it| it.views.timeline = true);
//!     for region in code.regions() {
//!         let report = region.analyze(&options)?;
//!         let text = region.render_text(&report, &options);
//!         assert!(text.starts_with("Iterations:        100\n"));
//!         assert!(text.contains("Timeline view:"));
//!     }
//!     Ok(())
//! }
//! ```
//!
//! The parts, for callers that have instructions already or parse with other options: [`analyze()`]
//! lowers machine instructions to what the scheduling model says about them, runs them through the
//! simulated pipeline, and yields a [`Report`]. [`report::text`] and [`report::json`] render one as
//! llvm-mca prints it.
//!
//! - [`session`]: parsing and analysis in a few calls.
//! - [`processor`]: a scheduling model prepared for simulation.
//! - [`lower`]: what each instruction consumes, reads and writes.
//! - [`program`]: the lowered region as flat arrays.
//! - [`mod@unit`] holds state, [`stage`] holds control, [`pipeline`] runs them.
//! - [`event`]: what happens; [`view`]: what is made of it; [`mod@progress`]: how far it has come.
//!
//! Deliberately absent: names of targets, files, threads, printing.

#![deny(missing_docs)]

pub mod analyze;
pub mod error;
pub mod event;
pub mod lower;
pub mod options;
pub mod pipeline;
pub mod processor;
pub mod program;
pub mod progress;
pub mod report;
pub mod session;
pub mod stage;
pub mod steady_state;
#[cfg(test)]
mod tests;
pub mod unit;
mod verifier;
pub mod view;

pub use analyze::{Analyzer, Region, analyze, analyze_region};
pub use error::{Error, ErrorKind, Notice, Unsupported};
pub use lower::Instrument;
pub use options::{InstructionTables, Options, Views};
pub use processor::Processor;
pub use progress::Progress;
pub use report::Report;
pub use session::{
    AnalyzeError, Catalog, Code, CodeRegion, Failed, Format, Message, ParseError, RegionAnalysis,
    RegionKey, RegionOutcome, RegionReporter, RenderedRegion, ReportWriter, Session,
    SessionBuilder, SessionError, TextOptions,
};

#[cfg(feature = "models")]
pub use oxmca_tables::{ModelErrors, ModelFile};

// What signatures here speak of, at the versions they speak of.
pub use oxmca_asm;
pub use oxmca_tables;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
