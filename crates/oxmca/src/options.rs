//! Options of an analysis: the hardware to assume and the sections to report.

use std::num::NonZero;

use crate::hardware::HardwareOptions;
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

/// The style in which text shows the ports of an annotated instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum AnnotationStyle {
    /// Numbers of cycles.
    #[default]
    Plain,
    /// A bar with a shade for each port.
    Shaded,
    /// The same in the colours of terminals.
    Coloured,
}

/// Options of one analysis; the defaults are llvm-mca's. [`Options::with`] makes some:
///
/// ```
/// use std::num::NonZero;
///
/// use oxmca::Options;
///
/// let options = Options::with(|it| {
///     it.iterations = NonZero::new(300);
///     it.views.timeline = true;
/// });
/// assert_eq!(options.effective_iterations(), 300);
/// assert_eq!(options.load_queue_size_entries, None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Number of times the region runs; 100 if `None`.
    pub iterations: Option<NonZero<u32>>,
    /// Micro-ops dispatched per cycle; the model's issue width if `None`.
    pub dispatch_width_micro_ops: Option<NonZero<u32>>,
    /// Physical registers of the default register file; unlimited if `None`.
    pub register_file_size_registers: Option<NonZero<u32>>,
    /// Load queue entries; the model's if `None`.
    pub load_queue_size_entries: Option<NonZero<u32>>,
    /// Store queue entries; the model's if `None`.
    pub store_queue_size_entries: Option<NonZero<u32>>,
    /// Loads never alias older stores.
    pub assume_no_alias: bool,
    /// Hold each resource from the cycle in which an instruction acquires it, rather than from its
    /// issue, until the cycle in which it releases it. llvm-mca counts so in reciprocal throughputs,
    /// but does not simulate so. Hardware mode has its own resources.
    pub resource_segments: bool,
    /// Micro-op queue entries between decoders and dispatch; no queue if `None`.
    pub micro_op_queue_size_entries: Option<NonZero<u32>>,
    /// Instructions entering the micro-op queue per cycle; unlimited if `None`.
    pub decoder_throughput_instructions: Option<NonZero<u32>>,
    /// Latency taken for calls and for instructions of unknown latency, in cycles.
    pub call_latency_cycles: u32,
    /// Leave out instructions that cannot be modelled instead of failing.
    pub skip_unsupported: bool,
    /// Apply the target's own rules: barriers and dropped writes.
    pub custom_behaviour: bool,
    /// Static tables instead of a simulation.
    pub instruction_tables: InstructionTables,
    /// Iterations in the timeline at most; 10 if `None`.
    pub timeline_max_iterations: Option<NonZero<u32>>,
    /// Cycles in the timeline at most; unlimited if `None`.
    pub timeline_max_cycles: Option<NonZero<u32>>,
    /// Sample one in so many dispatched micro-ops, as AMD's Instruction-Based Sampling does, and
    /// report how long they took; no samples if `None`. llvm-mca has no such section.
    pub ibs_sampling_period_micro_ops: Option<NonZero<u32>>,
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
    /// The style of annotations in text.
    pub annotation_style: AnnotationStyle,
    /// Predict what the hardware does rather than what llvm-mca does, if it is not `None`.
    pub hardware: Option<HardwareOptions>,
    /// Sections to report.
    pub views: Views,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            iterations: None,
            dispatch_width_micro_ops: None,
            register_file_size_registers: None,
            load_queue_size_entries: None,
            store_queue_size_entries: None,
            assume_no_alias: true,
            resource_segments: false,
            micro_op_queue_size_entries: None,
            decoder_throughput_instructions: None,
            call_latency_cycles: 100,
            skip_unsupported: false,
            custom_behaviour: true,
            instruction_tables: InstructionTables::None,
            timeline_max_iterations: None,
            timeline_max_cycles: NonZero::new(80),
            ibs_sampling_period_micro_ops: None,
            show_barriers: false,
            show_encoding: false,
            show_resource_uses: false,
            annotation_style: AnnotationStyle::Plain,
            detects_steady_state: true,
            hardware: None,
            views: Views::default(),
        }
    }
}

impl Options {
    /// Returns the default options after `change` has set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Options)) -> Options {
        let mut options = Options::default();
        change(&mut options);
        options
    }

    /// Returns the iterations to run: the option, or llvm-mca's default. Instruction tables take one.
    pub fn effective_iterations(&self) -> u32 {
        match self.instruction_tables {
            InstructionTables::None => self.iterations.map_or(100, NonZero::get),
            InstructionTables::Normal | InstructionTables::Full => 1,
        }
    }

    /// Returns the largest number of iterations in the timeline: the option, or llvm-mca's default.
    pub fn effective_timeline_iterations(&self) -> u32 {
        self.timeline_max_iterations.map_or(10, NonZero::get)
    }
}

/// Returns the number that stands for an option inside the simulator: 0 for `None`.
pub(crate) fn or_zero(option: Option<NonZero<u32>>) -> u32 {
    option.map_or(0, NonZero::get)
}
