//! Options of an analysis: the hardware to assume and the sections to report.

pub use crate::view::Views;

/// Instruction tables instead of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InstructionTables {
    /// Simulate.
    #[default]
    None,
    /// Static tables.
    Normal,
    /// Static tables with bypass latency, resources and opcode names.
    Full,
}

/// Options of one analysis; the defaults are llvm-mca's. A zero stands for "as the model says" or
/// "unlimited", as on llvm-mca's command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of times the region runs; 0 means 100.
    pub iterations: u32,
    /// Micro-ops dispatched per cycle; 0 takes the model's issue width.
    pub dispatch_width_uops: u32,
    /// Physical registers of the default register file; 0 is unlimited.
    pub register_file_size: u32,
    /// Load queue entries; 0 takes the model's.
    pub load_queue_size: u32,
    /// Store queue entries; 0 takes the model's.
    pub store_queue_size: u32,
    /// Loads never alias older stores.
    pub assume_no_alias: bool,
    /// Micro-op queue entries between decoders and dispatch; 0 leaves the queue out.
    pub micro_op_queue_size: u32,
    /// Instructions entering the micro-op queue per cycle; 0 is unlimited.
    pub decoder_throughput: u32,
    /// Latency taken for calls and for instructions of unknown latency, in cycles.
    pub call_latency_cycles: u32,
    /// Leave out instructions that cannot be modelled instead of failing.
    pub skip_unsupported: bool,
    /// Apply the target's own rules: barriers and dropped writes.
    pub custom_behaviour: bool,
    /// Static tables instead of a simulation.
    pub instruction_tables: InstructionTables,
    /// Iterations in the timeline; 0 means 10.
    pub timeline_max_iterations: u32,
    /// Cycles in the timeline; 0 is unlimited.
    pub timeline_max_cycles: u32,
    /// Sample one in so many dispatched micro-ops, as AMD's Instruction-Based Sampling does, and
    /// report how long they took; 0 samples none. llvm-mca has no such section.
    pub ibs_sampling_period_uops: u32,
    /// Add memory barrier columns to the instruction info.
    pub show_barriers: bool,
    /// Add encoding columns to the instruction info.
    pub show_encoding: bool,
    /// Add bypass latency and resources used to the instruction info, as full instruction tables
    /// always do. Text shows them with those only.
    pub show_resource_uses: bool,
    /// Count repetitions of a steady state, and long waits, instead of simulating them. The report
    /// is the same; tests that prove so switch it off.
    pub detects_steady_state: bool,
    /// Sections to report.
    pub views: Views,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            iterations: 0,
            dispatch_width_uops: 0,
            register_file_size: 0,
            load_queue_size: 0,
            store_queue_size: 0,
            assume_no_alias: true,
            micro_op_queue_size: 0,
            decoder_throughput: 0,
            call_latency_cycles: 100,
            skip_unsupported: false,
            custom_behaviour: true,
            instruction_tables: InstructionTables::None,
            timeline_max_iterations: 0,
            timeline_max_cycles: 80,
            ibs_sampling_period_uops: 0,
            show_barriers: false,
            show_encoding: false,
            show_resource_uses: false,
            detects_steady_state: true,
            views: Views::default(),
        }
    }
}

impl Options {
    /// Iterations to run: the option, or llvm-mca's default.
    pub fn effective_iterations(&self) -> u32 {
        if self.instruction_tables != InstructionTables::None {
            1
        } else if self.iterations == 0 {
            100
        } else {
            self.iterations
        }
    }
    /// Iterations in the timeline at most: the option, or llvm-mca's default.
    pub fn effective_timeline_iterations(&self) -> u32 {
        if self.timeline_max_iterations == 0 { 10 } else { self.timeline_max_iterations }
    }
}
