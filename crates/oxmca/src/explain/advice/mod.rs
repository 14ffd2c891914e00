//! Changes that make a region faster.

pub(super) mod hardware;
pub(super) mod model;

/// Share of the cycles that advice must save at least.
const WORTH: f64 = 0.05;
/// Most chains side by side that advice asks for.
const MAX_ACCUMULATORS: u64 = 16;
