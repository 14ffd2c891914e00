//! Instruction info: the numbers that the tables have for each instruction.

use std::sync::Arc;

use oxmca_tables::schema::{ItineraryStage, SchedClass, sched_class_flag};
use oxmca_tables::{Opcode, ResourceId, SchedClassId};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::class_info::{ClassInfo, ClassInfos};
use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::lower::{Lowered, LoweredInst, class, lowered_flag};
use crate::options::{InstructionTables, Options};
use crate::processor::Processor;
use crate::simulation::event::Event;

/// The instruction info section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct InstructionInfo {
    /// One row per instruction.
    pub rows: Vec<InfoRow>,
    /// Resources, when full information is shown.
    pub resources: Option<Vec<ResourceDescription>>,
    /// Set if rows have their bypass latency and uses.
    pub has_resource_uses: bool,
    /// Show memory barriers.
    pub show_barriers: bool,
    /// Show encodings.
    pub show_encoding: bool,
}

/// Information on one instruction.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct InfoRow {
    /// Its opcode.
    pub opcode: Opcode,
    /// Micro-ops.
    pub micro_ops: u32,
    /// Latency in cycles, forwarding delays included; wraps below zero where it is unknown.
    pub latency_cycles: u32,
    /// Reciprocal throughput in cycles.
    pub reciprocal_throughput_cycles: f64,
    /// May read memory.
    pub may_load: bool,
    /// May write memory.
    pub may_store: bool,
    /// Has effects its operands do not describe.
    pub has_side_effects: bool,
    /// Younger loads wait for it.
    pub is_load_barrier: bool,
    /// Younger stores wait for it.
    pub is_store_barrier: bool,
    /// Latency in cycles when the result is forwarded; only with resource uses.
    pub bypass_latency_cycles: u32,
    /// Resources used; only with resource uses.
    pub resources: Arc<[ResourceUse]>,
}

/// A resource used by an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResourceUse {
    /// Name of the resource.
    pub resource: String,
    /// Cycle at which it is taken.
    pub acquire_at_cycle: u16,
    /// Cycle at which it is free again.
    pub release_at_cycle: u16,
}

/// A resource of the model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ResourceDescription {
    /// Its name.
    pub name: String,
    /// Number of its units.
    pub num_units: u32,
    /// Names of the members of a group.
    pub members: Vec<String>,
}

/// Looks up the information on every instruction of a region.
pub(crate) fn instruction_info(
    processor: &Processor<'_>,
    lowered: &Lowered,
    options: &Options,
    class_infos: &mut ClassInfos,
) -> InstructionInfo {
    let is_full = options.instruction_tables == InstructionTables::Full;
    let has_resource_uses = is_full || options.show_resource_uses;
    let mut uses = FxHashMap::default();
    InstructionInfo {
        rows: lowered
            .insts
            .iter()
            .enumerate()
            .map(|(index, inst)| {
                let described = lowered.described_classes.get(index).copied();
                let class = described.unwrap_or(inst.sched_class);
                let row = row(inst, class_infos.of(processor, class));
                if !has_resource_uses {
                    return row;
                }
                let uses = uses.entry(class).or_insert_with(|| Uses::new(processor, class));
                InfoRow {
                    bypass_latency_cycles: row.latency_cycles.wrapping_sub(uses.bypass_cycles),
                    resources: Arc::clone(&uses.resources),
                    ..row
                }
            })
            .collect(),
        resources: is_full.then(|| resources(processor)),
        has_resource_uses,
        show_barriers: options.show_barriers,
        show_encoding: options.show_encoding,
    }
}

/// Holds the section: it follows from the tables alone.
pub(crate) struct InstructionInfoView(InstructionInfo);

impl View<'_> for InstructionInfoView {
    type Section = InstructionInfo;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.instruction_info
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let ViewInput { processor, lowered, options, .. } = context.input;
        let info = instruction_info(processor, lowered, options, context.class_infos);
        Ok(InstructionInfoView(info))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<InstructionInfo, ErrorKind> {
        Ok(self.0)
    }
}

fn row(inst: &LoweredInst, info: ClassInfo) -> InfoRow {
    let ClassInfo { micro_ops, latency_cycles, reciprocal_throughput_cycles } = info;
    InfoRow {
        opcode: inst.opcode,
        micro_ops,
        latency_cycles,
        reciprocal_throughput_cycles,
        may_load: inst.has(lowered_flag::MAY_LOAD),
        may_store: inst.has(lowered_flag::MAY_STORE),
        has_side_effects: inst.has(lowered_flag::SIDE_EFFECTS),
        is_load_barrier: inst.has(lowered_flag::LOAD_BARRIER),
        is_store_barrier: inst.has(lowered_flag::STORE_BARRIER),
        bypass_latency_cycles: 0,
        resources: Arc::default(),
    }
}

/// The resources that instructions of a class use.
struct Uses {
    /// Cycles by which forwarding shortens the latency.
    bypass_cycles: u32,
    resources: Arc<[ResourceUse]>,
}

impl Uses {
    fn new(processor: &Processor<'_>, class: SchedClassId) -> Self {
        let tables = processor.tables();
        let unknown = SchedClass::default();
        let class = tables.sched_class(processor.model, class).unwrap_or(&unknown);
        let latencies = &tables.write_latencies[class.write_latencies.range()];
        let advances = &tables.read_advances[class.read_advances.range()];
        let entries = tables.uses_of(class).iter();
        let resources =
            entries.filter(|entry| entry.release_at_cycle != 0).map(|entry| ResourceUse {
                resource: processor.resource_name(entry.resource).to_owned(),
                acquire_at_cycle: entry.acquire_at_cycle,
                release_at_cycle: entry.release_at_cycle,
            });
        let stages = tables.stages_of(class);
        let stage_uses = ItineraryStage::begins(stages).zip(stages).filter(|(_, it)| it.cycles > 0);
        let stages = stage_uses.map(|(begin, stage)| {
            let units = tables.resource_lists[stage.units.range()].iter();
            let names: Vec<&str> = units.map(|unit| processor.resource_name(*unit)).collect();
            let acquire_at_cycle = u16::try_from(begin).unwrap_or(u16::MAX);
            ResourceUse {
                resource: names.join("|"),
                acquire_at_cycle,
                release_at_cycle: acquire_at_cycle.saturating_add(stage.cycles),
            }
        });
        let is_itinerary = class.flags & sched_class_flag::ITINERARY != 0;
        let bypass_cycles = class::bypass_cycles(latencies, advances) as u32;
        Uses {
            bypass_cycles: if is_itinerary { 0 } else { bypass_cycles },
            resources: resources.chain(stages).collect(),
        }
    }
}

fn resources(processor: &Processor<'_>) -> Vec<ResourceDescription> {
    let lists = processor.tables().resource_lists;
    let rows = processor.resource_rows().iter().enumerate().skip(1);
    rows.filter(|(_, row)| row.num_units != 0)
        .map(|(id, row)| ResourceDescription {
            name: processor.resource_name(ResourceId(id as u16)).to_owned(),
            num_units: row.num_units,
            members: lists[row.sub_units.range()]
                .iter()
                .map(|id| processor.resource_name(*id).to_owned())
                .collect(),
        })
        .collect()
}
