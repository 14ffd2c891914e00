//! Timeline: the cycles in which the instructions of the first iterations passed each stage.

use std::num::NonZero;

use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::event::Event;
use crate::options::Options;
use crate::processor::Processor;

/// A longer timeline is refused: nobody could read it, and it would not fit in memory.
const MAX_ENTRIES: usize = 1 << 26;

/// Cycles, from 0, at which a dynamic instruction passed each stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TimelineEntry {
    /// Dispatch; -1 when it never was.
    pub dispatched_at_cycle: i32,
    /// Operands and memory ready.
    pub ready_at_cycle: u32,
    /// Issue.
    pub issued_at_cycle: u32,
    /// Write-back.
    pub executed_at_cycle: u32,
    /// Retirement; 0 when that was after the last cycle shown.
    pub retired_at_cycle: u32,
}

/// Cycles the instances of an instruction spent waiting, summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct WaitTime {
    /// In a scheduler.
    pub in_scheduler_cycles: u32,
    /// In a scheduler, while ready.
    pub while_ready_cycles: u32,
    /// From write-back to retirement.
    pub before_retirement_cycles: u32,
}

/// The timeline section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Timeline {
    /// Iterations shown.
    pub iterations: u32,
    /// Last cycle shown.
    pub last_cycle: u32,
    /// By dynamic index: the instructions of the first iteration, then those of the next.
    pub entries: Vec<TimelineEntry>,
    /// By instruction, summed over the iterations shown.
    pub wait_times: Vec<WaitTime>,
}

impl Timeline {
    /// Returns the entries up to the first that retired after the last cycle that could be shown.
    pub fn shown_entries(&self) -> &[TimelineEntry] {
        let is_cut =
            |entry: &TimelineEntry| entry.retired_at_cycle == 0 && entry.executed_at_cycle != 0;
        let shown = self.entries.iter().position(is_cut).unwrap_or(self.entries.len());
        &self.entries[..shown]
    }

    /// Returns the last cycle that rows reach. An instruction that is never seen to execute is
    /// shown even if it was dispatched after the last cycle that could be shown.
    pub fn last_column(&self) -> u32 {
        let cycles = self.shown_entries().iter().map(|entry| {
            let dispatched = u32::try_from(entry.dispatched_at_cycle).unwrap_or(0);
            dispatched.max(entry.issued_at_cycle)
        });
        cycles.max().unwrap_or(0).max(self.last_cycle)
    }
}

/// Accumulates the timeline.
pub(crate) struct TimelineView {
    timeline: Timeline,
    max_cycle: u32,
}

impl View<'_> for TimelineView {
    type Section = Timeline;

    const EVENTS: EventLevel = EventLevel::Details;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.timeline
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let (num_insts, options) = (context.lowered.insts.len(), context.options);
        let limit = options.effective_timeline_iterations();
        let iterations = limit.min(options.effective_iterations());
        let len = num_insts.checked_mul(iterations as usize);
        let len = len.filter(|len| *len <= MAX_ENTRIES).ok_or(ErrorKind::TooLong)?;
        let entry = TimelineEntry {
            dispatched_at_cycle: -1,
            ready_at_cycle: 0,
            issued_at_cycle: 0,
            executed_at_cycle: 0,
            retired_at_cycle: 0,
        };
        let entries = vec![entry; len];
        Ok(TimelineView {
            timeline: Timeline {
                iterations,
                last_cycle: 0,
                entries,
                wait_times: vec![WaitTime::default(); num_insts],
            },
            max_cycle: options.timeline_max_cycles.map_or(u32::MAX, NonZero::get),
        })
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        let inst = match event {
            Event::Dispatched { inst, .. }
            | Event::Ready { inst }
            | Event::Issued { inst }
            | Event::Executed { inst }
            | Event::Retired { inst } => inst,
            _ => return,
        };
        if (inst.index as usize) < self.timeline.entries.len() {
            self.note(cycle as u32, event, inst.index as usize, inst.position as usize);
        }
    }

    /// Nothing is noted of later instructions. There are fewer than [`MAX_ENTRIES`].
    fn repeatable_from(&self) -> u32 {
        self.timeline.entries.len() as u32
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<Timeline, ErrorKind> {
        Ok(self.timeline)
    }
}

impl TimelineView {
    fn note(&mut self, cycle: u32, event: Event, index: usize, position: usize) {
        let entry = &mut self.timeline.entries[index];
        match event {
            // There are several such events when the micro-ops do not fit in one cycle; the first
            // counts.
            Event::Dispatched { .. } if entry.dispatched_at_cycle == -1 => {
                entry.dispatched_at_cycle = cycle as i32
            }
            Event::Ready { .. } => entry.ready_at_cycle = cycle,
            Event::Issued { .. } => entry.issued_at_cycle = cycle,
            Event::Executed { .. } => entry.executed_at_cycle = cycle,
            Event::Retired { .. } => {
                if cycle < self.max_cycle {
                    entry.retired_at_cycle = cycle;
                }
                let waits = &mut self.timeline.wait_times[position];
                let add = |sum: &mut u32, from: u32, to: u32| {
                    *sum = sum.wrapping_add(to.wrapping_sub(from));
                };
                add(
                    &mut waits.in_scheduler_cycles,
                    entry.dispatched_at_cycle as u32,
                    entry.issued_at_cycle,
                );
                add(&mut waits.while_ready_cycles, entry.ready_at_cycle, entry.issued_at_cycle);
                if cycle > entry.executed_at_cycle {
                    add(&mut waits.before_retirement_cycles, entry.executed_at_cycle, cycle - 1);
                }
            }
            _ => {}
        }
        if cycle < self.max_cycle {
            self.timeline.last_cycle = self.timeline.last_cycle.max(cycle);
        }
    }
}
