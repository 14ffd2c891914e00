//! The list of views, and the macros that walk it.
//!
//! A view is declared by one entry here and by the implementation of [`View`](crate::view::View) in its own
//! file. Everything that exists once per view derives from the list: the variants of
//! [`Section`](crate::view::Section), the switches of [`Views`](crate::Views), the fields of
//! [`ViewSet`](crate::view::ViewSet) and all that is forwarded to them, the accessors of
//! [`Report`](crate::Report), and the calls that render a section in each format. An entry without
//! such an implementation, or without a rendering, does not compile. `docs/add-a-view.md` adds one
//! step by step.
//!
//! The order of the entries is the order of sections in a report. An entry consists of
//! - the description of the section;
//! - its name: the switch in [`Views`](crate::Views), and the key in the full JSON document;
//! - the module and type of the section;
//! - the view and the slot that holds it: [`Always`](crate::view::slot::Always) for views that count in
//!   every run, [`OnRequest`](crate::view::slot::OnRequest) for all others;
//! - the accessor in [`Report`](crate::Report).

/// Passes all entries to the macro `$take` along with `$callback`: those that a switch of
/// [`Views`](crate::Views) asks for, and those that another option asks for.
macro_rules! view_list {
    ($take:ident, $callback:ident) => {
        $crate::view_list::$take! {
            $callback,
            switched {
                /// Iterations, cycles, throughput.
                summary: summary::Summary, Always<summary::SummaryView<'a>>, fn summary;
                /// Cycles an iteration takes once the pipeline is full, and the limit it meets.
                /// llvm-mca has no such section.
                steady_state: steady_state::SteadyState,
                    OnRequest<steady_state::SteadyStateView<'a>>, fn steady_state;
                /// The limit of the region and what follows from it, in words. llvm-mca has no such section.
                explanation: explanation::Explanation,
                    OnRequest<explanation::ExplanationView<'a>>, fn explanation;
                /// The work of an iteration: elements or bytes, streams of memory, operations. llvm-mca has no such section.
                work: work::LoopWork, OnRequest<work::WorkView<'a>>, fn work;
                /// Causes of back pressure and the critical sequence.
                bottleneck_analysis: bottleneck::Bottleneck,
                    OnRequest<bottleneck::BottleneckView<'a>>, fn bottleneck;
                /// Micro-ops, latency and reciprocal throughput per instruction.
                instruction_info: instruction_info::InstructionInfo,
                    OnRequest<instruction_info::InstructionInfoView>, fn instruction_info;
                /// Dispatch stalls and group sizes.
                dispatch_statistics: dispatch_statistics::DispatchStatistics,
                    OnRequest<dispatch_statistics::DispatchStatisticsView>, fn dispatch_statistics;
                /// Issue widths and scheduler occupancy.
                scheduler_statistics: scheduler_statistics::SchedulerStatistics,
                    OnRequest<scheduler_statistics::SchedulerStatisticsView<'a>>,
                    fn scheduler_statistics;
                /// Retirement widths and reorder buffer occupancy.
                retire_statistics: retire_statistics::RetireStatistics,
                    OnRequest<retire_statistics::RetireStatisticsView<'a>>, fn retire_statistics;
                /// Physical registers and eliminated moves.
                register_file_statistics: register_file_statistics::RegisterFileStatistics,
                    OnRequest<register_file_statistics::RegisterFileStatisticsView>,
                    fn register_file_statistics;
                /// Cycles per resource, per iteration and per instruction.
                resource_pressure: resource_pressure::ResourcePressure,
                    Always<resource_pressure::ResourcePressureView>, fn resource_pressure;
                /// Source lines, each with its instructions, their resources and the chains that they are part of.
                /// llvm-mca has no such section.
                source_listing: source_listing::SourceListing,
                    OnRequest<source_listing::SourceListingView<'a>>, fn source_listing;
                /// Latency, ports, critical path and first dispatch stall of each instruction, beside it. llvm-mca has no
                /// such section.
                annotation: annotation::Annotation,
                    OnRequest<annotation::AnnotationView<'a>>, fn annotation;
                /// Dependencies between instructions in the steady state. llvm-mca has no such section.
                dependency_graph: dependency_graph::DependencyGraph,
                    OnRequest<dependency_graph::DependencyGraphView<'a>>, fn dependency_graph;
                /// Life of each instruction over the first iterations.
                timeline: timeline::Timeline, OnRequest<timeline::TimelineView>, fn timeline;
                /// Cycles in which no instruction issues. Only tests have this section.
                #[cfg(test)]
                issue_gaps: issue_gaps::IssueGaps,
                    OnRequest<issue_gaps::IssueGapsView>, fn issue_gaps;
            }
            by_option {
                /// Samples that Instruction-Based Sampling would take.
                ibs_samples: ibs_sample::IbsSamples,
                    OnRequest<ibs_sample::IbsSampleView>, fn ibs_samples;
            }
        }
    };
}

/// Passes the entries of all views to the macro `$callback`.
macro_rules! for_each_view {
    ($callback:ident) => {
        $crate::view_list::view_list! { all_views, $callback }
    };
}

/// Passes the entries of the views that have a switch in [`Views`](crate::Views) to the macro
/// `$callback`.
macro_rules! for_each_switched_view {
    ($callback:ident) => {
        $crate::view_list::view_list! { switched_views, $callback }
    };
}

macro_rules! all_views {
    ($callback:ident, switched { $($switched:tt)* } by_option { $($by_option:tt)* }) => {
        $callback! { $($switched)* $($by_option)* }
    };
}

macro_rules! switched_views {
    ($callback:ident, switched { $($switched:tt)* } by_option { $($by_option:tt)* }) => {
        $callback! { $($switched)* }
    };
}

pub(crate) use {all_views, for_each_switched_view, for_each_view, switched_views, view_list};
