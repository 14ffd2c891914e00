//! The steady state as a view: its section comes from a simulation of its own.

use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::event::Event;
pub use crate::steady_state::SteadyState;

/// Has the steady state when the simulation that it accompanies has come to its end.
pub(crate) struct SteadyStateView<'a>(ViewInput<'a>);

impl<'a> View<'a> for SteadyStateView<'a> {
    type Section = SteadyState;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.steady_state
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(SteadyStateView(context.input))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    /// Returns the simulation, if no other view has run it, ends as the one that it accompanies if nothing
    /// repeats.
    fn into_section(self) -> Result<SteadyState, ErrorKind> {
        self.0.find_steady_state().cloned()
    }
}
