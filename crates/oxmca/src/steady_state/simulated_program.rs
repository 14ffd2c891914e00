//! The input of searches.

use std::cell::OnceCell;

use oxmca_asm::Interrupt;

use super::{SteadyState, steady_state};
use crate::error::ErrorKind;
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
    /// The steady state, once a view has asked for it.
    steady_state: &'a OnceCell<SteadyState>,
}

impl<'a> SimulatedProgram<'a> {
    /// The steady state. It is searched for once, whatever number of views ask for it.
    ///
    /// # Errors
    /// As [`steady_state`].
    pub(crate) fn steady_state(&self) -> Result<&'a SteadyState, ErrorKind> {
        match self.steady_state.get() {
            Some(found) => Ok(found),
            None => {
                let found = steady_state(self)?;
                Ok(self.steady_state.get_or_init(|| found))
            }
        }
    }
}

impl<'a> From<&ViewContext<'a>> for SimulatedProgram<'a> {
    fn from(context: &ViewContext<'a>) -> Self {
        let ViewContext { processor, program, options, interrupt, steady_state, .. } = *context;
        SimulatedProgram { processor, program, options: options.into(), interrupt, steady_state }
    }
}
