//! Hardware mode: its sections, from the pace that it finds and from views that observe it.

use std::borrow::Cow;

use oxmca_asm::{Inst, Target};

use crate::error::ErrorKind;
use crate::explain::Explanation;
use crate::hardware::{HardwareCode, HardwareOptions, HardwareRegion, hardware_processor};
use crate::lower::Lowered;
use crate::options::Options;
use crate::processor::Processor;
use crate::program::builder::Builder;
use crate::steady_state::SteadyState;
use crate::view::class_info::ClassInfos;
use crate::view::instruction_info::instruction_info;
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
) -> Result<Vec<Section>, ErrorKind> {
    let wanted = options.views;
    let count = lowered.insts.len() as u32;
    let iterations = options.effective_iterations();
    let mut sections = Vec::new();
    let pace = code.pace(iterations)?;
    let observed = observed_views(wanted);
    let mut seen = Vec::new();
    let mut cycles = None;
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
        };
        let mut views = ViewSet::new(&mut context)?;
        cycles = Some(code.observe(iterations, &mut views)?);
        seen = views.into_sections()?;
    }
    if wanted.summary {
        let cycles = cycles.unwrap_or(pace.total_cycles);
        sections.push(Section::Summary(Summary::of_hardware(&pace, count, iterations, cycles)));
    }
    if wanted.steady_state {
        sections.push(Section::SteadyState(SteadyState::of_hardware(&pace, count)));
    }
    if wanted.explanation {
        sections.push(Section::Explanation(Explanation::of_hardware(&pace, count)));
    }
    if wanted.instruction_info {
        let info = instruction_info(processor, lowered, options, class_infos);
        sections.push(Section::InstructionInfo(info));
    }
    for mut section in seen {
        if let Section::RetireStatistics(statistics) = &mut section {
            statistics.size_entries = code.reorder_buffer_micro_ops();
        }
        sections.push(section);
    }
    Ok(sections)
}

/// The sections that a simulation is observed for.
fn observed_views(wanted: Views) -> Views {
    Views {
        dispatch_statistics: wanted.dispatch_statistics,
        retire_statistics: wanted.retire_statistics,
        resource_pressure: wanted.resource_pressure,
        timeline: wanted.timeline,
        ..Views::NONE
    }
}
