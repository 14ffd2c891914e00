//! From arguments as typed to options of an analysis.

use std::sync::atomic::{AtomicBool, Ordering};

use oxmca::hardware::InitialRegisters;
use oxmca::internals::EverySwitch;
use oxmca::options::{AnnotationStyle, HardwareOptions, SimulationKind};
use oxmca::{Options, RequestedOptions, Session};
use oxmca_asm::Severity;

use crate::flags::args::{Args, Json};
use crate::{console, terminal};

/// Returns the options of every region's analysis on the CPU of a session.
pub fn options(args: &Args, session: &Session) -> Options {
    let mut requested = requested(args, session.processor().is_out_of_order());
    if args.chooses_model() {
        session.choose_model(&mut requested);
    }
    let options = requested.for_report(args.format());
    warn_of_options_without_effect(args, session.cpu_name(), &options);
    options
}

/// Tells once which of the options that were given mean something in hardware mode alone, if that is not what simulates.
fn warn_of_options_without_effect(args: &Args, cpu: &str, options: &Options) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    let hardware = &args.requested.hardware_options;
    let given = [
        ("--smt", hardware.two_threads != HardwareOptions::default().two_threads),
        ("--initial-registers", hardware.initial_registers != InitialRegisters::default()),
    ];
    let given: Vec<&str> = given.into_iter().filter(|it| it.1).map(|it| it.0).collect();
    let is_hardware = options.simulation() == SimulationKind::Hardware;
    if given.is_empty() || is_hardware || IS_TOLD.swap(true, Ordering::Relaxed) {
        return;
    }
    let names = given.join(" and ");
    let has = if given.len() == 1 { "has" } else { "have" };
    let text = format!(
        "{names} {has} no effect on {cpu} without hardware mode, which --hardware switches on"
    );
    console::message(Severity::Warning, &text);
}

/// Returns the options that are asked for, with the views that flags switch on, on a CPU that executes out of order or in
/// order.
pub fn requested(args: &Args, is_out_of_order: bool) -> RequestedOptions {
    let mut switches = args.views.clone();
    let is_full = args.json == Json::Full;
    if is_full {
        switches.all_by_default();
    }
    switches.resolve(is_out_of_order);
    let mut requested = args.requested.clone();
    requested.options.annotation_style = annotation_style(args);
    requested.options.views = EverySwitch {
        summary: switches.summary.value,
        steady_state: args.steady_state,
        bottleneck_analysis: switches.bottleneck.value,
        instruction_info: switches.instruction_info.value,
        dispatch_statistics: switches.dispatch_stats.value,
        scheduler_statistics: switches.scheduler_stats.value,
        retire_statistics: switches.retire_stats.value,
        register_file_statistics: switches.register_file_stats.value,
        resource_pressure: switches.resource_pressure.value,
        source_listing: args.source,
        explanation: args.explain,
        work: args.work,
        annotation: args.annotate,
        // Text has it as a report of its own.
        dependency_graph: args.annotate && is_full,
        timeline: switches.timeline.value,
    }
    .into();
    requested
}

/// Returns the style of annotations: that of a terminal if one is written to.
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
