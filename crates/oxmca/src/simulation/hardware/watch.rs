//! Watching a simulation from outside.

use super::code::Cursor;
use super::instruction::Unit;
use crate::simulation::event::StallKind;

/// Something that becomes known in a certain cycle: a value, or an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ResultId(pub u32);

impl ResultId {
    /// The result that was there before the first cycle.
    pub const PAST: ResultId = ResultId(0);
}

/// A micro-op that was bound to a port.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(debug_assertions),
    allow(dead_code, reason = "only the verifier of debug builds looks at all of it")
)]
pub(super) struct Bound {
    /// Its number among all micro-ops.
    pub number: u32,
    /// The result that it contributes to. The watch was told before what that waits for.
    pub result: ResultId,
    /// The cycle in which it was renamed.
    pub cycle: u32,
}

/// A micro-op that began.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(debug_assertions),
    allow(dead_code, reason = "only the verifier of debug builds looks at all of it")
)]
pub(super) struct Begun {
    /// Its number among all micro-ops.
    pub number: u32,
    /// The instruction, counted from the first that was renamed.
    pub instruction: u32,
    pub port: usize,
    /// The unit that it takes, and the cycles for which it has it.
    pub unit: Unit,
    pub unit_cycles: u16,
    /// Cycles that it keeps its port, 1 at least.
    pub port_cycles: u16,
    pub locked_cycles: u16,
    /// Cycles in which its operands were known, in which it began, and in which its result is known.
    pub ready_cycle: u32,
    pub cycle: u32,
    pub done_cycle: u32,
}

/// A watcher of what happens in a simulation. All methods do nothing by default.
pub(super) trait Watch {
    /// False if nothing is watched, so that nothing need be prepared for it.
    const IS_WATCHING: bool = true;

    fn cycle_begins(&mut self, _cycle: u32) {}

    fn cycle_ends(&mut self, _cycle: u32) {}

    /// Observes that every cycle from `cycle` up to `due` would be like the one that has ended, in which nothing happened
    /// but stalls. Returns the cycle with which the simulation goes on, at most `due`.
    fn idle(&mut self, cycle: u32, _due: u32) -> u32 {
        cycle
    }

    /// Observes that the end of an instruction was found.
    fn predecoded(&mut self, _cycle: u32, _at: Cursor) {}

    /// Observes that the micro-ops of an instruction came into the queue.
    fn decoded(&mut self, _cycle: u32, _at: Cursor) {}

    /// Observes that some micro-ops of an instruction were renamed. `first` is set for the first of them, with all the
    /// micro-ops
    /// that will be executed.
    fn renamed(&mut self, _cycle: u32, _at: Cursor, _micro_ops: u32, _first: Option<usize>) {}

    /// Observes that the next instruction could not be renamed.
    fn stalled(&mut self, _cycle: u32, _at: Cursor, _kind: StallKind) {}

    /// Observes that a micro-op was bound to a port.
    fn bound(&mut self, _bound: Bound) {}

    /// Observes that a micro-op began.
    fn begun(&mut self, _begun: Begun) {}

    /// Observes that some micro-ops of the oldest instruction retired, in the fused domain.
    fn retiring(&mut self, _cycle: u32, _at: Cursor, _micro_ops: u32) {}

    /// Observes that a store left the store buffer.
    fn written(&mut self, _cycle: u32) {}

    /// Observes that an instruction retired.
    fn retired(&mut self, _cycle: u32, _at: Cursor) {}

    /// Observes that a result will come from a part of the instruction at hand.
    fn made(&mut self, _result: ResultId, _part: Part) {}

    /// Observes that the result `to` comes `cycles` cycles after `from` at the earliest.
    fn waits(&mut self, _from: ResultId, _to: ResultId, _cycles: u32) {}
}

/// Parts of an instruction that have results, in the order in which they wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    StackPointer,
    Base,
    Load,
    Compute,
    Flags,
    Merge,
    StoreAddress,
    StoreData,
    Retirement,
}

impl Part {
    /// Number of parts.
    pub const COUNT: usize = 9;
}

impl<W: Watch> Watch for &mut W {
    const IS_WATCHING: bool = W::IS_WATCHING;

    fn cycle_begins(&mut self, cycle: u32) {
        (**self).cycle_begins(cycle);
    }

    fn cycle_ends(&mut self, cycle: u32) {
        (**self).cycle_ends(cycle);
    }

    fn idle(&mut self, cycle: u32, due: u32) -> u32 {
        (**self).idle(cycle, due)
    }

    fn predecoded(&mut self, cycle: u32, at: Cursor) {
        (**self).predecoded(cycle, at);
    }

    fn decoded(&mut self, cycle: u32, at: Cursor) {
        (**self).decoded(cycle, at);
    }

    fn renamed(&mut self, cycle: u32, at: Cursor, micro_ops: u32, first: Option<usize>) {
        (**self).renamed(cycle, at, micro_ops, first);
    }

    fn stalled(&mut self, cycle: u32, at: Cursor, kind: StallKind) {
        (**self).stalled(cycle, at, kind);
    }

    fn bound(&mut self, bound: Bound) {
        (**self).bound(bound);
    }

    fn begun(&mut self, begun: Begun) {
        (**self).begun(begun);
    }

    fn retiring(&mut self, cycle: u32, at: Cursor, micro_ops: u32) {
        (**self).retiring(cycle, at, micro_ops);
    }

    fn written(&mut self, cycle: u32) {
        (**self).written(cycle);
    }

    fn retired(&mut self, cycle: u32, at: Cursor) {
        (**self).retired(cycle, at);
    }

    fn made(&mut self, result: ResultId, part: Part) {
        (**self).made(result, part);
    }

    fn waits(&mut self, from: ResultId, to: ResultId, cycles: u32) {
        (**self).waits(from, to, cycles);
    }
}

/// Nobody watches.
impl Watch for () {
    const IS_WATCHING: bool = false;

    fn idle(&mut self, _: u32, due: u32) -> u32 {
        due
    }
}
