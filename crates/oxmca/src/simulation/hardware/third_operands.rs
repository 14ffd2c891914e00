//! Third operands, which some ports read through others.

use oxmca_tables::hardware::{HardwareModel, PortSet};

/// The ports through which ports read third operands.
#[derive(Debug, Default)]
pub(super) struct ThirdOperands {
    /// By port; empty if none does.
    through: Vec<PortSet>,
    are_bypassed: bool,
}

impl ThirdOperands {
    pub fn new(model: &HardwareModel, num_ports: usize) -> ThirdOperands {
        if model.ports.third_operands.is_empty() {
            return ThirdOperands::default();
        }
        ThirdOperands {
            through: (0..num_ports).map(|it| model.ports.of_third_operand(it)).collect(),
            are_bypassed: model.policies.bypasses_third_operands,
        }
    }

    pub const fn exist(&self) -> bool {
        !self.through.is_empty()
    }

    /// Returns the ports through which a port reads the third operand of a micro-op, the last of which `is_forwarded` if it comes from
    /// where it is computed just then.
    pub fn read_through(&self, port: usize, is_forwarded: bool) -> u32 {
        if is_forwarded && self.are_bypassed { 0 } else { self.through[port].0 }
    }
}
