//! Simulation and reports.

use std::num::NonZero;

use oxmca::internals::EverySwitch;
use oxmca::report::Printed;
use oxmca::report::json::{self, full};
use oxmca::report::text::{self, RegionHeader, Texts};
use oxmca::{InstructionTables, Instrument, Options, Processor, Region, Report, analyze_region};
use oxmca_asm::{Inst, Sources, Target};

use super::choices::Choices;
use super::setting::Setting;

/// Takes 19 bytes.
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
            timeline: views & 128 != 0,
        }
        .into();
    })
}

/// Simulates the regions of the input and reports on them. Counting the repetitions of a steady state
/// and simulating them must give the same report.
pub fn analyze_terminates(data: &[u8]) {
    /// Instructions that are simulated: directives can repeat any number of them.
    const MAX_INSTRUCTIONS: usize = 1_000;
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let options = analysis_options(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    let Ok(processor) = Processor::new(*setting.target.tables(), setting.subtarget) else { return };
    let environment = json::Environment {
        triple: setting.target.triple().as_str(),
        options: &options,
        processor: &processor,
    };
    let mut document = json::Document::new();
    let lines = full::Lines::new(&sources);
    let mut full_document = full::Document::new("<stdin>", &environment);
    for diagnostic in &parsed.diagnostics {
        full_document.add_diagnostic(diagnostic, lines.place(diagnostic.loc));
    }
    let mut left = MAX_INSTRUCTIONS;
    for (index, region) in parsed.regions.iter().enumerate() {
        let places: Vec<usize> = region.indices().take(left).collect();
        left -= places.len();
        let insts: Vec<Inst> = places.iter().map(|place| parsed.insts[*place].clone()).collect();
        let instrument = |place: &usize| {
            let location = parsed.locations[*place];
            let mut active = parsed.instruments.iter().filter(|it| it.applies_to(location));
            Instrument::with(|it| it.latency_cycles = active.find_map(|it| it.latency_cycles()))
        };
        let instruments: Vec<Instrument> = places.iter().map(instrument).collect();
        let given = Region::new(&insts).with_instruments(&instruments);
        let Some(report) = analyze_both_ways(given, &processor, &*setting.target, &options) else {
            continue;
        };
        let instructions: Printed =
            insts.iter().map(|inst| setting.print(inst, parsed.dialect)).collect();
        let encodings: Vec<Vec<u8>> =
            insts.iter().map(|inst| setting.encode(inst).unwrap_or_default()).collect();
        let register_name = |register| {
            let mut text = String::new();
            let printing = setting.print_options(parsed.dialect);
            setting.target.print_register(register, &printing, &mut text);
            text
        };
        let name = String::from_utf8_lossy(&region.name);
        let texts = Texts {
            instructions: &instructions,
            encodings: &encodings,
            comments: &vec![String::new(); insts.len()],
            register_name: &register_name,
            opcode_name: &|opcode| setting.target.tables().opcode_name(opcode).to_owned(),
            region: region.is_marked().then_some(RegionHeader { index, name: &name }),
        };
        text::render(&report, &texts, &mut String::new());
        document
            .add_region(&report, &json::Texts { instructions: &instructions, name: &region.name });
        let locations = places.iter().map(|place| lines.place(parsed.locations[*place]));
        let locations: Vec<Option<full::Place>> = locations.collect();
        let full_texts = full::Texts {
            name: &region.name,
            is_marked: region.is_marked(),
            insts: &insts,
            instruments: &instruments,
            instructions: &instructions,
            places: &locations,
            encodings: options.show_encoding.then_some(&encodings),
            register_name: texts.register_name,
            opcode_name: texts.opcode_name,
        };
        full_document.add_region(&report, &full_texts);
    }
    document.finish(&environment);
    full_document.to_text();
}

/// Analyzes a region with what is repeated counted, and once more with everything simulated if that
/// does not take long. `None` if it cannot be analyzed.
pub fn analyze_both_ways(
    region: Region<'_>,
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &Options,
) -> Option<Report> {
    /// Instructions that pass through the pipeline, which is checked at every step.
    const MAX_INSTANCES: u32 = 1_000;
    /// Instructions and cycles of their latencies that are simulated one by one.
    const MAX_SIMULATED: u64 = 5_000;
    let mut options = options.clone();
    let most = MAX_INSTANCES / region.instructions().len().max(1) as u32;
    options.iterations = NonZero::new(options.effective_iterations().min(most.max(1)));
    let latencies = region.instruments().iter().map(|it| it.latency_cycles.unwrap_or(0).into());
    let calls = region.instructions().len() as u64 * (1 + u64::from(options.call_latency_cycles));
    let cost = latencies.fold(calls, u64::saturating_add);
    let is_cheap = cost.saturating_mul(options.effective_iterations().into()) <= MAX_SIMULATED;
    if options.timeline_max_cycles.is_none() && !(is_cheap && region.instructions().len() < 20) {
        // A timeline without bound grows with the square of the instructions.
        options.timeline_max_cycles = NonZero::new(80);
    }
    let counted = analyze_region(region, processor, target, &options);
    if is_cheap {
        options.detects_steady_state = false;
        let simulated = analyze_region(region, processor, target, &options);
        assert!(counted == simulated, "counting changes\n{simulated:?}\nto\n{counted:?}");
    }
    counted.ok()
}
