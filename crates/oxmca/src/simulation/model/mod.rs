//! Simulation by a scheduling model, as llvm-mca does it: a choice of pipelines for a program.
//!
//! # Decisions
//!
//! - **Time is absolute.** llvm-mca counts down every operand of every instruction in every cycle. Here a read knows the
//!   cycle at which it can be served as soon as its writers have issued, and wheels wake what is due. Registers that no
//!   instruction of the region tells apart share one cell of renaming state.
//! - **Register dependencies are found before simulating** where they are the same in every iteration
//!   (`program/dependencies`): always if no move of the region can be eliminated, mostly if moves are eliminated whenever
//!   they can be. Other regions rename while they run; so does the bottleneck analysis, which reports single reads.
//! - **Two out-of-order pipelines.** `stage/out_of_order` is the general one: it renames, reports every detail and can
//!   track pressure, and new hardware features go there. `stage/known_dependencies` runs regions whose dependencies are
//!   known, for views that look at no details; its `supports` decides. Without it, default reports take a third to a half
//!   more instructions. It costs a second set of slots and a second list of ready instructions; a test on random models
//!   compares all events of both and their times.
//! - **Completion is not an event** unless somebody looks: retirement compares times. Only memory operations that others
//!   wait for, observers of details and, while renaming, negative read-advances follow it.
//! - **The order of LLVM's sets is kept only where it shows.** Its scheduler removes elements by filling the gap with the
//!   last one, and which instructions the bottleneck analysis sees delayed can depend on that order. It does where groups of
//!   ports overlap in part, where a group is reserved as a whole, or where memory operations issue at dispatch: there
//!   `unit/ordered_sets` keeps it, elsewhere `stage/ready_queue` does not. A test on random models compares them.
//! - **Rounds of all groups of ports are brought up to date together**, as lanes of a vector (`unit/rounds`): a port that
//!   is taken concerns up to fifteen groups.
//! - **What few models ask for costs nothing elsewhere.** Units reserved for later (`unit/segments`) and groups that choose
//!   otherwise than round robin (`unit/selection`) make kinds of instructions that are not simple, which are looked up and
//!   taken by the general way of `unit/resources`. So do stages of itineraries, for which `unit/scoreboard` takes the place of all else. The cost:
//!   these take longer.
//! - **Steady states are found by comparing whole states**, relative to the present, at the start of iterations, never by
//!   a hash. A state is recorded when a few facts about it and a fingerprint of the ports have come back, and besides at
//!   growing distances. Observers then multiply what they counted. Long waits are passed over likewise.
//!   `Options::detects_steady_state` switches both off for tests.
//! - **The steady state section simulates by itself**, so that it does not depend on `-iterations`: once for all views that
//!   need it, and instead of the other simulation if no view looks at that. Its bounds hold whatever the simulation does:
//!   resources as the densest set of ports (a maximum flow), dependencies as the cycle with the most delay per iteration.
//!   The simulation decides which moves are eliminated, since that decides the graph.
//! - **A simulation that cannot go on is an error.** llvm-mca runs forever when an instruction needs more units than its
//!   model has (`vp2intersectd` from memory on Sapphire Rapids).

pub(crate) mod builder;
mod dependency_finder;
mod options;
pub mod program;
pub mod stage;
pub mod unit;

use crate::error::ErrorKind;
use crate::processor::Processor;
use crate::simulation::event::Observer;
use crate::simulation::verifier::Checked;
pub use options::PipelineOptions;
use program::Program;
use program::dependencies::Dependencies;
use stage::in_order::InOrderPipeline;
use stage::known_dependencies::{KnownDependencyPipeline, RecycledBuffers, supports};
use stage::out_of_order::OutOfOrderPipeline;

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
