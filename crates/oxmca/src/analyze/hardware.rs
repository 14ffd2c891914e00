//! Hardware mode: its sections, from the pace that it finds and from views that observe it.

use std::borrow::Cow;
use std::cell::OnceCell;

use oxmca_asm::{Inst, Target};
use oxmca_tables::Reg;

use crate::error::ErrorKind;
use crate::explain::Explanation;
use crate::explain::do_overlap;
use crate::hardware::{
    HardwareCode, HardwareOptions, HardwarePace, HardwareRegion, hardware_processor,
};
use crate::lower::Lowered;
use crate::options::Options;
use crate::processor::Processor;
use crate::program::builder::Builder;
use crate::progress::Progress;
use crate::steady_state::{DependencyEdge, LinkCause, SteadyState};
use crate::view::annotation::{Annotation, FirstStalls};
use crate::view::class_info::ClassInfos;
use crate::view::dependency_graph::DependencyGraph;
use crate::view::instruction_info::instruction_info;
use crate::view::resource_pressure::static_pressure;
use crate::view::source_listing::SourceListing;
use crate::view::summary::Summary;
use crate::view::{Section, ViewContext, ViewSet, Views};

/// The most instructions of a region in hardware mode, which follows every micro-op of a few iterations.
pub const MAX_HARDWARE_INSTRUCTIONS: usize = 1 << 14;

/// Makes instructions ready for the hardware, with the machine code that is given for the first of them.
pub(super) fn code<'a>(
    (instructions, given): (&[Inst], &[&[u8]]),
    lowered: &Lowered,
    processor: &'a Processor<'_>,
    target: &dyn Target,
    options: &HardwareOptions,
) -> Result<HardwareCode<'a>, ErrorKind> {
    let max_instructions = MAX_HARDWARE_INSTRUCTIONS;
    if instructions.len() > max_instructions {
        return Err(ErrorKind::RegionTooLong { max_instructions });
    }
    let hardware = hardware_processor(processor, target).map_err(|_| ErrorKind::NoHardwareModel)?;
    let mut codes = Vec::with_capacity(instructions.len());
    for (instruction, inst) in instructions.iter().enumerate() {
        codes.push(match given.get(instruction) {
            Some(given) => Cow::Borrowed(*given),
            None => {
                let mut code = Vec::new();
                let encoded = target.encode(processor.subtarget(), inst, &mut code);
                encoded.map_err(|_| ErrorKind::NoMachineCode { instruction })?;
                Cow::Owned(code)
            }
        });
    }
    let region = HardwareRegion { instructions, lowered, codes: &codes };
    HardwareCode::new(&region, hardware, processor, target, options)
}

/// Returns the sections that are asked for, of those that hardware mode has.
pub(super) fn sections<'a>(
    code: &HardwareCode<'_>,
    processor: &'a Processor<'a>,
    lowered: &Lowered,
    options: &Options,
    class_infos: &mut ClassInfos,
    builder: &mut Builder<'a>,
    progress: Option<&Progress>,
) -> Result<Vec<Section>, ErrorKind> {
    let wanted = options.views;
    let count = lowered.insts.len() as u32;
    let iterations = options.effective_iterations();
    let mut sections = Vec::new();
    let pace = code.pace(iterations)?;
    let observed = observed_views(wanted);
    let mut seen = Vec::new();
    let mut cycles = None;
    let mut annotation = None;
    if observed != Views::NONE {
        let micro_ops = code.renamed_micro_ops();
        let mut as_renamed = lowered.clone();
        for (inst, micro_ops) in as_renamed.insts.iter_mut().zip(micro_ops) {
            inst.micro_ops = micro_ops;
        }
        let options = Options { views: observed, ..options.clone() };
        let mut context = ViewContext {
            processor,
            lowered: &as_renamed,
            program: builder.build(&as_renamed),
            options: &options,
            class_infos,
            interrupt: code.interrupt(),
            steady_state: &OnceCell::new(),
        };
        let mut views = ViewSet::new(&mut context)?.reporting_to(progress);
        let mut first_stalls = FirstStalls(vec![None; count as usize]);
        cycles = Some(match wanted.annotation {
            true => code.observe(iterations, &mut (&mut views, &mut first_stalls))?,
            false => code.observe(iterations, &mut views)?,
        });
        seen = views.into_sections()?;
        if wanted.annotation {
            let pressure = seen.iter().find_map(|section| match section {
                Section::ResourcePressure(pressure) => Some(pressure.clone()),
                _ => None,
            });
            let pressure = pressure.unwrap_or_else(|| static_pressure(processor, lowered));
            let steady_state = SteadyState::of_hardware(&pace, count);
            annotation = Some(Section::Annotation(Annotation {
                listing: SourceListing::of_hardware(&mut context, pressure, steady_state),
                first_stalls: first_stalls.0,
                style: options.annotation_style,
            }));
        }
    }
    if wanted.summary {
        let cycles = cycles.unwrap_or(pace.total_cycles);
        sections.push(Section::Summary(Summary::of_hardware(&pace, count, iterations, cycles)));
    }
    if wanted.steady_state {
        sections.push(Section::SteadyState(SteadyState::of_hardware(&pace, count)));
    }
    if wanted.explanation {
        let explanation = Explanation::of_hardware(processor, lowered, &pace);
        sections.push(Section::Explanation(explanation));
    }
    if wanted.instruction_info {
        let info = instruction_info(processor, lowered, options, class_infos);
        sections.push(Section::InstructionInfo(info));
    }
    sections.extend(annotation);
    if wanted.dependency_graph {
        sections.push(Section::DependencyGraph(graph(code, processor, lowered, &pace)?));
    }
    let is_wanted = |section: &Section| {
        wanted.resource_pressure || !matches!(section, Section::ResourcePressure(_))
    };
    for mut section in seen.into_iter().filter(is_wanted) {
        if let Section::RetireStatistics(statistics) = &mut section {
            statistics.size_entries = code.reorder_buffer_micro_ops();
        }
        sections.push(section);
    }
    Ok(sections)
}

/// The dependencies of an iteration as hardware mode finds them. Of a register the name is that of the model, whose
/// instructions may read and write more of them.
fn graph(
    code: &HardwareCode<'_>,
    processor: &Processor<'_>,
    lowered: &Lowered,
    pace: &HardwarePace,
) -> Result<DependencyGraph, ErrorKind> {
    let mut edges: Vec<DependencyEdge> = Vec::new();
    for it in code.dependencies()? {
        let (from, to) = (&lowered.insts[it.from as usize], &lowered.insts[it.to as usize]);
        let reads = |reg: Reg| to.reads.iter().any(|read| do_overlap(processor, read.reg, reg));
        let dependency = match from.writes.iter().find(|write| reads(write.reg)) {
            _ if it.is_through_memory => LinkCause::Memory,
            Some(write) => LinkCause::Register(write.reg),
            None => LinkCause::Order,
        };
        let edge = DependencyEdge {
            from_instruction: it.from,
            to_instruction: it.to,
            iterations: it.iterations,
            cycles: it.cycles,
            dependency,
        };
        let is_same =
            |known: &&mut DependencyEdge| DependencyEdge { cycles: it.cycles, ..**known } == edge;
        match edges.iter_mut().rev().take(MAX_PARTS).find(is_same) {
            Some(known) => known.cycles = known.cycles.max(it.cycles),
            None => edges.push(edge),
        }
    }
    edges.sort_by_key(|edge| (edge.to_instruction, edge.from_instruction, edge.iterations));
    let chain = pace.slowest_chain().map(|chain| chain.instructions.as_slice()).unwrap_or_default();
    let latencies = lowered.insts.iter().map(|inst| inst.latency_cycles.into()).collect();
    Ok(DependencyGraph::of_hardware(edges, chain, latencies))
}

/// Edges before one that may be between the same instructions.
const MAX_PARTS: usize = 64;

/// The sections that a simulation is observed for.
fn observed_views(wanted: Views) -> Views {
    Views {
        dispatch_statistics: wanted.dispatch_statistics,
        retire_statistics: wanted.retire_statistics,
        resource_pressure: wanted.resource_pressure || wanted.annotation,
        timeline: wanted.timeline,
        ..Views::NONE
    }
}
