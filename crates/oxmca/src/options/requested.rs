//! From options that are asked for to those of an analysis.

use std::num::NonZero;

use smallvec::SmallVec;

use super::fields::{HardwareOptions, Options};
use super::format::Format;
use super::simulation::SimulationKind;
use super::views::Views;

/// Cycles that a drawn timeline shows, if no other number was chosen.
const DRAWN_CYCLES: u32 = 2000;

/// Options as they are asked for, in any order and by any front end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RequestedOptions {
    /// Options of both simulations and of reports, with the views that are asked for. [`Options::hardware`] is not looked at.
    pub options: Options,
    /// The simulation that is asked for; the front end chooses if `None`: [`Session::choose_model`](crate::Session::choose_model)
    /// does so by what was checked, and nothing but llvm-mca's is simulated otherwise.
    pub model_of: Option<SimulationKind>,
    /// Options of hardware mode, whether or not it is asked for.
    pub hardware_options: HardwareOptions,
    pub(super) given: SmallVec<[&'static str; 4]>,
}

impl RequestedOptions {
    /// Returns default options after `change` has set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut RequestedOptions)) -> RequestedOptions {
        let mut requested = RequestedOptions::default();
        change(&mut requested);
        requested
    }

    /// Records that the option of a name was set.
    pub(super) fn mark_given(&mut self, name: &'static str) {
        if !self.is_given(name) {
            self.given.push(name);
        }
    }

    /// Returns whether the option of a name was set.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(&name)
    }

    /// Returns whether hardware mode is asked for.
    pub fn is_hardware(&self) -> bool {
        self.model_of == Some(SimulationKind::Hardware)
    }

    /// Returns the options of an analysis of which only numbers are looked at: the views that are asked for.
    #[must_use]
    pub fn for_numbers(&self) -> Options {
        let mut options = self.options.clone();
        options.hardware = self.is_hardware().then(|| self.hardware_options.clone());
        options
    }

    /// Returns the options of an analysis whose report has a format, with all that one option decides about others.
    #[must_use]
    pub fn for_report(&self, format: Format) -> Options {
        let mut options = self.for_numbers();
        // Text is limited to what fits on a line, drawings to what can be looked at; data is not.
        let shown_cycles = match format {
            Format::FullJson => None,
            Format::Html | Format::Svg | Format::Dot => NonZero::new(DRAWN_CYCLES),
            Format::Text | Format::LlvmJson => options.timeline_max_cycles,
        };
        if !self.is_given("timeline_max_cycles") {
            options.timeline_max_cycles = shown_cycles;
        }
        options.show_resource_uses |= format == Format::FullJson;
        options.views = match format {
            Format::Html => Views::with(|it| {
                it.steady_state = true;
                it.explanation = true;
                it.work = true;
                it.dependency_graph = true;
                it.timeline = true;
                // The page of hardware mode has no figures of another simulation.
                it.summary = !self.is_hardware();
            }),
            Format::Svg => Views { timeline: true, ..Views::NONE },
            Format::Dot => Views { dependency_graph: true, ..Views::NONE },
            Format::Text | Format::LlvmJson | Format::FullJson if self.is_hardware() => Views {
                // An explanation by itself has its figures.
                steady_state: options.views.steady_state
                    || options.views.summary
                    || !options.views.explanation,
                // These are of parts that only llvm-mca's simulation has.
                bottleneck_analysis: false,
                scheduler_statistics: false,
                register_file_statistics: false,
                ..options.views
            },
            Format::Text | Format::LlvmJson | Format::FullJson => options.views,
        };
        options
    }
}
