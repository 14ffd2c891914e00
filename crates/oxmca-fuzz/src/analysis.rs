//! Simulation and reports.

use std::num::NonZero;

use oxmca::internals::EverySwitch;
use oxmca::{Format, InstructionTables, Instrument, Options, Report};

use super::choices::Choices;
use super::setting::Setting;

/// Returns options of an analysis, with every view that is chosen. Takes 19 bytes.
pub fn analysis_options(choices: &mut Choices<'_>) -> Options {
    const ITERATIONS: [u32; 11] = [1, 2, 3, 4, 5, 7, 10, 0, 130, 300, 999];
    let views = choices.byte();
    Options::with(|it| {
        it.iterations = NonZero::new(ITERATIONS[choices.below(ITERATIONS.len())]);
        it.dispatch_width_micro_ops = NonZero::new(choices.below(9) as u32);
        it.register_file_size_registers = NonZero::new(choices.byte().into());
        it.load_queue_size_entries = NonZero::new(choices.below(20) as u32);
        it.store_queue_size_entries = NonZero::new(choices.below(20) as u32);
        it.assume_no_alias = choices.flag();
        it.micro_op_queue_size_entries = NonZero::new(choices.below(20) as u32);
        it.decoder_throughput_instructions = NonZero::new(choices.below(9) as u32);
        it.call_latency_cycles = choices.byte().into();
        it.skip_unsupported = choices.flag();
        it.custom_behaviour = choices.flag();
        it.instruction_tables = match choices.below(8) {
            1 => InstructionTables::Normal,
            2 => InstructionTables::Full,
            _ => InstructionTables::None,
        };
        it.timeline_max_iterations = NonZero::new(choices.below(12) as u32);
        it.timeline_max_cycles = NonZero::new(choices.byte().into());
        it.ibs_sampling_period_micro_ops =
            NonZero::new(u32::from(views & 63) * u32::from(views >> 7));
        it.show_barriers = choices.flag();
        it.show_encoding = choices.flag();
        it.show_resource_uses = true;
        it.detects_steady_state = true;
        it.views = EverySwitch {
            summary: choices.byte() & 15 != 1,
            steady_state: views & 7 == 7,
            bottleneck_analysis: views & 1 != 0,
            instruction_info: views & 2 != 0,
            dispatch_statistics: views & 4 != 0,
            scheduler_statistics: views & 8 != 0,
            retire_statistics: views & 16 != 0,
            register_file_statistics: views & 32 != 0,
            resource_pressure: views & 64 != 0,
            source_listing: views & 3 == 3,
            explanation: views & 12 == 12,
            work: views & 6 == 6,
            annotation: views & 12 == 8,
            dependency_graph: views & 12 == 4,
            timeline: views & 128 != 0,
        }
        .into();
        it.resource_segments = choices.flag();
    })
}

/// Simulates the regions of the input and reports on them. Counting the repetitions of a steady state
/// and simulating them must give the same report.
pub fn analyze_terminates(data: &[u8]) {
    const FORMATS: [Format; 3] = [Format::Text, Format::LlvmJson, Format::FullJson];
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let format = FORMATS[choices.below(FORMATS.len())];
    let options = analysis_options(&mut choices);
    let Some(code) = setting.read(choices.0, setting.dialect) else { return };
    let longest = code.regions().max_by_key(|region| region.len());
    let longest = longest.map_or(0, |region| region.len());
    let instruments: Vec<Instrument> =
        code.regions().flat_map(|region| region.instruments().into_owned()).collect();
    let latencies = instruments.iter().map(|it| it.latency_cycles.unwrap_or(0).into());
    let bounded = Bounded::new(&options, longest, latencies.fold(0, u64::saturating_add));
    for region in code.regions() {
        bounded.analyze_both_ways(|options| region.analyze(options).ok());
    }
    _ = code.report(&bounded.options, format, &mut Vec::new());
}

/// Options with which an analysis is short.
pub struct Bounded {
    pub options: Options,
    /// Everything can be simulated, too.
    is_cheap: bool,
}

impl Bounded {
    /// Creates options for regions with `instructions` instructions at most, which may take so many cycles one after
    /// the other beside the ones that any instruction takes.
    pub fn new(options: &Options, instructions: usize, latencies_cycles: u64) -> Bounded {
        /// Instructions that pass through the pipeline, which is checked at every step.
        const MAX_INSTANCES: u32 = 1_000;
        /// Instructions and cycles of their latencies that are simulated one by one.
        const MAX_SIMULATED: u64 = 5_000;
        let mut options = options.clone();
        let most = MAX_INSTANCES / instructions.max(1) as u32;
        options.iterations = NonZero::new(options.effective_iterations().min(most.max(1)));
        let calls = instructions as u64 * (1 + u64::from(options.call_latency_cycles));
        let cost = calls.saturating_add(latencies_cycles);
        let is_cheap = cost.saturating_mul(options.effective_iterations().into()) <= MAX_SIMULATED;
        if options.timeline_max_cycles.is_none() && !(is_cheap && instructions < 20) {
            // A timeline without bound grows with the square of the instructions.
            options.timeline_max_cycles = NonZero::new(80);
        }
        Bounded { options, is_cheap }
    }

    /// Analyzes with what is repeated counted, and once more with everything simulated if that does not take long.
    pub fn analyze_both_ways(&self, analyze: impl Fn(&Options) -> Option<Report>) {
        let counted = analyze(&self.options);
        if self.is_cheap {
            let mut options = self.options.clone();
            options.detects_steady_state = false;
            let simulated = analyze(&options);
            assert!(counted == simulated, "counting changes\n{simulated:?}\nto\n{counted:?}");
        }
    }
}
