//! The events of a simulation, as views observe them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::code::{Code, Cursor};
use super::instruction::Unit;
use super::watch::Begun;
use super::watch::Watch;
use crate::processor::ResourceIndex;
use crate::processor::hardware::HardwareProcessor;
use crate::simulation::event::{Event, InstRef, Observer, StallKind};

/// Cycles of a wait from which on observers of details count them instead of seeing each.
const LONG_WAIT_CYCLES: u32 = 16;

/// An instruction between renaming and retirement.
#[derive(Clone, Copy, Debug)]
struct Flight {
    at: Cursor,
    /// Micro-ops that have not begun.
    missing: usize,
    has_begun: bool,
    done_cycle: u32,
}

/// Turns what happens into events, for an observer of the given number of iterations. An instruction that is one with the one before
/// has the same events.
///
/// An instruction retires in the cycle after its last micro-op is done, as llvm-mca shows it.
pub(super) struct Events<'a, O> {
    observer: &'a mut O,
    code: Code<'a>,
    hardware: &'a HardwareProcessor,
    iterations: u32,
    flights: VecDeque<Flight>,
    /// Number of the first of them, counted from the first that was renamed.
    first: u32,
    /// Instructions by the cycle in which their last micro-op is done.
    executed: BinaryHeap<Reverse<(u32, u32, u32)>>,
    retired: Vec<Cursor>,
    /// The stall of the last cycle.
    stall: Option<(Cursor, StallKind)>,
}

impl<'a, O: Observer> Events<'a, O> {
    pub fn new(
        observer: &'a mut O,
        code: Code<'a>,
        hardware: &'a HardwareProcessor,
        iterations: u32,
    ) -> Events<'a, O> {
        Events {
            observer,
            code,
            hardware,
            iterations,
            flights: VecDeque::new(),
            first: 0,
            executed: BinaryHeap::new(),
            retired: Vec::new(),
            stall: None,
        }
    }

    /// Returns the dynamic instruction at a place in the code.
    fn inst(&self, at: Cursor) -> InstRef {
        let count = self.code.instructions.len() as u32;
        InstRef { index: at.iteration * count + at.position, position: at.position }
    }

    /// Reports an event of an instruction, and of those that are one with it.
    fn report(&mut self, cycle: u32, at: Cursor, event: impl Fn(InstRef, bool) -> Event) {
        let mut at = at;
        let mut is_first = true;
        loop {
            self.observer.on_event(cycle.into(), event(self.inst(at), is_first));
            at = self.code.next(at);
            is_first = false;
            if !self.code.at(at).is_fused {
                return;
            }
        }
    }

    fn finish(&mut self, cycle: u32, at: Cursor) {
        self.executed.push(Reverse((cycle, at.iteration, at.position)));
    }
}

impl<O: Observer> Watch for Events<'_, O> {
    fn cycle_begins(&mut self, cycle: u32) {
        self.stall = None;
        self.observer.on_event(cycle.into(), Event::CycleBegin);
        while let Some(Reverse((done, iteration, position))) = self.executed.peek().copied()
            && done <= cycle
        {
            self.executed.pop();
            let at = Cursor { position, iteration };
            self.report(cycle, at, |inst, _| Event::Executed { inst });
        }
        for at in std::mem::take(&mut self.retired) {
            self.report(cycle, at, |inst, _| Event::Retired { inst });
        }
    }

    fn cycle_ends(&mut self, cycle: u32) {
        self.observer.on_event(cycle.into(), Event::CycleEnd);
    }

    fn idle(&mut self, cycle: u32, due: u32) -> u32 {
        let executed = self.executed.peek().map(|Reverse((done, ..))| *done);
        let due = executed.map_or(due, |it| it.min(due));
        if due <= cycle || !self.retired.is_empty() {
            return cycle;
        }
        if !O::SEES_DETAILS {
            self.observer.on_idle_cycles((due - cycle).into());
            return due;
        }
        // One cycle of a long wait is observed, and counted for the others.
        let oldest = self.flights.front().map_or(u32::MAX, |it| self.inst(it.at).index);
        let counts = self.observer.repeatable_from().is_some_and(|from| from <= oldest);
        if !counts || due - cycle < LONG_WAIT_CYCLES {
            return cycle;
        }
        let stall = self.stall;
        self.observer.mark();
        self.cycle_begins(cycle);
        if let Some((at, kind)) = stall {
            self.stalled(cycle, at, kind);
        }
        self.cycle_ends(cycle);
        self.observer.repeat(due - cycle - 1, 0);
        due
    }

    fn predecoded(&mut self, cycle: u32, at: Cursor) {
        if at.iteration < self.iterations && !self.code.at(at).is_fused {
            self.report(cycle, at, |inst, _| Event::Predecoded { inst });
        }
    }

    fn decoded(&mut self, cycle: u32, at: Cursor) {
        if at.iteration < self.iterations {
            self.report(cycle, at, |inst, _| Event::Decoded { inst });
        }
    }

    fn renamed(&mut self, cycle: u32, at: Cursor, micro_ops: u32, first: Option<usize>) {
        if at.position == 0 && self.observer.wants_iterations() {
            // The simulation itself looks whether to stop.
            self.observer.on_iterations(at.iteration);
        }
        self.report(cycle, at, |inst, is_first| Event::Dispatched {
            inst,
            micro_ops: if is_first { micro_ops } else { 0 },
        });
        let Some(missing) = first else { return };
        self.flights.push_back(Flight { at, missing, has_begun: false, done_cycle: cycle });
        if missing == 0 {
            self.report(cycle, at, |inst, _| Event::Ready { inst });
            self.report(cycle, at, |inst, _| Event::Issued { inst });
            self.finish(cycle, at);
        }
    }

    fn stalled(&mut self, cycle: u32, at: Cursor, kind: StallKind) {
        self.stall = Some((at, kind));
        self.report(cycle, at, |inst, _| Event::Stalled { inst, kind });
    }

    fn begun(&mut self, begun: Begun) {
        let at = begun.instruction.checked_sub(self.first);
        let Some(flight) = at.and_then(|at| self.flights.get_mut(at as usize)) else { return };
        flight.done_cycle = flight.done_cycle.max(begun.done_cycle);
        flight.missing = flight.missing.saturating_sub(1);
        let is_first = !std::mem::replace(&mut flight.has_begun, true);
        let flight = *flight;
        if is_first {
            self.report(begun.ready_cycle, flight.at, |inst, _| Event::Ready { inst });
            self.report(begun.cycle, flight.at, |inst, _| Event::Issued { inst });
        }
        let inst = self.inst(flight.at);
        let divider =
            self.hardware.divider_resource.filter(|_| matches!(begun.unit, Unit::Divider(_)));
        let used = [
            (self.hardware.port_resource(begun.port), begun.port_cycles.into()),
            (divider.map(|it| (it, 0)), begun.unit_cycles.into()),
        ];
        for (used, cycles) in used {
            if let Some((resource, unit)) = used
                && cycles > 0
            {
                let resource = ResourceIndex(resource);
                let event = Event::ResourceUsed { inst, resource, unit, cycles };
                self.observer.on_event(begun.cycle.into(), event);
            }
        }
        if flight.missing == 0 {
            self.finish(flight.done_cycle, flight.at);
        }
    }

    fn retired(&mut self, _: u32, at: Cursor) {
        self.flights.pop_front();
        self.first += 1;
        self.retired.push(at);
    }
}
