//! Tests on hand-made models: one processor of a few resources and registers per test.

mod ibs_sample;
mod in_order;
pub(crate) mod issue_gaps;
mod itineraries;
mod known_dependencies;
mod model;
mod options;
mod out_of_order;
pub(crate) mod random;
mod resources;
mod segments;

/// One more option. It stands outside since all front ends have tests with it.
#[path = "../../../../tests/options/one_more.rs"]
pub(crate) mod one_more_option;
