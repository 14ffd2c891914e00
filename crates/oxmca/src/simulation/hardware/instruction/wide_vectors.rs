//! Costs of wide vectors beside their ports: another port that is closed, and a rate of micro-ops that lasts.

use oxmca_tables::hardware::{HardwareNumbers, PortSet};

use super::{AtRename, Instruction, Kind, MicroOp};
use crate::processor::hardware::HardwareProcessor;

/// Bytes of a vector for which micro-ops take one share.
const BYTES_PER_SHARE: u32 = 16;

/// Returns the hundredths of a cycle that an instruction takes of the rate at which micro-ops execute for long.
pub(super) fn sustained_percent(instruction: &Instruction, numbers: &HardwareNumbers) -> u32 {
    if numbers.sustained_ahead_cycles == 0 || instruction.is_fused {
        return 0;
    }
    let shares_of = |bytes: u32| bytes.div_ceil(BYTES_PER_SHARE).max(1);
    let shares = shares_of(instruction.facts.vector_bytes.into());
    let is_executed = instruction.at_rename == AtRename::Nothing;
    let of_micro_op = |it: &MicroOp| match it.kind {
        Kind::Load => {
            let accessed = instruction.access_of(it).map(|it| it.access.bytes.into());
            let shares = accessed.map_or(shares, |it| shares_of(it).min(shares));
            numbers.sustained_load_percent + shares * numbers.sustained_load_share_percent
        }
        Kind::StoreData => {
            numbers.sustained_store_percent + shares * numbers.sustained_store_share_percent
        }
        Kind::Compute if is_executed => {
            let is_wide = shares > 1 && it.latency_cycles == 1;
            let wide_percent = if is_wide { numbers.sustained_wide_percent } else { 0 };
            wide_percent + shares * numbers.sustained_other_share_percent
        }
        Kind::Compute | Kind::StoreAddress => 0,
    };
    instruction.micro_ops.iter().map(of_micro_op).sum()
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
