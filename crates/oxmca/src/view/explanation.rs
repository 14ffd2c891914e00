//! The explanation as a view: it follows from the steady state.

use super::steady_state::SharedSteadyState;
use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::event::Event;
pub use crate::explain::Explanation;
use crate::lower::Lowered;
use crate::options::Options;
use crate::processor::Processor;
use crate::steady_state::SimulatedProgram;

/// Explains the region when the simulation that it accompanies has come to its end.
pub(crate) struct ExplanationView<'a> {
    lowered: &'a Lowered,
    steady_state: SharedSteadyState<'a>,
}

impl<'a> View<'a> for ExplanationView<'a> {
    type Section = Explanation;

    const EVENTS: EventLevel = EventLevel::None;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.explanation
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(ExplanationView {
            lowered: context.lowered,
            steady_state: SharedSteadyState::new(context),
        })
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<Explanation, ErrorKind> {
        let ExplanationView { lowered, steady_state } = self;
        let SimulatedProgram { processor, program, options, .. } = steady_state.input;
        let steady = steady_state.find()?;
        Ok(Explanation::new(processor, lowered, program, &options, steady))
    }
}
