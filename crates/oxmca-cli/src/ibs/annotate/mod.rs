//! `oxmca ibs annotate`: the instructions of a function with what was measured, and beside them, for
//! the loop that the function spends its time in, what the simulation of that loop predicts.

mod annotation;
mod assembler;
mod document;
mod options;
mod simulation;
mod source;
mod subject;
mod text;
mod words;

pub use document::SCHEMA;
pub use options::AnnotateOptions;

use oxmca_ibs::EventId;

use self::annotation::Annotation;
use self::options::Format;
use super::recording::Recording;
use super::text::Style;
use crate::console;
use crate::console::{failed, write_failed};
use crate::files::{self, Output};
use crate::run::Failed;

/// Ratios of views that are shown for each instruction.
const RATIOS: [&str; 3] = ["dc_miss_ratio", "avg_load_miss_latency", "mispredict_ratio"];

/// Branches fused with a comparison.
const FUSED: EventId = EventId::named("OP_FUSED_BRANCH");

/// Annotates what the options ask for.
///
/// # Errors
/// The exit status. What went wrong has been said.
pub fn run(options: &AnnotateOptions) -> Result<(), Failed> {
    console::set_up(options.color.into(), crate::flags::args::When::Auto);
    let output = Output::open(&options.output)
        .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))?;
    let recording = Recording::read(&options.input)?;
    let annotation = Annotation::new(&recording, options)?;
    let bytes = match options.format {
        Format::Text => text::render(&annotation, Style::of(options.color, &output)).into_bytes(),
        Format::Json => document::render(&annotation).map_err(|it| failed(&it.to_string()))?,
    };
    output.finish(&bytes).map_err(|error| write_failed(&error))
}
