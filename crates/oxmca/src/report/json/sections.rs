//! The sections of a report as JSON. Keys are in the order of their bytes.

use super::writer::JsonWriter;
use crate::simulation::event::StallKind;
use crate::view::Section;
use crate::view::annotation::Annotation;
use crate::view::bottleneck::{Bottleneck, CriticalDependency, CriticalEdge};
use crate::view::dependency_graph::DependencyGraph;
use crate::view::dispatch_statistics::DispatchStatistics;
use crate::view::explanation::Explanation;
use crate::view::instruction_info::InstructionInfo;
use crate::view::register_file_statistics::RegisterFileStatistics;
use crate::view::resource_pressure::ResourcePressure;
use crate::view::retire_statistics::RetireStatistics;
use crate::view::scheduler_statistics::SchedulerStatistics;
use crate::view::source_listing::SourceListing;
use crate::view::summary::Summary;
use crate::view::timeline::{FrontEndEntry, Timeline};
use crate::view::work::LoopWork;
use crate::view_list::for_each_view;

/// A section that can be rendered as a part of llvm-mca's document.
pub(crate) trait RenderJson {
    /// The key of the section in a region's object; `None` if the document has no such section.
    const KEY: Option<&'static str>;

    /// Writes the members of the section's object, in the order of the bytes of their keys. Never
    /// called without a key.
    fn render_json(&self, writer: &mut JsonWriter);
}

/// Declares the functions that render any section.
macro_rules! declare_render {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        /// Returns the key of a section, if it is part of the document.
        pub(super) fn key(section: &Section) -> Option<&'static str> {
            match section {
                $(
                    $(#[cfg($cfg)])?
                    Section::$Section(_) => <crate::view::$module::$Section as RenderJson>::KEY,
                )*
            }
        }

        /// Writes a section that has a [`key`].
        pub(super) fn write(section: &Section, writer: &mut JsonWriter) {
            writer.object(|writer| match section {
                $($(#[cfg($cfg)])? Section::$Section(section) => section.render_json(writer),)*
            });
        }
    };
}

for_each_view! { declare_render }

/// Leaves sections out that llvm-mca's document does not have.
macro_rules! leave_out {
    ($($Section:ident),*) => {
        $(
            impl RenderJson for $Section {
                const KEY: Option<&'static str> = None;

                fn render_json(&self, _: &mut JsonWriter) {}
            }
        )*
    };
}

leave_out! {
    SchedulerStatistics,
    RetireStatistics,
    RegisterFileStatistics,
    SourceListing,
    Explanation,
    Annotation,
    DependencyGraph,
    LoopWork
}

impl RenderJson for Summary {
    const KEY: Option<&'static str> = Some("SummaryView");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.double("BlockRThroughput", self.block_reciprocal_throughput_cycles);
        writer.integer("DispatchWidth", self.dispatch_width_micro_ops);
        writer.double("IPC", self.instructions_per_cycle);
        writer.integer("Instructions", self.instructions);
        writer.integer("Iterations", self.iterations);
        writer.integer("TotalCycles", self.total_cycles);
        writer.integer("TotaluOps", self.total_micro_ops);
        writer.double("uOpsPerCycle", self.micro_ops_per_cycle);
    }
}

impl RenderJson for Bottleneck {
    const KEY: Option<&'static str> = Some("BottleneckAnalysis");

    fn render_json(&self, writer: &mut JsonWriter) {
        let Some(found) = &self.found else {
            writer.integer("PressureIncreaseCycles", 0);
            return;
        };
        writer.integer("DataDependencyCycles", found.data_dependency_cycles);
        writer.key("DependencyEdge");
        writer.rows(&["FromID", "ResourceOrRegID", "ToID", "Type"], |rows| {
            for CriticalEdge { from, to, dependency, .. } in &found.critical_sequence {
                let (kind, on) = match dependency {
                    CriticalDependency::Register(reg) => (1, u64::from(reg.0)),
                    CriticalDependency::Memory => (2, 0),
                    CriticalDependency::Resource { mask, .. } => (3, *mask),
                };
                rows.integer(*from);
                rows.integer(on);
                rows.integer(*to);
                rows.integer(kind);
            }
        });
        writer.integer("MemoryDependencyCycles", found.memory_dependency_cycles);
        writer.integer("PressureIncreaseCycles", found.pressure_cycles);
        writer.integer("RegisterDependencyCycles", found.register_dependency_cycles);
        writer.key("ResourcePressure");
        writer.array(|writer| {
            for (name, cycles) in &found.resources {
                writer.element();
                writer.object(|writer| {
                    writer.named(name);
                    writer.whole(*cycles);
                });
            }
        });
        writer.integer("ResourcePressureCycles", found.resource_cycles);
        writer.integer("TotalCycles", found.total_cycles);
    }
}

impl RenderJson for InstructionInfo {
    const KEY: Option<&'static str> = Some("InstructionInfoView");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.key("InstructionList");
        writer.rows(
            &[
                "Instruction",
                "Latency",
                "NumMicroOpcodes",
                "RThroughput",
                "hasUnmodeledSideEffects",
                "mayLoad",
                "mayStore",
            ],
            |rows| {
                for (index, row) in self.rows.iter().enumerate() {
                    rows.integer(index as u32);
                    rows.integer(row.latency_cycles);
                    rows.integer(row.micro_ops);
                    rows.double(row.reciprocal_throughput_cycles);
                    rows.boolean(row.has_side_effects);
                    rows.boolean(row.may_load);
                    rows.boolean(row.may_store);
                }
            },
        );
    }
}

/// Keys of stalls, sorted.
pub(super) const STALL_KEYS: [(&str, StallKind); StallKind::COUNT] = [
    ("DRAIN", StallKind::StoreDrain),
    ("GROUP", StallKind::DispatchGroup),
    ("LQ", StallKind::LoadQueueFull),
    ("RAT", StallKind::RegisterFile),
    ("RATE", StallKind::SustainedRate),
    ("RCU", StallKind::RetireControlUnit),
    ("SCHEDQ", StallKind::SchedulerQueueFull),
    ("SERIAL", StallKind::Serialization),
    ("SQ", StallKind::StoreQueueFull),
    ("VECTOR", StallKind::VectorTransition),
];

impl RenderJson for DispatchStatistics {
    const KEY: Option<&'static str> = Some("DispatchStatistics");

    fn render_json(&self, writer: &mut JsonWriter) {
        let stalls = STALL_KEYS.iter().filter(|(_, kind)| self.stall_kinds.contains(kind));
        for (key, kind) in stalls {
            writer.integer(key, self.stall_cycles[*kind as usize]);
        }
        // Rules of a target's own.
        writer.integer("USH", self.hazard_cycles);
    }
}

impl RenderJson for ResourcePressure {
    const KEY: Option<&'static str> = Some("ResourcePressureView");

    /// Writes cycles by instruction, and then, as if it were one more instruction, those of the iteration.
    fn render_json(&self, writer: &mut JsonWriter) {
        writer.key("ResourcePressureInfo");
        writer.rows(&["InstructionIndex", "ResourceIndex", "ResourceUsage"], |rows| {
            let mut entry = |instruction: usize, unit: u32, cycles: f64| {
                rows.integer(instruction as u32);
                rows.integer(unit);
                rows.double(cycles);
            };
            for (index, units) in self.per_instruction_cycles.iter().enumerate() {
                for (unit, cycles) in units {
                    entry(index, *unit, *cycles);
                }
            }
            let all = self.per_instruction_cycles.len();
            for (unit, cycles) in self.per_iteration_cycles.iter().enumerate() {
                if *cycles != 0.0 {
                    entry(all, unit as u32, *cycles);
                }
            }
        });
    }
}

/// Writes the timeline of hardware mode. A cycle of the front end that is not known is -1.
fn render_with_front_end(timeline: &Timeline, writer: &mut JsonWriter) {
    const KEYS: [&str; 7] = [
        "CycleDecoded",
        "CycleDispatched",
        "CycleExecuted",
        "CycleIssued",
        "CyclePredecoded",
        "CycleReady",
        "CycleRetired",
    ];
    writer.rows(&KEYS, |rows| {
        let front_end = timeline.front_end.iter().copied();
        let front_end = front_end.chain(std::iter::repeat(FrontEndEntry::default()));
        for (entry, front_end) in timeline.shown_entries().iter().zip(front_end) {
            let cycle = |it: Option<u32>| it.map_or(-1, |it| it as i32);
            rows.integer(cycle(front_end.decoded_at_cycle));
            rows.integer(entry.dispatched_at_cycle);
            rows.integer(entry.executed_at_cycle);
            rows.integer(entry.issued_at_cycle);
            rows.integer(cycle(front_end.predecoded_at_cycle));
            rows.integer(entry.ready_at_cycle);
            rows.integer(entry.retired_at_cycle);
        }
    });
}

impl RenderJson for Timeline {
    const KEY: Option<&'static str> = Some("TimelineView");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.key("TimelineInfo");
        if !self.front_end.is_empty() {
            return render_with_front_end(self, writer);
        }
        writer.rows(
            &["CycleDispatched", "CycleExecuted", "CycleIssued", "CycleReady", "CycleRetired"],
            |rows| {
                for entry in self.shown_entries() {
                    rows.integer(entry.dispatched_at_cycle);
                    rows.integer(entry.executed_at_cycle);
                    rows.integer(entry.issued_at_cycle);
                    rows.integer(entry.ready_at_cycle);
                    rows.integer(entry.retired_at_cycle);
                }
            },
        );
    }
}
