//! The queue between decoders and dispatch.

use std::collections::VecDeque;

use crate::event::InstRef;
use crate::program::Op;

/// Instructions decoded but not dispatched. An instruction takes an entry per micro-op, at least
/// one and at most all.
#[derive(Clone, Debug)]
pub struct MicroOpQueue {
    insts: VecDeque<InstRef>,
    size: u32,
    free: u32,
    max_per_cycle: u32,
    this_cycle: u32,
}

impl MicroOpQueue {
    /// Creates an empty queue of `size` entries, which at most `max_per_cycle` instructions enter
    /// per cycle (0: any number).
    pub fn new(size: u32, max_per_cycle: u32) -> Self {
        MicroOpQueue { insts: VecDeque::new(), size, free: size, max_per_cycle, this_cycle: 0 }
    }

    /// Returns whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.insts.is_empty()
    }

    /// Starts a cycle.
    pub fn start_cycle(&mut self) {
        self.this_cycle = 0;
    }

    fn entries(&self, op: &Op) -> u32 {
        op.micro_ops.min(self.size).max(1)
    }

    /// Appends an instruction if there is room.
    pub fn try_push(&mut self, inst: InstRef, op: &Op) -> bool {
        let entries = self.entries(op);
        let is_limited = self.max_per_cycle != 0 && self.this_cycle == self.max_per_cycle;
        if is_limited || entries > self.free {
            return false;
        }
        self.insts.push_back(inst);
        self.free -= entries;
        self.this_cycle += 1;
        true
    }

    /// The oldest instruction.
    pub fn front(&self) -> Option<InstRef> {
        self.insts.front().copied()
    }

    /// Removes the oldest instruction.
    pub fn pop(&mut self, op: &Op) {
        self.insts.pop_front();
        self.free += self.entries(op);
    }
}
