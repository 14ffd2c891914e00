//! The work of an iteration as a view: it follows from the instructions, beside the cycles of the steady state.

use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::event::Event;
use crate::steady_state::Ratio;
use crate::work::{UnknownWork, Work};

/// The work section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LoopWork {
    /// Cycles of an iteration once the pipeline is full.
    pub cycles_per_iteration: Ratio,
    /// The work of an iteration, or the reason why nothing is known of it.
    pub work: Result<Work, UnknownWork>,
}

impl LoopWork {
    /// Returns cycles of a unit of work, where it is known.
    pub fn cycles_per_unit(&self) -> Option<f64> {
        let amount = self.work.as_ref().ok()?.amount().ok()?;
        Some(self.cycles_per_iteration.to_f64() / amount.count.to_f64())
    }
}

/// Has the work of an iteration when the simulation that it accompanies has come to its end.
pub(crate) struct WorkView<'a>(ViewInput<'a>);

impl<'a> View<'a> for WorkView<'a> {
    type Section = LoopWork;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.work
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(WorkView(context.input))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<LoopWork, ErrorKind> {
        let cycles_per_iteration = self.0.find_steady_state()?.cycles_per_iteration();
        Ok(LoopWork { cycles_per_iteration, work: self.0.work() })
    }
}
