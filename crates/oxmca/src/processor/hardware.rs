//! A hardware model made ready for the scheduling model of a CPU.

use oxmca_asm::target::HardwareRegisters;
use oxmca_asm::target::hardware::StatusParts;
use oxmca_tables::Reg;
use oxmca_tables::hardware::{HardwareModel, HardwareNumbers, PortSet};
use smallvec::{SmallVec, smallvec};

/// A register as it is renamed: a general purpose register with all its parts, a vector with all its parts, a part of
/// the status register.
pub(crate) type Slot = u16;

/// No register that is renamed.
pub(crate) const NO_SLOT: Slot = Slot::MAX;
/// The first slot of a register other than the status register, whose parts come before.
pub(crate) const FIRST: Slot = StatusParts::COUNT as Slot;

/// Returns the slots of parts of the status register.
pub(crate) fn status_slots(parts: StatusParts) -> impl Iterator<Item = Slot> {
    (0..FIRST).filter(move |slot| parts.bits() >> slot & 1 != 0)
}

/// Returns whether a slot is that of a part of the status register.
pub(crate) const fn is_status(slot: Slot) -> bool {
    slot < FIRST
}

/// A hardware model for the scheduling model of a CPU.
#[derive(Clone, Debug)]
pub struct HardwareProcessor {
    pub(crate) model: HardwareModel,
    /// Set if it is from a file of the user's.
    pub(crate) is_own: bool,
    pub(crate) numbers: HardwareNumbers,
    /// The numbers of one of two threads.
    pub(crate) numbers_of_thread: HardwareNumbers,
    /// Ports by the resources of the scheduling model; none for those that are no ports.
    pub(crate) ports: Vec<PortSet>,
    /// Own bits of resources that are dividers.
    pub(crate) dividers: u64,
    pub(crate) num_ports: usize,
    /// The index of the resource that each port is, and the unit of it.
    pub(crate) port_resources: Vec<(u8, u8)>,
    pub(crate) divider_resource: Option<u8>,
    /// Slots of registers.
    pub(crate) slots: Vec<Slot>,
    /// Registers that stand for several, in their order, with the slots of these.
    pub(crate) tuples: Vec<(Reg, SmallVec<[Slot; 4]>)>,
    pub(crate) num_slots: usize,
    /// Kinds of results that the scheduling model gives some instructions early, in order; none if that is not taken from it.
    pub(crate) forwarded: Vec<u16>,
    pub(crate) registers: HardwareRegisters,
}

impl HardwareProcessor {
    /// Returns the ports that a resource stands for; none if it is no port.
    pub(crate) fn ports_of(&self, resource: usize) -> PortSet {
        self.ports[resource]
    }

    /// Returns the resource that a port is, and the unit of it.
    pub(crate) fn port_resource(&self, port: usize) -> Option<(u8, u8)> {
        self.port_resources.get(port).copied()
    }

    /// Returns whether a resource is a divider.
    pub(crate) const fn is_divider(&self, resource: usize) -> bool {
        self.dividers >> resource & 1 != 0
    }

    /// Returns the slots of a register, which may stand for several; none if it is not renamed.
    pub(crate) fn slots_of(&self, reg: Reg) -> SmallVec<[Slot; 4]> {
        let own = self.slot(reg);
        match self.tuples.binary_search_by_key(&reg, |it| it.0) {
            _ if own != NO_SLOT => smallvec![own],
            Ok(at) => self.tuples[at].1.clone(),
            Err(_) => SmallVec::new(),
        }
    }

    /// Returns the slot of a register; [`NO_SLOT`] if it is not renamed, or stands for several.
    pub(crate) fn slot(&self, reg: Reg) -> Slot {
        self.slots.get(reg.index()).copied().unwrap_or(NO_SLOT)
    }
}
