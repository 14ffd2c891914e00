//! Dispatch statistics: stalls, and micro-ops dispatched per cycle.

use super::histogram::Histogram;
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
    cycles: u32,
    stalls: [u32; StallKind::COUNT],
    dispatched: u32,
    group_sizes: Histogram,
}

impl DispatchStatisticsView {
    #[inline(always)]
    pub(super) fn on_event(&mut self, event: Event) {
        match event {
            Event::Dispatched { micro_ops, .. } => self.dispatched += micro_ops,
            Event::Stalled { kind, .. } => self.stalls[kind as usize] += 1,
            Event::CycleEnd => {
                self.cycles = self.cycles.wrapping_add(1);
                self.group_sizes.count(std::mem::take(&mut self.dispatched));
            }
            _ => {}
        }
    }

    /// The section.
    pub fn section(&self) -> DispatchStatistics {
        DispatchStatistics {
            cycles: self.cycles,
            stalls: self.stalls,
            group_sizes: self.group_sizes.rows(),
        }
    }
}
