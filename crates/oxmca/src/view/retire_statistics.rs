//! Retire statistics: instructions retired per cycle, and reorder buffer entries in use.

use super::histogram::Histogram;
use super::repeated;
use crate::event::Event;
use crate::lower::Lowered;
use crate::processor::Processor;

/// The retire statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RetireStatistics {
    /// Cycles simulated.
    pub cycles: u32,
    /// Instructions retired in a cycle, and in how many cycles.
    pub retired_per_cycle: Vec<(u32, u32)>,
    /// Entries of the reorder buffer, each for one micro-op.
    pub size: u32,
    /// Most entries in use at the end of a cycle.
    pub max_used_entries: u32,
    /// Entries in use, summed up over all cycles.
    pub used_entry_cycles: u32,
}

/// Accumulates retire statistics.
pub struct RetireStatisticsView<'a> {
    lowered: &'a Lowered,
    retired: u32,
    in_use: u32,
    retired_per_cycle: Histogram,
    section: RetireStatistics,
    marked: (Histogram, RetireStatistics),
}

impl<'a> RetireStatisticsView<'a> {
    /// A view of a region.
    pub fn new(processor: &Processor<'_>, lowered: &'a Lowered) -> Self {
        let section = RetireStatistics {
            cycles: 0,
            retired_per_cycle: Vec::new(),
            size: processor.reorder_buffer_size(),
            max_used_entries: 0,
            used_entry_cycles: 0,
        };
        RetireStatisticsView {
            lowered,
            retired: 0,
            in_use: 0,
            retired_per_cycle: Histogram::default(),
            marked: (Histogram::default(), section.clone()),
            section,
        }
    }

    #[inline(always)]
    pub(super) fn on_event(&mut self, event: Event) {
        match event {
            Event::Dispatched { micro_ops, .. } => {
                self.in_use = self.in_use.wrapping_add(micro_ops);
            }
            Event::Retired { inst } => {
                let micro_ops = self.lowered.insts[inst.position as usize].micro_ops;
                self.in_use = self.in_use.wrapping_sub(micro_ops);
                self.retired += 1;
            }
            Event::CycleEnd => {
                let section = &mut self.section;
                self.retired_per_cycle.count(std::mem::take(&mut self.retired));
                section.cycles = section.cycles.wrapping_add(1);
                section.max_used_entries = section.max_used_entries.max(self.in_use);
                section.used_entry_cycles = section.used_entry_cycles.wrapping_add(self.in_use);
            }
            _ => {}
        }
    }

    pub(super) fn put_state(&self, put: &mut dyn FnMut(u64)) {
        put(self.in_use.into());
    }

    pub(super) fn mark(&mut self) {
        self.marked = (self.retired_per_cycle.clone(), self.section.clone());
    }

    pub(super) fn repeat(&mut self, times: u32) {
        let (histogram, marked) = &self.marked;
        self.retired_per_cycle.repeat(histogram, times);
        let section = &mut self.section;
        section.cycles = repeated(marked.cycles, section.cycles, times);
        section.used_entry_cycles =
            repeated(marked.used_entry_cycles, section.used_entry_cycles, times);
    }

    /// The section.
    pub fn section(self) -> RetireStatistics {
        RetireStatistics { retired_per_cycle: self.retired_per_cycle.rows(), ..self.section }
    }
}
