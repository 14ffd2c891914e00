//! The sections of a report, and the set of views that a simulation is observed by.

use oxmca_asm::Interrupt;

use super::hazard_warnings::HazardWarningLog;
use super::slot::{Always, EventLevel, OnRequest, ViewContext, ViewSlot};
use crate::options::Views;
use crate::view_list::{for_each_switched_view, for_each_view};
// The modules that entries of the list name.
use super::*;
use crate::error::ErrorKind;
use crate::options::{Options, or_zero};
use crate::processor::Processor;
use crate::progress::Progress;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::PipelineOptions;
#[cfg(test)]
use crate::tests::issue_gaps;

/// Declares the sections, and the set of views with all that is forwarded to them.
macro_rules! declare_views {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        /// A part of a report.
        #[derive(Clone, PartialEq, Debug)]
        #[non_exhaustive]
        pub enum Section {
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? $Section($module::$Section),)*
        }

        /// The views of one simulation.
        pub(crate) struct ViewSet<'a> {
            $($(#[cfg($cfg)])? $name: $slot,)*
            pub(crate) hazard_warnings: HazardWarningLog,
            interrupt: &'a Interrupt,
            progress: Option<&'a Progress>,
        }

        impl<'a> ViewSet<'a> {
            /// Creates the views that the options ask for.
            ///
            /// # Errors
            /// [`ErrorKind::TooLong`] when a timeline of the requested length does not fit in
            /// memory.
            pub(crate) fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
                Ok(ViewSet {
                    $($(#[cfg($cfg)])? $name: <$slot>::new(context)?,)*
                    hazard_warnings: HazardWarningLog::new(&context.input.lowered.hazards),
                    interrupt: context.input.interrupt,
                    progress: None,
                })
            }

            /// Returns the sections that were asked for, in the order of the list.
            ///
            /// # Errors
            /// Those of views that run a simulation of their own.
            pub(crate) fn into_sections(self) -> Result<Vec<Section>, ErrorKind> {
                let mut sections = Vec::with_capacity(4);
                $(
                    $(#[cfg($cfg)])?
                    sections.extend(self.$name.into_section()?.map(Section::$Section));
                )*
                Ok(sections)
            }

            /// Returns the events that a run with these options must report.
            pub(crate) fn events(options: &Options) -> EventLevel {
                let mut events = EventLevel::None;
                $(
                    $(#[cfg($cfg)])?
                    { events = events.max(<$slot>::events(options)); }
                )*
                events
            }
        }

        impl Observer for ViewSet<'_> {
            #[inline(always)]
            fn on_event(&mut self, cycle: u64, event: Event) {
                $($(#[cfg($cfg)])? self.$name.on_event(cycle, event);)*
            }

            fn on_hazard_warned(&mut self, inst: InstRef) {
                self.hazard_warnings.add(inst.position);
            }

            fn repeatable_from(&self) -> Option<u32> {
                let mut first = 0;
                $(
                    $(#[cfg($cfg)])?
                    { first = first.max(self.$name.repeatable_from()); }
                )*
                Some(first)
            }

            fn wants_iterations(&self) -> bool {
                self.progress.is_some() || self.interrupt.is_possible()
            }

            fn on_iterations(&mut self, iterations: u32) -> bool {
                if let Some(progress) = self.progress {
                    progress.set(iterations);
                }
                self.interrupt.is_requested()
            }

            fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
                $($(#[cfg($cfg)])? self.$name.put_state(head, end, put);)*
            }

            fn mark(&mut self) {
                $($(#[cfg($cfg)])? self.$name.mark();)*
                self.hazard_warnings.mark();
            }

            fn repeat(&mut self, times: u32, insts: u32) {
                $($(#[cfg($cfg)])? self.$name.repeat(times, insts);)*
                self.hazard_warnings.repeat(times);
            }
        }

        impl Observer for WithoutDetails<'_, '_> {
            const SEES_DETAILS: bool = false;

            #[inline(always)]
            fn on_event(&mut self, cycle: u64, event: Event) {
                $($(#[cfg($cfg)])? self.0.$name.on_basic_event(cycle, event);)*
            }

            fn on_hazard_warned(&mut self, inst: InstRef) {
                self.0.on_hazard_warned(inst);
            }

            fn on_idle_cycles(&mut self, cycles: u64) {
                $($(#[cfg($cfg)])? self.0.$name.on_idle_cycles(cycles);)*
            }

            fn repeatable_from(&self) -> Option<u32> {
                self.0.repeatable_from()
            }

            fn wants_iterations(&self) -> bool {
                self.0.wants_iterations()
            }

            fn on_iterations(&mut self, iterations: u32) -> bool {
                self.0.on_iterations(iterations)
            }

            fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
                self.0.put_state(head, end, put);
            }

            fn mark(&mut self) {
                self.0.mark();
            }

            fn repeat(&mut self, times: u32, insts: u32) {
                self.0.repeat(times, insts);
            }
        }
    };
}

/// Declares [`Views::supported`].
macro_rules! declare_supported {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        impl Views {
            /// Returns every section that a report on a processor can have: in order, there is
            /// neither a bottleneck analysis nor a retire control unit.
            pub fn supported<'a>(processor: &Processor<'a>) -> Self {
                Views { $($(#[cfg($cfg)])? $name: <$slot>::is_supported(processor),)* }
            }
        }
    };
}

for_each_switched_view! { declare_supported }
for_each_view! { declare_views }

/// The views of a simulation of which none looks at details, so that the fastest pipeline can run.
pub(crate) struct WithoutDetails<'s, 'a>(&'s mut ViewSet<'a>);

impl<'a> ViewSet<'a> {
    /// Lets the views count iterations in `progress`.
    pub(crate) fn reporting_to(self, progress: Option<&'a Progress>) -> Self {
        ViewSet { progress, ..self }
    }

    /// Returns the views as an observer without details, if none of them looks at any.
    pub(crate) fn without_details(&mut self, options: &Options) -> Option<WithoutDetails<'_, 'a>> {
        (Self::events(options) <= EventLevel::Basic).then_some(WithoutDetails(self))
    }
}

impl From<&Options> for PipelineOptions {
    fn from(options: &Options) -> Self {
        PipelineOptions {
            dispatch_width_micro_ops: or_zero(options.dispatch_width_micro_ops),
            load_queue_size_entries: or_zero(options.load_queue_size_entries),
            store_queue_size_entries: or_zero(options.store_queue_size_entries),
            reservation_station_scale: options.reservation_station_scale_factor,
            assume_no_alias: options.assume_no_alias,
            micro_op_queue_size_entries: or_zero(options.micro_op_queue_size_entries),
            decoder_throughput_instructions: or_zero(options.decoder_throughput_instructions),
            tracks_pressure: ViewSet::events(options) == EventLevel::Pressure,
            detects_steady_state: options.detects_steady_state,
        }
    }
}
