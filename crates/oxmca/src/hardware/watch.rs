//! Watching a simulation from outside.

use super::code::Cursor;
use crate::event::StallKind;

/// Something that becomes known in a certain cycle: a value, or an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ResultId(pub u32);

impl ResultId {
    /// The result that was there before the first cycle.
    pub const PAST: ResultId = ResultId(0);
}

/// A micro-op that began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    /// The instruction, counted from the first that was renamed.
    pub instruction: u32,
    pub port: usize,
    pub divider_cycles: u16,
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

    /// The end of an instruction was found.
    fn predecoded(&mut self, _cycle: u32, _at: Cursor) {}

    /// The micro-ops of an instruction came into the queue.
    fn decoded(&mut self, _cycle: u32, _at: Cursor) {}

    /// So many micro-ops of an instruction were renamed. `first` is set for the first of them, with all the micro-ops
    /// that will be executed.
    fn renamed(&mut self, _cycle: u32, _at: Cursor, _micro_ops: u32, _first: Option<usize>) {}

    /// The next instruction could not be renamed.
    fn stalled(&mut self, _cycle: u32, _at: Cursor, _kind: StallKind) {}

    /// A micro-op began.
    fn begun(&mut self, _begun: Begun) {}

    /// An instruction retired.
    fn retired(&mut self, _cycle: u32, _at: Cursor) {}

    /// A result will come from a part of the instruction at hand.
    fn made(&mut self, _result: ResultId, _part: Part) {}

    /// The result `to` comes so many cycles after `from` at the earliest.
    fn waits(&mut self, _from: ResultId, _to: ResultId, _cycles: u32) {}
}

/// Parts of an instruction that have results, in the order in which they wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    StackPointer,
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
    pub const COUNT: usize = 8;
}

/// Nobody watches.
impl Watch for () {
    const IS_WATCHING: bool = false;
}
