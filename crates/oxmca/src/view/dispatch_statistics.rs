//! Dispatch statistics: stalls, and micro-ops dispatched per cycle.

use super::histogram::{CyclesWith, Histogram};
use super::{EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::{Event, HoldReason, StallKind};

/// The dispatch statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DispatchStatistics {
    /// Cycles simulated.
    pub total_cycles: u32,
    /// Stalls by [`StallKind`] as an index.
    pub stall_cycles: [u32; StallKind::COUNT],
    /// Stalls by rules of the target's own.
    pub hazard_cycles: u32,
    /// The kinds of stalls that the simulation has.
    pub stall_kinds: &'static [StallKind],
    /// Numbers of micro-ops dispatched in a cycle, each with the number of such cycles.
    pub dispatched_per_cycle: Vec<CyclesWith>,
}

/// Accumulates dispatch statistics.
pub(crate) struct DispatchStatisticsView {
    kinds: &'static [StallKind],
    dispatched: u32,
    counts: Counts,
    marked: Counts,
}

#[derive(Clone, Default)]
struct Counts {
    cycles: u32,
    stalls: [u32; StallKind::COUNT],
    hazards: u32,
    group_sizes: Histogram,
}

impl View<'_> for DispatchStatisticsView {
    type Section = DispatchStatistics;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Details);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.dispatch_statistics
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        Ok(DispatchStatisticsView {
            kinds: match context.input.simulation {
                Simulation::Model(_) => StallKind::OF_MODEL,
                Simulation::Hardware(_) => StallKind::OF_HARDWARE,
            },
            dispatched: 0,
            counts: Counts::default(),
            marked: Counts::default(),
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Dispatched { micro_ops, .. } => self.dispatched += micro_ops,
            Event::Stalled { kind, .. } => {
                let stalls = &mut self.counts.stalls[kind as usize];
                *stalls = stalls.wrapping_add(1);
            }
            Event::HeldBack { reason: HoldReason::Hazard, .. } => {
                self.counts.hazards = self.counts.hazards.wrapping_add(1);
            }
            Event::CycleEnd => {
                self.counts.cycles = self.counts.cycles.wrapping_add(1);
                self.counts.group_sizes.count(std::mem::take(&mut self.dispatched));
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // Between cycles nothing is left of the one before.
    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {
        self.marked = self.counts.clone();
    }

    fn repeat(&mut self, times: u32, _: u32) {
        let Counts { cycles, stalls, hazards, group_sizes } = &mut self.counts;
        *cycles = repeated(self.marked.cycles, *cycles, times);
        *hazards = repeated(self.marked.hazards, *hazards, times);
        for (count, marked) in stalls.iter_mut().zip(self.marked.stalls) {
            *count = repeated(marked, *count, times);
        }
        group_sizes.repeat(&self.marked.group_sizes, times);
    }

    fn into_section(self) -> Result<DispatchStatistics, ErrorKind> {
        Ok(DispatchStatistics {
            total_cycles: self.counts.cycles,
            stall_cycles: self.counts.stalls,
            hazard_cycles: self.counts.hazards,
            stall_kinds: self.kinds,
            dispatched_per_cycle: self.counts.group_sizes.rows(),
        })
    }
}
