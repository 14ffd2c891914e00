//! Predicted cycles of blocks beside measured ones.
//!
//! A [`Block`] is read from a line of JSON and makes a request, as `oxmca --batch` reads it; [`predicted_cycles`] reads
//! the answer. A [`Validation`] collects both and becomes [`Results`]: for each CPU a [`Score`] with intervals, the
//! worst blocks, and a [`Comparison`] with another tool. [`text`], [`json`] and [`heat_map`] show them.
//!
//! Deliberately absent: simulation, opening files, starting threads, printing.
#![deny(missing_docs)]

mod block;
mod bootstrap;
mod candidate;
pub mod heat_map;
pub mod json;
mod kendall;
mod other_tool;
mod prediction;
mod score;
mod statistics;
pub mod text;
mod validation;
mod worst;

pub use block::{Block, FieldNames, LineError, Measurement};
pub use bootstrap::Estimate;
pub use candidate::Candidate;
pub use other_tool::OtherTool;
pub use prediction::{NoPrediction, instruction_texts, predicted_cycles};
pub use score::{Comparison, Score};
pub use validation::{CpuResults, FailureCount, Results, Settings, Validation};
pub use worst::{BlockName, WorstBlock};

/// A JSON Schema (draft 2020-12) of [`json::Document`].
pub const SCHEMA: &str = include_str!("../schema/oxmca-validate.schema.json");

/// Version of the document's form. The first number grows when a member is removed or changes its meaning, the second
/// when one is added.
pub const SCHEMA_VERSION: &str = "1.0";

/// Identifies [`SCHEMA`]; it is the `$id` there.
pub const SCHEMA_ID: &str = "urn:oxmca:validate:1.0";
