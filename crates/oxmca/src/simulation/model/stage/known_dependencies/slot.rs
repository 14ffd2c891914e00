//! Instructions in flight, and the templates they are copied from.

use crate::lower::lowered_flag;
use crate::simulation::model::program::dependencies::Dependencies;
use crate::simulation::model::program::{NONE32, Op, Program};
use crate::simulation::model::stage::issue_time::IssueTime;

/// An instruction in flight, or one that was.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct CompactSlot {
    pub(super) issued_at: IssueTime,
    /// Cycle at which the operands resolved so far are ready.
    pub(super) ready_at: i64,
    pub(super) latency_cycles: u32,
    pub(super) position: u32,
    /// Number of events (other instructions issue, or memory operations end) after which the time
    /// of issue depends on `ready_at` and resources only; or [`READY`].
    pub(super) unresolved: u16,
    /// Reads and partial writes known to depend on this instruction.
    pub(super) users: u16,
    pub(super) rob_entries: u16,
    /// As [`Op::flags`], and those below.
    pub(super) flags: u16,
}

/// Marks an instruction that only waits for resources.
pub(super) const READY: u16 = u16::MAX;

/// Flags an instruction that holds physical registers of a file with a limit.
pub(super) const HOLDS_REGISTERS: u16 = 1 << 14;

/// Flags an instruction whose dispatch takes the general path: moves that may be eliminated, group
/// rules, several cycles.
pub(super) const IS_UNUSUAL: u16 = 1 << 15;

impl CompactSlot {
    /// A slot that was never used. It stands for an instruction that retired long ago.
    pub(super) const EMPTY: CompactSlot = CompactSlot {
        issued_at: IssueTime::LONG_AGO,
        ready_at: 0,
        latency_cycles: 0,
        position: 0,
        unresolved: 0,
        users: 0,
        rob_entries: 0,
        flags: 0,
    };

    #[inline(always)]
    pub(super) fn is_issued(&self) -> bool {
        self.issued_at.is_past()
    }

    /// Returns the cycle in which the results are written back, if the instruction has issued.
    #[inline(always)]
    pub(super) fn executed_at(&self) -> i64 {
        self.issued_at.plus(self.latency_cycles)
    }

    #[inline(always)]
    pub(super) fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }
}

/// A dependency, seen from the instruction that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// Cycles from the issue of the other instruction until this one can issue.
    pub(super) delay_cycles: u32,
    /// Number of instructions from the other one to this one.
    pub(super) distance: u16,
    /// As [`Dependency::uses`](crate::simulation::model::program::dependencies::Dependency::uses).
    pub(super) uses: u8,
    /// As [`Dependency::aftermath_cycles`](crate::simulation::model::program::dependencies::Dependency).
    pub(super) aftermath_cycles: u8,
}

/// A dependency, seen from the instruction that is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wake {
    /// Cycles from the issue of this instruction until the other one can issue.
    pub(super) delay_cycles: u32,
    /// Number of instructions from this one to the other one.
    pub(super) distance: u32,
}

/// An instruction of the region.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Template {
    /// Its slot when it is dispatched.
    pub(super) slot: CompactSlot,
    /// As [`Op::buffers`].
    pub(super) buffers: u64,
    pub(super) micro_ops: u32,
    /// As [`Op::needs`].
    pub(super) kind: u16,
    /// First of its rows of [`Templates::waits`].
    pub(super) first_wait: u32,
    /// First of its rows of [`Templates::wakes`].
    pub(super) first_wake: u32,
    pub(super) num_waits: u16,
    pub(super) num_wakes: u16,
}

/// All instructions of the region.
#[derive(Default)]
pub(super) struct Templates {
    /// By position.
    pub(super) rows: Vec<Template>,
    /// Nearest first.
    pub(super) waits: Vec<Wait>,
    /// Nearest first.
    pub(super) wakes: Vec<Wake>,
}

impl Templates {
    /// Replaces all by the instructions of a program that [`supports`](super::supports) accepts for a
    /// pipeline of `capacity` slots: there, every value fits its field.
    pub(super) fn replace(
        &mut self,
        program: &Program,
        dependencies: &Dependencies,
        dispatch_width: u32,
        capacity: usize,
    ) {
        let all = self;
        all.rows.clear();
        all.waits.clear();
        all.wakes.clear();
        // Rows so aligned are copied when their list grows.
        all.rows.reserve(program.ops.len());
        for (position, op) in program.ops.iter().enumerate() {
            let position = position as u32;
            let (first_wait, first_wake) = (all.waits.len(), all.wakes.len());
            // Instructions that are further apart never are in flight at the same time.
            let waits = dependencies.of(position).iter();
            let waits = waits.take_while(|wait| (wait.distance as usize) < capacity);
            all.waits.extend(waits.map(|wait| Wait {
                delay_cycles: wait.delay_cycles,
                distance: wait.distance as u16,
                uses: wait.uses as u8,
                aftermath_cycles: wait.aftermath_cycles as u8,
            }));
            let wakes = dependencies.on(position).iter();
            let wakes = wakes.take_while(|wake| (wake.distance as usize) < capacity);
            all.wakes.extend(
                wakes.map(|wake| Wake { delay_cycles: wake.delay_cycles, distance: wake.distance }),
            );
            all.rows.push(Template {
                slot: CompactSlot {
                    issued_at: IssueTime::NEVER,
                    ready_at: 0,
                    latency_cycles: op.latency_cycles,
                    position,
                    unresolved: 0,
                    users: 0,
                    rob_entries: op.rob_entries as u16,
                    flags: flags(op, dispatch_width),
                },
                buffers: op.buffers,
                micro_ops: op.micro_ops,
                kind: op.needs as u16,
                first_wait: first_wait as u32,
                first_wake: first_wake as u32,
                num_waits: (all.waits.len() - first_wait) as u16,
                num_wakes: (all.wakes.len() - first_wake) as u16,
            });
        }
    }
}

fn flags(op: &Op, dispatch_width: u32) -> u16 {
    let is_unusual = !(1..=dispatch_width).contains(&op.micro_ops)
        || op.has(lowered_flag::BEGIN_GROUP | lowered_flag::END_GROUP)
        || op.elimination != NONE32
        || op.issues_at_dispatch;
    let holds_registers = !op.required_mappings.is_empty() || !op.bounded_mappings.is_empty();
    op.flags
        | if is_unusual { IS_UNUSUAL } else { 0 }
        | if holds_registers { HOLDS_REGISTERS } else { 0 }
}
