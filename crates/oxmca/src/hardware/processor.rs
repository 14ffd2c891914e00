//! A hardware model made ready for the scheduling model of a CPU.

use oxmca_asm::Target;
use oxmca_asm::target::HardwareRegisters;
use oxmca_tables::Reg;
use oxmca_tables::hardware::{HardwareModel, HardwareNumbers, PortSet};

use super::HardwareError;
use crate::processor::{Processor, ResourceIndex, bits};

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
const FIRST: Slot = 2;

/// A hardware model for the scheduling model of a CPU.
#[derive(Clone, Debug)]
pub struct HardwareProcessor {
    pub(super) model: HardwareModel,
    pub(super) numbers: HardwareNumbers,
    /// Ports by the resources of the scheduling model; none for those that are no ports.
    ports: Vec<PortSet>,
    /// Own bits of resources that are dividers.
    dividers: u64,
    pub(super) num_ports: usize,
    /// Slots of registers.
    slots: Vec<Slot>,
    pub(super) num_slots: usize,
    pub(super) registers: HardwareRegisters,
}

impl HardwareProcessor {
    /// Matches a hardware model with the scheduling model of a processor.
    ///
    /// # Errors
    /// [`HardwareError::UnknownPort`].
    pub fn new(
        model: HardwareModel,
        processor: &Processor<'_>,
        target: &dyn Target,
    ) -> Result<HardwareProcessor, HardwareError> {
        let named = |resource: &ResourceIndex, name: &str| {
            let id = processor.resources[resource.index()].id;
            let found = processor.resource_name(id);
            let prefix = found.strip_suffix(name);
            prefix.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        };
        let all = || (0..processor.resources.len()).map(|index| ResourceIndex(index as u8));
        let mut ports = vec![PortSet::default(); processor.resources.len()];
        for (number, (_, name)) in model.ports.names.iter().enumerate() {
            let found = all().find(|resource| named(resource, name));
            let found = found.ok_or_else(|| HardwareError::UnknownPort(name.clone()))?;
            ports[found.index()].0 |= 1 << number;
        }
        for index in all() {
            let info = processor.resources[index.index()];
            if info.is_group {
                let members = bits(info.unit_bits).map(|member| ports[member.index()].0);
                ports[index.index()] = PortSet(members.fold(0, |set, member| set | member));
            }
        }
        let is_divider = |resource: &ResourceIndex| {
            model.ports.dividers.iter().any(|name| named(resource, name))
        };
        let dividers = all().filter(is_divider).fold(0, |set, resource| set | resource.bit());
        let registers = target.hardware_registers();
        let (slots, num_slots) = slots(processor, target, registers.flags);
        Ok(HardwareProcessor {
            numbers: model.numbers,
            num_ports: model.ports.names.len(),
            ports,
            dividers,
            slots,
            num_slots,
            registers,
            model,
        })
    }

    /// Returns the ports that a resource stands for; none if it is no port, or all of them.
    pub(super) fn ports_of(&self, resource: ResourceIndex) -> PortSet {
        let set = self.ports[resource.index()];
        let is_all = set.0.count_ones() as usize == self.num_ports;
        if is_all { PortSet::default() } else { set }
    }

    /// Returns whether a resource is a divider.
    pub(super) const fn is_divider(&self, resource: ResourceIndex) -> bool {
        self.dividers & resource.bit() != 0
    }

    /// Returns the slot of a register.
    pub(super) fn slot(&self, reg: Reg) -> Slot {
        self.slots.get(reg.index()).copied().unwrap_or(NO_SLOT)
    }
}

/// Numbers the registers that are renamed.
fn slots(processor: &Processor<'_>, target: &dyn Target, flags: Reg) -> (Vec<Slot>, usize) {
    let tables = processor.tables();
    let mut next = FIRST;
    let mut slots = vec![NO_SLOT; tables.registers.len()];
    let all = || (1..tables.registers.len()).map(|index| Reg(index as u16));
    let is_root = |reg: Reg| {
        let mut supers = tables.super_registers(reg).iter();
        tables.register(reg).is_artificial == 0
            && supers.all(|it| tables.register(*it).is_artificial != 0)
    };
    for reg in all().filter(|reg| is_root(*reg)) {
        if reg != flags && !target.is_control_register(reg) {
            slots[reg.index()] = next;
            next += 1;
        }
    }
    for reg in all().filter(|reg| !is_root(*reg)) {
        let root = tables.super_registers(reg).iter().copied().find(|it| is_root(*it));
        slots[reg.index()] = root.map_or(NO_SLOT, |root| slots[root.index()]);
    }
    (slots, usize::from(next))
}
