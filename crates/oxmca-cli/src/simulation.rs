//! From arguments as typed to options of an analysis.

use std::num::NonZero;

use oxmca::internals::EverySwitch;
use oxmca::options::AnnotationStyle;
use oxmca::report::picture;
use oxmca::{InstructionTables, Options};

use crate::flags::args::{self, Args, Json, Picture};
use crate::{console, terminal};

/// The options of every region's analysis on a CPU that executes out of order or in order.
pub fn options(args: &Args, is_out_of_order: bool) -> Options {
    let mut switches = args.views.clone();
    let is_full = args.json == Json::Full;
    if is_full {
        switches.all_by_default();
    }
    switches.resolve(is_out_of_order);
    if let Some(picture) = args.picture {
        return picture_options(args, picture);
    }
    let has_simulation = !args.hardware;
    Options::with(|it| {
        it.iterations = NonZero::new(args.iterations);
        it.dispatch_width_micro_ops = NonZero::new(args.dispatch_width);
        it.register_file_size_registers = NonZero::new(args.register_file_size);
        it.load_queue_size_entries = NonZero::new(args.load_queue_size);
        it.store_queue_size_entries = NonZero::new(args.store_queue_size);
        it.assume_no_alias = args.assume_no_alias;
        it.resource_segments = args.resource_segments;
        it.micro_op_queue_size_entries = NonZero::new(args.micro_op_queue_size);
        it.decoder_throughput_instructions = NonZero::new(args.decoder_throughput);
        it.call_latency_cycles = args.call_latency;
        it.skip_unsupported = args.skip.unsupported();
        it.custom_behaviour = !args.disable_custom_behaviour;
        it.instruction_tables = match args.instruction_tables {
            args::InstructionTables::None => InstructionTables::None,
            args::InstructionTables::Normal => InstructionTables::Normal,
            args::InstructionTables::Full => InstructionTables::Full,
        };
        it.timeline_max_iterations = NonZero::new(args.timeline_max_iterations);
        // Text is limited to what fits on a line; data is not.
        it.timeline_max_cycles =
            NonZero::new(args.timeline_max_cycles.unwrap_or(if is_full { 0 } else { 80 }));
        it.ibs_sampling_period_micro_ops = NonZero::new(args.ibs_sample);
        it.show_barriers = args.show_barriers;
        it.show_encoding = args.show_encoding;
        it.show_resource_uses = is_full;
        it.annotation_style = annotation_style(args);
        it.detects_steady_state = args.detects_steady_state;
        it.hardware = args.hardware.then(|| args.hardware_options.clone());
        it.views = EverySwitch {
            summary: switches.summary.value,
            steady_state: args.steady_state || args.hardware,
            bottleneck_analysis: has_simulation && switches.bottleneck.value,
            instruction_info: switches.instruction_info.value,
            dispatch_statistics: switches.dispatch_stats.value,
            scheduler_statistics: has_simulation && switches.scheduler_stats.value,
            retire_statistics: switches.retire_stats.value,
            register_file_statistics: has_simulation && switches.register_file_stats.value,
            resource_pressure: switches.resource_pressure.value,
            source_listing: args.source && has_simulation,
            explanation: args.explain,
            annotation: args.annotate,
            // Text has it as a report of its own.
            dependency_graph: args.annotate && is_full,
            timeline: switches.timeline.value,
        }
        .into();
    })
}

/// The options for a report that is looked at, which chooses its views itself.
fn picture_options(args: &Args, picture: Picture) -> Options {
    let plain = Args { picture: None, json: Json::Off, ..args.clone() };
    let mut options = picture::options(options(&plain, true), picture.format());
    if let Some(cycles) = args.timeline_max_cycles {
        options.timeline_max_cycles = NonZero::new(cycles);
    }
    options
}

/// The style of annotations: that of a terminal if one is written to.
fn annotation_style(args: &Args) -> AnnotationStyle {
    let is_stdout = args.output.is_empty() || args.output == "-";
    if !args.annotate || !is_stdout {
        return AnnotationStyle::Plain;
    }
    match (terminal::is_stdout(), console::is_stdout_coloured()) {
        (_, true) => AnnotationStyle::Coloured,
        (true, false) => AnnotationStyle::Shaded,
        (false, false) => AnnotationStyle::Plain,
    }
}
