//! The comparisons with measurements of the instructions of a region.

use oxmca_tables::hardware::Comparison;
use serde::Serialize;

use crate::simulation::hardware::{HardwareReach, InstructionReach, NumberReach};

#[derive(Clone, Debug, Serialize)]
pub(super) struct ReachDocument {
    micro_ops: u32,
    never_compared_micro_ops: u32,
    never_compared_share: f64,
    instructions: Vec<InstructionReachDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct InstructionReachDocument {
    instruction: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    latency: Option<NumberReachDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throughput: Option<NumberReachDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct NumberReachDocument {
    comparison: &'static str,
    is_of_scheduling_model: bool,
}

impl From<&HardwareReach> for ReachDocument {
    fn from(reach: &HardwareReach) -> Self {
        ReachDocument {
            micro_ops: reach.micro_ops,
            never_compared_micro_ops: reach.never_compared_micro_ops,
            never_compared_share: reach.never_compared_share(),
            instructions: reach.instructions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&InstructionReach> for InstructionReachDocument {
    fn from(reach: &InstructionReach) -> Self {
        InstructionReachDocument {
            instruction: reach.instruction,
            latency: reach.latency.map(Into::into),
            throughput: reach.throughput.map(Into::into),
        }
    }
}

impl From<NumberReach> for NumberReachDocument {
    fn from(reach: NumberReach) -> Self {
        let comparison = match reach.comparison {
            Comparison::Never => "never",
            Comparison::Agrees => "agrees",
            Comparison::Differs => "differs",
        };
        NumberReachDocument { comparison, is_of_scheduling_model: reach.is_of_scheduling_model }
    }
}
