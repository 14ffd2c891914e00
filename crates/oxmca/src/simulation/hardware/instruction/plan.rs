//! The parts of an instruction's renaming that are the same each time, worked out once.

use super::Instruction;
use crate::processor::hardware::{Slot, is_status};
use smallvec::SmallVec;

/// A register that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simulation::hardware) struct Source {
    pub slot: Slot,
    /// Cycles that results take longer from it.
    pub delay_cycles: u8,
    /// It is a part of the status register.
    pub is_flag: bool,
}

/// The result that becomes the value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simulation::hardware) enum ResultOf {
    /// That of all micro-ops that are no others.
    Main,
    /// That of the micro-ops that give flags apart.
    Flags,
    /// That of a micro-op that changes a base.
    BaseUpdate(u8),
    /// That of a load; of the last one if there are not so many.
    Load(u8),
}

/// The registers of an instruction with what renaming has to know of each.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation::hardware) struct RenamePlan {
    /// Registers that are read, those of addresses left out.
    pub sources: SmallVec<[Source; 4]>,
    /// Registers that are written.
    pub results: SmallVec<[(Slot, ResultOf); 4]>,
}

impl Instruction {
    /// Works out how the instruction is renamed, once nothing of it changes any more.
    pub fn plan_renaming(&mut self) {
        let delay = |slot: Slot| {
            let own = self.register_delays.iter().filter(|it| it.0 == slot);
            own.map(|it| it.1).max().unwrap_or(0)
        };
        let source = |slot: &Slot| Source {
            slot: *slot,
            delay_cycles: delay(*slot),
            is_flag: is_status(*slot),
        };
        self.plan = RenamePlan {
            sources: self.data.iter().map(source).collect(),
            results: self.writes.iter().map(|slot| (*slot, self.result_of(*slot))).collect(),
        };
    }

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
