//! Views: each looks at events, or at the tables, and yields a section of plain data.
//!
//! A view is one file here and one entry in the list of `view_list.rs`, which says what derives from it.
//! Views do not render: [`report`](crate::report) turns sections into text and JSON.
//!
//! # Decisions
//!
//! - **Each view is declared once**, by an entry of `view_list` and an implementation of a trait without default methods.
//!   Sections, switches, forwarding of events, the parts of a steady state, accessors and the calls of renderings derive
//!   from the list by macros. Calls stay inlined: no event reaches a view that does not look at it.
//! - **Simulated samples are counted, not taken.** Which micro-ops are tagged follows from their numbers, so the view keeps
//!   a distribution of times per instruction, and counts a repetition by how many multiples of the period there are in an
//!   arithmetic progression.

pub mod annotation;
pub mod bottleneck;
pub(crate) mod class_info;
pub mod dependency_graph;
pub mod dispatch_statistics;
pub mod explanation;
pub(crate) mod hazard_warnings;
pub mod histogram;
pub mod ibs_sample;
pub mod instruction_info;
pub mod register_file_statistics;
pub mod resource_pressure;
pub mod retire_statistics;
pub mod scheduler_statistics;
pub(crate) mod set;
pub(crate) mod slot;
pub mod source_listing;
pub mod steady_state;
pub mod summary;
pub mod timeline;
pub mod work;

pub use crate::options::{EverySwitch, Views};
#[cfg(test)]
pub(crate) use crate::tests::issue_gaps;
pub use set::Section;
pub(crate) use set::ViewSet;
pub(crate) use slot::{BasicView, EventLevel, View, ViewContext, ViewInput};

/// Returns a count that has grown since it was `marked`, after growing by as much another `times`
/// times. Counts wrap as llvm-mca's do.
pub(crate) const fn repeated(marked: u32, count: u32, times: u32) -> u32 {
    count.wrapping_add(count.wrapping_sub(marked).wrapping_mul(times))
}
