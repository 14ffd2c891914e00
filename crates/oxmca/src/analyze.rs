//! One region in, one report out.

use std::fmt;

use oxmca_asm::{Inst, Subtarget, Target};

use crate::error::{Error, ErrorKind};
use crate::lower::{Instrument, Lowered, Lowering};
use crate::options::{InstructionTables, Options};
use crate::pipeline::{PipelineOptions, Simulator};
use crate::processor::Processor;
use crate::program::Program;
use crate::program::builder::Builder;
use crate::progress::Progress;
use crate::report::Report;
use crate::steady_state::steady_state;
use crate::view::instruction_info::{ClassInfos, InstructionInfo, instruction_info};
use crate::view::resource_pressure::static_pressure;
use crate::view::{Section, ViewSet};

/// A region of code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Region<'a> {
    /// Its instructions.
    pub instructions: &'a [Inst],
    /// What to treat specially: empty, or one entry per instruction.
    pub instruments: &'a [Instrument],
    /// Where to count iterations, if anybody watches.
    pub progress: Option<&'a Progress>,
}

/// Analyzes instructions on a CPU.
///
/// # Errors
/// When the CPU has no scheduling model, an instruction cannot be modelled, or nothing is left to
/// simulate.
pub fn analyze(
    instructions: &[Inst],
    subtarget: Subtarget,
    target: &dyn Target,
    options: &Options,
) -> Result<Report, Error> {
    let processor = Processor::new(*target.tables(), subtarget)?;
    let region = Region { instructions, ..Region::default() };
    analyze_region(region, &processor, target, options)
}

/// As [`analyze`], on a prepared processor, which several regions can share.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_region(
    region: Region<'_>,
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &Options,
) -> Result<Report, Error> {
    Analyzer::new(processor, target, options).analyze(region)
}

/// Analyzes regions one after the other, each as [`analyze_region`] does. What it finds out about
/// instructions and registers is kept for later regions.
pub struct Analyzer<'a> {
    processor: &'a Processor<'a>,
    options: &'a Options,
    lowering: Lowering<'a>,
    builder: Builder<'a>,
    simulator: Simulator<'a>,
    class_infos: ClassInfos,
}

impl fmt::Debug for Analyzer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzer")
            .field("cpu", &self.processor.cpu_name())
            .field("options", self.options)
            .finish_non_exhaustive()
    }
}

impl<'a> Analyzer<'a> {
    /// Instructions of the largest region whose memory is worth keeping for the next one.
    pub const MOST_KEPT_INSTRUCTIONS: usize = 1000;

    /// For a CPU, with options that hold for all regions.
    pub fn new(
        processor: &'a Processor<'_>,
        target: &'a dyn Target,
        options: &'a Options,
    ) -> Analyzer<'a> {
        Analyzer {
            processor,
            options,
            lowering: Lowering::new(processor, target, options),
            builder: Builder::new(processor, options.register_file_size),
            simulator: Simulator::new(processor),
            class_infos: ClassInfos::default(),
        }
    }

    /// Analyzes a region.
    ///
    /// # Errors
    /// When an instruction cannot be modelled, or nothing is left to simulate.
    pub fn analyze(&mut self, region: Region<'_>) -> Result<Report, Error> {
        let (processor, options) = (self.processor, self.options);
        let lowered = self.lowering.lower(region.instructions, region.instruments)?;
        let notices = std::mem::take(&mut lowered.notices);
        let lowered = &*lowered;
        let class_infos = &mut self.class_infos;
        let wants_info = options.views.instruction_info;
        let info = wants_info.then(|| instruction_info(processor, lowered, options, class_infos));
        let sections = if options.instruction_tables == InstructionTables::None {
            let program = self.builder.build(lowered);
            match run(&mut self.simulator, lowered, program, options, region.progress, info) {
                Ok(sections) => sections,
                Err(kind) => return Err(Error { notices, kind }),
            }
        } else {
            let pressure =
                options.views.resource_pressure.then(|| static_pressure(processor, lowered));
            let info = info.map(Section::InstructionInfo);
            info.into_iter().chain(pressure.map(Section::ResourcePressure)).collect()
        };
        let sources = lowered.insts.iter().map(|inst| inst.source).collect();
        if lowered.insts.len() > Self::MOST_KEPT_INSTRUCTIONS {
            self.simulator = Simulator::new(processor);
            self.builder.forget_program();
            self.lowering.forget_region();
        }
        Ok(Report { sections, sources, notices })
    }
}

fn run(
    simulator: &mut Simulator<'_>,
    lowered: &Lowered,
    program: &Program,
    options: &Options,
    progress: Option<&Progress>,
    info: Option<InstructionInfo>,
) -> Result<Vec<Section>, ErrorKind> {
    let processor = simulator.processor();
    let mut views = ViewSet::new(processor, lowered, options)?.reporting_to(progress);
    let pipeline = PipelineOptions::from(options);
    let iterations = options.effective_iterations();
    match views.only_basic() {
        Some(views) => simulator.run(program, &pipeline, iterations, views)?,
        None => simulator.run(program, &pipeline, iterations, &mut views)?,
    };
    let mut sections = views.into_sections(info);
    if options.views.steady_state {
        let found = steady_state(processor, program, &pipeline)?;
        let is_summary = |section: &&Section| matches!(section, Section::Summary(_));
        let place = sections.iter().take_while(is_summary).count();
        sections.insert(place, Section::SteadyState(found));
    }
    Ok(sections)
}
