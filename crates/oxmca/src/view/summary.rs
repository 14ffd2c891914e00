//! Summary: iterations, cycles and throughput.

use super::repeated;
use crate::event::Event;
use crate::lower::Lowered;
use crate::processor::Processor;

/// The summary section. Counts wrap at 32 bits as llvm-mca's do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Times the region ran.
    pub iterations: u32,
    /// Dynamic instructions: those of all iterations.
    pub instructions: u32,
    /// Cycles that all iterations took together.
    pub cycles: u32,
    /// Micro-ops of all iterations.
    pub micro_ops: u32,
    /// Micro-ops dispatched per cycle at most.
    pub dispatch_width_uops: u32,
    /// Micro-ops per cycle.
    pub micro_ops_per_cycle: f64,
    /// Instructions per cycle.
    pub instructions_per_cycle: f64,
    /// Cycles per iteration at the least: the bound set by dispatch and by each resource.
    pub block_reciprocal_throughput_cycles: f64,
}

/// Accumulates the summary.
pub struct SummaryView<'a> {
    processor: &'a Processor<'a>,
    lowered: &'a Lowered,
    dispatch_width_uops: u32,
    last_index: u32,
    cycles: u32,
    marked_cycles: u32,
    /// Instructions counted without being seen.
    repeated: u32,
    /// Micro-ops and resource cycles of the first iteration.
    micro_ops: u32,
    resource_cycles: Vec<u32>,
}

impl<'a> SummaryView<'a> {
    /// A view; `dispatch_width_uops` 0 takes the model's issue width.
    pub fn new(
        processor: &'a Processor<'a>,
        lowered: &'a Lowered,
        dispatch_width_uops: u32,
    ) -> Self {
        SummaryView {
            processor,
            lowered,
            dispatch_width_uops: match dispatch_width_uops {
                0 => processor.model.issue_width_uops,
                width => width,
            },
            last_index: 0,
            cycles: 0,
            marked_cycles: 0,
            repeated: 0,
            micro_ops: 0,
            resource_cycles: vec![0; processor.resources.len()],
        }
    }

    #[inline(always)]
    pub(super) fn on_event(&mut self, event: Event) {
        match event {
            Event::CycleEnd => self.cycles = self.cycles.wrapping_add(1),
            Event::Dispatched { inst, .. } => self.last_index = inst.index,
            Event::Retired { inst } if inst.index == inst.position => self.add(inst.position),
            _ => {}
        }
    }

    /// Counts cycles in which nothing happened.
    pub(super) fn add_cycles(&mut self, cycles: u64) {
        self.cycles = self.cycles.wrapping_add(cycles as u32);
    }

    #[cold]
    fn add(&mut self, position: u32) {
        let inst = &self.lowered.insts[position as usize];
        self.micro_ops = self.micro_ops.wrapping_add(inst.micro_ops);
        for need in &self.lowered.needs(inst).needs {
            let cycles = &mut self.resource_cycles[need.index().index()];
            *cycles = cycles.wrapping_add(need.cycles);
        }
    }

    /// Index of the first instruction of which only the dispatch matters.
    pub(super) fn repeatable_from(&self) -> u32 {
        self.lowered.insts.len() as u32
    }

    pub(super) fn mark(&mut self) {
        self.marked_cycles = self.cycles;
    }

    pub(super) fn repeat(&mut self, times: u32, insts: u32) {
        self.cycles = repeated(self.marked_cycles, self.cycles, times);
        self.repeated += times * insts;
    }

    /// The section.
    pub fn section(&self) -> Summary {
        let count = self.lowered.insts.len() as u32;
        let iterations = (self.last_index + self.repeated) / count + 1;
        let instructions = count.wrapping_mul(iterations);
        let micro_ops = self.micro_ops.wrapping_mul(iterations);
        let mut bound = f64::from(self.micro_ops) / f64::from(self.dispatch_width_uops);
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
        Summary {
            iterations,
            instructions,
            cycles: self.cycles,
            micro_ops,
            dispatch_width_uops: self.dispatch_width_uops,
            micro_ops_per_cycle: f64::from(micro_ops) / f64::from(self.cycles),
            instructions_per_cycle: f64::from(instructions) / f64::from(self.cycles),
            block_reciprocal_throughput_cycles: bound,
        }
    }
}
