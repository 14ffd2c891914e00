//! From the command line to the defaults of requests.

use std::time::{Duration, Instant};

use oxmca::{InstructionTables, SessionBuilder, Views};
use oxmca_batch::{Defaults, Timeout};

use crate::flags::args::{Args, Json};
use crate::{simulation, target};

/// Returns the defaults of requests, and the parts of answers.
///
/// # Errors
/// The problem, when the arguments ask for something that answers cannot have.
pub fn defaults(args: &Args, builder: &SessionBuilder) -> Result<Defaults, String> {
    let mut args = args.clone();
    let is_full = args.json == Json::Full;
    let is_asked_for = args.requested.options.ibs_sampling_period_micro_ops.is_some()
        || args.source
        || args.views.asks_for_any();
    let has_report = is_full || is_asked_for;
    if let Some(problem) = unsupported(&args, has_report) {
        return Err(problem.to_owned());
    }
    if !is_full {
        args.views.none_by_default();
        // Reports within answers are full JSON.
        args.json = Json::Full;
    }
    let dialects = builder.dialects().map_err(|error| error.to_string())?;
    let mut text = target::text_options(&args, dialects);
    text.collects_layout = args.source;
    let options = |is_out_of_order| {
        let mut requested = simulation::requested(&args, is_out_of_order);
        if !has_report {
            requested.options.views = Views::NONE;
            requested.options.views.steady_state = args.steady_state;
        }
        requested
    };
    let cpu = match builder.cpu_name() {
        model if args.mcpu.is_none() && !model.is_empty() => model,
        _ => args.cpu(),
    };
    let named = if cpu == "native" { oxmca_host::cpu_name() } else { cpu };
    if let Some(problem) = builder.clone().cpu(named).unused_hardware() {
        return Err(problem);
    }
    Ok(Defaults::with(|it| {
        it.triple = builder.triple().as_str().to_owned();
        it.out_of_order = options(true);
        it.in_order = options(false);
        it.native_cpu = Some(oxmca_host::cpu_name().to_owned());
        it.cpu = cpu.to_owned();
        it.tables = builder.own_tables().cloned();
        it.hardware_models = builder.own_hardware_models().cloned();
        it.itineraries = args.itineraries;
        it.features = args.mattr.clone();
        it.text = text;
        it.has_report = has_report;
        it.has_generator = args.identity;
        it.timeout = (args.timeout_seconds != 0).then(|| Timeout {
            limit: Duration::from_secs(args.timeout_seconds.into()),
            clock: Instant::now,
        });
    }))
}

fn unsupported(args: &Args, has_report: bool) -> Option<&'static str> {
    if args.inputs.iter().any(|input| args.is_machine_code(input)) {
        return Some("-batch reads machine code from requests that have \"hex\".");
    }
    if args.batch_format != "jsonl" {
        return Some(
            "Arrow and Parquet are read and written by the program oxmca-batch, which comes with oxmca: \
             oxmca-batch --format=parquet -o answers.parquet blocks.parquet",
        );
    }
    if args.json == Json::Llvm {
        return Some("-batch answers in a form of its own; --json=full adds reports to it.");
    }
    if args.requested.options.instruction_tables != InstructionTables::None {
        return Some("-batch has no instruction tables.");
    }
    if args.cpu().contains(',') {
        return Some("-batch takes one CPU; a request names another with \"cpu\".");
    }
    if args.requested.options.show_encoding && !has_report {
        return Some("-batch shows encodings in reports only: add --json=full.");
    }
    None
}
