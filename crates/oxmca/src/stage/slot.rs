//! Instructions in flight.

use crate::lower::lowered_flag;
use crate::program::{NONE32, Op};

/// Where an instruction in flight is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    /// Waits for instructions that have not issued.
    Waiting,
    /// Only waits for older memory operations to execute, and perhaps for operands.
    Blocked,
    /// Operands will be ready at a known time.
    Scheduled,
    /// Could issue.
    Ready,
    /// Executes, or has executed.
    Issued,
}

/// When an instruction issues that has not issued.
const NEVER: i64 = i64::MAX / 2;

/// Before the first cycle, so that nothing waits for it.
const LONG_AGO: i64 = -NEVER;

/// An instruction in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Cycle at which the operands resolved so far are ready.
    pub(super) ready_at: i64,
    /// Cycle in which it issued, or one that never comes.
    pub(super) issued_at: i64,
    pub(super) latency_cycles: u32,
    pub(super) index: u32,
    pub(super) position: u32,
    /// What it needs, see [`Op::needs`].
    pub(super) needs: u32,
    /// Slot of the next instruction in the list it is in.
    pub(super) next: u32,
    /// Instructions (counted per dependency) that must issue before operands' times are known.
    pub(super) unresolved: u32,
    /// Reads and partial writes known to depend on this instruction.
    pub(super) users: u32,
    /// Memory group, 0 when it is no memory operation.
    pub(super) group: u32,
    pub(super) rob_entries: u32,
    /// As [`Op::flags`].
    pub(super) flags: u16,
    pub(super) state: State,
    pub(super) is_eliminated: bool,
    /// Retiring it frees entries of the reorder buffer and nothing else.
    pub(super) retires_plainly: bool,
}

impl Slot {
    /// A slot that was never used.
    pub(super) const EMPTY: Slot = Slot {
        ready_at: LONG_AGO,
        issued_at: LONG_AGO,
        latency_cycles: 0,
        index: 0,
        position: 0,
        needs: 0,
        next: NONE32,
        unresolved: 0,
        users: 0,
        group: 0,
        rob_entries: 0,
        flags: 0,
        state: State::Issued,
        is_eliminated: false,
        retires_plainly: false,
    };

    #[inline]
    pub(super) fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Whether it has issued.
    #[inline]
    pub(super) fn is_issued(&self) -> bool {
        self.issued_at < NEVER
    }

    /// Cycle in which its results are written back, once it has issued.
    #[inline]
    pub(super) fn executed_at(&self) -> i64 {
        self.issued_at + i64::from(self.latency_cycles)
    }
}

/// An instruction of the region as it enters the pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Template {
    pub(super) slot: Slot,
    /// As [`Op::buffers`].
    pub(super) buffers: u64,
    pub(super) micro_ops: u32,
    /// Whether nothing but space in the reorder buffer, reservation stations and memory queues is
    /// needed to dispatch it, which then does nothing out of the ordinary.
    pub(super) is_plain: bool,
}

impl Template {
    /// The instruction at `position`.
    pub(super) fn new(position: u32, op: &Op, dispatch_width: u32) -> Self {
        let slot = Slot {
            issued_at: NEVER,
            latency_cycles: op.latency_cycles,
            position,
            needs: op.needs,
            rob_entries: op.rob_entries,
            flags: op.flags,
            state: State::Waiting,
            retires_plainly: op.bounded_mappings.is_empty() && !op.has(lowered_flag::MEMORY),
            ..Slot::EMPTY
        };
        let is_plain = (1..=dispatch_width).contains(&op.micro_ops)
            && !op.has(lowered_flag::BEGIN_GROUP | lowered_flag::END_GROUP)
            && op.required_mappings.is_empty()
            && op.bounded_mappings.is_empty()
            && op.elimination == NONE32
            && op.counted_moves == 0
            && !op.issues_at_dispatch;
        Template { slot, buffers: op.buffers, micro_ops: op.micro_ops, is_plain }
    }
}
