//! Events and ratios that are shown for each instruction.

use oxmca_ibs::EventId;

/// The ratios, by the names of their columns.
pub const RATIOS: [&str; 3] = ["dc_miss_ratio", "avg_load_miss_latency", "mispredict_ratio"];

/// Branches that are one op with a comparison.
pub const FUSED_BRANCHES: EventId = EventId::named("OP_FUSED_BRANCH");
