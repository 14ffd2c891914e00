//! The queue between decoders and dispatch.

use crate::simulation::event::InstRef;
use crate::simulation::model::program::Op;

/// Instructions decoded but not dispatched. An instruction takes an entry per micro-op, at least
/// one and at most all.
#[derive(Clone, Debug)]
pub struct MicroOpQueue {
    /// The oldest instruction; the others follow it in the order of the program.
    front: InstRef,
    len: u32,
    /// Instructions of the region.
    count: u32,
    size: u32,
    free: u32,
    max_per_cycle: u32,
    this_cycle: u32,
}

impl MicroOpQueue {
    /// Creates an empty queue of `size` entries, which at most `max_per_cycle` instructions enter
    /// per cycle (0: any number), for a region of `count` instructions.
    pub fn new(size: u32, max_per_cycle: u32, count: u32) -> Self {
        let front = InstRef { index: 0, position: 0 };
        MicroOpQueue { front, len: 0, count, size, free: size, max_per_cycle, this_cycle: 0 }
    }

    /// Returns whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Starts a cycle.
    pub fn start_cycle(&mut self) {
        self.this_cycle = 0;
    }

    fn entries(&self, op: &Op) -> u32 {
        op.micro_ops.min(self.size).max(1)
    }

    /// Appends an instruction, which follows the youngest one in the order of the program, if there is room.
    pub fn try_push(&mut self, inst: InstRef, op: &Op) -> bool {
        let entries = self.entries(op);
        let is_limited = self.max_per_cycle != 0 && self.this_cycle == self.max_per_cycle;
        if is_limited || entries > self.free {
            return false;
        }
        if self.len == 0 {
            self.front = inst;
        }
        self.len += 1;
        self.free -= entries;
        self.this_cycle += 1;
        true
    }

    /// Returns the oldest instruction.
    pub fn front(&self) -> Option<InstRef> {
        (self.len != 0).then_some(self.front)
    }

    /// Removes the oldest instruction.
    pub fn pop(&mut self, op: &Op) {
        let InstRef { index, position } = self.front;
        let position = if position + 1 == self.count { 0 } else { position + 1 };
        self.front = InstRef { index: index + 1, position };
        self.len -= 1;
        self.free += self.entries(op);
    }
}
