//! The parts of an instruction's renaming that are the same each time, worked out once.

use std::ops::AddAssign;

use super::{AtRename, Dispatched, Instruction, Kind, MicroOp, wide_vectors};
use crate::options::HardwareParts;
use crate::processor::hardware::{Slot, is_status};
use oxmca_asm::target::hardware::StackUse;
use oxmca_tables::hardware::{Bypass, HardwareModel, PortSet};

/// A register that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simulation::hardware) struct Source {
    pub slot: Slot,
    /// Cycles that results take longer from it.
    pub delay_cycles: u8,
    /// It is a part of the status register.
    pub is_flag: bool,
    /// The instructions from which its value is known earlier.
    pub bypass: Bypass,
}

/// The result that becomes the value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simulation::hardware) enum ResultOf {
    /// The one of all micro-ops that have no other.
    Main,
    /// The one of the micro-ops that give flags apart.
    Flags,
    /// The one of a micro-op that changes a base.
    BaseUpdate(u8),
    /// The one of a load; of the last one if there are not so many.
    Load(u8),
}

/// Space that is taken in the queues behind the renamer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::simulation::hardware) struct Space {
    /// In the reorder buffer.
    pub entries: u32,
    /// In all schedulers together.
    pub micro_ops: u32,
    /// Micro-ops among them that only ports for vectors execute.
    pub vectors: u32,
    /// Micro-ops among them that only ports of parts of a scheduler execute.
    pub in_parts: u32,
    /// Micro-ops among them that only ports for data of vectors' stores execute.
    pub data: u32,
    pub loads: u32,
    pub stores: u32,
}

impl AddAssign for Space {
    fn add_assign(&mut self, other: Space) {
        self.entries += other.entries;
        self.micro_ops += other.micro_ops;
        self.vectors += other.vectors;
        self.in_parts += other.in_parts;
        self.data += other.data;
        self.loads += other.loads;
        self.stores += other.stores;
    }
}

/// The parts of an instruction that renaming looks at each time, and what it has to know of each.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation::hardware) struct RenamePlan {
    /// Registers that are read, those of addresses left out.
    pub sources: Box<[Source]>,
    /// Registers that are written with the main result.
    pub main_results: Box<[Slot]>,
    /// Registers that are written with others.
    pub other_results: Box<[(Slot, ResultOf)]>,
    pub space: Space,
    /// It uses the stack without naming it.
    pub uses_stack: bool,
    /// Its micro-ops for which there are limits per cycle.
    pub dispatched: Dispatched,
    /// Hundredths of a cycle that it takes of the rate at which micro-ops execute for long.
    pub sustained_percent: u32,
    /// It waits for a cycle that has slots for all of its micro-ops, if there can be one.
    pub is_whole: bool,
    /// It accesses memory, or the address of some access depends on what it computes.
    pub has_followed_values: bool,
}

impl Instruction {
    /// Works out how the instruction is renamed, once nothing of it changes any more.
    pub fn plan_renaming(&mut self, model: &HardwareModel, parts: HardwareParts) {
        let vector_ports = model.ports.vector;
        let has_limits = parts.contains(HardwareParts::DISPATCH_LIMITS);
        let limits = if has_limits { &model.ports.dispatch_limits[..] } else { &[] };
        let delay = |slot: Slot| {
            let own = self.register_delays.iter().filter(|it| it.0 == slot);
            own.map(|it| it.1).max().unwrap_or(0)
        };
        let source = |slot: &Slot| Source {
            slot: *slot,
            delay_cycles: delay(*slot),
            is_flag: is_status(*slot),
            bypass: match &self.early_registers {
                Some(early) if !early.contains(slot) => Bypass::default(),
                _ => self.bypass,
            },
        };
        let results = self.writes.iter().map(|slot| (*slot, self.result_of(*slot)));
        let (main, others): (Vec<_>, Vec<_>) = results.partition(|(_, of)| *of == ResultOf::Main);
        let is_vector = |it: &&MicroOp| it.ports.0 & !vector_ports.0 == 0;
        let computes = self.at_rename == AtRename::Nothing;
        let waiting_for = |ports: PortSet| {
            let waits = |it: &&MicroOp| {
                it.ports.0 & !ports.0 == 0 && (computes || it.kind != Kind::Compute)
            };
            self.micro_ops.iter().filter(waits).count() as u32
        };
        self.plan = RenamePlan {
            sources: self.data.iter().map(source).collect(),
            main_results: main.iter().map(|it| it.0).collect(),
            other_results: others.into_iter().collect(),
            space: Space {
                entries: self.renamed_micro_ops.into(),
                micro_ops: self.micro_ops.len() as u32,
                vectors: self.micro_ops.iter().filter(is_vector).count() as u32,
                in_parts: waiting_for(model.ports.in_parts()),
                data: waiting_for(model.ports.vector_store_data),
                loads: self.num_loads.into(),
                stores: self.num_stores.into(),
            },
            dispatched: Dispatched::of(self, limits),
            sustained_percent: match parts.contains(HardwareParts::SUSTAINED_RATE) {
                true => wide_vectors::sustained_percent(self, &model.numbers),
                false => 0,
            },
            is_whole: self.is_split || has_limits && model.policies.renames_whole,
            uses_stack: self.facts.stack != StackUse::None,
            has_followed_values: !self.facts.accesses.is_empty()
                || self.values_matter
                || self.absorbed.is_some(),
        };
    }

    /// Returns the result that a register is written with.
    fn result_of(&self, slot: Slot) -> ResultOf {
        if let Some(at) = self.updated_bases.iter().position(|it| *it == slot) {
            return ResultOf::BaseUpdate(at as u8);
        }
        let load = self.loaded_registers.iter().find(|it| it.0 == slot);
        match load.filter(|_| self.num_loads > 0) {
            Some((_, load)) => ResultOf::Load(*load),
            None if is_status(slot) && self.has_flags_apart => ResultOf::Flags,
            None => ResultOf::Main,
        }
    }
}
