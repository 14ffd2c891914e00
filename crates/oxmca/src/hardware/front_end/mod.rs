//! From code to the queue of micro-ops: fetching, predecoding, decoding, and what spares all that in loops.

mod decoders;
mod repetition;

use oxmca_tables::hardware::HardwareNumbers;

use super::instruction::Instruction;
use super::options::{Delivery, HardwareOptions, feature};
use super::watch::Watch;
use decoders::Decoders;
use repetition::{Buffer, Cache};

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

/// The queue of micro-ops in front of the renamer. The instructions in it follow each other.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// The instruction that leaves next.
    first: Cursor,
    /// Instructions, those left out that are one with the one before.
    instructions: u32,
    /// Micro-ops of the instructions, those of the first that were renamed left out.
    pub micro_ops: u32,
}

impl Queue {
    /// The instruction that leaves next, if there is any.
    pub fn first(&self) -> Option<Cursor> {
        (self.instructions > 0).then_some(self.first)
    }

    /// Removes the first instruction, whose micro-ops have been renamed.
    pub fn pop(&mut self, code: &Code<'_>) {
        self.instructions -= 1;
        self.first = code.after(self.first);
    }

    /// Returns whether micro-ops of one more instruction have space.
    fn takes(&self, instruction: &Instruction, numbers: &HardwareNumbers) -> bool {
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        self.micro_ops == 0 || self.micro_ops + micro_ops <= numbers.micro_op_queue
    }

    /// Adds the instruction after those that were added.
    fn push(&mut self, instruction: &Instruction) {
        self.instructions += 1;
        self.micro_ops += u32::from(instruction.renamed_micro_ops);
    }
}

/// The part of the front end that delivers instructions.
#[derive(Debug)]
pub(super) enum FrontEnd<'a> {
    /// As many as there is space for.
    Perfect(Perfect<'a>),
    /// Legacy decoders.
    Decoders(Box<Decoders<'a>>),
    /// The cache of micro-ops.
    Cache(Cache<'a>),
    /// The loop buffer.
    Buffer(Buffer<'a>),
}

impl<'a> FrontEnd<'a> {
    pub fn new(code: Code<'a>, delivery: Delivery, options: &HardwareOptions) -> FrontEnd<'a> {
        if !options.has(feature::FRONT_END) {
            return FrontEnd::Perfect(Perfect { code, next: Cursor::default() });
        }
        match delivery {
            Delivery::Unrolled => FrontEnd::Decoders(Box::new(Decoders::new(code))),
            Delivery::Loop => {
                let micro_ops = code.renamed_micro_ops();
                match micro_ops <= code.numbers.loop_buffer_micro_ops {
                    true => FrontEnd::Buffer(Buffer::new(code, micro_ops)),
                    false => FrontEnd::Cache(Cache::new(code)),
                }
            }
        }
    }

    /// Delivers what a cycle brings.
    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        match self {
            FrontEnd::Perfect(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Decoders(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Cache(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Buffer(it) => it.cycle(queue, cycle, watch),
        }
    }
}

/// Delivers as much as there is space for.
#[derive(Debug)]
pub(super) struct Perfect<'a> {
    code: Code<'a>,
    next: Cursor,
}

impl Perfect<'_> {
    fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        while queue.instructions < self.code.numbers.micro_op_queue
            && queue.takes(self.code.at(self.next), self.code.numbers)
        {
            queue.push(self.code.at(self.next));
            watch.decoded(cycle, self.next);
            self.next = self.code.after(self.next);
        }
    }
}
