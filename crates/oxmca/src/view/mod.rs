//! Views: each looks at events, or at the tables, and yields a section of plain data.
//!
//! A view is one file here and one entry in the list of `list.rs`, which says what derives from it.
//! Views do not render: [`report`](crate::report) turns sections into text and JSON.

pub mod annotation;
pub mod bottleneck;
pub(crate) mod class_info;
pub mod dependency_graph;
pub mod dispatch_statistics;
pub mod explanation;
pub mod histogram;
pub mod ibs_sample;
pub mod instruction_info;
pub(crate) mod list;
pub mod register_file_statistics;
pub mod resource_pressure;
pub mod retire_statistics;
pub mod scheduler_statistics;
pub(crate) mod set;
pub(crate) mod slot;
pub mod source_listing;
pub mod steady_state;
pub mod summary;
mod switches;
pub mod timeline;

#[cfg(test)]
pub(crate) use crate::tests::issue_gaps;
pub use set::Section;
pub(crate) use set::ViewSet;
pub(crate) use slot::{BasicView, EventLevel, View, ViewContext};
pub use switches::{EverySwitch, Views};

/// A count that has grown since it was `marked`, after growing by as much another `times` times.
/// Counts wrap as llvm-mca's do.
pub(crate) const fn repeated(marked: u32, count: u32, times: u32) -> u32 {
    count.wrapping_add(count.wrapping_sub(marked).wrapping_mul(times))
}
