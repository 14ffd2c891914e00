//! The instructions whose values addresses depend on. Following the values of all others would change nothing.

use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{Address, Direction, Effect, Place, StackUse};

use super::instruction::Instruction;
use crate::processor::hardware::{HardwareProcessor, Slot};

/// Registers, and memory as one, that addresses of accesses depend on.
struct Needed<'h> {
    hardware: &'h HardwareProcessor,
    registers: Vec<bool>,
    memory: bool,
}

/// Marks the instructions, and those that are one with them, whose values addresses depend on.
pub(super) fn mark(instructions: &mut [Instruction], hardware: &HardwareProcessor) {
    let mut needed = Needed { hardware, registers: vec![false; hardware.num_slots], memory: false };
    for instruction in instructions.iter() {
        let facts = instruction.absorbed.as_ref().map(|it| &it.facts);
        for facts in facts.into_iter().chain([&instruction.facts]) {
            let accessed = facts.accesses.iter().filter_map(|it| facts.address_of(it));
            accessed.for_each(|it| needed.add_address(it));
        }
    }
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for instruction in instructions.iter_mut() {
            let Instruction { facts, writes, absorbed, values_matter, .. } = instruction;
            has_changed |= needed.mark(facts, writes, values_matter);
            if let Some(it) = absorbed {
                has_changed |= needed.mark(&it.facts, writes, &mut it.values_matter);
            }
        }
    }
}

impl Needed<'_> {
    fn add(&mut self, slot: Slot) {
        if let Some(register) = self.registers.get_mut(usize::from(slot)) {
            *register = true;
        }
    }

    fn add_address(&mut self, address: &Address) {
        if !address.is_gather {
            for part in [address.base, address.index].into_iter().flatten() {
                self.add(self.hardware.slot(part.root));
            }
        }
    }

    fn has(&self, slot: Slot) -> bool {
        self.registers.get(usize::from(slot)).is_some_and(|it| *it)
    }

    /// Marks an instruction if something that it gives is needed, and adds what it takes. Returns whether it is marked
    /// now and was not before.
    fn mark(&mut self, facts: &HardwareFacts, writes: &[Slot], is_marked: &mut bool) -> bool {
        if *is_marked || !self.needs(facts, writes) {
            return false;
        }
        *is_marked = true;
        let Effect::Assigns(assignments) = &facts.effect else { return true };
        for source in assignments.iter().flat_map(|it| it.sources) {
            match source {
                Place::Register(part) => self.add(self.hardware.slot(part.root)),
                Place::Access(_) => self.memory = true,
                Place::Address(at) => {
                    if let Some(address) = facts.addresses.get(usize::from(at)) {
                        self.add_address(address);
                    }
                }
                Place::None | Place::Immediate(_) => {}
            }
        }
        true
    }

    /// Returns whether something that an instruction gives is needed.
    fn needs(&self, facts: &HardwareFacts, writes: &[Slot]) -> bool {
        match &facts.effect {
            Effect::Assigns(assignments) => assignments.iter().any(|it| match it.destination {
                Place::Register(part) => self.has(self.hardware.slot(part.root)),
                Place::Access(_) => self.memory,
                Place::None | Place::Immediate(_) | Place::Address(_) => false,
            }),
            Effect::Unknown => {
                let stores = || facts.accesses.iter().any(|it| it.direction == Direction::Store);
                writes.iter().any(|slot| self.has(*slot))
                    || facts.stack != StackUse::None
                        && self.has(self.hardware.slot(self.hardware.registers.stack_pointer))
                    || self.memory && stores()
            }
        }
    }
}
