//! From arguments as typed to options of an analysis.

use oxmca::{InstructionTables, Options, Views};

use crate::flags::args::{self, Args, Json};

/// The options of every region's analysis on a CPU that executes out of order or in order.
pub fn options(args: &Args, is_out_of_order: bool) -> Options {
    let mut switches = args.views.clone();
    let is_full = args.json == Json::Full;
    if is_full {
        switches.all_by_default();
    }
    switches.resolve(is_out_of_order);
    Options {
        iterations: args.iterations,
        dispatch_width_uops: args.dispatch_width,
        register_file_size: args.register_file_size,
        load_queue_size: args.load_queue_size,
        store_queue_size: args.store_queue_size,
        assume_no_alias: args.assume_no_alias,
        micro_op_queue_size: args.micro_op_queue_size,
        decoder_throughput: args.decoder_throughput,
        call_latency_cycles: args.call_latency,
        skip_unsupported: args.skip.unsupported(),
        custom_behaviour: !args.disable_custom_behaviour,
        instruction_tables: match args.instruction_tables {
            args::InstructionTables::None => InstructionTables::None,
            args::InstructionTables::Normal => InstructionTables::Normal,
            args::InstructionTables::Full => InstructionTables::Full,
        },
        timeline_max_iterations: args.timeline_max_iterations,
        // Text is limited to what fits on a line; data is not.
        timeline_max_cycles: args.timeline_max_cycles.unwrap_or(if is_full { 0 } else { 80 }),
        ibs_sampling_period_uops: args.ibs_sample,
        show_barriers: args.show_barriers,
        show_encoding: args.show_encoding,
        show_resource_uses: is_full,
        detects_steady_state: args.detects_steady_state,
        views: Views {
            summary: switches.summary.value,
            steady_state: args.steady_state,
            bottleneck_analysis: switches.bottleneck.value,
            instruction_info: switches.instruction_info.value,
            dispatch_statistics: switches.dispatch_stats.value,
            scheduler_statistics: switches.scheduler_stats.value,
            retire_statistics: switches.retire_stats.value,
            register_file_statistics: switches.register_file_stats.value,
            resource_pressure: switches.resource_pressure.value,
            timeline: switches.timeline.value,
        },
    }
}
