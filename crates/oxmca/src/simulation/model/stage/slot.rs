//! Instructions in flight.

use super::issue_time::IssueTime;
use crate::simulation::event::InstRef;
use crate::simulation::model::program::Op;

/// The state of an instruction in flight.
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

/// An instruction in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Cycle at which the operands resolved so far are ready.
    pub(super) ready_at: i64,
    pub(super) issued_at: IssueTime,
    pub(super) latency_cycles: u32,
    pub(super) index: u32,
    pub(super) position: u32,
    /// Index of the needed resources, as [`Op::needs`].
    pub(super) needs: u32,
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
}

impl Slot {
    /// A slot that was never used.
    pub(super) const EMPTY: Slot = Slot {
        ready_at: 0,
        issued_at: IssueTime::LONG_AGO,
        latency_cycles: 0,
        index: 0,
        position: 0,
        needs: 0,
        unresolved: 0,
        users: 0,
        group: 0,
        rob_entries: 0,
        flags: 0,
        state: State::Issued,
        is_eliminated: false,
    };

    /// Creates the slot of an instruction that is dispatched in cycle `now`.
    #[inline]
    pub(super) fn new(inst: InstRef, op: &Op, now: i64) -> Self {
        Slot {
            ready_at: now,
            issued_at: IssueTime::NEVER,
            latency_cycles: op.latency_cycles,
            index: inst.index,
            position: inst.position,
            needs: op.needs,
            unresolved: 0,
            users: 0,
            group: 0,
            rob_entries: op.rob_entries,
            flags: op.flags,
            state: State::Waiting,
            is_eliminated: false,
        }
    }

    #[inline]
    pub(super) fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Returns whether the instruction has issued.
    #[inline]
    pub(super) fn is_issued(&self) -> bool {
        self.issued_at.is_past()
    }

    /// Returns the cycle in which the results are written back, once the instruction has issued.
    #[inline]
    pub(super) fn executed_at(&self) -> i64 {
        self.issued_at.plus(self.latency_cycles)
    }
}
