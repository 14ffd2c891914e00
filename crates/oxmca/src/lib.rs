//! Machine code analyzer: simulates how a block of assembly runs on a CPU.
//!
//! [`analyze()`] lowers machine instructions to what the scheduling model says about them, runs them
//! through the simulated pipeline, and yields a [`Report`] of plain-data sections.
//! [`report::text`] renders one as llvm-mca prints it.
//!
//! - [`processor`]: a scheduling model prepared for simulation.
//! - [`lower`]: what each instruction consumes, reads and writes.
//! - [`program`]: the lowered region as flat arrays.
//! - [`unit`] holds state, [`stage`] holds control, [`pipeline`] runs them.
//! - [`event`]: what happens; [`view`]: what is made of it.
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
pub mod report;
pub mod stage;
#[cfg(test)]
mod tests;
pub mod unit;
mod verifier;
pub mod view;

pub use analyze::{Region, analyze, analyze_region};
pub use error::{Error, ErrorKind, Notice, Unsupported};
pub use lower::Instrument;
pub use options::{InstructionTables, Options, Views};
pub use processor::Processor;
pub use report::Report;
