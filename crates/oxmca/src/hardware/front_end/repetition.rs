//! Delivery of loops: from the cache of micro-ops, and from the loop buffer.

use super::{Code, Cursor, Queue};
use crate::hardware::watch::Watch;

/// Delivers lines of the cache of micro-ops.
#[derive(Debug)]
pub(in crate::hardware) struct Cache<'a> {
    code: Code<'a>,
    /// Positions at which lines begin, and the number of instructions.
    lines: Vec<u32>,
    line: usize,
    next: Cursor,
    /// Micro-ops of the next instruction that were delivered already.
    begun: u32,
}

impl<'a> Cache<'a> {
    pub fn new(code: Code<'a>) -> Cache<'a> {
        let numbers = code.numbers;
        let mut lines = vec![0];
        let (mut window, mut micro_ops, mut address) = (0, 0, 0);
        for (position, instruction) in code.instructions.iter().enumerate() {
            let own = u32::from(instruction.decoded_micro_ops);
            let own_window = address / u64::from(numbers.cache_window_bytes.max(1));
            let is_full = micro_ops > 0 && micro_ops + own > numbers.cache_line_micro_ops;
            if position > 0 && !instruction.is_fused && (own_window != window || is_full) {
                lines.push(position as u32);
                micro_ops = 0;
            }
            window = own_window;
            micro_ops += if instruction.is_fused { 0 } else { own };
            address += u64::from(instruction.length_bytes);
        }
        lines.push(code.instructions.len() as u32);
        Cache { code, lines, line: 0, next: Cursor::default(), begun: 0 }
    }

    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let numbers = self.code.numbers;
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
            queue.push(instruction);
            watch.decoded(cycle, self.next);
            self.next = self.code.after(self.next);
            // A branch that is taken ends what a cycle delivers.
            if self.next.position == 0 {
                self.line = 0;
                return;
            }
            if self.next.position >= self.lines[self.line + 1] {
                lines += 1;
                self.line += 1;
            }
        }
    }
}

/// Repeats a loop from the queue of micro-ops itself.
#[derive(Debug)]
pub(in crate::hardware) struct Buffer<'a> {
    code: Code<'a>,
    /// Micro-ops of the copies of the loop that the queue holds.
    period: u32,
    /// Micro-ops of them that were delivered.
    delivered: u32,
    next: Cursor,
}

impl<'a> Buffer<'a> {
    pub fn new(code: Code<'a>, micro_ops: u32) -> Buffer<'a> {
        let micro_ops = micro_ops.max(1);
        let copies = (code.numbers.loop_buffer_micro_ops / micro_ops).clamp(1, 8);
        Buffer { code, period: micro_ops * copies, delivered: 0, next: Cursor::default() }
    }

    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let numbers = self.code.numbers;
        let mut micro_ops = 0;
        // Micro-ops of the last and of the first copy are not delivered together.
        while micro_ops < numbers.renamed_micro_ops {
            let instruction = self.code.at(self.next);
            if queue.micro_ops > 2 * numbers.renamed_micro_ops {
                return;
            }
            queue.push(instruction);
            watch.decoded(cycle, self.next);
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
