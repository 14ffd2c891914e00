//! Timeline: the cycles in which the instructions of the first iterations passed each stage.

use std::collections::VecDeque;
use std::num::NonZero;

use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::event::Event;

/// The most instructions that a timeline follows.
const MAX_EXECUTIONS: usize = 1 << 26;
/// The most instructions that a timeline shows, whose cycles are in memory until the last one is known.
const MAX_ENTRIES: usize = 1 << 22;
/// The most instructions that are all listed, whether they are shown or not.
const MAX_LISTED: usize = 1 << 11;

/// The entry of an instruction of which nothing is known yet.
const ENTRY: TimelineEntry = TimelineEntry {
    dispatched_at_cycle: -1,
    ready_at_cycle: 0,
    issued_at_cycle: 0,
    executed_at_cycle: 0,
    retired_at_cycle: 0,
};

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

/// Cycles, from 0, at which a dynamic instruction passed the front end. Only in hardware mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FrontEndEntry {
    /// Its end was found, if that is simulated.
    pub predecoded_at_cycle: Option<u32>,
    /// Its micro-ops came into the queue in front of the renamer.
    pub decoded_at_cycle: Option<u32>,
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
    /// By dynamic index: the instructions of the first iteration, then those of the next. Instructions after the
    /// first that retired too late to be shown may be left out.
    pub entries: Vec<TimelineEntry>,
    /// The front end's part of the entries, in the same order; none but in hardware mode.
    pub front_end: Vec<FrontEndEntry>,
    /// Instructions of the iterations shown, counted each time they are executed.
    pub executions: u32,
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

    /// Returns whether instructions are left out, because they retired after the last cycle that could be shown.
    pub fn is_truncated(&self) -> bool {
        self.shown_entries().len() < self.executions as usize
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
    /// Instructions in flight after the entries, by dynamic index from `first_unlisted`. They count for wait times.
    unlisted: VecDeque<Unlisted>,
    first_unlisted: usize,
    /// Set once an instruction has retired too late to be shown: none after it is.
    is_cut: bool,
    /// Set if there were too many instructions to be shown.
    is_too_long: bool,
}

/// An instruction in flight that is not shown.
#[derive(Clone, Copy)]
struct Unlisted {
    entry: TimelineEntry,
    is_retired: bool,
}

impl View<'_> for TimelineView {
    type Section = Timeline;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Details);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.timeline
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let (num_insts, options) = (context.input.lowered.insts.len(), context.input.options);
        let limit = options.effective_timeline_iterations();
        let iterations = limit.min(options.effective_iterations());
        let executions = num_insts.checked_mul(iterations as usize);
        let executions = executions.filter(|it| *it <= MAX_EXECUTIONS).ok_or(ErrorKind::TooLong)?;
        Ok(TimelineView {
            timeline: Timeline {
                iterations,
                last_cycle: 0,
                entries: match executions {
                    ..=MAX_LISTED => vec![ENTRY; executions],
                    _ => Vec::with_capacity(MAX_LISTED),
                },
                front_end: Vec::new(),
                executions: executions as u32,
                wait_times: vec![WaitTime::default(); num_insts],
            },
            max_cycle: options.timeline_max_cycles.map_or(u32::MAX, NonZero::get),
            unlisted: VecDeque::new(),
            first_unlisted: 0,
            is_cut: false,
            is_too_long: false,
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
            Event::Predecoded { inst } | Event::Decoded { inst } => {
                return self.note_front_end(cycle as u32, event, inst.index);
            }
            _ => return,
        };
        if inst.index < self.timeline.executions {
            self.note(cycle as u32, event, inst.index as usize, inst.position as usize);
        }
    }

    // Nothing is noted of later instructions.
    fn repeatable_from(&self) -> u32 {
        self.timeline.executions
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<Timeline, ErrorKind> {
        if self.is_too_long { Err(ErrorKind::TooLong) } else { Ok(self.timeline) }
    }
}

impl TimelineView {
    fn note(&mut self, cycle: u32, event: Event, index: usize, position: usize) {
        let max_cycle = self.max_cycle;
        let entry = match self.timeline.entries.get_mut(index) {
            Some(entry) => entry,
            // The rest of an instruction may be dispatched after it has retired.
            None if index < self.first_unlisted => return self.note_cycle(cycle),
            None => self.add(index),
        };
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
                if cycle < max_cycle {
                    entry.retired_at_cycle = cycle;
                }
                let entry = *entry;
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
                let is_late = cycle >= max_cycle && !self.is_cut;
                if is_late || index >= self.timeline.entries.len() {
                    self.retire_unshown(index, entry.executed_at_cycle != 0);
                }
            }
            _ => {}
        }
        self.note_cycle(cycle);
    }

    #[cold]
    fn note_front_end(&mut self, cycle: u32, event: Event, index: u32) {
        if index >= self.timeline.executions || index as usize >= MAX_ENTRIES {
            return;
        }
        let entries = &mut self.timeline.front_end;
        if entries.len() <= index as usize {
            entries.resize(index as usize + 1, FrontEndEntry::default());
        }
        let entry = &mut entries[index as usize];
        match event {
            Event::Predecoded { .. } => entry.predecoded_at_cycle = Some(cycle),
            _ => entry.decoded_at_cycle = Some(cycle),
        }
    }

    /// Notes that something happened in a cycle, if that is shown.
    fn note_cycle(&mut self, cycle: u32) {
        if cycle < self.max_cycle {
            self.timeline.last_cycle = self.timeline.last_cycle.max(cycle);
        }
    }

    /// Adds the entries up to an instruction, as far as they may be shown, and returns its own.
    #[cold]
    #[inline(never)]
    fn add(&mut self, index: usize) -> &mut TimelineEntry {
        let entries = &mut self.timeline.entries;
        if self.unlisted.is_empty() && !self.is_cut && index < MAX_ENTRIES {
            entries.resize(index + 1, ENTRY);
            return &mut entries[index];
        }
        self.is_too_long |= !self.is_cut;
        self.first_unlisted = self.first_unlisted.max(entries.len());
        let at = index.saturating_sub(self.first_unlisted);
        if at >= self.unlisted.len() {
            self.unlisted.resize(at + 1, Unlisted { entry: ENTRY, is_retired: false });
        }
        &mut self.unlisted[at].entry
    }

    /// Forgets an instruction that has retired and is not shown, as soon as none before it is in flight.
    #[cold]
    fn retire_unshown(&mut self, index: usize, was_executed: bool) {
        self.is_cut |= was_executed;
        let at = index.checked_sub(self.first_unlisted);
        if let Some(unlisted) = at.and_then(|at| self.unlisted.get_mut(at)) {
            unlisted.is_retired = true;
        }
        while self.unlisted.front().is_some_and(|it| it.is_retired) {
            self.unlisted.pop_front();
            self.first_unlisted += 1;
        }
    }
}
