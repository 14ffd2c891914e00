//! Which pipeline a processor has, and running it.

use crate::error::ErrorKind;
use crate::event::Observer;
use crate::options::Options;
use crate::processor::Processor;
use crate::program::Program;
use crate::stage::in_order::InOrder;
use crate::stage::out_of_order::OutOfOrder;
use crate::stage::plain::{self, Plain};
use crate::verifier::Checked;
use crate::view::{EventLevel, ViewSet};

/// Sizes and limits of the pipeline; a zero takes the model's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PipelineOptions {
    /// Micro-ops dispatched per cycle.
    pub dispatch_width_uops: u32,
    /// Load queue entries.
    pub load_queue_size: u32,
    /// Store queue entries.
    pub store_queue_size: u32,
    /// Loads never alias older stores.
    pub assume_no_alias: bool,
    /// Micro-op queue entries; 0 leaves the queue out.
    pub micro_op_queue_size: u32,
    /// Instructions entering the micro-op queue per cycle; 0 is unlimited.
    pub decoder_throughput: u32,
    /// Report pressure and critical dependencies, to observers that see details.
    pub tracks_pressure: bool,
    /// Count repetitions instead of simulating them, as far as the observer can.
    pub detects_steady_state: bool,
}

impl PipelineOptions {
    /// Micro-ops dispatched per cycle on a processor.
    pub const fn dispatch_width_on(&self, processor: &Processor<'_>) -> u32 {
        match self.dispatch_width_uops {
            0 => processor.model.issue_width_uops,
            width => width,
        }
    }
}

impl From<&Options> for PipelineOptions {
    fn from(options: &Options) -> Self {
        PipelineOptions {
            dispatch_width_uops: options.dispatch_width_uops,
            load_queue_size: options.load_queue_size,
            store_queue_size: options.store_queue_size,
            assume_no_alias: options.assume_no_alias,
            micro_op_queue_size: options.micro_op_queue_size,
            decoder_throughput: options.decoder_throughput,
            tracks_pressure: ViewSet::events(options) == EventLevel::Pressure,
            detects_steady_state: options.detects_steady_state,
        }
    }
}

/// Runs a region `iterations` times and gives the number of cycles simulated.
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
    small: Option<plain::Remains<SMALL>>,
    large: Option<plain::Remains<LARGE>>,
}

/// Sizes of reorder buffers, in instructions, for which there are plain pipelines.
const SMALL: usize = 256;
const LARGE: usize = 1024;

impl<'a> Simulator<'a> {
    /// For regions on that processor.
    pub const fn new(processor: &'a Processor<'a>) -> Self {
        Simulator { processor, small: None, large: None }
    }

    /// The processor.
    pub const fn processor(&self) -> &'a Processor<'a> {
        self.processor
    }

    /// Runs a region `iterations` times and gives the number of cycles simulated.
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
        let total = u64::from(iterations) * program.ops.len() as u64;
        // The last number stands for "none".
        let total = u32::try_from(total).ok().filter(|total| *total != u32::MAX);
        let total = total.ok_or(ErrorKind::TooLong)?;
        let observer = Checked::new(processor, program, observer);
        if !processor.is_out_of_order() {
            return InOrder::new(processor, program, options, total, observer).run();
        }
        if options.tracks_pressure && O::SEES_DETAILS {
            return OutOfOrder::<_, true>::new(processor, program, options, total, observer).run();
        }
        // The leanest one that can.
        let observer =
            match run_plain(processor, program, options, total, observer, &mut self.small) {
                Ok(result) => return result,
                Err(observer) => observer,
            };
        match run_plain(processor, program, options, total, observer, &mut self.large) {
            Ok(result) => result,
            Err(observer) => {
                OutOfOrder::<_, false>::new(processor, program, options, total, observer).run()
            }
        }
    }
}

/// Runs a region through the plain pipeline; gives the observer back if it cannot.
fn run_plain<O: Observer, const CAP: usize>(
    processor: &Processor<'_>,
    program: &Program,
    options: &PipelineOptions,
    total: u32,
    observer: O,
    remains: &mut Option<plain::Remains<CAP>>,
) -> Result<Result<u64, ErrorKind>, O> {
    let mut pipeline = Plain::new(processor, program, options, total, observer, remains)?;
    let result = pipeline.run();
    if result.is_ok() {
        *remains = Some(pipeline.into_remains());
    }
    Ok(result)
}
