//! The explanation as a view: it follows from the steady state.

use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::explain::AdviceInput;
pub use crate::explain::Explanation;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::Event;

/// Explains the region when the simulation that it accompanies has come to its end.
pub(crate) struct ExplanationView<'a> {
    input: ViewInput<'a>,
}

impl<'a> View<'a> for ExplanationView<'a> {
    type Section = Explanation;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.explanation
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(ExplanationView { input: context.input })
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<Explanation, ErrorKind> {
        let ViewInput {
            processor, region, target, lowered, simulation, options, interrupt, ..
        } = self.input;
        let mut explanation = match simulation {
            Simulation::Model(program) => {
                let steady = self.input.find_steady_state()?;
                Explanation::new(processor, lowered, program, &options.into(), steady)
            }
            Simulation::Hardware(code) => {
                let (steady, pace) = (self.input.find_steady_state()?, self.input.find_pace(code)?);
                Explanation::of_hardware(lowered, steady, &pace)
            }
        };
        explanation.amount = self.input.work().and_then(|work| work.amount());
        explanation.add_advice(&AdviceInput {
            processor,
            target,
            options,
            interrupt,
            instructions: region.instructions(),
            instruments: region.instruments(),
            codes: region.codes(),
            lowered,
            cycles: explanation.cycles_per_iteration,
        })?;
        Ok(explanation)
    }
}
