//! The code that is executed, over and over.

use oxmca_asm::target::hardware::VectorPart;
use oxmca_tables::hardware::{DispatchLimit, HardwareNumbers, HardwarePolicies};

use super::instruction::Instruction;

/// An instruction among those that are executed: its position in the code, and the iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    pub position: u32,
    pub iteration: u32,
}

/// The code, and the numbers, policies and limits of the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code<'a> {
    pub instructions: &'a [Instruction],
    pub numbers: &'a HardwareNumbers,
    pub policies: &'a HardwarePolicies,
    pub dispatch_limits: &'a [DispatchLimit],
    /// Iterations that lie behind each other before their places in windows of the micro-op cache repeat: 1 of a loop, which its
    /// own branch takes back to its beginning.
    pub copies: u32,
}

impl<'a> Code<'a> {
    pub fn at(&self, cursor: Cursor) -> &'a Instruction {
        &self.instructions[cursor.position as usize]
    }

    /// Returns the next instruction.
    pub fn next(&self, cursor: Cursor) -> Cursor {
        match cursor.position as usize + 1 {
            next if next == self.instructions.len() => {
                Cursor { position: 0, iteration: cursor.iteration + 1 }
            }
            next => Cursor { position: next as u32, ..cursor },
        }
    }

    /// Returns the next instruction of those that are not one with the one before.
    pub fn after(&self, cursor: Cursor) -> Cursor {
        let mut next = self.next(cursor);
        while self.at(next).is_fused {
            next = self.next(next);
        }
        next
    }

    /// Returns the number of the window of the micro-op cache that a byte of the code is in.
    pub fn window(&self, address: u64) -> u64 {
        address / u64::from(self.numbers.cache_window_bytes.max(1))
    }

    /// Returns whether an instruction stores something.
    pub fn stores(&self) -> bool {
        let stores = |it: &Instruction| it.num_stores > 0 && !it.is_fused;
        self.instructions.iter().any(stores)
    }

    /// Returns whether an instruction uses a part of vector registers.
    pub fn uses_vector_parts(&self) -> bool {
        self.instructions.iter().any(|it| it.facts.vector_part != VectorPart::None)
    }

    /// Returns whether an instruction can change an address of some access.
    pub fn changes_addresses(&self) -> bool {
        let changes = |it: &Instruction| {
            it.values_matter || it.absorbed.as_ref().is_some_and(|it| it.values_matter)
        };
        self.instructions.iter().any(changes)
    }

    /// Returns the number of bytes after which the places of addresses in lines of the cache repeat, if these matter; 1 if they do not.
    pub fn bytes_told_apart(&self) -> u32 {
        let Code { numbers, policies, .. } = self;
        let have_lines = numbers.bank_bits != 0
            || numbers.crossing_load_cycles > 0
            || numbers.crossing_store_cycles > 0
            || policies.crossings_are_two
            || policies.writes_stores_in_parts
            || policies.writes_stores_to_one_line;
        match have_lines {
            true => numbers.line_bytes.max(numbers.load_line_bytes).next_power_of_two(),
            false => 1,
        }
    }

    /// Returns the most results that the reorder buffer can have between the oldest and the youngest.
    pub fn most_results_in_flight(&self) -> usize {
        /// Results of an instruction beside those of its micro-ops, and micro-ops that the renamer adds to it.
        const MORE: usize = 6;
        let results = |it: &Instruction| it.micro_ops.len() + MORE;
        let per_entry =
            |it: &Instruction| results(it).div_ceil(usize::from(it.renamed_micro_ops.max(1)));
        let most = |of: &dyn Fn(&Instruction) -> usize| self.instructions.iter().map(of).max();
        let entries = self.numbers.reorder_buffer as usize;
        // One instruction may begin however many micro-ops it has.
        entries * most(&per_entry).unwrap_or(0) + most(&results).unwrap_or(0)
    }

    /// Micro-ops of an iteration, as they are renamed.
    pub fn renamed_micro_ops(&self) -> u32 {
        let counted = self.instructions.iter().filter(|it| !it.is_fused);
        counted.map(|it| u32::from(it.renamed_micro_ops)).sum()
    }
}
