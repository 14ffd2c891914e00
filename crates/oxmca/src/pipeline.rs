//! Which pipeline a processor has, and running it.

use crate::error::ErrorKind;
use crate::event::Observer;
use crate::options::Options;
use crate::processor::Processor;
use crate::program::Program;
use crate::stage::in_order::InOrder;
use crate::stage::out_of_order::OutOfOrder;
use crate::stage::plain::Plain;
use crate::verifier::Checked;

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

impl From<&Options> for PipelineOptions {
    fn from(options: &Options) -> Self {
        PipelineOptions {
            dispatch_width_uops: options.dispatch_width_uops,
            load_queue_size: options.load_queue_size,
            store_queue_size: options.store_queue_size,
            assume_no_alias: options.assume_no_alias,
            micro_op_queue_size: options.micro_op_queue_size,
            decoder_throughput: options.decoder_throughput,
            tracks_pressure: options.views.bottleneck_analysis,
            detects_steady_state: options.detects_steady_state,
        }
    }
}

/// Runs a region `iterations` times and gives the number of cycles simulated.
///
/// # Errors
/// [`ErrorKind::TooLong`] when the dynamic instructions cannot be numbered, and
/// [`ErrorKind::Deadlock`].
pub fn simulate<O: Observer>(
    processor: &Processor<'_>,
    program: &Program,
    options: &PipelineOptions,
    iterations: u32,
    observer: O,
) -> Result<u64, ErrorKind> {
    let total = u64::from(iterations) * program.ops.len() as u64;
    // The last number stands for "none".
    let total = u32::try_from(total).ok().filter(|total| *total != u32::MAX);
    let total = total.ok_or(ErrorKind::TooLong)?;
    let observer = Checked::new(processor, program, observer);
    if !processor.is_out_of_order() {
        InOrder::new(processor, program, options, total, observer).run()
    } else if options.tracks_pressure && O::SEES_DETAILS {
        OutOfOrder::<_, true>::new(processor, program, options, total, observer).run()
    } else {
        run_out_of_order(processor, program, options, total, observer)
    }
}

/// Runs the leanest pipeline there is for a program and an observer.
fn run_out_of_order<O: Observer>(
    processor: &Processor<'_>,
    program: &Program,
    options: &PipelineOptions,
    total: u32,
    observer: O,
) -> Result<u64, ErrorKind> {
    let observer = match Plain::<_, 256>::new(processor, program, options, total, observer) {
        Ok(mut pipeline) => return pipeline.run(),
        Err(observer) => observer,
    };
    match Plain::<_, 1024>::new(processor, program, options, total, observer) {
        Ok(mut pipeline) => pipeline.run(),
        Err(observer) => {
            OutOfOrder::<_, false>::new(processor, program, options, total, observer).run()
        }
    }
}
