//! Dispatch statistics: stalls, and micro-ops dispatched per cycle.

use super::histogram::Histogram;
use super::repeated;
use crate::event::{Event, StallKind};

/// The dispatch statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DispatchStatistics {
    /// Cycles simulated.
    pub cycles: u32,
    /// Stalls by [`StallKind`] as an index.
    pub stalls: [u32; StallKind::COUNT],
    /// Micro-ops dispatched in a cycle, and in how many cycles.
    pub group_sizes: Vec<(u32, u32)>,
}

/// Accumulates dispatch statistics.
#[derive(Default)]
pub struct DispatchStatisticsView {
    dispatched: u32,
    counts: Counts,
    marked: Counts,
}

#[derive(Clone, Default)]
struct Counts {
    cycles: u32,
    stalls: [u32; StallKind::COUNT],
    group_sizes: Histogram,
}

impl DispatchStatisticsView {
    #[inline(always)]
    pub(super) fn on_event(&mut self, event: Event) {
        match event {
            Event::Dispatched { micro_ops, .. } => self.dispatched += micro_ops,
            Event::Stalled { kind, .. } => self.counts.stalls[kind as usize] += 1,
            Event::CycleEnd => {
                self.counts.cycles = self.counts.cycles.wrapping_add(1);
                self.counts.group_sizes.count(std::mem::take(&mut self.dispatched));
            }
            _ => {}
        }
    }

    pub(super) fn mark(&mut self) {
        self.marked = self.counts.clone();
    }

    pub(super) fn repeat(&mut self, times: u32) {
        let Counts { cycles, stalls, group_sizes } = &mut self.counts;
        *cycles = repeated(self.marked.cycles, *cycles, times);
        for (count, marked) in stalls.iter_mut().zip(self.marked.stalls) {
            *count = repeated(marked, *count, times);
        }
        group_sizes.repeat(&self.marked.group_sizes, times);
    }

    /// The section.
    pub fn section(&self) -> DispatchStatistics {
        DispatchStatistics {
            cycles: self.counts.cycles,
            stalls: self.counts.stalls,
            group_sizes: self.counts.group_sizes.rows(),
        }
    }
}
