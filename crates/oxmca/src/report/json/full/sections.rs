//! The sections of a report, with names in place of numbers.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::Texts;
use super::ibs_samples::IbsSamplesDocument;
use super::stalls::StallDocument;
use super::steady_state::SteadyStateDocument;
use super::summary::SummaryDocument;
use crate::report::Report;
use crate::view::Section;
use crate::view::bottleneck::{Bottleneck, CriticalDependency, CriticalEdge};
use crate::view::dispatch_statistics::DispatchStatistics;
use crate::view::histogram::CyclesWith;
use crate::view::ibs_sample::IbsSamples;
use crate::view::instruction_info::{InfoRow, InstructionInfo, ResourceUse};
use crate::view::register_file_statistics::{FileStatistics, RegisterFileStatistics};
use crate::view::resource_pressure::ResourcePressure;
use crate::view::retire_statistics::RetireStatistics;
use crate::view::scheduler_statistics::{BufferUsage, SchedulerStatistics};
use crate::view::steady_state::SteadyState;
use crate::view::summary::Summary;
use crate::view::timeline::{Timeline, WaitTime};
use crate::view_list::for_each_view;

/// A section that can be rendered as a part of the full document.
pub(crate) trait RenderDocument {
    /// The value of the section's property.
    type Document: Clone + fmt::Debug + Serialize;

    /// Describes the section, which belongs to `report`.
    fn document(&self, report: &Report, texts: &Texts<'_>) -> Self::Document;
}

/// Declares the properties of a region that are sections.
macro_rules! declare_sections {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        /// The sections of a region that were asked for.
        #[derive(Clone, Debug, Default, Serialize)]
        pub(super) struct Sections {
            $(
                $(#[cfg($cfg)])?
                #[serde(skip_serializing_if = "Option::is_none")]
                pub(super) $name:
                    Option<<crate::view::$module::$Section as RenderDocument>::Document>,
            )*
        }

        impl Sections {
            /// Describes the sections of a report.
            pub(super) fn new(report: &Report, texts: &Texts<'_>) -> Self {
                let mut sections = Sections::default();
                for section in &report.sections {
                    match section {
                        $(
                            $(#[cfg($cfg)])?
                            Section::$Section(section) => {
                                sections.$name = Some(section.document(report, texts));
                            }
                        )*
                    }
                }
                sections
            }
        }
    };
}

for_each_view! { declare_sections }

/// Renders sections whose documents follow from them alone.
macro_rules! describe_by_from {
    ($($Section:ident => $Document:ident,)*) => {
        $(
            impl RenderDocument for $Section {
                type Document = $Document;

                fn document(&self, _: &Report, _: &Texts<'_>) -> $Document {
                    self.into()
                }
            }
        )*
    };
}

describe_by_from! {
    Summary => SummaryDocument,
    DispatchStatistics => DispatchDocument,
    SchedulerStatistics => SchedulerDocument,
    RetireStatistics => RetireDocument,
    ResourcePressure => PressureDocument,
    IbsSamples => IbsSamplesDocument,
}

impl RenderDocument for SteadyState {
    type Document = SteadyStateDocument;

    fn document(&self, _: &Report, texts: &Texts<'_>) -> SteadyStateDocument {
        SteadyStateDocument::new(self, texts)
    }
}

impl RenderDocument for Bottleneck {
    type Document = BottleneckDocument;

    fn document(&self, report: &Report, texts: &Texts<'_>) -> BottleneckDocument {
        BottleneckDocument::new(self, report.sources.len(), texts)
    }
}

impl RenderDocument for InstructionInfo {
    type Document = Vec<InfoDocument>;

    fn document(&self, _: &Report, _: &Texts<'_>) -> Vec<InfoDocument> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(index, row)| InfoDocument::new(index, row, self.has_resource_uses)).collect()
    }
}

impl RenderDocument for RegisterFileStatistics {
    type Document = Vec<FileDocument>;

    fn document(&self, _: &Report, _: &Texts<'_>) -> Vec<FileDocument> {
        self.files.iter().map(FileDocument::from).collect()
    }
}

impl RenderDocument for Timeline {
    type Document = TimelineDocument;

    fn document(&self, report: &Report, _: &Texts<'_>) -> TimelineDocument {
        TimelineDocument::new(self, report.sources.len())
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BottleneckDocument {
    found: Option<FoundDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct FoundDocument {
    iterations: u32,
    total_cycles: u32,
    pressure_cycles: u32,
    resource_cycles: u32,
    data_dependency_cycles: u32,
    register_dependency_cycles: u32,
    memory_dependency_cycles: u32,
    resources: Vec<BusyResource>,
    critical_sequence: Vec<EdgeDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct BusyResource {
    resource: String,
    cycles: u32,
}

#[derive(Clone, Debug, Serialize)]
struct EdgeDocument {
    from_instruction: usize,
    from_iteration: usize,
    to_instruction: usize,
    to_iteration: usize,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<String>,
    seen_iterations: u32,
}

impl BottleneckDocument {
    fn new(section: &Bottleneck, num_insts: usize, texts: &Texts<'_>) -> Self {
        let edge = |edge: &CriticalEdge| {
            let (from, to) = (edge.from as usize, edge.to as usize);
            let (kind, register, resource) = match &edge.dependency {
                CriticalDependency::Register(reg) => {
                    ("register", Some((texts.register_name)(*reg)), None)
                }
                CriticalDependency::Memory => ("memory", None, None),
                CriticalDependency::Resource { name, .. } => ("resource", None, Some(name.clone())),
            };
            EdgeDocument {
                from_instruction: from % num_insts,
                from_iteration: from / num_insts,
                to_instruction: to % num_insts,
                to_iteration: to / num_insts,
                kind,
                register,
                resource,
                seen_iterations: edge.seen_iterations,
            }
        };
        let busy = |(name, cycles): &(String, u32)| BusyResource {
            resource: name.clone(),
            cycles: *cycles,
        };
        let found = section.found.as_ref().map(|found| FoundDocument {
            iterations: found.iterations,
            total_cycles: found.total_cycles,
            pressure_cycles: found.pressure_cycles,
            resource_cycles: found.resource_cycles,
            data_dependency_cycles: found.data_dependency_cycles,
            register_dependency_cycles: found.register_dependency_cycles,
            memory_dependency_cycles: found.memory_dependency_cycles,
            resources: found.resources.iter().map(busy).collect(),
            critical_sequence: found.critical_sequence.iter().map(edge).collect(),
        });
        BottleneckDocument { found }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct InfoDocument {
    instruction: usize,
    micro_ops: u32,
    latency_cycles: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bypass_latency_cycles: Option<i32>,
    reciprocal_throughput_cycles: f64,
    may_load: bool,
    may_store: bool,
    has_side_effects: bool,
    is_load_barrier: bool,
    is_store_barrier: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shared")]
    resources: Option<Arc<[ResourceUse]>>,
}

impl InfoDocument {
    fn new(index: usize, row: &InfoRow, has_resource_uses: bool) -> Self {
        // Where the latency is unknown it is below zero.
        let latency_cycles = i32::try_from(row.latency_cycles).ok().map(i32::unsigned_abs);
        let bypass = latency_cycles.map(|_| row.bypass_latency_cycles as i32);
        InfoDocument {
            instruction: index,
            micro_ops: row.micro_ops,
            latency_cycles,
            bypass_latency_cycles: bypass.filter(|_| has_resource_uses),
            reciprocal_throughput_cycles: row.reciprocal_throughput_cycles,
            may_load: row.may_load,
            may_store: row.may_store,
            has_side_effects: row.has_side_effects,
            is_load_barrier: row.is_load_barrier,
            is_store_barrier: row.is_store_barrier,
            resources: has_resource_uses.then(|| Arc::clone(&row.resources)),
        }
    }
}

/// Serializes a list that several rows share.
fn shared<T: Serialize, S: Serializer>(
    list: &Option<Arc<[T]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    list.as_deref().serialize(serializer)
}

/// A number of micro-ops, and the number of cycles with so many.
#[derive(Clone, Debug, Serialize)]
struct MicroOpCount {
    micro_ops: u32,
    cycles: u32,
}

fn micro_op_counts(rows: &[CyclesWith]) -> Vec<MicroOpCount> {
    rows.iter().map(|it| MicroOpCount { micro_ops: it.number, cycles: it.cycles }).collect()
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct DispatchDocument {
    total_cycles: u32,
    stall_cycles: StallDocument,
    dispatched_per_cycle: Vec<MicroOpCount>,
}

impl From<&DispatchStatistics> for DispatchDocument {
    fn from(section: &DispatchStatistics) -> Self {
        DispatchDocument {
            total_cycles: section.total_cycles,
            stall_cycles: StallDocument::new(
                &section.stall_cycles.map(u64::from),
                section.stall_kinds,
            ),
            dispatched_per_cycle: micro_op_counts(&section.dispatched_per_cycle),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SchedulerDocument {
    total_cycles: u32,
    issued_per_cycle: Vec<MicroOpCount>,
    buffers: Vec<BufferDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct BufferDocument {
    resource: String,
    size_entries: i32,
    max_used_entries: u32,
    average_used_entries: f64,
}

impl From<&SchedulerStatistics> for SchedulerDocument {
    fn from(section: &SchedulerStatistics) -> Self {
        let buffer = |buffer: &BufferUsage| BufferDocument {
            resource: buffer.resource.clone(),
            size_entries: buffer.size_entries,
            max_used_entries: buffer.max_used_entries,
            average_used_entries: buffer.used_entry_cycles as f64 / f64::from(section.total_cycles),
        };
        SchedulerDocument {
            total_cycles: section.total_cycles,
            issued_per_cycle: micro_op_counts(&section.issued_per_cycle),
            buffers: section.buffers.iter().map(buffer).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RetireDocument {
    total_cycles: u32,
    retired_per_cycle: Vec<InstructionCount>,
    reorder_buffer: ReorderBufferDocument,
}

/// A number of instructions, and the number of cycles with so many.
#[derive(Clone, Debug, Serialize)]
struct InstructionCount {
    instructions: u32,
    cycles: u32,
}

#[derive(Clone, Debug, Serialize)]
struct ReorderBufferDocument {
    size_entries: u32,
    max_used_entries: u32,
    average_used_entries: f64,
}

impl From<&RetireStatistics> for RetireDocument {
    fn from(section: &RetireStatistics) -> Self {
        let count =
            |it: &CyclesWith| InstructionCount { instructions: it.number, cycles: it.cycles };
        let used = f64::from(section.used_entry_cycles) / f64::from(section.total_cycles);
        RetireDocument {
            total_cycles: section.total_cycles,
            retired_per_cycle: section.retired_per_cycle.iter().map(count).collect(),
            reorder_buffer: ReorderBufferDocument {
                size_entries: section.size_entries,
                max_used_entries: section.max_used_entries,
                average_used_entries: used,
            },
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct FileDocument {
    name: Option<String>,
    size_registers: Option<NonZero<u32>>,
    total_mappings: u32,
    max_used_mappings: u32,
    optimizable_moves: u32,
    eliminated_moves: u32,
    zero_moves: u32,
    max_eliminated_moves_per_cycle: u32,
}

impl From<&FileStatistics> for FileDocument {
    fn from(file: &FileStatistics) -> Self {
        FileDocument {
            name: (!file.name.is_empty()).then(|| file.name.clone()),
            size_registers: file.size_registers,
            total_mappings: file.total_mappings,
            max_used_mappings: file.max_used_mappings,
            optimizable_moves: file.optimizable_moves,
            eliminated_moves: file.eliminated_moves,
            zero_moves: file.zero_moves,
            max_eliminated_moves_per_cycle: file.max_eliminated_moves_per_cycle,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PressureDocument {
    per_iteration: Vec<UnitPressure>,
    per_instruction: Vec<InstructionPressure>,
}

#[derive(Clone, Debug, Serialize)]
struct InstructionPressure {
    instruction: usize,
    units: Vec<UnitPressure>,
}

#[derive(Clone, Debug, Serialize)]
struct UnitPressure {
    resource: String,
    unit: u32,
    cycles: f64,
}

impl From<&ResourcePressure> for PressureDocument {
    fn from(section: &ResourcePressure) -> Self {
        let units = section.resources.iter();
        let units = units.flat_map(|row| (0..row.num_units).map(move |unit| (&row.name, unit)));
        let units: Vec<(&String, u32)> = units.collect();
        let pressure = |column: usize, cycles: f64| {
            let (resource, unit) = units[column];
            UnitPressure { resource: resource.clone(), unit, cycles }
        };
        let per_iteration = section.per_iteration_cycles.iter().enumerate();
        let per_instruction = section.per_instruction_cycles.iter().enumerate();
        let row = |(instruction, row): (usize, &[(u32, f64)])| InstructionPressure {
            instruction,
            units: row.iter().map(|(column, cycles)| pressure(*column as usize, *cycles)).collect(),
        };
        PressureDocument {
            per_iteration: per_iteration
                .map(|(column, cycles)| pressure(column, *cycles))
                .collect(),
            per_instruction: per_instruction.map(row).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct TimelineDocument {
    iterations: u32,
    last_cycle: u32,
    is_truncated: bool,
    entries: Vec<EntryDocument>,
    wait_times: Vec<WaitDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct EntryDocument {
    iteration: usize,
    instruction: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    predecoded_at_cycle: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded_at_cycle: Option<u32>,
    dispatched_at_cycle: i32,
    ready_at_cycle: u32,
    issued_at_cycle: u32,
    executed_at_cycle: u32,
    retired_at_cycle: u32,
}

#[derive(Clone, Debug, Serialize)]
struct WaitDocument {
    instruction: usize,
    iterations: u32,
    average_in_scheduler_cycles: f64,
    average_while_ready_cycles: f64,
    average_before_retirement_cycles: f64,
}

impl TimelineDocument {
    fn new(section: &Timeline, num_insts: usize) -> Self {
        let front_end = |index: usize| section.front_end.get(index).copied().unwrap_or_default();
        let entries: Vec<EntryDocument> = section
            .shown_entries()
            .iter()
            .enumerate()
            .map(|(index, entry)| EntryDocument {
                iteration: index / num_insts,
                instruction: index % num_insts,
                predecoded_at_cycle: front_end(index).predecoded_at_cycle,
                decoded_at_cycle: front_end(index).decoded_at_cycle,
                dispatched_at_cycle: entry.dispatched_at_cycle,
                ready_at_cycle: entry.ready_at_cycle,
                issued_at_cycle: entry.issued_at_cycle,
                executed_at_cycle: entry.executed_at_cycle,
                retired_at_cycle: entry.retired_at_cycle,
            })
            .collect();
        let average = |cycles: u32| f64::from(cycles) / f64::from(section.iterations);
        let waits = |(instruction, waits): (usize, &WaitTime)| WaitDocument {
            instruction,
            iterations: section.iterations,
            average_in_scheduler_cycles: average(waits.in_scheduler_cycles),
            average_while_ready_cycles: average(waits.while_ready_cycles),
            average_before_retirement_cycles: average(waits.before_retirement_cycles),
        };
        TimelineDocument {
            iterations: section.iterations,
            last_cycle: section.last_cycle,
            is_truncated: section.is_truncated(),
            entries,
            wait_times: section.wait_times.iter().enumerate().map(waits).collect(),
        }
    }
}
