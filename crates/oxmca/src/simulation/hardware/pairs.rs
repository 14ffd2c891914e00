//! Pairs of instructions that a processor makes one: a comparison and the branch after it, or two ordinary ones.

use oxmca_tables::hardware::{FusionRules, Ports};

use super::instruction::{Absorbed, AtRename, Instruction, Kind, MicroOp, Slots};
use crate::processor::hardware::is_status;

/// Makes the pairs one that rows of a hardware file are about, where the second instruction takes what the first one gives.
pub(super) fn fuse(instructions: &mut [Instruction], fusions: &FusionRules, ports: &Ports) {
    for at in 1..instructions.len() {
        let (before, rest) = instructions.split_at_mut(at);
        let (Some(first), Some(second)) = (before.last_mut(), rest.first_mut()) else { continue };
        if first.is_fused || !first.can_begin_pair || !can_follow(first, second) {
            continue;
        }
        if fusions.fuse(first.pair_rows, second.pair_rows, overwrites(first, second)) {
            first.absorb(second, ports);
            second.is_fused = true;
        }
    }
}

/// Returns whether one micro-op could do the work of both: the second takes a result of the first, and all flags that it
/// asks for are of the first. Only one of both accesses memory.
fn can_follow(first: &Instruction, second: &Instruction) -> bool {
    let is_given = |slot: &u16| first.writes.contains(slot);
    let has_flags = second.data.iter().filter(|slot| is_status(**slot)).all(is_given);
    let in_address = second.accesses.iter().flat_map(|it| it.registers.iter());
    let takes = second.data.iter().chain(in_address).any(is_given);
    let accesses = match (first.accesses.is_empty(), second.accesses.is_empty()) {
        (_, true) => true,
        (true, false) => second.updated_bases.is_empty() && overwrites(first, second),
        (false, false) => false,
    };
    has_flags && takes && accesses
}

/// Returns whether the second instruction overwrites all registers that the first one gives.
fn overwrites(first: &Instruction, second: &Instruction) -> bool {
    first.writes.iter().all(|slot| is_status(*slot) || second.writes.contains(slot))
}

impl Instruction {
    /// Takes over what the next instruction does.
    fn absorb(&mut self, second: &Instruction, ports: &Ports) {
        self.pair_bytes += u16::from(second.length_bytes);
        self.constant_words = self.constant_words.saturating_add(second.constant_words);
        let computes = second.computes().first().copied();
        if second.writes.is_empty() && second.accesses.is_empty() {
            // A branch.
            let own = self.micro_ops.iter_mut().find(|it| it.kind == Kind::Compute);
            if let (Some(branch), Some(own)) = (computes, own) {
                let gives_register = self.writes.iter().any(|slot| !is_status(*slot));
                own.ports = match gives_register && !ports.branch_with_result.is_empty() {
                    true => {
                        self.branch_ports = branch.ports;
                        ports.branch_with_result
                    }
                    false => branch.ports,
                };
            }
            // The branch needs flags, which the renamer does not compute.
            if self.at_rename == AtRename::AddConstant {
                self.at_rename = AtRename::Nothing;
            }
        } else if second.accesses.is_empty() {
            self.absorb_computation(second, computes);
        } else {
            self.absorb_access(second);
        }
    }

    /// Takes over an instruction that accesses no memory.
    fn absorb_computation(&mut self, second: &Instruction, computes: Option<MicroOp>) {
        let new = second.data.iter().filter(|slot| !self.writes.contains(slot)).copied();
        let new: Slots = new.collect();
        self.take_delays(second);
        add(&mut self.data, &new);
        add(&mut self.writes, &second.writes);
        self.at_rename = AtRename::Nothing;
        let at = usize::from(self.num_loads);
        let Some(computes) = computes else { return self.remember(second) };
        self.bypass = second.bypass;
        self.early_registers.clone_from(&second.early_registers);
        self.third_operand = second.third_operand;
        self.late_writes.clone_from(&second.late_writes);
        self.flag_delay_cycles = second.flag_delay_cycles;
        if self.num_computes == 0 {
            self.micro_ops.insert(at, computes);
            self.num_computes = 1;
            self.loaded_registers.clear();
        } else {
            let own = &mut self.micro_ops[at];
            let latency_cycles = own.latency_cycles.max(computes.latency_cycles);
            *own = MicroOp { latency_cycles, ..computes };
        }
        self.remember(second);
    }

    /// Takes over from which registers results take longer: what the second instruction takes later from this one, it
    /// takes later from all that this one reads.
    fn take_delays(&mut self, second: &Instruction) {
        self.register_delays.clear();
        for (slot, cycles) in &second.register_delays {
            if !self.writes.contains(slot) {
                self.register_delays.push((*slot, *cycles));
            } else if self.num_loads > 0 {
                self.load_delay_cycles = *cycles;
            } else {
                self.register_delays.extend(self.data.iter().map(|own| (*own, *cycles)));
            }
        }
    }

    /// Keeps what the second instruction does, for the values of registers.
    fn remember(&mut self, second: &Instruction) {
        let facts = second.facts.clone();
        self.absorbed = Some(Box::new(Absorbed { facts, is_first: false, values_matter: false }));
    }

    /// Becomes an instruction that accesses memory, by an address that this one gives.
    fn absorb_access(&mut self, second: &Instruction) {
        let (given, taken) = (self.writes.clone(), self.data.clone());
        let without_first = |slots: &Slots| {
            let mut replaced: Slots =
                slots.iter().filter(|slot| !given.contains(slot)).copied().collect();
            if replaced.len() < slots.len() {
                add(&mut replaced, &taken);
            }
            replaced
        };
        let mut accesses = second.accesses.clone();
        for access in &mut accesses {
            access.registers = without_first(&access.registers);
        }
        let facts = std::mem::replace(&mut self.facts, second.facts.clone());
        self.absorbed = Some(Box::new(Absorbed { facts, is_first: true, values_matter: false }));
        self.data = without_first(&second.data);
        add(&mut self.writes, &second.writes);
        self.accesses = accesses;
        self.micro_ops.clone_from(&second.micro_ops);
        self.num_loads = second.num_loads;
        self.num_computes = second.num_computes;
        self.num_stores = second.num_stores;
        self.loaded_registers.clone_from(&second.loaded_registers);
        self.renamed_micro_ops = second.renamed_micro_ops;
        self.at_rename = AtRename::Nothing;
        self.is_pointer_load = false;
    }
}

fn add(slots: &mut Slots, more: &Slots) {
    for slot in more {
        if !slots.contains(slot) {
            slots.push(*slot);
        }
    }
}
