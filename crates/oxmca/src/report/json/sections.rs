//! The sections of a report as JSON. Keys are in the order of their bytes.

use super::writer::Writer;
use super::{ibs_samples, steady_state};
use crate::event::StallKind;
use crate::view::Section;
use crate::view::bottleneck::{Bottleneck, CriticalEdge, Dependency};
use crate::view::dispatch_statistics::DispatchStatistics;
use crate::view::instruction_info::InstructionInfo;
use crate::view::resource_pressure::ResourcePressure;
use crate::view::summary::Summary;
use crate::view::timeline::Timeline;

/// The key of a section, if it is part of the document.
pub(super) fn key(section: &Section) -> Option<&'static str> {
    match section {
        Section::Summary(_) => Some("SummaryView"),
        Section::SteadyState(_) => Some("SteadyState"),
        Section::Bottleneck(_) => Some("BottleneckAnalysis"),
        Section::InstructionInfo(_) => Some("InstructionInfoView"),
        Section::DispatchStatistics(_) => Some("DispatchStatistics"),
        Section::ResourcePressure(_) => Some("ResourcePressureView"),
        Section::Timeline(_) => Some("TimelineView"),
        Section::IbsSamples(_) => Some("IbsSampleView"),
        Section::SchedulerStatistics(_)
        | Section::RetireStatistics(_)
        | Section::RegisterFileStatistics(_) => None,
    }
}

/// Writes a section that has a [`key`].
pub(super) fn write(section: &Section, writer: &mut Writer) {
    writer.object(|writer| match section {
        Section::Summary(section) => summary(section, writer),
        Section::SteadyState(section) => steady_state::write(section, writer),
        Section::Bottleneck(section) => bottleneck(section, writer),
        Section::InstructionInfo(section) => instruction_info(section, writer),
        Section::DispatchStatistics(section) => dispatch_statistics(section, writer),
        Section::ResourcePressure(section) => resource_pressure(section, writer),
        Section::Timeline(section) => timeline(section, writer),
        Section::IbsSamples(section) => ibs_samples::write(section, writer),
        Section::SchedulerStatistics(_)
        | Section::RetireStatistics(_)
        | Section::RegisterFileStatistics(_) => {}
    });
}

fn summary(section: &Summary, writer: &mut Writer) {
    writer.double("BlockRThroughput", section.block_reciprocal_throughput_cycles);
    writer.integer("DispatchWidth", section.dispatch_width_uops);
    writer.double("IPC", section.instructions_per_cycle);
    writer.integer("Instructions", section.instructions);
    writer.integer("Iterations", section.iterations);
    writer.integer("TotalCycles", section.cycles);
    writer.integer("TotaluOps", section.micro_ops);
    writer.double("uOpsPerCycle", section.micro_ops_per_cycle);
}

fn bottleneck(section: &Bottleneck, writer: &mut Writer) {
    let Some(found) = &section.found else {
        writer.integer("PressureIncreaseCycles", 0);
        return;
    };
    writer.integer("DataDependencyCycles", found.data_dependency_cycles);
    writer.key("DependencyEdge");
    writer.rows(&["FromID", "ResourceOrRegID", "ToID", "Type"], |rows| {
        for CriticalEdge { from, to, dependency, .. } in &found.critical_sequence {
            let (kind, on) = match dependency {
                Dependency::Register(reg) => (1, u64::from(reg.0)),
                Dependency::Memory => (2, 0),
                Dependency::Resource { mask, .. } => (3, *mask),
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

fn instruction_info(section: &InstructionInfo, writer: &mut Writer) {
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
            for (index, row) in section.rows.iter().enumerate() {
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

fn dispatch_statistics(section: &DispatchStatistics, writer: &mut Writer) {
    let mut stalls = |key, kind: StallKind| writer.integer(key, section.stalls[kind as usize]);
    stalls("GROUP", StallKind::DispatchGroup);
    stalls("LQ", StallKind::LoadQueueFull);
    stalls("RAT", StallKind::RegisterFile);
    stalls("RCU", StallKind::RetireControlUnit);
    stalls("SCHEDQ", StallKind::SchedulerQueueFull);
    stalls("SQ", StallKind::StoreQueueFull);
    // Only rules of a target's own could stall here, and no target has any.
    writer.integer("USH", 0);
}

/// Cycles by instruction, and then, as if it were one more instruction, those of the iteration.
fn resource_pressure(section: &ResourcePressure, writer: &mut Writer) {
    writer.key("ResourcePressureInfo");
    writer.rows(&["InstructionIndex", "ResourceIndex", "ResourceUsage"], |rows| {
        let mut entry = |instruction: usize, unit: u32, cycles: f64| {
            rows.integer(instruction as u32);
            rows.integer(unit);
            rows.double(cycles);
        };
        for (index, units) in section.per_instruction_cycles.iter().enumerate() {
            for (unit, cycles) in units {
                entry(index, *unit, *cycles);
            }
        }
        let all = section.per_instruction_cycles.len();
        for (unit, cycles) in section.per_iteration_cycles.iter().enumerate() {
            if *cycles != 0.0 {
                entry(all, unit as u32, *cycles);
            }
        }
    });
}

fn timeline(section: &Timeline, writer: &mut Writer) {
    writer.key("TimelineInfo");
    writer.rows(
        &["CycleDispatched", "CycleExecuted", "CycleIssued", "CycleReady", "CycleRetired"],
        |rows| {
            for entry in section.shown_entries() {
                rows.integer(entry.dispatched);
                rows.integer(entry.executed);
                rows.integer(entry.issued);
                rows.integer(entry.ready);
                rows.integer(entry.retired);
            }
        },
    );
}
