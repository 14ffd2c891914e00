//! The trait of views, and the slots that hold them in a [`ViewSet`](super::ViewSet).

use std::borrow::Cow;
use std::cell::OnceCell;

use oxmca_asm::{Interrupt, Target};

use super::class_info::ClassInfos;
use crate::error::ErrorKind;
use crate::lower::Lowered;
use crate::options::{Options, SimulationKind};
use crate::processor::Processor;
use crate::region::Region;
use crate::simulation::Simulation;
use crate::simulation::event::Event;
use crate::simulation::hardware::{HardwareCode, HardwarePace};
use crate::simulation::model::program::Program;
use crate::steady_state::{SimulatedProgram, SteadyState, steady_state};
use crate::work::{UnknownWork, Work};

/// A region and the way in which it is analyzed, as views see it.
#[derive(Clone, Copy)]
pub(crate) struct ViewInput<'a> {
    /// The processor that is simulated.
    pub(crate) processor: &'a Processor<'a>,
    /// The region as it was given.
    pub(crate) region: Region<'a>,
    /// The target of its instructions.
    pub(crate) target: &'a dyn Target,
    /// The instructions of the region.
    pub(crate) lowered: &'a Lowered,
    /// The same instructions in the form that is simulated.
    pub(crate) simulation: Simulation<'a>,
    /// The options of the analysis.
    pub(crate) options: &'a Options,
    /// Asked whether to stop.
    pub(crate) interrupt: &'a Interrupt,
    /// Holds the steady state for all views that need it.
    pub(crate) steady_state: &'a OnceCell<SteadyState>,
}

/// The input of an analysis, from which views are made.
pub(crate) struct ViewContext<'a> {
    /// The region, and how it is analyzed.
    pub(crate) input: ViewInput<'a>,
    /// Scheduling classes that were looked up for earlier regions.
    pub(crate) class_infos: &'a mut ClassInfos,
}

impl<'a> ViewInput<'a> {
    /// Returns the input of further simulations of a program.
    pub(crate) fn simulated_program(&self, program: &'a Program) -> SimulatedProgram<'a> {
        let ViewInput { processor, options, interrupt, .. } = *self;
        SimulatedProgram { processor, program, options: options.into(), interrupt }
    }

    /// Returns the steady state. The first view that needs it searches for it.
    ///
    /// # Errors
    /// The search fails.
    pub(crate) fn find_steady_state(&self) -> Result<&'a SteadyState, ErrorKind> {
        if let Some(found) = self.steady_state.get() {
            return Ok(found);
        }
        let found = match self.simulation {
            Simulation::Model(program) => steady_state(&self.simulated_program(program))?,
            Simulation::Hardware(code) => {
                let pace = code.pace(self.options.effective_iterations())?;
                SteadyState::of_hardware(pace, self.lowered.insts.len() as u32)
            }
        };
        Ok(self.steady_state.get_or_init(|| found))
    }

    /// Returns the pace that hardware mode finds, which the steady state has.
    ///
    /// # Errors
    /// The search fails.
    pub(crate) fn find_pace(
        &self,
        code: &HardwareCode<'_>,
    ) -> Result<Cow<'a, HardwarePace>, ErrorKind> {
        match &self.find_steady_state()?.hardware {
            Some(pace) => Ok(Cow::Borrowed(pace)),
            None => code.pace(self.options.effective_iterations()).map(Cow::Owned),
        }
    }

    /// Returns the work of an iteration.
    ///
    /// # Errors
    /// The reason why nothing is known of it.
    pub(crate) fn work(&self) -> Result<Work, UnknownWork> {
        Work::of_loop(self.target, self.processor.subtarget(), self.region.instructions())
    }

    /// Returns the micro-ops that an instruction is dispatched as.
    pub(crate) fn micro_ops(&self, position: u32) -> u32 {
        match self.simulation {
            Simulation::Model(_) => self.lowered.insts[position as usize].micro_ops,
            Simulation::Hardware(code) => code.renamed_micro_ops_at(position),
        }
    }
}

/// The events that a view looks at. Each level includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EventLevel {
    /// No events: the section follows from the tables or from a simulation of its own.
    None,
    /// Cycles, `Dispatched`, `Issued`, `ResourceUsed` and `Retired`: every run reports them.
    Basic,
    /// Also `Ready`, `Executed`, `Stalled`, `Mappings...`, `MoveCandidate` and `Buffers...`: only
    /// the general pipelines report them.
    Details,
    /// Also `PressureIncreased`, `Delayed` and `Critical...`: the out-of-order pipeline reports
    /// them if [`PipelineOptions::tracks_pressure`](crate::simulation::model::PipelineOptions).
    Pressure,
}

/// A view: it looks at events while a region is simulated and yields a section of a report.
///
/// No method has a default: for each view somebody has to decide what of it must repeat for a steady
/// state. Once the machine is in a state in which it was before, further repetitions are not
/// simulated: each view adds up by itself what they would have added.
pub(crate) trait View<'a>: Sized {
    /// The section it yields: plain data, rendered elsewhere.
    type Section;

    /// The events it looks at: those that [`View::on_event`] matches.
    const EVENTS: EventLevel;

    /// The events it needs in hardware mode; `None` if that cannot give the section.
    const HARDWARE_EVENTS: Option<EventLevel>;

    /// Returns whether a report on this processor can have the section.
    fn is_supported(processor: &Processor<'_>) -> bool;

    /// Returns whether `options` ask for the section.
    fn is_requested(options: &Options) -> bool;

    /// Creates the view of a region that was not simulated yet.
    ///
    /// # Errors
    /// [`ErrorKind::TooLong`] when the section would not fit in memory.
    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind>;

    /// Takes note of an event in cycle `cycle`. Implementations are `#[inline(always)]`: the kind of
    /// event is known where it is reported, so that each reaches only the views that match it.
    fn on_event(&mut self, cycle: u64, event: Event);

    /// Returns the dynamic index of the first instruction from which on the view only counts. The
    /// search for a steady state begins there.
    fn repeatable_from(&self) -> u32;

    /// Passes everything that decides how the view will count later events to `put`, relative to
    /// the instructions in flight, `head..end`. Counts themselves do not belong to it.
    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64));

    /// Remembers all counts: the state of the machine is recorded now.
    fn mark(&mut self);

    /// Adds what was counted since [`View::mark`], over `insts` dynamic instructions, another
    /// `times` times. Later instructions keep the indices they would have had without. If `insts`
    /// is 0, nothing but time passes.
    fn repeat(&mut self, times: u32, insts: u32);

    /// Turns the view into its section after the simulation.
    ///
    /// # Errors
    /// Those of views that run a simulation of their own.
    fn into_section(self) -> Result<Self::Section, ErrorKind>;
}

/// A view that counts in every run and so can do without details.
pub(crate) trait BasicView<'a>: View<'a> {
    /// Counts cycles in which nothing happens, and for which there are no events.
    fn on_idle_cycles(&mut self, cycles: u64);
}

/// A place for a view in a [`ViewSet`](super::ViewSet).
pub(crate) trait ViewSlot<'a>: Sized {
    /// The section of the view.
    type Section;

    /// Does the same as [`View::is_supported`].
    fn is_supported(processor: &Processor<'_>) -> bool;

    /// Returns the events that a run with these options must report to the view, and `None` if it needs no run.
    fn events(options: &Options) -> EventLevel;

    /// Creates the view, if it is to be there.
    ///
    /// # Errors
    /// As [`View::new`].
    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind>;

    /// Does the same as [`View::on_event`].
    fn on_event(&mut self, cycle: u64, event: Event);

    /// Does the same as [`View::on_event`], in a run without details.
    fn on_basic_event(&mut self, cycle: u64, event: Event);

    /// Does the same as [`BasicView::on_idle_cycles`].
    fn on_idle_cycles(&mut self, cycles: u64);

    /// Does the same as [`View::repeatable_from`].
    fn repeatable_from(&self) -> u32;

    /// Does the same as [`View::put_state`].
    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64));

    /// Does the same as [`View::mark`].
    fn mark(&mut self);

    /// Does the same as [`View::repeat`].
    fn repeat(&mut self, times: u32, insts: u32);

    /// Returns the section, if it was asked for.
    ///
    /// # Errors
    /// As [`View::into_section`].
    fn into_section(self) -> Result<Option<Self::Section>, ErrorKind>;
}

/// Returns whether a view is asked for and the simulation that is asked for can give its section.
fn is_wanted<'a, V: View<'a>>(options: &Options) -> bool {
    V::is_requested(options)
        && match options.simulation() {
            SimulationKind::Model => true,
            SimulationKind::Hardware => V::HARDWARE_EVENTS.is_some(),
        }
}

/// Holds a view that counts in every run, so that no event has to be tested for whether anybody
/// wants it. The section appears only if it is requested.
pub(crate) struct Always<V> {
    view: V,
    is_requested: bool,
}

impl<'a, V: BasicView<'a>> ViewSlot<'a> for Always<V> {
    type Section = V::Section;

    fn is_supported(processor: &Processor<'_>) -> bool {
        V::is_supported(processor)
    }

    fn events(options: &Options) -> EventLevel {
        const { assert!(matches!(V::EVENTS, EventLevel::Basic), "it would miss events") };
        match options.simulation() {
            SimulationKind::Model if V::is_requested(options) => EventLevel::Basic,
            SimulationKind::Hardware if V::is_requested(options) => {
                V::HARDWARE_EVENTS.unwrap_or(EventLevel::None)
            }
            _ => EventLevel::None,
        }
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let is_requested = is_wanted::<V>(context.input.options);
        Ok(Always { view: V::new(context)?, is_requested })
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.view.on_event(cycle, event);
    }

    #[inline(always)]
    fn on_basic_event(&mut self, cycle: u64, event: Event) {
        self.view.on_event(cycle, event);
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        self.view.on_idle_cycles(cycles);
    }

    fn repeatable_from(&self) -> u32 {
        self.view.repeatable_from()
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        self.view.put_state(head, end, put);
    }

    fn mark(&mut self) {
        self.view.mark();
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        self.view.repeat(times, insts);
    }

    fn into_section(self) -> Result<Option<V::Section>, ErrorKind> {
        self.is_requested.then(|| self.view.into_section()).transpose()
    }
}

/// Returns whether a view looks at events of any simulation.
const fn looks_at_events<'a, V: View<'a>>() -> bool {
    !matches!((V::EVENTS, V::HARDWARE_EVENTS), (EventLevel::None, None | Some(EventLevel::None)))
}

/// Holds a view that exists only if it is requested. If it looks at events, the run reports details.
pub(crate) struct OnRequest<V>(Option<Box<V>>);

impl<'a, V: View<'a>> ViewSlot<'a> for OnRequest<V> {
    type Section = V::Section;

    fn is_supported(processor: &Processor<'_>) -> bool {
        V::is_supported(processor)
    }

    fn events(options: &Options) -> EventLevel {
        if !V::is_requested(options) {
            return EventLevel::None;
        }
        match options.simulation() {
            SimulationKind::Model if V::EVENTS == EventLevel::Basic => EventLevel::Details,
            SimulationKind::Model => V::EVENTS,
            SimulationKind::Hardware => V::HARDWARE_EVENTS.unwrap_or(EventLevel::None),
        }
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let view = is_wanted::<V>(context.input.options).then(|| V::new(context)).transpose()?;
        Ok(OnRequest(view.map(Box::new)))
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        if const { looks_at_events::<V>() }
            && let Some(view) = &mut self.0
        {
            view.on_event(cycle, event);
        }
    }

    #[inline(always)]
    fn on_basic_event(&mut self, _: u64, _: Event) {}

    fn on_idle_cycles(&mut self, _: u64) {}

    fn repeatable_from(&self) -> u32 {
        self.0.as_ref().map_or(0, |view| view.repeatable_from())
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        if let Some(view) = &self.0 {
            view.put_state(head, end, put);
        }
    }

    fn mark(&mut self) {
        if let Some(view) = &mut self.0 {
            view.mark();
        }
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        if let Some(view) = &mut self.0 {
            view.repeat(times, insts);
        }
    }

    fn into_section(self) -> Result<Option<V::Section>, ErrorKind> {
        self.0.map(|view| view.into_section()).transpose()
    }
}
