//! From code to the queue of micro-ops: fetching, predecoding, decoding, and what spares all that in loops.

use std::collections::VecDeque;

use oxmca_tables::hardware::HardwareNumbers;

use super::instruction::Instruction;
use super::options::{Delivery, HardwareOptions, feature};

/// An instruction that was delivered: its position, and the iteration that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Delivered {
    pub position: u32,
    pub iteration: u32,
}

/// The queue of micro-ops in front of the renamer.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pub instructions: VecDeque<Delivered>,
    /// Micro-ops of the instructions, those of the first that were renamed left out.
    pub micro_ops: u32,
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

/// The code and the numbers of the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code<'a> {
    pub instructions: &'a [Instruction],
    pub numbers: &'a HardwareNumbers,
}

impl<'a> FrontEnd<'a> {
    pub fn new(code: Code<'a>, delivery: Delivery, options: &HardwareOptions) -> FrontEnd<'a> {
        if !options.has(feature::FRONT_END) {
            return FrontEnd::Perfect(Perfect { code, next: Delivered::FIRST });
        }
        match delivery {
            Delivery::Unrolled => FrontEnd::Decoders(Box::new(Decoders::new(code))),
            Delivery::Loop => {
                let micro_ops = code.micro_ops();
                match micro_ops <= code.numbers.loop_buffer_micro_ops {
                    true => FrontEnd::Buffer(Buffer::new(code, micro_ops)),
                    false => FrontEnd::Cache(Cache::new(code)),
                }
            }
        }
    }

    /// Delivers what a cycle brings.
    pub fn cycle(&mut self, queue: &mut Queue) {
        match self {
            FrontEnd::Perfect(it) => it.cycle(queue),
            FrontEnd::Decoders(it) => it.cycle(queue),
            FrontEnd::Cache(it) => it.cycle(queue),
            FrontEnd::Buffer(it) => it.cycle(queue),
        }
    }
}

impl Delivered {
    const FIRST: Delivered = Delivered { position: 0, iteration: 0 };

    /// The next instruction that is delivered, after `count` in an iteration.
    fn next(self, count: usize) -> Delivered {
        match self.position as usize + 1 {
            next if next == count => Delivered { position: 0, iteration: self.iteration + 1 },
            next => Delivered { position: next as u32, ..self },
        }
    }
}

impl Code<'_> {
    fn at(&self, delivered: Delivered) -> &Instruction {
        &self.instructions[delivered.position as usize]
    }

    /// Micro-ops of an iteration, as they are renamed.
    fn micro_ops(&self) -> u32 {
        let counted = self.instructions.iter().filter(|it| !it.is_fused);
        counted.map(|it| u32::from(it.renamed_micro_ops)).sum()
    }

    /// The next instruction of those that are not one with the one before.
    fn after(&self, delivered: Delivered) -> Delivered {
        let mut next = delivered.next(self.instructions.len());
        while next.position != 0 && self.at(next).is_fused {
            next = next.next(self.instructions.len());
        }
        next
    }
}

impl Queue {
    /// Returns whether micro-ops of one more instruction have space.
    fn takes(&self, instruction: &Instruction, numbers: &HardwareNumbers) -> bool {
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        self.micro_ops == 0 || self.micro_ops + micro_ops <= numbers.micro_op_queue
    }

    fn push(&mut self, delivered: Delivered, instruction: &Instruction) {
        if instruction.is_fused {
            return;
        }
        self.instructions.push_back(delivered);
        self.micro_ops += u32::from(instruction.renamed_micro_ops);
    }
}

/// Delivers as much as there is space for.
#[derive(Debug)]
pub(super) struct Perfect<'a> {
    code: Code<'a>,
    next: Delivered,
}

impl Perfect<'_> {
    fn cycle(&mut self, queue: &mut Queue) {
        let most = self.code.numbers.micro_op_queue as usize;
        while queue.instructions.len() < most
            && queue.takes(self.code.at(self.next), self.code.numbers)
        {
            queue.push(self.next, self.code.at(self.next));
            self.next = self.code.after(self.next);
        }
    }
}

/// Finds the ends of instructions, block by block, and decodes them.
#[derive(Debug)]
pub(super) struct Decoders<'a> {
    code: Code<'a>,
    /// Instructions between predecoding and decoding.
    predecoded: VecDeque<Delivered>,
    /// Instructions that end in the block at hand.
    block: VecDeque<Delivered>,
    /// Cycles until the next group of the block leaves.
    wait_cycles: u32,
    /// Cycles that the block at hand takes altogether, those that were waited for before left out.
    cycles_of_block: u32,
    cycles_left: u32,
    next: Delivered,
    next_address: u64,
    block_number: u64,
    /// Cycles until the sequencer is done.
    sequencer_cycles: u32,
    /// Cycles in which something was decoded since the last one that was lost.
    decoding_cycles: u32,
}

impl<'a> Decoders<'a> {
    fn new(code: Code<'a>) -> Decoders<'a> {
        Decoders {
            code,
            predecoded: VecDeque::new(),
            block: VecDeque::new(),
            wait_cycles: 0,
            cycles_of_block: 1,
            cycles_left: 0,
            next: Delivered::FIRST,
            next_address: 0,
            block_number: 0,
            sequencer_cycles: 0,
            decoding_cycles: 0,
        }
    }

    fn cycle(&mut self, queue: &mut Queue) {
        let gap = self.code.numbers.decoding_gap_cycles;
        if self.sequencer_cycles > 0 {
            self.sequencer_cycles -= 1;
        } else if gap > 0 && self.decoding_cycles + 1 == gap {
            self.decoding_cycles = 0;
        } else {
            self.decode(queue);
        }
        self.predecode();
    }

    fn decode(&mut self, queue: &mut Queue) {
        let numbers = self.code.numbers;
        let (mut decoders, mut micro_ops) = (0, 0);
        while let Some(delivered) = self.predecoded.front().copied()
            && decoders < numbers.decoders
        {
            let instruction = self.code.at(delivered);
            if instruction.is_fused {
                self.predecoded.pop_front();
                continue;
            }
            let is_late = instruction.is_complex && decoders >= numbers.complex_decoders;
            let is_last = decoders + 1 == numbers.decoders;
            if !queue.takes(instruction, numbers)
                || is_late
                || instruction.avoids_last_decoder && is_last
            {
                break;
            }
            let own = u32::from(instruction.decoded_micro_ops);
            if instruction.is_sequenced {
                if decoders > 0 {
                    break;
                }
                queue.push(delivered, instruction);
                self.predecoded.pop_front();
                let cycles = own.div_ceil(numbers.sequencer_micro_ops.max(1));
                self.sequencer_cycles = cycles + numbers.sequencer_switch_cycles;
                break;
            }
            if micro_ops + own > numbers.decoded_micro_ops {
                break;
            }
            queue.push(delivered, instruction);
            self.predecoded.pop_front();
            decoders += 1;
            micro_ops += own;
        }
        self.decoding_cycles += u32::from(decoders > 0);
    }

    fn predecode(&mut self) {
        let numbers = self.code.numbers;
        if self.wait_cycles > 0 {
            self.wait_cycles -= 1;
            return;
        }
        if self.block.is_empty() && self.next_block() {
            return;
        }
        let group = self.block.len().min(numbers.predecoded_instructions as usize);
        if self.predecoded.len() + group > numbers.instruction_queue as usize {
            return;
        }
        self.predecoded.extend(self.block.drain(..group));
        self.cycles_left -= 1;
        // Nothing may be left of the block but the part of an instruction that ends in the next one.
        if self.block.is_empty() && self.cycles_left > 0 {
            self.wait_cycles = self.cycles_left;
        }
    }

    /// Goes on to the next block. Returns whether length-changing prefixes in it take this cycle.
    fn next_block(&mut self) -> bool {
        let numbers = self.code.numbers;
        let count = self.code.instructions.len();
        let bytes = u64::from(numbers.fetch_bytes.max(1));
        let (mut split, mut length_changes) = (0, 0);
        loop {
            let instruction = self.code.at(self.next);
            let last = self.next_address + u64::from(instruction.length_bytes.max(1)) - 1;
            if last / bytes != self.block_number {
                let opcode = self.next_address + u64::from(instruction.opcode_offset_bytes);
                if numbers.counts_split_opcodes != 0 && opcode / bytes == self.block_number {
                    split = 1;
                }
                break;
            }
            self.block.push_back(self.next);
            length_changes += u32::from(instruction.has_length_changing_prefix);
            self.next_address = last + 1;
            self.next = self.next.next(count);
        }
        self.block_number += 1;
        let instructions = self.block.len() as u32 + split;
        let cycles = instructions.div_ceil(numbers.predecoded_instructions.max(1)).max(1);
        let overlap = if numbers.length_change_overlap != 0 { self.cycles_of_block - 1 } else { 0 };
        let waits = (numbers.length_change_cycles * length_changes).saturating_sub(overlap);
        self.cycles_of_block = cycles;
        self.cycles_left = cycles;
        self.wait_cycles = waits.saturating_sub(1);
        length_changes > 0 && waits > 0
    }
}

/// Delivers lines of the cache of micro-ops.
#[derive(Debug)]
pub(super) struct Cache<'a> {
    code: Code<'a>,
    /// Where lines begin, and the end of the code.
    lines: Vec<Line>,
    line: usize,
    next: Delivered,
    /// Micro-ops of the next instruction that were delivered already.
    begun: u32,
    /// Cycles that an iteration waits, and those that are left of them.
    waits_cycles: u32,
    wait_cycles: u32,
}

/// The beginning of a line of the cache of micro-ops.
#[derive(Clone, Copy, Debug)]
struct Line {
    position: u32,
    window: u64,
}

impl<'a> Cache<'a> {
    fn new(code: Code<'a>) -> Cache<'a> {
        let numbers = code.numbers;
        let mut lines = vec![Line { position: 0, window: 0 }];
        let (mut window, mut micro_ops, mut constants, mut address) = (0, 0, 0, 0);
        for (position, instruction) in code.instructions.iter().enumerate() {
            let own = u32::from(instruction.decoded_micro_ops);
            let branch = code.instructions.get(position + 1).filter(|it| it.is_fused);
            let own_constants = u32::from(instruction.facts.constants)
                + branch.map_or(0, |it| u32::from(it.facts.constants));
            let has_constants = numbers.cache_line_constants != 0
                && constants + own_constants > numbers.cache_line_constants;
            let own_window = address / u64::from(numbers.cache_window_bytes.max(1));
            let is_full =
                micro_ops > 0 && (has_constants || micro_ops + own > numbers.cache_line_micro_ops);
            if position > 0 && !instruction.is_fused && (own_window != window || is_full) {
                lines.push(Line { position: position as u32, window: own_window });
                (micro_ops, constants) = (0, 0);
            }
            if !instruction.is_fused {
                window = own_window;
                micro_ops += own;
                constants += own_constants;
            }
            address += u64::from(instruction.length_bytes);
        }
        let mut waits_cycles = 0;
        if numbers.cache_delivers_windows != 0 {
            let windows = lines.chunk_by(|one, two| one.window == two.window);
            let most = windows.map(<[Line]>::len).max().unwrap_or(0) as u32;
            waits_cycles = most.div_ceil(numbers.cache_lines.max(1)).saturating_sub(1);
        }
        lines.push(Line { position: code.instructions.len() as u32, window: u64::MAX });
        Cache {
            code,
            lines,
            line: 0,
            next: Delivered::FIRST,
            begun: 0,
            waits_cycles,
            wait_cycles: 0,
        }
    }

    fn cycle(&mut self, queue: &mut Queue) {
        let numbers = self.code.numbers;
        if self.wait_cycles > 0 {
            self.wait_cycles -= 1;
            return;
        }
        let (mut micro_ops, mut lines) = (0, 0);
        while micro_ops < numbers.cache_micro_ops && lines < numbers.cache_lines {
            let instruction = self.code.at(self.next);
            let own = u32::from(instruction.renamed_micro_ops);
            if !queue.takes(instruction, numbers) {
                return;
            }
            let part = (own - self.begun).min(numbers.cache_micro_ops - micro_ops);
            micro_ops += part;
            self.begun += part;
            if self.begun < own {
                return;
            }
            self.begun = 0;
            queue.push(self.next, instruction);
            self.next = self.code.after(self.next);
            // A branch that is taken ends what a cycle delivers.
            if self.next.position == 0 {
                self.line = 0;
                self.wait_cycles = self.waits_cycles;
                return;
            }
            let [current, following] = [self.lines[self.line], self.lines[self.line + 1]];
            if self.next.position >= following.position {
                lines += 1;
                self.line += 1;
                if numbers.cache_delivers_windows != 0 && current.window != following.window {
                    return;
                }
            }
        }
    }
}

/// Repeats a loop from the queue of micro-ops itself.
#[derive(Debug)]
pub(super) struct Buffer<'a> {
    code: Code<'a>,
    /// Micro-ops of the copies of the loop that the queue holds.
    period: u32,
    /// Micro-ops of them that were delivered.
    delivered: u32,
    next: Delivered,
}

impl<'a> Buffer<'a> {
    fn new(code: Code<'a>, micro_ops: u32) -> Buffer<'a> {
        let micro_ops = micro_ops.max(1);
        let copies = (code.numbers.loop_buffer_micro_ops / micro_ops).clamp(1, 8);
        Buffer { code, period: micro_ops * copies, delivered: 0, next: Delivered::FIRST }
    }

    fn cycle(&mut self, queue: &mut Queue) {
        let numbers = self.code.numbers;
        let mut micro_ops = 0;
        // Micro-ops of the last and of the first copy are not delivered together.
        while micro_ops < numbers.renamed_micro_ops {
            let instruction = self.code.at(self.next);
            if queue.micro_ops > 2 * numbers.renamed_micro_ops {
                return;
            }
            queue.push(self.next, instruction);
            self.next = self.code.after(self.next);
            let own = u32::from(instruction.renamed_micro_ops);
            micro_ops += own;
            self.delivered += own;
            if self.delivered >= self.period {
                self.delivered = 0;
                return;
            }
        }
    }
}
