//! The annotation: of each instruction its latency and resources, its place on critical chains, and the first reason for
//! which it could not be dispatched.

use super::source_listing::{SourceListing, SourceListingView};
use super::{EventLevel, View, ViewContext};
use crate::error::ErrorKind;
use crate::options::{AnnotationStyle, Options};
use crate::processor::Processor;
use crate::simulation::event::{Event, Observer, StallKind};

/// The annotation section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Annotation {
    /// Latency, resources and chains of the instructions.
    pub listing: SourceListing,
    /// The first stall of each instruction, if it was ever kept from being dispatched.
    pub first_stalls: Vec<Option<FirstStall>>,
    /// The style in which text shows it.
    pub style: AnnotationStyle,
}

/// The first time that dispatch waited at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FirstStall {
    /// The cycle, from 0.
    pub cycle: u64,
    /// The iteration of the instruction, from 0.
    pub iteration: u32,
    /// The reason.
    pub cause: StallKind,
}

/// Notes the first stall of each instruction.
pub(crate) struct FirstStalls(pub(crate) Vec<Option<FirstStall>>);

impl Observer for FirstStalls {
    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        if let Event::Stalled { inst, kind } = event {
            let count = self.0.len().max(1) as u32;
            let iteration = inst.index / count;
            let first = self.0.get_mut((inst.index % count) as usize);
            if let Some(first @ None) = first {
                *first = Some(FirstStall { cycle, iteration, cause: kind });
            }
        }
    }
}

/// Makes the annotation from a source listing and the first stalls.
pub(crate) struct AnnotationView<'a> {
    listing: SourceListingView<'a>,
    first_stalls: FirstStalls,
    style: AnnotationStyle,
}

impl<'a> View<'a> for AnnotationView<'a> {
    type Section = Annotation;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Details);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.annotation
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let first_stalls = FirstStalls(vec![None; context.input.lowered.insts.len()]);
        let style = context.input.options.annotation_style;
        Ok(AnnotationView { listing: SourceListingView::new(context)?, first_stalls, style })
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.first_stalls.on_event(cycle, event);
        self.listing.on_event(cycle, event);
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // A repetition stalls at the same instructions as what it repeats, so nothing of the view
    // is state.
    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<Annotation, ErrorKind> {
        let AnnotationView { listing, first_stalls, style } = self;
        Ok(Annotation { listing: listing.into_section()?, first_stalls: first_stalls.0, style })
    }
}
