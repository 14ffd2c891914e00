//! One region in, one report out.

use std::cell::OnceCell;
use std::fmt;
use std::num::NonZero;

pub use crate::region::Region;
pub use crate::simulation::hardware::MAX_HARDWARE_INSTRUCTIONS;

use oxmca_asm::{Inst, Subtarget, Target};

use crate::error::{Error, ErrorKind};
use crate::lower::{Lowered, Lowering};
use crate::options::{InstructionTables, Options, or_zero};
use crate::processor::Processor;
use crate::progress::{NEVER, Progress};
use crate::report::Report;
use crate::simulation::Simulation;
use crate::simulation::hardware::{HardwareCode, HardwareRegion};
use crate::simulation::model::builder::Builder;
use crate::simulation::model::program::MOST_KEPT_INSTRUCTIONS;
use crate::simulation::model::{PipelineOptions, Simulator, simulated_instructions};
use crate::view::class_info::ClassInfos;
use crate::view::hazard_warnings::HazardWarnings;
use crate::view::instruction_info::instruction_info;
use crate::view::resource_pressure::static_pressure;
use crate::view::source_listing::SourceListing;
use crate::view::{EventLevel, Section, ViewContext, ViewInput, ViewSet};

/// The most instructions of a region: those of a simulation and its report take about a kilobyte each.
pub const MAX_INSTRUCTIONS: usize = 1 << 18;

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
    analyze_region(Region::new(instructions), &processor, target, options)
}

/// Does the same as [`analyze`], on a prepared processor, which several regions can share.
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

/// Analyzes regions one after the other, each as [`analyze_region`] does. It keeps facts about
/// instructions and registers for later regions.
pub struct Analyzer<'a> {
    processor: &'a Processor<'a>,
    target: &'a dyn Target,
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
    pub const MOST_KEPT_INSTRUCTIONS: usize = MOST_KEPT_INSTRUCTIONS;

    /// Creates an analyzer for a CPU, with options that hold for all regions.
    pub fn new(
        processor: &'a Processor<'_>,
        target: &'a dyn Target,
        options: &'a Options,
    ) -> Analyzer<'a> {
        Analyzer {
            processor,
            target,
            options,
            lowering: Lowering::new(processor, target, options),
            builder: Builder::new(processor, or_zero(options.register_file_size_registers)),
            simulator: Simulator::new(processor),
            class_infos: ClassInfos::default(),
        }
    }

    /// Returns whether it looks at the machine code of a region.
    pub(crate) const fn wants_machine_code(&self) -> bool {
        self.options.hardware.is_some()
    }

    /// Analyzes a region.
    ///
    /// # Errors
    /// When an instruction cannot be modelled, or nothing is left to simulate.
    pub fn analyze(&mut self, region: Region<'_>) -> Result<Report, Error> {
        let processor = self.processor;
        let options = self.options;
        if region.instructions.len() > MAX_INSTRUCTIONS {
            return Err(ErrorKind::RegionTooLong { max_instructions: MAX_INSTRUCTIONS }.into());
        }
        let lowered =
            self.lowering.lower(region.instructions, region.instruments, region.lookup)?;
        let notices = std::mem::take(&mut lowered.notices);
        let lowered = &*lowered;
        let class_infos = &mut self.class_infos;
        let interrupt = region.progress.map_or(&NEVER, Progress::interrupt);
        let outcome = match options.instruction_tables {
            InstructionTables::None => {
                let code;
                let simulation = match &options.hardware {
                    None => Ok(Simulation::Model(self.builder.build(lowered))),
                    Some(hardware) => {
                        let Region { instructions, codes, .. } = region;
                        let hardware_region = HardwareRegion { instructions, lowered, codes };
                        match HardwareCode::new(
                            &hardware_region,
                            processor,
                            self.target,
                            hardware,
                            interrupt,
                        ) {
                            Ok(made) => {
                                code = made;
                                Ok(Simulation::Hardware(&code))
                            }
                            Err(error) => Err(error),
                        }
                    }
                };
                simulation.and_then(|simulation| {
                    let fewer = with_fewer_iterations(options, &simulation);
                    let options = fewer.as_ref().unwrap_or(options);
                    let steady_state = &OnceCell::new();
                    let input = ViewInput {
                        processor,
                        region,
                        target: self.target,
                        lowered,
                        simulation,
                        options,
                        interrupt,
                        steady_state,
                    };
                    run(&mut self.simulator, ViewContext { input, class_infos }, region.progress)
                })
            }
            InstructionTables::Normal | InstructionTables::Full => {
                Ok((tabulate(processor, lowered, options, class_infos), HazardWarnings::default()))
            }
        };
        let (sections, hazard_warnings) = match outcome {
            Ok(outcome) => outcome,
            Err(kind) => return Err(Error { notices, kind }),
        };
        let sources = lowered.insts.iter().map(|inst| inst.source).collect();
        if lowered.insts.len() > Self::MOST_KEPT_INSTRUCTIONS {
            self.simulator = Simulator::new(processor);
            self.builder.forget_program();
            self.lowering.forget_region();
        }
        Ok(Report { sections, sources, notices, hazard_warnings })
    }
}

/// Returns options with fewer iterations for a long region in hardware mode, if nobody said how many: hardware mode
/// simulates each of them, where the other simulation finds that they repeat themselves.
fn with_fewer_iterations(options: &Options, simulation: &Simulation<'_>) -> Option<Options> {
    /// Instructions that are simulated unless more are asked for, and their micro-ops.
    const USUAL_INSTRUCTIONS: usize = 1 << 18;
    const USUAL_MICRO_OPS: usize = 1 << 20;
    const LEAST_ITERATIONS: u32 = 10;
    let Simulation::Hardware(code) = simulation else { return None };
    let of_instructions = USUAL_INSTRUCTIONS / code.len().max(1);
    let of_micro_ops = USUAL_MICRO_OPS / code.micro_ops().max(1);
    let fitting = u32::try_from(of_instructions.min(of_micro_ops)).unwrap_or(u32::MAX);
    let iterations = fitting.max(LEAST_ITERATIONS);
    (options.iterations.is_none() && iterations < options.effective_iterations())
        .then(|| Options { iterations: NonZero::new(iterations), ..options.clone() })
}

/// Simulates a region and returns the sections that are asked for, and the warnings of the simulation.
fn run<'a>(
    simulator: &mut Simulator<'_>,
    mut context: ViewContext<'a>,
    progress: Option<&'a Progress>,
) -> Result<(Vec<Section>, HazardWarnings), ErrorKind> {
    let without_warnings = |sections| (sections, HazardWarnings::default());
    let ViewInput { simulation, options, .. } = context.input;
    let mut views = ViewSet::new(&mut context)?.reporting_to(progress);
    let iterations = options.effective_iterations();
    if ViewSet::events(options) == EventLevel::None {
        match simulation {
            // The simulation of the steady state fails wherever this one would.
            Simulation::Model(program) if options.views.steady_state => {
                simulated_instructions(program, iterations)?;
                return views.into_sections().map(without_warnings);
            }
            Simulation::Model(_) => {}
            Simulation::Hardware(_) => return views.into_sections().map(without_warnings),
        }
    }
    let pipeline = PipelineOptions::from(options);
    match views.without_details(options) {
        Some(views) => simulation.run(simulator, &pipeline, iterations, views)?,
        None => simulation.run(simulator, &pipeline, iterations, &mut views)?,
    };
    let hazard_warnings = views.hazard_warnings.finish();
    Ok((views.into_sections()?, hazard_warnings))
}

/// Returns the sections that follow from the tables, without a simulation.
fn tabulate(
    processor: &Processor<'_>,
    lowered: &Lowered,
    options: &Options,
    class_infos: &mut ClassInfos,
) -> Vec<Section> {
    let wanted = options.views;
    let info = wanted.instruction_info.then(|| {
        Section::InstructionInfo(instruction_info(processor, lowered, options, class_infos))
    });
    let pressure = wanted
        .resource_pressure
        .then(|| Section::ResourcePressure(static_pressure(processor, lowered)));
    let listing = wanted.source_listing.then(|| {
        let listing = SourceListing::of_tables(processor, lowered, options, class_infos);
        Section::SourceListing(listing)
    });
    info.into_iter().chain(pressure).chain(listing).collect()
}
