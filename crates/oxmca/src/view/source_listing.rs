//! The source listing: latency and resources of each instruction, and the chains of dependencies that it is part of.
//!
//! Renderings set the instructions below the source lines that they belong to.

use super::class_info::ClassInfos;
use super::dependency_graph;
use super::instruction_info::instruction_info;
use super::resource_pressure::{ResourcePressure, ResourcePressureView, static_pressure};
use super::{EventLevel, View, ViewContext, ViewInput, ViewSet, Views};
use crate::error::ErrorKind;
use crate::lower::Lowered;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::Event;
use crate::simulation::hardware::HardwareCode;
use crate::simulation::model::program::Program;
use crate::simulation::model::{PipelineOptions, simulate};
use crate::steady_state::{Chain, DependencyBound, LinkCause, SteadyState};
use crate::view::Section;
use crate::view::bottleneck::Found;

/// The source listing section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SourceListing {
    /// One row per instruction.
    pub rows: Vec<ListingRow>,
    /// Cycles of resources, per iteration and by instruction.
    pub pressure: ResourcePressure,
    /// Cycles of an iteration, and the bounds on them; `None` of instruction tables, for which nothing is simulated.
    pub steady_state: Option<SteadyState>,
}

/// An instruction of the source listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ListingRow {
    /// Latency in cycles; `None` where it is unknown.
    pub latency_cycles: Option<u32>,
    /// Set if it is part of the slowest loop-carried chain of dependencies, as the steady state section lists it.
    pub is_on_slowest_chain: bool,
    /// Set if it is part of the critical sequence, as the bottleneck analysis lists it; in hardware mode, of the longest path
    /// of dependencies through an iteration.
    pub is_in_critical_sequence: bool,
}

impl SourceListing {
    /// Returns the section of instruction tables: cycles of resources are spread evenly, and there are no chains.
    pub(crate) fn of_tables(
        processor: &Processor<'_>,
        lowered: &Lowered,
        options: &Options,
        class_infos: &mut ClassInfos,
    ) -> SourceListing {
        SourceListing {
            rows: rows(processor, lowered, options, class_infos),
            pressure: static_pressure(processor, lowered),
            steady_state: None,
        }
    }

    /// Returns the slowest loop-carried chain, if there is one that is known.
    pub fn slowest_chain(&self) -> Option<&Chain> {
        match &self.steady_state.as_ref()?.bounds.dependencies {
            DependencyBound::Chain(chain) => Some(chain),
            DependencyBound::None | DependencyBound::Unknown => None,
        }
    }

    /// Marks the instructions of the slowest chain.
    fn with_marked_chain(mut self) -> SourceListing {
        for index in positions(self.slowest_chain()) {
            if let Some(row) = self.rows.get_mut(index) {
                row.is_on_slowest_chain = true;
            }
        }
        self
    }

    /// Returns the columns of [`ResourcePressure::per_iteration_cycles`] in which instructions have cycles, ascending.
    pub fn used_columns(&self) -> Vec<usize> {
        let mut is_used = vec![false; self.pressure.per_iteration_cycles.len()];
        for row in self.pressure.per_instruction_cycles.iter() {
            row.iter().for_each(|(column, _)| is_used[*column as usize] = true);
        }
        (0..is_used.len()).filter(|column| is_used[*column]).collect()
    }
}

/// Returns the rows of instructions, with their latencies alone.
fn rows(
    processor: &Processor<'_>,
    lowered: &Lowered,
    options: &Options,
    class_infos: &mut ClassInfos,
) -> Vec<ListingRow> {
    let info = instruction_info(processor, lowered, options, class_infos);
    let row = |latency: u32| ListingRow {
        // Below zero it is unknown.
        latency_cycles: i32::try_from(latency).ok().map(i32::unsigned_abs),
        ..ListingRow::default()
    };
    info.rows.iter().map(|info| row(info.latency_cycles)).collect()
}

/// Makes the section from those of other views, when the simulation that it accompanies has come to its end.
pub(crate) struct SourceListingView<'a> {
    input: ViewInput<'a>,
    rows: Vec<ListingRow>,
    /// In hardware mode, the view whose section is a part of this one.
    pressure: Option<ResourcePressureView>,
}

impl<'a> View<'a> for SourceListingView<'a> {
    type Section = SourceListing;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Basic);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.source_listing
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let ViewInput { processor, lowered, simulation, options, .. } = context.input;
        let pressure = match simulation {
            Simulation::Model(_) => None,
            Simulation::Hardware(_) => Some(ResourcePressureView::new(context)?),
        };
        let rows = rows(processor, lowered, options, context.class_infos);
        Ok(SourceListingView { input: context.input, rows, pressure })
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        if let Some(pressure) = &mut self.pressure {
            pressure.on_event(cycle, event);
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<SourceListing, ErrorKind> {
        match self.input.simulation {
            Simulation::Model(program) => self.of_model(program),
            Simulation::Hardware(code) => self.of_hardware(code),
        }
    }
}

impl SourceListingView<'_> {
    /// Runs a simulation of its own, so that no other one has to report more events for this view.
    fn of_model(mut self, program: &Program) -> Result<SourceListing, ErrorKind> {
        let mut pressure = None;
        let mut steady_state = None;
        for section in self.sections(program)? {
            match section {
                Section::ResourcePressure(section) => pressure = Some(section),
                Section::SteadyState(section) => steady_state = Some(section),
                Section::Bottleneck(section) => {
                    if let Some(found) = &section.found {
                        mark_critical_sequence(found, &mut self.rows);
                    }
                }
                _ => {}
            }
        }
        let ViewInput { processor, lowered, .. } = self.input;
        let pressure = pressure.unwrap_or_else(|| static_pressure(processor, lowered));
        Ok(SourceListing { rows: self.rows, pressure, steady_state }.with_marked_chain())
    }

    fn of_hardware(mut self, code: &HardwareCode<'_>) -> Result<SourceListing, ErrorKind> {
        let ViewInput { processor, lowered, .. } = self.input;
        for instruction in dependency_graph::of_hardware(&self.input, code)?.critical_path {
            if let Some(row) = self.rows.get_mut(instruction as usize) {
                row.is_in_critical_sequence = true;
            }
        }
        let pressure = match self.pressure {
            Some(pressure) => pressure.into_section()?,
            None => static_pressure(processor, lowered),
        };
        let steady_state = Some(self.input.find_steady_state()?.clone());
        Ok(SourceListing { rows: self.rows, pressure, steady_state }.with_marked_chain())
    }

    /// Returns the sections of the views that the listing consists of.
    fn sections(&self, program: &Program) -> Result<Vec<Section>, ErrorKind> {
        let ViewInput { processor, options, .. } = self.input;
        let options = Options {
            views: Views {
                resource_pressure: true,
                steady_state: true,
                bottleneck_analysis: processor.is_out_of_order(),
                ..Views::NONE
            },
            ibs_sampling_period_micro_ops: None,
            ..options.clone()
        };
        let mut class_infos = ClassInfos::default();
        let mut views = ViewSet::new(&mut ViewContext {
            input: ViewInput { options: &options, ..self.input },
            class_infos: &mut class_infos,
        })?;
        let pipeline = PipelineOptions::from(&options);
        simulate(processor, program, &pipeline, options.effective_iterations(), &mut views)?;
        views.into_sections()
    }
}

/// Returns the instructions of a chain. Links of order alone, without delay, are left out.
fn positions(chain: Option<&Chain>) -> Vec<usize> {
    let links = chain.map(|it| it.links.as_slice()).unwrap_or_default();
    let is_waited_for = |cycles: u32, cause: LinkCause| cycles != 0 || cause != LinkCause::Order;
    links
        .iter()
        .filter(|link| is_waited_for(link.cycles, link.dependency))
        .flat_map(|link| [link.from_instruction as usize, link.to_instruction as usize])
        .collect()
}

fn mark_critical_sequence(found: &Found, rows: &mut [ListingRow]) {
    let count = rows.len().max(1);
    for edge in &found.critical_sequence {
        for instruction in [edge.from, edge.to] {
            if let Some(row) = rows.get_mut(instruction as usize % count) {
                row.is_in_critical_sequence = true;
            }
        }
    }
}
