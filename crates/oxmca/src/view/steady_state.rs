//! The steady state as a view: its section comes from a simulation of its own.

use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::event::Event;
use crate::options::Options;
use crate::processor::Processor;
use crate::steady_state::SimulatedProgram;
pub use crate::steady_state::SteadyState;

/// Searches for the steady state when the simulation that it accompanies has come to its end.
pub(crate) struct SteadyStateView<'a>(SimulatedProgram<'a>);

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
        Ok(SteadyStateView(SimulatedProgram::from(&*context)))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    /// Runs the simulation, which ends as the other one did if nothing repeats.
    fn into_section(self) -> Result<SteadyState, ErrorKind> {
        self.0.steady_state().cloned()
    }
}
