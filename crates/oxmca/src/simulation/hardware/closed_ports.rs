//! A port that executes no vectors beside wide ones.

use oxmca_tables::hardware::PortSet;

use super::instruction::Instruction;
use crate::processor::hardware::HardwareProcessor;

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

/// Returns whether an instruction closes the port.
pub(super) fn closes(instruction: &Instruction, hardware: &HardwareProcessor) -> bool {
    let bytes = hardware.numbers.wide_vector_bytes;
    bytes > 0 && u32::from(instruction.facts.vector_bytes) >= bytes
}
