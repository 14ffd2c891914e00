//! The comparisons with measurements of the instructions of a region.

use oxmca_tables::hardware::{Comparison, Comparisons, HardwareModel};

use super::instruction::{AtRename, Instruction};
use crate::processor::hardware::is_status;

/// The comparisons of a region with measurements, instruction by instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwareReach {
    /// Instructions with a number that has not been compared or differs from what was measured, in order.
    pub instructions: Vec<InstructionReach>,
    /// Micro-ops that execute.
    pub micro_ops: u32,
    /// Micro-ops of instructions of which a number was never compared.
    pub never_compared_micro_ops: u32,
}

impl HardwareReach {
    /// Returns the share of micro-ops of instructions of which a number was never compared.
    pub fn never_compared_share(&self) -> f64 {
        f64::from(self.never_compared_micro_ops) / f64::from(self.micro_ops.max(1))
    }
}

/// The comparisons of an instruction with measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InstructionReach {
    /// The instruction, by its position among those reported on.
    pub instruction: u32,
    /// The comparison of its latency; `None` if it gives nothing that others wait for, or waits for nothing itself: no chain
    /// goes through it.
    pub latency: Option<NumberReach>,
    /// The comparison of its throughput; `None` if nothing of it executes.
    pub throughput: Option<NumberReach>,
}

/// The comparison of a number, and where it is from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NumberReach {
    /// The comparison with measurements.
    pub comparison: Comparison,
    /// Set if it is that of LLVM's scheduling model: hardware data do not mention it.
    pub is_of_scheduling_model: bool,
}

impl InstructionReach {
    /// Returns whether one of its numbers has been compared in that way.
    pub fn is_any(&self, comparison: Comparison) -> bool {
        self.numbers().any(|it| it.comparison == comparison)
    }

    fn numbers(&self) -> impl Iterator<Item = NumberReach> {
        self.latency.into_iter().chain(self.throughput)
    }

    fn new(
        instruction: u32,
        of: &Instruction,
        is_in_chains: bool,
        comparisons: Comparisons,
    ) -> Self {
        let executes = of.at_rename == AtRename::Nothing && !of.micro_ops.is_empty();
        let reach =
            |comparison, is_of_scheduling_model| NumberReach { comparison, is_of_scheduling_model };
        let computes = !of.computes().is_empty();
        InstructionReach {
            instruction,
            latency: (executes && is_in_chains)
                .then(|| reach(comparisons.latency, computes && of.has_models_latency)),
            throughput: executes
                .then(|| reach(comparisons.throughput, computes && of.has_models_ports)),
        }
    }
}

/// Finds what of instructions has been compared; `None` if their model tells nothing of single instructions. `opcode` names the
/// opcode of an instruction.
pub(super) fn reach<'a>(
    model: &HardwareModel,
    instructions: &[Instruction],
    opcode: impl Fn(usize) -> &'a str,
) -> Option<HardwareReach> {
    if !model.has_comparisons() {
        return None;
    }
    let mut reach =
        HardwareReach { instructions: Vec::new(), micro_ops: 0, never_compared_micro_ops: 0 };
    for (at, it) in instructions.iter().enumerate() {
        // Nobody else waits for the flags of a comparison that is one with its branch.
        let is_of_pair = instructions.get(at + 1).is_some_and(|next| next.is_fused);
        let gives = it.writes.iter().any(|slot| !is_of_pair || !is_status(*slot));
        let waits = !it.data.is_empty() || !it.accesses.is_empty();
        let comparisons = model.comparisons(opcode(at));
        let found = InstructionReach::new(at as u32, it, gives && waits, comparisons);
        let is_new = found.is_any(Comparison::Never);
        if !it.is_fused {
            let micro_ops = if found.throughput.is_some() { it.micro_ops.len() as u32 } else { 0 };
            reach.micro_ops += micro_ops;
            reach.never_compared_micro_ops += if is_new { micro_ops } else { 0 };
        }
        if is_new || found.is_any(Comparison::Differs) {
            reach.instructions.push(found);
        }
    }
    Some(reach)
}
