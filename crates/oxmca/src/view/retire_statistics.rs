//! Retire statistics: instructions retired per cycle, and reorder buffer entries in use.

use super::histogram::{CyclesWith, Histogram};
use super::{EventLevel, View, ViewContext, ViewInput, repeated};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::Event;

/// The retire statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RetireStatistics {
    /// Cycles simulated.
    pub total_cycles: u32,
    /// Numbers of instructions retired in a cycle, each with the number of such cycles.
    pub retired_per_cycle: Vec<CyclesWith>,
    /// Entries of the reorder buffer, each for one micro-op.
    pub size_entries: u32,
    /// Most entries in use at the end of a cycle.
    pub max_used_entries: u32,
    /// Entries in use, summed up over all cycles.
    pub used_entry_cycles: u32,
}

/// Accumulates retire statistics.
pub(crate) struct RetireStatisticsView<'a> {
    input: ViewInput<'a>,
    retired: u32,
    in_use: u32,
    retired_per_cycle: Histogram,
    section: RetireStatistics,
    marked: (Histogram, RetireStatistics),
}

impl<'a> View<'a> for RetireStatisticsView<'a> {
    type Section = RetireStatistics;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Details);

    fn is_supported(processor: &Processor<'_>) -> bool {
        processor.is_out_of_order()
    }

    fn is_requested(options: &Options) -> bool {
        options.views.retire_statistics
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let section = RetireStatistics {
            total_cycles: 0,
            retired_per_cycle: Vec::new(),
            size_entries: match context.input.simulation {
                Simulation::Model(_) => context.input.processor.reorder_buffer_size_micro_ops(),
                Simulation::Hardware(code) => code.reorder_buffer_micro_ops(),
            },
            max_used_entries: 0,
            used_entry_cycles: 0,
        };
        Ok(RetireStatisticsView {
            input: context.input,
            retired: 0,
            in_use: 0,
            retired_per_cycle: Histogram::default(),
            marked: (Histogram::default(), section.clone()),
            section,
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Dispatched { micro_ops, .. } => {
                self.in_use = self.in_use.wrapping_add(micro_ops);
            }
            Event::Retired { inst } => {
                let micro_ops = self.input.micro_ops(inst.position);
                self.in_use = self.in_use.wrapping_sub(micro_ops);
                self.retired += 1;
            }
            Event::CycleEnd => {
                let section = &mut self.section;
                self.retired_per_cycle.count(std::mem::take(&mut self.retired));
                section.total_cycles = section.total_cycles.wrapping_add(1);
                section.max_used_entries = section.max_used_entries.max(self.in_use);
                section.used_entry_cycles = section.used_entry_cycles.wrapping_add(self.in_use);
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // In order, entries in use can become more for ever: not everything dispatched retires.
    fn put_state(&self, _: u32, _: u32, put: &mut dyn FnMut(u64)) {
        put(self.in_use.into());
    }

    fn mark(&mut self) {
        self.marked = (self.retired_per_cycle.clone(), self.section.clone());
    }

    fn repeat(&mut self, times: u32, _: u32) {
        let (histogram, marked) = &self.marked;
        self.retired_per_cycle.repeat(histogram, times);
        let section = &mut self.section;
        section.total_cycles = repeated(marked.total_cycles, section.total_cycles, times);
        section.used_entry_cycles =
            repeated(marked.used_entry_cycles, section.used_entry_cycles, times);
    }

    fn into_section(self) -> Result<RetireStatistics, ErrorKind> {
        let retired_per_cycle = self.retired_per_cycle.rows();
        Ok(RetireStatistics { retired_per_cycle, ..self.section })
    }
}
