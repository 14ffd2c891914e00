//! Reports on recordings of AMD's Instruction-Based Sampling (IBS).
//!
//! | to get | use |
//! |---|---|
//! | a recording with the files of its modules | [`Recording`] |
//! | rows by process, module, function or instruction | [`report::Report`], rendered by [`report::text`], [`report::csv`] and [`report::json`] |
//! | a function's instructions beside a simulation of its hottest loop | [`annotate::Annotation`], rendered by [`annotate::text`] and [`annotate::json`] |
//!
//! Deliberately absent: opening files, printing, threads, command lines, exit statuses. Files come from the
//! caller's [`Files`]; errors and warnings are values.
//!
//! ```
//! use std::io;
//! use std::ops::ControlFlow;
//!
//! use oxmca_ibs::{Profile, ReadOptions};
//! use oxmca_ibs_report::Recording;
//! use oxmca_ibs_report::layout::Style;
//! use oxmca_ibs_report::report::{Report, ReportOptions, text};
//!
//! fn report(perf_data: &[u8]) -> Result<String, Box<dyn std::error::Error>> {
//!     let mut progress = |_, _| ControlFlow::Continue(());
//!     let reader = io::Cursor::new(perf_data);
//!     let profile = Profile::read_file(reader, &ReadOptions::default(), &mut progress)?;
//!     let mut files = |path: &str| std::fs::read(path);
//!     let recording = Recording::new("perf.data".to_owned(), profile, &mut files);
//!     let report = Report::new(&recording, &ReportOptions::default())?;
//!     Ok(text::render(&report, Style::Plain))
//! }
//!
//! assert!(report(b"nothing").unwrap_err().to_string().starts_with("this is no perf.data file"));
//! ```
#![deny(missing_docs)]

pub mod annotate;
pub mod layout;
mod name;
mod processor;
mod recording;
pub mod report;
mod samples;
mod summary;

pub use name::{NameKind, UnknownName};
pub use oxmca_ibs::attribution::Files;
pub use recording::Recording;
pub use samples::{FETCH_SAMPLES, OP_SAMPLES};
pub use summary::{ModuleFile, ModuleSummary, Summary, Warning};
