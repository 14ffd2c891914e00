//! Choosing the pipeline for a program, and running it.

mod options;

use crate::error::ErrorKind;
use crate::event::Observer;
use crate::processor::Processor;
use crate::program::Program;
use crate::program::dependencies::Dependencies;
use crate::stage::in_order::InOrderPipeline;
use crate::stage::known_dependencies::{KnownDependencyPipeline, RecycledBuffers, supports};
use crate::stage::out_of_order::OutOfOrderPipeline;
use crate::verifier::Checked;
pub use options::PipelineOptions;

/// Runs a region `iterations` times and returns the number of cycles simulated.
///
/// # Errors
/// As [`Simulator::run`].
pub fn simulate<O: Observer>(
    processor: &Processor<'_>,
    program: &Program,
    options: &PipelineOptions,
    iterations: u32,
    observer: O,
) -> Result<u64, ErrorKind> {
    Simulator::new(processor).run(program, options, iterations, observer)
}

/// Runs regions on a processor, one after the other in the same memory.
pub struct Simulator<'a> {
    processor: &'a Processor<'a>,
    small: Option<RecycledBuffers<SMALL>>,
    large: Option<RecycledBuffers<LARGE>>,
}

/// Slots, more than instructions in flight, of the two pipelines for known dependencies.
const SMALL: usize = 256;
const LARGE: usize = 1024;

impl<'a> Simulator<'a> {
    /// Creates a simulator of a processor.
    pub const fn new(processor: &'a Processor<'a>) -> Self {
        Simulator { processor, small: None, large: None }
    }

    /// Runs a region `iterations` times and returns the number of cycles simulated.
    ///
    /// # Errors
    /// [`ErrorKind::TooLong`] when the dynamic instructions cannot be numbered, and
    /// [`ErrorKind::Deadlock`].
    pub fn run<O: Observer>(
        &mut self,
        program: &Program,
        options: &PipelineOptions,
        iterations: u32,
        observer: O,
    ) -> Result<u64, ErrorKind> {
        let processor = self.processor;
        let total = simulated_instructions(program, iterations)?;
        let observer = Checked::new(processor, program, observer);
        if !processor.is_out_of_order() {
            return InOrderPipeline::new(processor, program, options, total, observer).run();
        }
        if O::SEES_DETAILS {
            if options.tracks_pressure {
                return OutOfOrderPipeline::<_, true>::new(
                    processor, program, options, total, observer,
                )
                .run();
            }
        } else if let Some(dependencies) = &program.dependencies {
            let run = Run { processor, program, dependencies, options, total };
            if supports::<SMALL>(processor, program, options, total) {
                return run.with_known_dependencies(observer, &mut self.small);
            }
            if supports::<LARGE>(processor, program, options, total) {
                return run.with_known_dependencies(observer, &mut self.large);
            }
        }
        OutOfOrderPipeline::<_, false>::new(processor, program, options, total, observer).run()
    }
}

/// Returns the number of dynamic instructions of a run.
///
/// # Errors
/// [`ErrorKind::TooLong`] when they cannot be numbered.
pub fn simulated_instructions(program: &Program, iterations: u32) -> Result<u32, ErrorKind> {
    let total = u64::from(iterations) * program.ops.len() as u64;
    // The last number stands for "none".
    let total = u32::try_from(total).ok().filter(|total| *total != u32::MAX);
    total.ok_or(ErrorKind::TooLong)
}

/// The parameters of a run on a pipeline for known dependencies.
struct Run<'r> {
    processor: &'r Processor<'r>,
    program: &'r Program,
    dependencies: &'r Dependencies,
    options: &'r PipelineOptions,
    total: u32,
}

impl Run<'_> {
    /// Runs the program in `buffers`, and leaves them for the next run unless it fails.
    fn with_known_dependencies<O: Observer, const CAP: usize>(
        &self,
        observer: O,
        buffers: &mut Option<RecycledBuffers<CAP>>,
    ) -> Result<u64, ErrorKind> {
        let Run { processor, program, dependencies, options, total } = *self;
        let mut pipeline = KnownDependencyPipeline::new(
            processor,
            program,
            dependencies,
            options,
            total,
            observer,
            buffers.take(),
        );
        let cycles = pipeline.run()?;
        *buffers = Some(pipeline.into_buffers());
        Ok(cycles)
    }
}
