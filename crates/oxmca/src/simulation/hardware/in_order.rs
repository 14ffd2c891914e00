//! The order in which micro-ops begin on processors that execute instructions in the order of the program.

use super::in_flight::InFlight;
use super::instruction::Kind;

/// The micro-op that begins next, and what began in the present cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InOrder {
    /// Instructions that begin per cycle; 0 if the order does not matter.
    pub most_instructions: u32,
    /// Micro-ops that were bound, and those of them that have begun.
    num_bound: u32,
    num_begun: u32,
    /// The cycle in which the last one began, its instruction, and the instructions that began in that cycle.
    cycle: u32,
    instruction: u32,
    num_instructions: u32,
}

impl InOrder {
    /// Returns the place of a micro-op in the order.
    #[inline]
    pub fn bind(&mut self, kind: Kind) -> u32 {
        if self.most_instructions == 0 {
            return 0;
        }
        let place = self.num_bound;
        self.num_bound += u32::from(has_place(kind));
        place
    }

    /// Returns whether a micro-op can begin: all before it have, and its cycle has room for its instruction.
    pub fn is_next(&self, micro_op: &InFlight, place: u32, cycle: u32) -> bool {
        if !has_place(micro_op.kind) {
            return true;
        }
        let has_room = self.cycle != cycle
            || self.instruction == micro_op.instruction
            || self.num_instructions < self.most_instructions;
        place == self.num_begun && has_room
    }

    /// Returns whether a micro-op can begin once `num_next` more have.
    pub fn is_turn(&self, micro_op: &InFlight, place: u32, num_next: u32) -> bool {
        !has_place(micro_op.kind) || place == self.num_begun + num_next
    }

    /// Takes note that a micro-op begins.
    #[inline]
    pub fn begin(&mut self, micro_op: &InFlight, cycle: u32) {
        if self.most_instructions == 0 || !has_place(micro_op.kind) {
            return;
        }
        self.num_begun += 1;
        if self.cycle != cycle {
            (self.cycle, self.num_instructions) = (cycle, 0);
        } else if self.num_instructions > 0 && self.instruction == micro_op.instruction {
            return;
        }
        self.instruction = micro_op.instruction;
        self.num_instructions += 1;
    }
}

/// Returns whether a micro-op waits for its turn. The data of stores are needed later.
pub(super) const fn has_place(kind: Kind) -> bool {
    !matches!(kind, Kind::StoreData)
}
