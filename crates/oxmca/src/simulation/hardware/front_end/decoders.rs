//! Fetching, predecoding and decoding of straight code.

use oxmca_tables::hardware::HardwareNumbers;

use super::progress::Progress;
use super::queue::Queue;
use crate::simulation::hardware::code::{Code, Cursor};
use crate::simulation::hardware::instruction::Instruction;
use crate::simulation::hardware::watch::Watch;

/// Finds the ends of instructions, block by block, and decodes them.
#[derive(Debug)]
pub(in crate::simulation::hardware) struct Decoders<'a> {
    code: Code<'a>,
    /// The instruction that is decoded next.
    first: Cursor,
    /// Instructions between predecoding and decoding, from `first` on.
    predecoded: u32,
    /// Instructions after these that end in the block at hand and are not predecoded.
    block: u32,
    /// Cycles until the next group of the block leaves.
    wait_cycles: u32,
    /// Cycles that the block at hand takes altogether, those that were waited for before left out.
    cycles_of_block: u32,
    cycles_left: u32,
    /// The instruction after those of the block.
    next: Cursor,
    next_address: u64,
    block_number: u64,
    /// Cycles until the sequencer is done.
    sequencer_cycles: u32,
    /// Cycles in which something was decoded since the last one that was lost.
    decoding_cycles: u32,
    /// The branch at the end is taken: what follows it is at the beginning of the code.
    is_loop: bool,
}

impl<'a> Decoders<'a> {
    pub fn new(code: Code<'a>, is_loop: bool) -> Decoders<'a> {
        Decoders {
            code,
            first: Cursor::default(),
            predecoded: 0,
            block: 0,
            wait_cycles: 0,
            cycles_of_block: 1,
            cycles_left: 0,
            next: Cursor::default(),
            next_address: 0,
            block_number: 0,
            sequencer_cycles: 0,
            decoding_cycles: 0,
            is_loop,
        }
    }

    /// Returns what decides how it goes on, and the iteration of the instruction that is decoded next.
    pub fn progress(&self) -> Progress {
        let block = self.block_number * self.fetch_bytes();
        let gap = self.code.numbers.decoding_gap_cycles;
        let phase = [
            self.first.position,
            self.predecoded,
            self.block,
            self.wait_cycles,
            self.cycles_of_block,
            self.cycles_left,
            // An instruction that ends in the next block begins before it.
            self.next_address.wrapping_sub(block) as u32,
            self.sequencer_cycles,
            if gap > 1 { self.decoding_cycles } else { 0 },
        ];
        Progress::new(self.first.iteration, &phase)
    }

    fn fetch_bytes(&self) -> u64 {
        u64::from(self.code.numbers.fetch_bytes.max(1))
    }

    /// Returns the most instructions of a block whose ends are found in a cycle.
    fn predecoded_instructions(&self) -> u32 {
        match self.code.numbers.predecoded_instructions {
            0 => u32::MAX,
            most => most,
        }
    }

    /// Finds the ends of the instructions of the next block. Returns the cycles that this takes.
    pub fn predecode_block(&mut self) -> u32 {
        let cycles = self.next_block() + self.cycles_of_block;
        for _ in 0..std::mem::take(&mut self.block) {
            self.first = self.code.next(self.first);
        }
        self.cycles_left = 0;
        cycles
    }

    /// Decodes for a cycle, with the ends of all instructions found.
    pub fn decode_cycle(&mut self, queue: &mut Queue) {
        self.predecoded = u32::MAX;
        self.deliver(queue, 0, &mut ());
        self.predecoded = 0;
    }

    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        self.deliver(queue, cycle, watch);
        self.predecode(cycle, watch);
    }

    /// Delivers what is decoded in a cycle.
    fn deliver<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let gap = self.code.numbers.decoding_gap_cycles;
        if self.sequencer_cycles > 0 {
            self.sequencer_cycles -= 1;
        } else if gap > 1 && self.decoding_cycles + 1 == gap {
            self.decoding_cycles = 0;
        } else {
            self.decode(queue, cycle, watch);
        }
    }

    fn decode<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let numbers = self.code.numbers;
        let (mut decoders, mut micro_ops) = (0, 0);
        while self.predecoded > 0 && decoders < numbers.decoders {
            let instruction = self.code.at(self.first);
            if instruction.is_fused {
                self.take();
                continue;
            }
            let own = u32::from(instruction.decoded_micro_ops);
            let is_late = instruction.is_complex && decoders >= numbers.complex_decoders
                || decoders > 0 && is_long(instruction, numbers);
            let is_last = decoders + 1 == numbers.decoders;
            let has_space = match instruction.is_sequenced {
                true => decoders == 0,
                false => micro_ops + own <= numbers.decoded_micro_ops,
            };
            let waits = self.code.policies.fusible_waits
                && self.predecoded == 1
                && instruction.can_begin_pair;
            if !has_space
                || is_late
                || waits
                || instruction.is_decoded_alone && decoders > 0
                || instruction.avoids_last_decoder && is_last && decoders > 0
                || !queue.takes(instruction, numbers)
            {
                break;
            }
            watch.decoded(cycle, self.first);
            queue.push(instruction);
            self.take();
            if instruction.is_sequenced {
                let cycles = own.div_ceil(numbers.sequencer_micro_ops.max(1));
                let is_begun = self.code.policies.sequencer_fills_cycles;
                self.sequencer_cycles =
                    cycles + numbers.sequencer_switch_cycles - u32::from(is_begun);
                break;
            }
            decoders += 1;
            micro_ops += own;
            if instruction.is_decoded_alone {
                break;
            }
        }
        self.decoding_cycles += u32::from(decoders > 0);
    }

    /// Removes the first instruction of those that are predecoded.
    fn take(&mut self) {
        self.predecoded -= 1;
        self.first = self.code.next(self.first);
    }

    fn predecode<W: Watch>(&mut self, cycle: u32, watch: &mut W) {
        let numbers = self.code.numbers;
        if self.wait_cycles > 0 {
            self.wait_cycles -= 1;
            return;
        }
        if self.block == 0 {
            let cycles = self.next_block();
            if cycles > 0 {
                self.wait_cycles = cycles - 1;
                return;
            }
        }
        let group = self.block.min(self.predecoded_instructions());
        if self.predecoded + group > numbers.instruction_queue {
            return;
        }
        if W::IS_WATCHING {
            let mut cursor = self.first;
            for number in 0..self.predecoded + group {
                if number >= self.predecoded {
                    watch.predecoded(cycle, cursor);
                }
                cursor = self.code.next(cursor);
            }
        }
        self.predecoded += group;
        self.block -= group;
        self.cycles_left -= 1;
        // Nothing may be left of the block but the part of an instruction that ends in the next one.
        if self.block == 0 && self.cycles_left > 0 {
            self.wait_cycles = self.cycles_left;
        }
    }

    /// Goes on to the next block. Returns the cycles that length-changing prefixes in it take first.
    fn next_block(&mut self) -> u32 {
        let Code { numbers, policies, .. } = self.code;
        let mut length_changes = 0;
        let end = (self.block_number + 1) * self.fetch_bytes();
        self.block_number += 1;
        let split = loop {
            let instruction = self.code.at(self.next);
            let after = self.next_address + u64::from(instruction.length_bytes.max(1));
            if after > end {
                let opcode = self.next_address + u64::from(instruction.opcode_offset_bytes);
                break u32::from(policies.counts_split_opcodes && opcode < end);
            }
            self.block += 1;
            length_changes += u32::from(instruction.has_length_changing_prefix);
            self.next_address = after;
            self.next = self.code.next(self.next);
            if self.is_loop && self.next.position == 0 {
                (self.next_address, self.block_number) = (0, 0);
                break 0;
            }
        };
        let instructions = self.block + split;
        let cycles = instructions.div_ceil(self.predecoded_instructions()).max(1);
        let overlap = if policies.overlaps_length_changes { self.cycles_of_block - 1 } else { 0 };
        let waits = (numbers.length_change_cycles * length_changes).saturating_sub(overlap);
        self.cycles_of_block = cycles;
        self.cycles_left = cycles;
        waits
    }
}

/// Returns whether only the first decoder takes an instruction, since it is long. All take those that nothing executes.
fn is_long(instruction: &Instruction, numbers: &HardwareNumbers) -> bool {
    u32::from(instruction.length_bytes) > numbers.any_decoder_bytes
        && !instruction.micro_ops.is_empty()
}
