//! Scheduler statistics: micro-ops issued per cycle, and entries in use.

use super::histogram::{CyclesWith, Histogram};
use super::{EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::lower::{Lowered, lowered_flag};
use crate::options::{Options, ScaleFactor};
use crate::processor::{Processor, ResourceIndex, bits};
use crate::simulation::event::Event;

/// The scheduler statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SchedulerStatistics {
    /// Cycles simulated.
    pub total_cycles: u32,
    /// Numbers of micro-ops issued in a cycle, each with the number of such cycles.
    pub issued_per_cycle: Vec<CyclesWith>,
    /// Some buffer was in use at the end of some cycle.
    pub any_used: bool,
    /// Resources with a buffer, in the model's order.
    pub buffers: Vec<BufferUsage>,
}

/// Use of a reservation station, load queue or store queue.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BufferUsage {
    /// Name of the resource.
    pub resource: String,
    /// Entries in use, summed up over all cycles.
    pub used_entry_cycles: u64,
    /// Most entries in use at the end of a cycle.
    pub max_used_entries: u32,
    /// Entries.
    pub size_entries: i32,
}

#[derive(Clone, Copy, Default)]
struct Usage {
    in_use: u32,
    most: u32,
    cumulative: u64,
}

#[derive(Clone, Default)]
struct Counts {
    cycles: u32,
    issue_widths: Histogram,
    /// By resource index.
    usage: Vec<Usage>,
}

/// Accumulates scheduler statistics.
pub(crate) struct SchedulerStatisticsView<'a> {
    processor: &'a Processor<'a>,
    lowered: &'a Lowered,
    scale: ScaleFactor,
    issued: u32,
    counts: Counts,
    marked: Counts,
    load_queue: Option<ResourceIndex>,
    store_queue: Option<ResourceIndex>,
    /// Own bits of the queues.
    queues: u64,
    /// Own bits of the queues and of resources with reservation stations.
    buffered: u64,
    last_load: u32,
    last_store: u32,
}

impl<'a> View<'a> for SchedulerStatisticsView<'a> {
    type Section = SchedulerStatistics;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = None;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.scheduler_statistics
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let (processor, lowered) = (context.input.processor, context.input.lowered);
        let queue = |id: oxmca_tables::ResourceId| {
            let mask = processor.masks[id.index()];
            (processor.has_extra_info() && id.0 != 0).then(|| ResourceIndex::of_mask(mask))
        };
        let load_queue = queue(processor.model.load_queue);
        let store_queue = queue(processor.model.store_queue);
        let bit = |queue: Option<ResourceIndex>| queue.map_or(0, ResourceIndex::bit);
        let queues = bit(load_queue) | bit(store_queue);
        let resources = processor.resources.iter().enumerate();
        let with_stations = resources.filter(|(_, resource)| resource.buffer_size != -1);
        Ok(SchedulerStatisticsView {
            processor,
            lowered,
            scale: context.input.options.reservation_station_scale_factor,
            issued: 0,
            counts: Counts {
                usage: vec![Usage::default(); processor.resources.len()],
                ..Counts::default()
            },
            marked: Counts::default(),
            load_queue,
            store_queue,
            queues,
            buffered: with_stations.fold(queues, |mask, (index, _)| mask | 1 << index),
            last_load: u32::MAX,
            last_store: u32::MAX,
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Issued { inst } => {
                self.issued += self.lowered.insts[inst.position as usize].micro_ops;
            }
            Event::Dispatched { inst, .. } => {
                let flags = self.lowered.insts[inst.position as usize].flags;
                if let Some(queue) = self.load_queue
                    && flags & lowered_flag::MAY_LOAD != 0
                    && self.last_load != inst.index
                {
                    self.last_load = inst.index;
                    self.change(queue, 1);
                }
                if let Some(queue) = self.store_queue
                    && flags & lowered_flag::MAY_STORE != 0
                    && self.last_store != inst.index
                {
                    self.last_store = inst.index;
                    self.change(queue, 1);
                }
            }
            Event::Executed { inst } => {
                let flags = self.lowered.insts[inst.position as usize].flags;
                if let (Some(queue), true) = (self.load_queue, flags & lowered_flag::MAY_LOAD != 0)
                {
                    self.change(queue, -1);
                }
                if let (Some(queue), true) =
                    (self.store_queue, flags & lowered_flag::MAY_STORE != 0)
                {
                    self.change(queue, -1);
                }
            }
            Event::BuffersReserved { buffers, .. } => {
                for index in bits(buffers & !self.queues) {
                    self.change(index, 1);
                }
            }
            Event::BuffersReleased { buffers } => {
                for index in bits(buffers & !self.queues) {
                    self.change(index, -1);
                }
            }
            Event::CycleEnd => {
                self.counts.cycles = self.counts.cycles.wrapping_add(1);
                for index in bits(self.buffered) {
                    let usage = &mut self.counts.usage[index.index()];
                    usage.cumulative = usage.cumulative.wrapping_add(usage.in_use.into());
                    usage.most = usage.most.max(usage.in_use);
                }
                self.counts.issue_widths.count(std::mem::take(&mut self.issued));
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // In order, entries in use can become more for ever: LLVM forgets to free some.
    fn put_state(&self, _: u32, _: u32, put: &mut dyn FnMut(u64)) {
        self.counts.usage.iter().for_each(|usage| put(u64::from(usage.in_use)));
    }

    fn mark(&mut self) {
        self.marked = self.counts.clone();
    }

    fn repeat(&mut self, times: u32, _: u32) {
        let Counts { cycles, issue_widths, usage } = &mut self.counts;
        *cycles = repeated(self.marked.cycles, *cycles, times);
        issue_widths.repeat(&self.marked.issue_widths, times);
        for (usage, marked) in usage.iter_mut().zip(&self.marked.usage) {
            let grown = usage.cumulative.wrapping_sub(marked.cumulative);
            usage.cumulative = usage.cumulative.wrapping_add(grown.wrapping_mul(times.into()));
        }
    }

    fn into_section(self) -> Result<SchedulerStatistics, ErrorKind> {
        let processor = self.processor;
        let rows = processor.resource_rows().iter().enumerate().skip(1);
        let buffers = rows.filter(|(_, row)| row.buffer_size > 0).map(|(id, row)| {
            let index = ResourceIndex::of_mask(processor.masks[id]);
            let usage = self.counts.usage[index.index()];
            BufferUsage {
                resource: processor.resource_name(oxmca_tables::ResourceId(id as u16)).to_owned(),
                used_entry_cycles: usage.cumulative,
                max_used_entries: usage.most,
                size_entries: self.scale.scale_entries(row.buffer_size),
            }
        });
        Ok(SchedulerStatistics {
            total_cycles: self.counts.cycles,
            issued_per_cycle: self.counts.issue_widths.rows(),
            any_used: self.counts.usage.iter().any(|usage| usage.most != 0),
            buffers: buffers.collect(),
        })
    }
}

impl SchedulerStatisticsView<'_> {
    fn change(&mut self, index: ResourceIndex, entries: i32) {
        let in_use = &mut self.counts.usage[index.index()].in_use;
        *in_use = in_use.wrapping_add_signed(entries);
    }
}
