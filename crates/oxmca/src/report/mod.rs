//! Reports: what an analysis found, and renderings of it.

mod decimal;
pub mod json;
mod printed;
pub mod text;

use crate::error::Notice;
use crate::steady_state::SteadyState;
use crate::view::Section;
use crate::view::bottleneck::Bottleneck;
use crate::view::dispatch_statistics::DispatchStatistics;
use crate::view::ibs_sample::IbsSamples;
use crate::view::instruction_info::InstructionInfo;
use crate::view::register_file_statistics::RegisterFileStatistics;
use crate::view::resource_pressure::ResourcePressure;
use crate::view::retire_statistics::RetireStatistics;
use crate::view::scheduler_statistics::SchedulerStatistics;
use crate::view::summary::Summary;
use crate::view::timeline::Timeline;
pub use printed::Printed;

/// What an analysis found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Sections in the order llvm-mca prints them.
    pub sections: Vec<Section>,
    /// For each instruction reported on, its index in the region as given. Rows of sections are in
    /// this order; without left-out instructions that is the region's own.
    pub sources: Vec<usize>,
    /// What was noticed while lowering.
    pub notices: Vec<Notice>,
}

/// Declares, for each kind of section, a method that finds it in a report.
macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident: $kind:ident,)*) => {
        impl Report {
            $(
                $(#[$doc])*
                pub fn $name(&self) -> Option<&$kind> {
                    self.sections.iter().find_map(|section| match section {
                        Section::$kind(section) => Some(section),
                        _ => None,
                    })
                }
            )*
        }
    };
}

sections! {
    /// Iterations, cycles, throughput; if [`Views::summary`](crate::Views::summary) asked for it.
    summary: Summary,
    /// What an iteration costs once the pipeline is full, and why; if [`Views::steady_state`](crate::Views::steady_state) asked for it.
    steady_state: SteadyState,
    /// Causes of back pressure and the critical sequence; if [`Views::bottleneck_analysis`](crate::Views::bottleneck_analysis) asked for it.
    bottleneck: Bottleneck,
    /// Micro-ops, latency and reciprocal throughput per instruction; if [`Views::instruction_info`](crate::Views::instruction_info) asked for it.
    instruction_info: InstructionInfo,
    /// Dispatch stalls and group sizes; if [`Views::dispatch_statistics`](crate::Views::dispatch_statistics) asked for it.
    dispatch_statistics: DispatchStatistics,
    /// Issue widths and scheduler occupancy; if [`Views::scheduler_statistics`](crate::Views::scheduler_statistics) asked for it.
    scheduler_statistics: SchedulerStatistics,
    /// Retirement widths and reorder buffer occupancy; if [`Views::retire_statistics`](crate::Views::retire_statistics) asked for it.
    retire_statistics: RetireStatistics,
    /// Physical registers and eliminated moves; if [`Views::register_file_statistics`](crate::Views::register_file_statistics) asked for it.
    register_file_statistics: RegisterFileStatistics,
    /// Cycles per resource, per iteration and per instruction; if [`Views::resource_pressure`](crate::Views::resource_pressure) asked for it.
    resource_pressure: ResourcePressure,
    /// Life of each instruction over the first iterations; if [`Views::timeline`](crate::Views::timeline) asked for it.
    timeline: Timeline,
    /// What Instruction-Based Sampling would measure; if [`Options::ibs_sampling_period_uops`](crate::Options::ibs_sampling_period_uops) asked for it.
    ibs_samples: IbsSamples,
}
