//! The queue between the front end and the renamer.

use oxmca_tables::hardware::HardwareNumbers;

use crate::simulation::hardware::code::{Code, Cursor};
use crate::simulation::hardware::instruction::Instruction;

/// The queue of micro-ops in front of the renamer. The instructions in it follow each other.
#[derive(Debug, Default)]
pub(in crate::simulation::hardware) struct Queue {
    /// The instruction that leaves next.
    first: Cursor,
    /// Instructions, those left out that are one with the one before.
    pub instructions: u32,
    /// Micro-ops of the instructions, those of the first that were renamed left out.
    pub micro_ops: u32,
}

impl Queue {
    /// Returns the instruction that leaves next, if there is any.
    pub fn first(&self) -> Option<Cursor> {
        (self.instructions > 0).then_some(self.first)
    }

    /// Removes the first instruction, whose micro-ops have been renamed.
    pub fn pop(&mut self, code: &Code<'_>) {
        self.instructions -= 1;
        self.first = code.after(self.first);
    }

    /// Returns whether micro-ops of one more instruction have space.
    pub fn takes(&self, instruction: &Instruction, numbers: &HardwareNumbers) -> bool {
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        self.micro_ops == 0 || self.micro_ops + micro_ops <= numbers.micro_op_queue
    }

    /// Adds the instruction after those that were added.
    pub fn push(&mut self, instruction: &Instruction) {
        self.instructions += 1;
        self.micro_ops += u32::from(instruction.renamed_micro_ops);
    }
}
