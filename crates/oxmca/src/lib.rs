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
//!     assert_eq!(summary.total_cycles, 611);
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
//! # Finding the way
//!
//! | to | use |
//! |---|---|
//! | choose a CPU and its features | [`Session::new`], [`SessionBuilder`] |
//! | list CPUs, features and scheduling models | [`SessionBuilder::catalog`] |
//! | simulate a CPU of your own | [`SessionBuilder::model`] |
//! | read assembly | [`Session::parse`], [`Session::parse_with`] and [`TextOptions`] |
//! | read assembly that has mistakes | [`Session::read`], [`Code::diagnostics`], [`Code::messages`] |
//! | read machine code | [`Session::read_machine_code`] |
//! | find the regions that markers delimit | [`Code::regions`] |
//! | simulate a region | [`CodeRegion::analyze`] and [`Options`] |
//! | simulate many regions | [`Session::analyzer`], [`CodeRegion::analyze_with`] |
//! | keep an analyzer in a program of many calls | [`OwnedAnalyzer`] |
//! | simulate instructions without a text | [`analyze()`], [`analyze_region`] |
//! | list options, and set them by their names | [`OPTIONS`](options::OPTIONS), [`RequestedOptions`] |
//! | choose the sections of a report | [`Views`] in [`Options`] |
//! | know cycles, instructions per cycle, throughput | [`Report::summary`] |
//! | know the limit of a loop's throughput | [`Report::steady_state`] |
//! | have the limit in words | [`Report::explanation`] |
//! | know latencies and micro-ops of instructions | [`Report::instruction_info`] |
//! | know how busy ports are | [`Report::resource_pressure`] |
//! | follow instructions through the pipeline | [`Report::timeline`] |
//! | know the causes of back pressure | [`Report::bottleneck`] |
//! | print a report as llvm-mca does | [`CodeRegion::render_text`], [`Code::report`] |
//! | write JSON | [`Code::report`] with [`Format`], [`Code::document`] |
//! | show progress | [`Progress`] |
//!
//! Modules: [`session`] leads from bytes to reports; [`view`] and [`steady_state`] describe the
//! sections of a [`Report`]; [`report`] renders them; [`error`](mod@error) has the reasons why there
//! is none; [`internals`] is for this project's own
//! programs and not covered by any promise.
//!
//! # Examples
//!
//! `cargo run -p oxmca --example NAME`, each a file in `examples/`:
//!
//! - `compare_cpus`: the cycles of one kernel on several CPUs.
//! - `what_limits_a_loop`: the bounds of a loop, and the chain of dependencies it waits for.
//! - `ports`: the busy cycles of execution ports, and the instructions that use one.
//! - `timeline`: the cycles in which instructions are dispatched, issue, complete and retire.
//! - `your_own_model`: a CPU that does not exist, from a few lines of text.
//! - `many_regions_in_parallel`: a text of many regions on all cores.
//! - `json`: a report for other programs.
//!
//! # Cargo features
//!
//! - `all-targets` (default) builds in all targets, and with them some megabytes of tables; each target has a feature of
//!   its own, such as `x86`. Without it a [`Session`] needs tables from elsewhere, and [`SessionError::TargetDisabled`] says so.
//! - `models` (default): reads scheduling models of one's own, [`ModelFile`].
//! - `arguments`: options as arguments of programs that read theirs by `clap`.
//!
//! # Types of other crates
//!
//! Signatures here speak of types of `oxmca_asm` (the assembler: [`Inst`], [`Target`], [`Subtarget`],
//! [`Dialect`], [`Diagnostic`](oxmca_asm::diagnostic::Diagnostic)) and `oxmca_tables` (the tables:
//! [`Opcode`], [`Reg`], [`OwnedTables`]). Both crates are re-exported at the versions used.
//!
//! # Promises
//!
//! Structs to which fields will be added and enums to which variants will be added are
//! `#[non_exhaustive]`; [`Options::with`], [`Views::with`] and [`TextOptions::with`] make those that
//! are passed in. The library reads no files, prints nothing, starts no threads and never panics on
//! input.

#![deny(missing_docs)]

// Tests share files with other crates, which know this one by its name.
#[cfg(test)]
extern crate self as oxmca;

pub mod analyze;
mod cycle_ratio;
pub mod error;
pub mod explain;
mod hardware_error;
pub mod internals;
mod lower;
pub mod options;
pub mod processor;
pub mod progress;
mod ratio;
mod region;
pub mod report;
pub mod session;
mod simulation;
mod source;
pub mod steady_state;
#[cfg(test)]
mod tests;
pub mod view;
mod view_list;
pub mod work;

pub use analyze::{Analyzer, Region, analyze, analyze_region};
pub use error::{Error, ErrorKind, Notice, Unsupported};
pub use lower::Instrument;
pub use options::{InstructionTables, Options, RequestedOptions, SimulationKind, Views};
pub use processor::Processor;
pub use progress::Progress;
pub use report::Report;
pub use session::{
    AnalyzeError, Catalog, Code, CodeRegion, Failed, Format, MachineCodeError, Message,
    OwnedAnalyzer, ParseError, RegionAnalysis, RegionKey, RegionOutcome, RegionReporter,
    RenderedRegion, ReportWriter, Session, SessionBuilder, SessionError, SourceFrame, SourceLines,
    TextOptions,
};
pub use simulation::event::StallKind;
pub use simulation::hardware;

pub use oxmca_asm;
pub use oxmca_asm::{
    DecodeBuffer, DecodeError, Decoded, DecodedCode, Dialect, Inst, Subtarget, Target,
};
pub use oxmca_tables;
pub use oxmca_tables::{ModelErrors, ModelFile, Opcode, OwnedTables, Reg};

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
