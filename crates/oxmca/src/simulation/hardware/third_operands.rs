//! Third operands, which some ports read through others.

use oxmca_tables::hardware::{HardwareModel, PortSet};

/// The ports through which ports read third operands.
#[derive(Debug, Default)]
pub(super) struct ThirdOperands {
    /// By port; empty if none does.
    through: Vec<PortSet>,
    /// They are not read through ports if they are computed just before; nor is what is stored.
    pub are_bypassed: bool,
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

    /// Returns the ports through which a port reads the third operand of a micro-op.
    pub fn read_through(&self, port: usize) -> u32 {
        self.through[port].0
    }
}
