//! The code that is executed, over and over.

use oxmca_tables::hardware::HardwareNumbers;

use super::instruction::Instruction;

/// An instruction among those that are executed: its position in the code, and the iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    pub position: u32,
    pub iteration: u32,
}

/// The code and the numbers of the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code<'a> {
    pub instructions: &'a [Instruction],
    pub numbers: &'a HardwareNumbers,
}

impl<'a> Code<'a> {
    pub fn at(&self, cursor: Cursor) -> &'a Instruction {
        &self.instructions[cursor.position as usize]
    }

    /// The next instruction.
    pub fn next(&self, cursor: Cursor) -> Cursor {
        match cursor.position as usize + 1 {
            next if next == self.instructions.len() => {
                Cursor { position: 0, iteration: cursor.iteration + 1 }
            }
            next => Cursor { position: next as u32, ..cursor },
        }
    }

    /// The next instruction of those that are not one with the one before.
    pub fn after(&self, cursor: Cursor) -> Cursor {
        let mut next = self.next(cursor);
        while self.at(next).is_fused {
            next = self.next(next);
        }
        next
    }

    /// Micro-ops of an iteration, as they are renamed.
    pub fn renamed_micro_ops(&self) -> u32 {
        let counted = self.instructions.iter().filter(|it| !it.is_fused);
        counted.map(|it| u32::from(it.renamed_micro_ops)).sum()
    }
}
