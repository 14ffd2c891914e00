//! Dispatch groups: the micro-ops that may be dispatched in a cycle.

use super::state::StateSink;
use crate::lower::lowered_flag;
use crate::simulation::event::InstRef;
use crate::simulation::model::program::Op;

/// The rest of this cycle's dispatch group. An instruction of more micro-ops than fit into one goes
/// on in the next cycles.
#[derive(Clone, Copy, Debug)]
pub struct DispatchGroup {
    width_micro_ops: u32,
    available_micro_ops: u32,
    carry_over_micro_ops: u32,
    carried: InstRef,
}

impl DispatchGroup {
    /// Creates groups of at most `width_micro_ops` micro-ops.
    pub const fn new(width_micro_ops: u32) -> Self {
        DispatchGroup {
            width_micro_ops,
            available_micro_ops: width_micro_ops,
            carry_over_micro_ops: 0,
            carried: InstRef { index: 0, position: 0 },
        }
    }

    /// Returns the micro-ops that still fit.
    #[inline(always)]
    pub const fn available_micro_ops(&self) -> u32 {
        self.available_micro_ops
    }

    /// Starts a cycle. Returns the instruction that goes on in it, if one does, and the number of
    /// its micro-ops that are dispatched.
    #[inline(always)]
    pub fn start_cycle(&mut self) -> Option<(InstRef, u32)> {
        self.available_micro_ops = self.width_micro_ops;
        if self.carry_over_micro_ops == 0 {
            return None;
        }
        let micro_ops = self.carry_over_micro_ops.min(self.width_micro_ops);
        self.available_micro_ops -= micro_ops;
        self.carry_over_micro_ops -= micro_ops;
        Some((self.carried, micro_ops))
    }

    /// Returns whether an instruction goes on in the next cycle.
    pub const fn goes_on(&self) -> bool {
        self.carry_over_micro_ops != 0
    }

    /// Returns whether an instruction fits.
    pub fn has_room(&self, op: &Op) -> bool {
        let is_empty = self.available_micro_ops == self.width_micro_ops;
        self.available_micro_ops != 0
            && op.micro_ops.min(self.width_micro_ops) <= self.available_micro_ops
            && (is_empty || !op.has(lowered_flag::BEGIN_GROUP))
    }

    /// Adds an instruction that fits. Returns the number of its micro-ops that are dispatched in
    /// this cycle.
    pub fn add(&mut self, inst: InstRef, op: &Op) -> u32 {
        if op.micro_ops > self.width_micro_ops {
            self.available_micro_ops = 0;
            self.carry_over_micro_ops = op.micro_ops - self.width_micro_ops;
            self.carried = inst;
        } else {
            self.available_micro_ops -= op.micro_ops;
        }
        if op.has(lowered_flag::END_GROUP) {
            self.available_micro_ops = 0;
        }
        op.micro_ops.min(self.width_micro_ops)
    }

    /// Adds an instruction of `micro_ops`, which fit, that neither begins nor ends a group.
    #[inline(always)]
    pub const fn add_usual(&mut self, micro_ops: u32) {
        self.available_micro_ops -= micro_ops;
    }

    /// Passes on the instruction that goes on in the next cycle, relative to dynamic index `head`.
    pub fn put_state(&self, head: u32, sink: &mut impl StateSink) {
        let carried = self.carried.index.wrapping_sub(head);
        let carried = if self.carry_over_micro_ops == 0 { 0 } else { carried };
        sink.put(u64::from(self.carry_over_micro_ops) << 32 | u64::from(carried));
    }
}
