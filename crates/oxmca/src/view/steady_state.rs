//! The steady state as a view: its section comes from a simulation of its own.

use std::cell::OnceCell;

use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::event::Event;
use crate::options::Options;
use crate::processor::Processor;
pub use crate::steady_state::SteadyState;
use crate::steady_state::{SimulatedProgram, steady_state};

/// The steady state, which several views need and the first of them searches for.
#[derive(Clone, Copy)]
pub(crate) struct SharedSteadyState<'a> {
    pub(crate) input: SimulatedProgram<'a>,
    found: &'a OnceCell<SteadyState>,
}

impl<'a> SharedSteadyState<'a> {
    pub(crate) fn new(context: &ViewContext<'a>) -> Self {
        SharedSteadyState { input: context.simulated_program(), found: context.steady_state }
    }

    /// The steady state.
    ///
    /// # Errors
    /// As [`steady_state`].
    pub(crate) fn find(&self) -> Result<&'a SteadyState, ErrorKind> {
        match self.found.get() {
            Some(found) => Ok(found),
            None => {
                let found = steady_state(&self.input)?;
                Ok(self.found.get_or_init(|| found))
            }
        }
    }
}

/// Has the steady state when the simulation that it accompanies has come to its end.
pub(crate) struct SteadyStateView<'a>(SharedSteadyState<'a>);

impl<'a> View<'a> for SteadyStateView<'a> {
    type Section = SteadyState;

    const EVENTS: EventLevel = EventLevel::None;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.steady_state
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(SteadyStateView(SharedSteadyState::new(context)))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    /// The simulation, if no other view has run it, ends as the one that it accompanies if nothing repeats.
    fn into_section(self) -> Result<SteadyState, ErrorKind> {
        self.0.find().cloned()
    }
}
