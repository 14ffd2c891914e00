//! The input of searches.

use oxmca_asm::Interrupt;

use crate::pipeline::PipelineOptions;
use crate::processor::Processor;
use crate::program::Program;
use crate::view::ViewContext;

/// A program, and how to simulate it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimulatedProgram<'a> {
    pub(crate) processor: &'a Processor<'a>,
    pub(crate) program: &'a Program,
    pub(crate) options: PipelineOptions,
    pub(crate) interrupt: &'a Interrupt,
}

impl<'a> From<&ViewContext<'a>> for SimulatedProgram<'a> {
    fn from(context: &ViewContext<'a>) -> Self {
        let ViewContext { processor, program, options, interrupt, .. } = *context;
        SimulatedProgram { processor, program, options: options.into(), interrupt }
    }
}
