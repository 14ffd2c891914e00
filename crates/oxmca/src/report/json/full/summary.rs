//! The summary section.

use serde::Serialize;

use crate::view::summary::Summary;

/// The summary in documents: the fields of [`Summary`], and the average cycles per iteration.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct SummaryDocument {
    /// Number of times that the region ran.
    pub iterations: u32,
    /// Instructions executed, those of all iterations.
    pub instructions: u32,
    /// Cycles from the dispatch of the first instruction to the retirement of the last.
    pub total_cycles: u32,
    /// Micro-ops of all instructions executed.
    pub total_micro_ops: u32,
    /// Micro-ops dispatched per cycle at most.
    pub dispatch_width_micro_ops: u32,
    /// Micro-ops per cycle.
    pub micro_ops_per_cycle: f64,
    /// Instructions per cycle.
    pub instructions_per_cycle: f64,
    /// Cycles that an iteration takes at least, by its micro-ops and resources alone.
    pub block_reciprocal_throughput_cycles: f64,
    /// Cycles divided by iterations.
    pub average_cycles_per_iteration: f64,
}

impl From<&Summary> for SummaryDocument {
    fn from(section: &Summary) -> Self {
        SummaryDocument {
            iterations: section.iterations,
            instructions: section.instructions,
            total_cycles: section.total_cycles,
            total_micro_ops: section.total_micro_ops,
            dispatch_width_micro_ops: section.dispatch_width_micro_ops,
            micro_ops_per_cycle: section.micro_ops_per_cycle,
            instructions_per_cycle: section.instructions_per_cycle,
            block_reciprocal_throughput_cycles: section.block_reciprocal_throughput_cycles,
            average_cycles_per_iteration: section.average_cycles_per_iteration(),
        }
    }
}
