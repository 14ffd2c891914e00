//! Views: each accumulates from events, or from the tables, and yields a section of plain data.

pub mod bottleneck;
pub mod dispatch_statistics;
pub mod histogram;
pub mod ibs_sample;
pub mod instruction_info;
pub mod register_file_statistics;
pub mod resource_pressure;
pub mod retire_statistics;
pub mod scheduler_statistics;
pub mod summary;
pub mod timeline;

use crate::error::ErrorKind;
use crate::event::{Event, Observer};
use crate::lower::Lowered;
use crate::options::Options;
use crate::processor::Processor;
use crate::progress::Progress;
use crate::steady_state::SteadyState;

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Section {
    /// Iterations, cycles, throughput.
    Summary(summary::Summary),
    /// What an iteration costs once the pipeline is full, and why.
    SteadyState(SteadyState),
    /// Causes of back pressure and the critical sequence.
    Bottleneck(bottleneck::Bottleneck),
    /// Micro-ops, latency and reciprocal throughput per instruction.
    InstructionInfo(instruction_info::InstructionInfo),
    /// Dispatch stalls and group sizes.
    DispatchStatistics(dispatch_statistics::DispatchStatistics),
    /// Issue widths and scheduler occupancy.
    SchedulerStatistics(scheduler_statistics::SchedulerStatistics),
    /// Retirement widths and reorder buffer occupancy.
    RetireStatistics(retire_statistics::RetireStatistics),
    /// Physical registers and eliminated moves.
    RegisterFileStatistics(register_file_statistics::RegisterFileStatistics),
    /// Cycles per resource, per iteration and per instruction.
    ResourcePressure(resource_pressure::ResourcePressure),
    /// Life of each instruction over the first iterations.
    Timeline(timeline::Timeline),
    /// What Instruction-Based Sampling would measure.
    IbsSamples(ibs_sample::IbsSamples),
}

/// The views of one simulation.
pub struct ViewSet<'a> {
    basic: BasicViews<'a>,
    detailed: Option<Box<DetailedViews<'a>>>,
}

/// Views that do without details.
pub struct BasicViews<'a> {
    summary: summary::SummaryView<'a>,
    resource_pressure: resource_pressure::ResourcePressureView,
    /// Which of them are wanted; the others count all the same.
    wants_summary: bool,
    wants_resource_pressure: bool,
    progress: Option<&'a Progress>,
}

/// Views that look at every event. Kept apart so that a run without them does not pay for them.
#[derive(Default)]
struct DetailedViews<'a> {
    bottleneck: Option<bottleneck::BottleneckView<'a>>,
    dispatch_statistics: Option<dispatch_statistics::DispatchStatisticsView>,
    scheduler_statistics: Option<scheduler_statistics::SchedulerStatisticsView<'a>>,
    retire_statistics: Option<retire_statistics::RetireStatisticsView<'a>>,
    register_file_statistics: Option<register_file_statistics::RegisterFileStatisticsView>,
    timeline: Option<timeline::TimelineView>,
    ibs_sample: Option<ibs_sample::IbsSampleView>,
}

impl<'a> ViewSet<'a> {
    /// The views that `options` asks for.
    ///
    /// # Errors
    /// [`ErrorKind::TooLong`] when a timeline of the requested length does not fit in memory.
    pub fn new(
        processor: &'a Processor<'a>,
        lowered: &'a Lowered,
        options: &Options,
    ) -> Result<Self, ErrorKind> {
        let wanted = &options.views;
        let basic = BasicViews {
            summary: summary::SummaryView::new(processor, lowered, options.dispatch_width_uops),
            resource_pressure: resource_pressure::ResourcePressureView::new(
                processor,
                lowered.insts.len(),
            ),
            wants_summary: wanted.summary,
            wants_resource_pressure: wanted.resource_pressure,
            progress: None,
        };
        let detailed = DetailedViews::new(processor, lowered, options)?;
        Ok(ViewSet { basic, detailed: detailed.map(Box::new) })
    }

    /// The views, which count iterations there.
    pub fn reporting_to(mut self, progress: Option<&'a Progress>) -> Self {
        self.basic.progress = progress;
        self
    }

    /// The basic views, if there are no others.
    pub fn only_basic(&mut self) -> Option<&mut BasicViews<'a>> {
        self.detailed.is_none().then_some(&mut self.basic)
    }

    /// The sections, in the order llvm-mca prints them. `instruction_info` goes to its place.
    pub fn into_sections(
        self,
        instruction_info: Option<instruction_info::InstructionInfo>,
    ) -> Vec<Section> {
        let mut sections = Vec::with_capacity(4);
        let detailed = self.detailed.map_or_else(DetailedViews::default, |views| *views);
        let BasicViews { summary, resource_pressure, .. } = self.basic;
        sections.extend(self.basic.wants_summary.then(|| Section::Summary(summary.section())));
        sections.extend(detailed.bottleneck.map(|view| Section::Bottleneck(view.section())));
        sections.extend(instruction_info.map(Section::InstructionInfo));
        sections.extend(
            detailed.dispatch_statistics.map(|view| Section::DispatchStatistics(view.section())),
        );
        sections.extend(
            detailed.scheduler_statistics.map(|view| Section::SchedulerStatistics(view.section())),
        );
        sections.extend(
            detailed.retire_statistics.map(|view| Section::RetireStatistics(view.section())),
        );
        sections.extend(
            detailed
                .register_file_statistics
                .map(|view| Section::RegisterFileStatistics(view.section())),
        );
        if self.basic.wants_resource_pressure {
            sections.push(Section::ResourcePressure(resource_pressure.section()));
        }
        sections.extend(detailed.timeline.map(|view| Section::Timeline(view.section())));
        sections.extend(detailed.ibs_sample.map(|view| Section::IbsSamples(view.section())));
        sections
    }
}

impl<'a> DetailedViews<'a> {
    /// The detailed views that `options` asks for, if any.
    fn new(
        processor: &'a Processor<'a>,
        lowered: &'a Lowered,
        options: &Options,
    ) -> Result<Option<Self>, ErrorKind> {
        let wanted = &options.views;
        let any = wanted.timeline
            || wanted.bottleneck_analysis
            || wanted.dispatch_statistics
            || wanted.scheduler_statistics
            || wanted.retire_statistics
            || wanted.register_file_statistics
            || options.ibs_sampling_period_uops != 0;
        if !any {
            return Ok(None);
        }
        let iterations = options.effective_iterations();
        let timeline = match wanted.timeline {
            true => Some(timeline::TimelineView::new(lowered.insts.len(), options)?),
            false => None,
        };
        Ok(Some(DetailedViews {
            bottleneck: wanted
                .bottleneck_analysis
                .then(|| bottleneck::BottleneckView::new(processor, lowered, iterations)),
            dispatch_statistics: wanted.dispatch_statistics.then(Default::default),
            scheduler_statistics: wanted
                .scheduler_statistics
                .then(|| scheduler_statistics::SchedulerStatisticsView::new(processor, lowered)),
            retire_statistics: wanted
                .retire_statistics
                .then(|| retire_statistics::RetireStatisticsView::new(processor, lowered)),
            register_file_statistics: wanted
                .register_file_statistics
                .then(|| register_file_statistics::RegisterFileStatisticsView::new(processor)),
            timeline,
            ibs_sample: ibs_sample::IbsSampleView::new(processor, lowered, options),
        }))
    }

    // Inlined, so that each kind of event comes to those views only that look at it.
    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        if let Some(view) = &mut self.timeline {
            view.on_event(cycle, event);
        }
        if let Some(view) = &mut self.bottleneck {
            view.on_event(event);
        }
        if let Some(view) = &mut self.dispatch_statistics {
            view.on_event(event);
        }
        if let Some(view) = &mut self.scheduler_statistics {
            view.on_event(event);
        }
        if let Some(view) = &mut self.retire_statistics {
            view.on_event(event);
        }
        if let Some(view) = &mut self.register_file_statistics {
            view.on_event(event);
        }
        if let Some(view) = &mut self.ibs_sample {
            view.on_event(cycle, event);
        }
    }

    fn mark(&mut self) {
        if let Some(view) = &mut self.bottleneck {
            view.mark();
        }
        if let Some(view) = &mut self.dispatch_statistics {
            view.mark();
        }
        if let Some(view) = &mut self.scheduler_statistics {
            view.mark();
        }
        if let Some(view) = &mut self.retire_statistics {
            view.mark();
        }
        if let Some(view) = &mut self.register_file_statistics {
            view.mark();
        }
        if let Some(view) = &mut self.ibs_sample {
            view.mark();
        }
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        if let Some(view) = &mut self.bottleneck {
            view.repeat(times, insts);
        }
        if let Some(view) = &mut self.dispatch_statistics {
            view.repeat(times);
        }
        if let Some(view) = &mut self.scheduler_statistics {
            view.repeat(times);
        }
        if let Some(view) = &mut self.retire_statistics {
            view.repeat(times);
        }
        if let Some(view) = &mut self.register_file_statistics {
            view.repeat(times);
        }
        if let Some(view) = &mut self.ibs_sample {
            view.repeat(times, insts);
        }
    }
}

impl Observer for BasicViews<'_> {
    const SEES_DETAILS: bool = false;

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        self.summary.on_event(event);
        self.resource_pressure.on_event(event);
    }

    fn repeatable_from(&self) -> Option<u32> {
        Some(self.summary.repeatable_from())
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        self.summary.add_cycles(cycles);
    }

    fn wants_iterations(&self) -> bool {
        self.progress.is_some()
    }

    fn on_iterations(&mut self, iterations: u32) {
        if let Some(progress) = self.progress {
            progress.set(iterations);
        }
    }

    fn mark(&mut self) {
        self.summary.mark();
        self.resource_pressure.mark();
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        self.summary.repeat(times, insts);
        self.resource_pressure.repeat(times, insts);
    }
}

impl Observer for ViewSet<'_> {
    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.basic.on_event(cycle, event);
        if let Some(views) = &mut self.detailed {
            views.on_event(cycle, event);
        }
    }

    fn repeatable_from(&self) -> Option<u32> {
        let basic = self.basic.repeatable_from()?;
        let timeline = self.detailed.as_ref().and_then(|views| views.timeline.as_ref());
        match timeline {
            Some(timeline) => Some(timeline.repeatable_from()?.max(basic)),
            None => Some(basic),
        }
    }

    fn wants_iterations(&self) -> bool {
        self.basic.wants_iterations()
    }

    fn on_iterations(&mut self, iterations: u32) {
        self.basic.on_iterations(iterations);
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        let Some(views) = &self.detailed else { return };
        if let Some(view) = &views.bottleneck {
            view.put_state(head, end, put);
        }
        // In order, what is in use can grow for ever: LLVM forgets to free some of it.
        if let Some(view) = &views.scheduler_statistics {
            view.put_state(put);
        }
        if let Some(view) = &views.retire_statistics {
            view.put_state(put);
        }
        if let Some(view) = &views.register_file_statistics {
            view.put_state(put);
        }
        if let Some(view) = &views.ibs_sample {
            view.put_state(put);
        }
    }

    fn mark(&mut self) {
        self.basic.mark();
        if let Some(views) = &mut self.detailed {
            views.mark();
        }
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        self.basic.repeat(times, insts);
        if let Some(views) = &mut self.detailed {
            views.repeat(times, insts);
        }
    }
}

/// A count that has grown since it was `marked`, after growing by as much another `times` times.
/// Counts wrap as llvm-mca's do.
pub(crate) const fn repeated(marked: u32, count: u32, times: u32) -> u32 {
    count.wrapping_add(count.wrapping_sub(marked).wrapping_mul(times))
}
