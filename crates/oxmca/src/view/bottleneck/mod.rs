//! Bottleneck analysis: the causes of back pressure, and the critical sequence of dependencies.

mod delays;
mod graph;
mod pressure;

use oxmca_tables::{Reg, ResourceId};

use super::{EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::{Processor, ResourceIndex};
use crate::simulation::event::{Event, Pressure};
use graph::{Graph, GraphEdge};
use pressure::PressureTracker;

/// The bottleneck section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bottleneck {
    /// The causes of pressure; `None` when nothing stalled or pressure never grew.
    pub found: Option<Found>,
}

/// Causes of back pressure. Cycles may count for several causes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// Iterations simulated.
    pub iterations: u32,
    /// Cycles simulated.
    pub total_cycles: u32,
    /// Cycles in which pressure grew, for whatever cause.
    pub pressure_cycles: u32,
    /// Cycles in which it grew because of busy resources.
    pub resource_cycles: u32,
    /// Cycles in which it grew because of register or memory dependencies.
    pub data_dependency_cycles: u32,
    /// Cycles in which it grew because of register dependencies.
    pub register_dependency_cycles: u32,
    /// Cycles in which it grew because of memory dependencies.
    pub memory_dependency_cycles: u32,
    /// Busy resources with the cycles in which they added pressure, in the model's order.
    pub resources: Vec<(String, u32)>,
    /// The most expensive chain of dependencies, over up to three iterations. May be empty.
    pub critical_sequence: Vec<CriticalEdge>,
}

/// A dependency of the critical sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CriticalEdge {
    /// Instruction that is waited for. Numbers of instances in later iterations follow those of
    /// earlier ones.
    pub from: u32,
    /// Instruction that waits.
    pub to: u32,
    /// Number of iterations in which it was seen.
    pub seen_iterations: u32,
    /// The reason why it waits.
    pub dependency: CriticalDependency,
}

/// Kind of a dependency.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CriticalDependency {
    /// A register.
    Register(Reg),
    /// Memory.
    Memory,
    /// A busy resource.
    Resource {
        /// Its name.
        name: String,
        /// Its mask in the simulation.
        mask: u64,
    },
}

/// Accumulates the bottleneck analysis.
pub(crate) struct BottleneckView<'a> {
    processor: &'a Processor<'a>,
    tracker: PressureTracker,
    graph: Graph,
    iterations: u32,
    last_index: u32,
    saw_stall: bool,
    grew: [bool; 3],
    cycles: CycleCounts,
    marked: Marked,
}

#[derive(Clone, Copy, Default)]
struct CycleCounts {
    total: u32,
    pressure: u32,
    /// By [`Pressure`] as an index.
    cause: [u32; 3],
    data_dependency: u32,
}

/// Counts at a mark.
#[derive(Default)]
struct Marked {
    cycles: CycleCounts,
    tracker: pressure::Counts,
    edges: Vec<Vec<(u64, u32)>>,
}

impl<'a> View<'a> for BottleneckView<'a> {
    type Section = Bottleneck;

    const EVENTS: EventLevel = EventLevel::Pressure;

    const HARDWARE_EVENTS: Option<EventLevel> = None;

    fn is_supported(processor: &Processor<'_>) -> bool {
        processor.is_out_of_order()
    }

    fn is_requested(options: &Options) -> bool {
        options.views.bottleneck_analysis
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        let processor = context.input.processor;
        let iterations = context.input.options.effective_iterations();
        let num_insts = context.input.lowered.insts.len() as u32;
        Ok(BottleneckView {
            processor,
            tracker: PressureTracker::new(processor),
            graph: Graph::new(num_insts),
            iterations,
            last_index: iterations.wrapping_mul(num_insts).wrapping_sub(1),
            saw_stall: false,
            grew: [false; 3],
            cycles: CycleCounts::default(),
            marked: Marked::default(),
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Dispatched { inst, .. } => self.tracker.on_dispatched(inst.index),
            Event::Executed { inst } => self.tracker.on_executed(inst.index),
            Event::Stalled { .. } => self.saw_stall = true,
            Event::PressureIncreased { reason, resources } => {
                self.grew[reason as usize] = true;
                if reason == Pressure::Resources {
                    self.tracker.on_busy(self.processor, resources);
                }
            }
            Event::Delayed { inst, reason } => self.tracker.on_delayed(inst.index, reason),
            Event::CriticalResources { inst, resources } => {
                let pressure = self.tracker.cycles(inst.index, Pressure::Resources);
                // The loops of `for_each` nest; `for` would ask at each step which of them it is in.
                self.tracker.users(resources).for_each(|(bit, user)| {
                    let cost = user.cycles.wrapping_add(pressure.wrapping_mul(2));
                    let dependency = graph::GraphDependency::Resource(bit);
                    self.graph.depend(user.index, inst.position, dependency, cost);
                });
            }
            Event::CriticalRegister { inst, from, reg, cycles } => {
                let pressure = self.tracker.cycles(inst.index, Pressure::Registers);
                let cost = cycles.wrapping_add(pressure.wrapping_mul(2));
                let dependency = graph::GraphDependency::Register(reg);
                self.graph.depend(from, inst.position, dependency, cost);
            }
            Event::CriticalMemory { inst, from, cycles } => {
                let pressure = self.tracker.cycles(inst.index, Pressure::Memory);
                let cost = cycles.wrapping_add(pressure.wrapping_mul(2));
                self.graph.depend(from, inst.position, graph::GraphDependency::Memory, cost);
            }
            Event::Issued { inst } if inst.index == self.last_index => {
                self.graph.finalize(self.iterations);
            }
            Event::ResourceUsed { inst, resource, unit, cycles } => {
                self.tracker.on_used(inst.index, resource, unit, cycles);
            }
            Event::CycleEnd => self.end_cycle(),
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        self.tracker.put_state(head, end, put);
    }

    fn mark(&mut self) {
        self.marked = Marked {
            cycles: self.cycles,
            tracker: self.tracker.counts(),
            edges: self.graph.counts(),
        };
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        let (cycles, marked) = (&mut self.cycles, &self.marked.cycles);
        cycles.total = repeated(marked.total, cycles.total, times);
        cycles.pressure = repeated(marked.pressure, cycles.pressure, times);
        for (count, marked) in cycles.cause.iter_mut().zip(marked.cause) {
            *count = repeated(marked, *count, times);
        }
        cycles.data_dependency = repeated(marked.data_dependency, cycles.data_dependency, times);
        self.tracker.repeat(&self.marked.tracker, times, insts == 0);
        self.graph.repeat(&self.marked.edges, times);
        self.last_index -= times * insts;
    }

    fn into_section(self) -> Result<Bottleneck, ErrorKind> {
        if !self.saw_stall || self.cycles.pressure == 0 {
            return Ok(Bottleneck { found: None });
        }
        let processor = self.processor;
        let ids = 0..processor.resource_rows().len();
        let resources = ids.filter_map(|id| {
            let cycles = self.tracker.distribution(id);
            (cycles != 0)
                .then(|| (processor.resource_name(ResourceId(id as u16)).to_owned(), cycles))
        });
        let edge = |edge: GraphEdge| CriticalEdge {
            from: edge.from,
            to: edge.to,
            seen_iterations: edge.frequency,
            dependency: match edge.dependency {
                graph::GraphDependency::Register(reg) => CriticalDependency::Register(reg),
                graph::GraphDependency::Memory => CriticalDependency::Memory,
                graph::GraphDependency::Resource(mask) => {
                    let index = ResourceIndex::of_mask(mask).index();
                    let name = processor.resource_name(processor.resources[index].id).to_owned();
                    CriticalDependency::Resource { name, mask }
                }
            },
        };
        Ok(Bottleneck {
            found: Some(Found {
                iterations: self.iterations,
                total_cycles: self.cycles.total,
                pressure_cycles: self.cycles.pressure,
                resource_cycles: self.cycles.cause[Pressure::Resources as usize],
                data_dependency_cycles: self.cycles.data_dependency,
                register_dependency_cycles: self.cycles.cause[Pressure::Registers as usize],
                memory_dependency_cycles: self.cycles.cause[Pressure::Memory as usize],
                resources: resources.collect(),
                critical_sequence: self
                    .graph
                    .critical_sequence()
                    .iter()
                    .copied()
                    .map(edge)
                    .collect(),
            }),
        })
    }
}

impl BottleneckView<'_> {
    fn end_cycle(&mut self) {
        self.cycles.total = self.cycles.total.wrapping_add(1);
        let grew = std::mem::take(&mut self.grew);
        if grew == [false; 3] {
            return;
        }
        self.cycles.pressure = self.cycles.pressure.wrapping_add(1);
        for (cycles, grew) in self.cycles.cause.iter_mut().zip(grew) {
            *cycles = cycles.wrapping_add(grew.into());
        }
        let by_data = grew[Pressure::Registers as usize] || grew[Pressure::Memory as usize];
        self.cycles.data_dependency = self.cycles.data_dependency.wrapping_add(by_data.into());
    }
}
