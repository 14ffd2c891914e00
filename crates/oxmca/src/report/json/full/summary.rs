//! The summary section.

use serde::Serialize;

use crate::view::summary::Summary;

/// The summary in documents: the fields of [`Summary`], and the average cycles per iteration.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SummaryDocument {
    iterations: u32,
    instructions: u32,
    total_cycles: u32,
    total_micro_ops: u32,
    dispatch_width_micro_ops: u32,
    micro_ops_per_cycle: f64,
    instructions_per_cycle: f64,
    block_reciprocal_throughput_cycles: f64,
    average_cycles_per_iteration: f64,
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
