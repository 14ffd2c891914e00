//! Options of the pipeline.

use crate::options::ScaleFactor;
use crate::processor::Processor;

/// Sizes and limits of the pipeline; a zero takes the model's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PipelineOptions {
    /// Micro-ops dispatched per cycle.
    pub dispatch_width_micro_ops: u32,
    /// Load queue entries.
    pub load_queue_size_entries: u32,
    /// Store queue entries.
    pub store_queue_size_entries: u32,
    /// The factor of the entries of all reservation stations.
    pub reservation_station_scale: ScaleFactor,
    /// Loads never alias older stores.
    pub assume_no_alias: bool,
    /// Micro-op queue entries; 0 leaves the queue out.
    pub micro_op_queue_size_entries: u32,
    /// Instructions entering the micro-op queue per cycle; 0 is unlimited.
    pub decoder_throughput_instructions: u32,
    /// Report pressure and critical dependencies, to observers that see details.
    pub tracks_pressure: bool,
    /// Count repetitions instead of simulating them, as far as the observer can.
    pub detects_steady_state: bool,
}

impl PipelineOptions {
    /// Micro-ops dispatched per cycle on a processor.
    pub const fn dispatch_width_on(&self, processor: &Processor<'_>) -> u32 {
        match self.dispatch_width_micro_ops {
            0 => processor.model.issue_width_uops,
            width => width,
        }
    }
}
