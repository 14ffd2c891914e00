//! Summary: iterations, cycles and throughput.

use std::num::NonZero;

use super::{BasicView, EventLevel, View, ViewContext, ViewInput, repeated};
use crate::error::ErrorKind;
use crate::lower::resources::ResourceNeeds;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::Event;
use crate::simulation::hardware::{HardwareBoundKind, HardwarePace};

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
    /// Creates the summary of hardware mode, for a region of `instructions` instructions.
    fn of_hardware(
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
    input: ViewInput<'a>,
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

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.summary
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let processor = context.input.processor;
        Ok(SummaryView {
            input: context.input,
            dispatch_width_micro_ops: context
                .input
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

    // Of later iterations only dispatch matters.
    fn repeatable_from(&self) -> u32 {
        self.input.lowered.insts.len() as u32
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
        let ViewInput { processor, lowered, .. } = self.input;
        let count = lowered.insts.len() as u32;
        if let Simulation::Hardware(code) = self.input.simulation {
            return Ok(self.of_hardware(&*self.input.find_pace(code)?));
        }
        let iterations = (self.last_index + self.repeated) / count + 1;
        let instructions = count.wrapping_mul(iterations);
        let micro_ops = self.micro_ops.wrapping_mul(iterations);
        let mut bound = f64::from(self.micro_ops) / f64::from(self.dispatch_width_micro_ops);
        let rows = processor.resource_rows();
        for (resource, cycles) in processor.resources.iter().zip(&self.resource_cycles) {
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
    /// Returns the summary of hardware mode: its cycles are those that were observed, or follow from
    /// the pace.
    #[cold]
    fn of_hardware(&self, pace: &HardwarePace) -> Summary {
        let instructions = self.input.lowered.insts.len() as u32;
        let iterations = self.input.options.effective_iterations();
        let cycles = if self.cycles > 0 { self.cycles } else { pace.total_cycles };
        Summary::of_hardware(pace, instructions, iterations, cycles)
    }

    /// Adds the micro-ops and resource cycles of an instruction of the first iteration.
    #[cold]
    fn add(&mut self, position: u32) {
        let lowered = self.input.lowered;
        let inst = &lowered.insts[position as usize];
        self.micro_ops = self.micro_ops.wrapping_add(inst.micro_ops);
        let needs = lowered.needs(inst);
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
