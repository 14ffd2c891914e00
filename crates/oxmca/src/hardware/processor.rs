//! A hardware model made ready for the scheduling model of a CPU.

use oxmca_asm::target::HardwareRegisters;
use oxmca_tables::Reg;
use oxmca_tables::hardware::{HardwareModel, HardwareNumbers, PortSet};

/// A register as it is renamed: a general purpose register with all its parts, a vector with all its parts, a group of
/// flags.
pub(super) type Slot = u16;

/// No register that is renamed.
pub(super) const NO_SLOT: Slot = Slot::MAX;
/// The carry flag.
pub(super) const CARRY: Slot = 0;
/// All other flags.
pub(super) const OTHER_FLAGS: Slot = 1;
/// The first slot of a register.
pub(super) const FIRST: Slot = 2;

/// A hardware model for the scheduling model of a CPU.
#[derive(Clone, Debug)]
pub struct HardwareProcessor {
    pub(super) model: HardwareModel,
    pub(super) numbers: HardwareNumbers,
    /// The numbers of one of two threads.
    pub(super) numbers_of_thread: HardwareNumbers,
    /// Ports by the resources of the scheduling model; none for those that are no ports.
    pub(super) ports: Vec<PortSet>,
    /// Own bits of resources that are dividers.
    pub(super) dividers: u64,
    pub(super) num_ports: usize,
    /// The index of the resource that each port is, and the unit of it.
    pub(super) port_resources: Vec<(u8, u8)>,
    pub(super) divider_resource: Option<u8>,
    /// Slots of registers.
    pub(super) slots: Vec<Slot>,
    pub(super) num_slots: usize,
    pub(super) registers: HardwareRegisters,
}

impl HardwareProcessor {
    /// Returns the ports that a resource stands for; none if it is no port, or all of them.
    pub(super) fn ports_of(&self, resource: usize) -> PortSet {
        let set = self.ports[resource];
        let is_all = set.0.count_ones() as usize == self.num_ports;
        if is_all { PortSet::default() } else { set }
    }

    /// Returns the resource that a port is, and the unit of it.
    pub(super) fn port_resource(&self, port: usize) -> Option<(u8, u8)> {
        self.port_resources.get(port).copied()
    }

    /// Returns whether a resource is a divider.
    pub(super) const fn is_divider(&self, resource: usize) -> bool {
        self.dividers >> resource & 1 != 0
    }

    /// Returns the slot of a register.
    pub(super) fn slot(&self, reg: Reg) -> Slot {
        self.slots.get(reg.index()).copied().unwrap_or(NO_SLOT)
    }
}
