//! Tests on hand-made models: one processor of a few resources and registers per test.

mod ibs_sample;
mod in_order;
pub(crate) mod issue_gaps;
mod itineraries;
mod known_dependencies;
mod model;
mod out_of_order;
pub(crate) mod random;
mod resources;
mod segments;
