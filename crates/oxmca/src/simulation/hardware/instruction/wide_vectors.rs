//! Costs of wide vectors beside their ports: another port that is closed, and a rate of micro-ops that lasts.

use oxmca_tables::hardware::{HardwareNumbers, PortSet};

use super::{AtRename, Instruction, Kind};
use crate::processor::hardware::HardwareProcessor;

/// Bytes of a vector for which micro-ops take one share.
const BYTES_PER_SHARE: u32 = 16;

/// Returns the hundredths of a cycle that an instruction takes of the rate at which micro-ops execute for long.
pub(super) fn sustained_percent(instruction: &Instruction, numbers: &HardwareNumbers) -> u32 {
    if numbers.sustained_ahead_cycles == 0 || instruction.is_fused {
        return 0;
    }
    let shares = u32::from(instruction.facts.vector_bytes).div_ceil(BYTES_PER_SHARE).max(1);
    let wide_percent = if shares > 1 { numbers.sustained_wide_percent } else { 0 };
    let is_executed = instruction.at_rename == AtRename::Nothing;
    let of_kind = |kind| match kind {
        Kind::Load => {
            numbers.sustained_load_percent + shares * numbers.sustained_load_share_percent
        }
        Kind::StoreData => {
            numbers.sustained_store_percent + shares * numbers.sustained_store_share_percent
        }
        Kind::Compute if is_executed => {
            wide_percent + shares * numbers.sustained_other_share_percent
        }
        Kind::Compute | Kind::StoreAddress => 0,
    };
    instruction.micro_ops.iter().map(|it| of_kind(it.kind)).sum()
}

/// Returns the ports of a micro-op that computes while the port is closed: another port, if the micro-op can go there.
/// One that no other port executes waits for its own all the same.
pub(super) fn beside_wide(
    ports: PortSet,
    is_vector: bool,
    can_move: bool,
    hardware: &HardwareProcessor,
) -> PortSet {
    let [closed, other] = hardware.model.ports.beside_wide;
    if !is_vector || ports.0 & closed.0 == 0 {
        return ports;
    }
    let left = PortSet(ports.0 & !closed.0 | if can_move { other.0 } else { 0 });
    if left.is_empty() { ports } else { left }
}

impl Instruction {
    /// Returns whether it closes the port that executes no vectors beside wide ones.
    pub fn closes_port(&self, hardware: &HardwareProcessor) -> bool {
        let bytes = hardware.numbers.wide_vector_bytes;
        bytes > 0 && u32::from(self.facts.vector_bytes) >= bytes
    }
}
