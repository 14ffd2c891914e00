//! Summary: iterations, cycles and throughput.

use std::num::NonZero;

use super::{BasicView, EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::event::Event;
use crate::hardware::{HardwareBoundKind, HardwarePace};
use crate::lower::Lowered;
use crate::lower::resources::ResourceNeeds;
use crate::options::Options;
use crate::processor::Processor;

/// The summary section. Counts wrap at 32 bits as llvm-mca's do.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// Times the region ran.
    pub iterations: u32,
    /// Dynamic instructions: those of all iterations.
    pub instructions: u32,
    /// Cycles that all iterations took together.
    pub total_cycles: u32,
    /// Micro-ops of all iterations.
    pub total_micro_ops: u32,
    /// Micro-ops dispatched per cycle at most.
    pub dispatch_width_micro_ops: u32,
    /// Micro-ops per cycle.
    pub micro_ops_per_cycle: f64,
    /// Instructions per cycle.
    pub instructions_per_cycle: f64,
    /// Lower bound on the cycles per iteration, set by dispatch and by each resource.
    pub block_reciprocal_throughput_cycles: f64,
}

impl Summary {
    /// Returns the cycles per iteration on average, those of filling and draining the pipeline
    /// included.
    pub fn average_cycles_per_iteration(&self) -> f64 {
        f64::from(self.total_cycles) / f64::from(self.iterations)
    }
}

impl Summary {
    /// The summary of hardware mode, for a region of so many instructions.
    pub(crate) fn of_hardware(
        pace: &HardwarePace,
        instructions: u32,
        iterations: u32,
        total_cycles: u32,
    ) -> Summary {
        let cycles = f64::from(total_cycles.max(1)) / f64::from(iterations.max(1));
        let bounds = pace.bounds.iter().filter(|it| it.kind != HardwareBoundKind::Dependencies);
        let highest = bounds.map(|it| it.cycles.to_f64()).fold(0.0, f64::max);
        Summary {
            iterations,
            instructions: instructions.wrapping_mul(iterations),
            total_cycles,
            total_micro_ops: pace.micro_ops.wrapping_mul(iterations),
            dispatch_width_micro_ops: pace.width_micro_ops,
            micro_ops_per_cycle: f64::from(pace.micro_ops) / cycles,
            instructions_per_cycle: f64::from(instructions) / cycles,
            block_reciprocal_throughput_cycles: highest,
        }
    }
}

/// Accumulates the summary.
pub(crate) struct SummaryView<'a> {
    processor: &'a Processor<'a>,
    lowered: &'a Lowered,
    dispatch_width_micro_ops: u32,
    last_index: u32,
    cycles: u32,
    marked_cycles: u32,
    /// Instructions of repetitions, which were counted but not seen.
    repeated: u32,
    /// Micro-ops and resource cycles of the first iteration.
    micro_ops: u32,
    resource_cycles: Vec<u32>,
}

impl<'a> View<'a> for SummaryView<'a> {
    type Section = Summary;

    const EVENTS: EventLevel = EventLevel::Basic;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.summary
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let processor = context.processor;
        Ok(SummaryView {
            processor,
            lowered: context.lowered,
            dispatch_width_micro_ops: context
                .options
                .dispatch_width_micro_ops
                .map_or(processor.model.issue_width_uops, NonZero::get),
            last_index: 0,
            cycles: 0,
            marked_cycles: 0,
            repeated: 0,
            micro_ops: 0,
            resource_cycles: vec![0; processor.resources.len()],
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::CycleEnd => self.cycles = self.cycles.wrapping_add(1),
            Event::Dispatched { inst, .. } => self.last_index = inst.index,
            Event::Retired { inst } if inst.index == inst.position => self.add(inst.position),
            _ => {}
        }
    }

    /// Of later iterations only dispatch matters.
    fn repeatable_from(&self) -> u32 {
        self.lowered.insts.len() as u32
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {
        self.marked_cycles = self.cycles;
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        self.cycles = repeated(self.marked_cycles, self.cycles, times);
        self.repeated += times * insts;
    }

    fn into_section(self) -> Result<Summary, ErrorKind> {
        let count = self.lowered.insts.len() as u32;
        let iterations = (self.last_index + self.repeated) / count + 1;
        let instructions = count.wrapping_mul(iterations);
        let micro_ops = self.micro_ops.wrapping_mul(iterations);
        let mut bound = f64::from(self.micro_ops) / f64::from(self.dispatch_width_micro_ops);
        let rows = self.processor.resource_rows();
        for (resource, cycles) in self.processor.resources.iter().zip(&self.resource_cycles) {
            if *cycles != 0 {
                let units = rows[resource.id.index()].num_units;
                let cycles = f64::from(*cycles) / f64::from(units);
                if bound < cycles {
                    bound = cycles;
                }
            }
        }
        Ok(Summary {
            iterations,
            instructions,
            total_cycles: self.cycles,
            total_micro_ops: micro_ops,
            dispatch_width_micro_ops: self.dispatch_width_micro_ops,
            micro_ops_per_cycle: f64::from(micro_ops) / f64::from(self.cycles),
            instructions_per_cycle: f64::from(instructions) / f64::from(self.cycles),
            block_reciprocal_throughput_cycles: bound,
        })
    }
}

impl<'a> BasicView<'a> for SummaryView<'a> {
    fn on_idle_cycles(&mut self, cycles: u64) {
        self.cycles = self.cycles.wrapping_add(cycles as u32);
    }
}

impl SummaryView<'_> {
    /// Adds the micro-ops and resource cycles of an instruction of the first iteration.
    #[cold]
    fn add(&mut self, position: u32) {
        let inst = &self.lowered.insts[position as usize];
        self.micro_ops = self.micro_ops.wrapping_add(inst.micro_ops);
        let needs = self.lowered.needs(inst);
        if needs.is_itinerary {
            return self.add_stages(needs);
        }
        for need in &needs.needs {
            let cycles = &mut self.resource_cycles[need.index().index()];
            *cycles = cycles.wrapping_add(need.cycles);
        }
    }

    /// Adds the cycles of the stages of an itinerary, but for those that may take another unit.
    #[inline(never)]
    fn add_stages(&mut self, needs: &ResourceNeeds) {
        for need in needs.required().filter(|need| need.mask.count_ones() == 1) {
            let cycles = &mut self.resource_cycles[need.index().index()];
            *cycles = cycles.wrapping_add(need.cycles);
        }
    }
}
