//! Properties that are fuzzed, as functions of an input. The fuzz targets in `fuzz` and the smoke test share
//! them.
//!
//! An input fails when its function panics or does not end. The first bytes choose settings, so that
//! every input is a valid one; the rest is text, or changes to a table image.

mod analysis;
mod baselines;
mod batch;
mod choices;
mod columns;
mod decoding;
mod editors;
mod expressions;
mod hardware;
mod matching;
mod names;
mod objects;
mod parsing;
mod recordings;
mod round_trip;
mod setting;
mod tables;
mod target;
mod versions;

pub use analysis::analyze_terminates;
pub use baselines::baselines_survive_names;
pub use batch::batch_lines_are_answered;
pub use columns::columns_do_not_panic;
pub use decoding::decode_encode_round_trip;
pub use editors::editors_are_answered;
pub use hardware::hardware_files_do_not_panic;
pub use matching::matching_is_fair;
pub use names::names_are_shown_as_names;
pub use objects::objects_do_not_panic;
pub use parsing::parse_does_not_panic;
pub use recordings::perf_data_does_not_panic;
pub use round_trip::print_parse_round_trip;
pub use tables::{models_do_not_panic, tables_load_does_not_panic};

/// Returns the names of the targets, in the order of the numbers that begin inputs.
pub fn target_names() -> Vec<&'static str> {
    target::TARGETS.iter().map(|target| target.name()).collect()
}
