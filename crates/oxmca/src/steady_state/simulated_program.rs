//! The input of searches.

use oxmca_asm::Interrupt;

use crate::processor::Processor;
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::Program;

/// A program, and how to simulate it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimulatedProgram<'a> {
    pub(crate) processor: &'a Processor<'a>,
    pub(crate) program: &'a Program,
    pub(crate) options: PipelineOptions,
    pub(crate) interrupt: &'a Interrupt,
}
