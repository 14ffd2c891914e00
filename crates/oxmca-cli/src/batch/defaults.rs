//! From the command line to what requests leave out.

use oxmca::{Options, TextOptions, Views};
use oxmca_asm::triple::{Arch, Triple};
use oxmca_batch::Defaults;

use crate::flags::args::{Args, InstructionTables, Json};
use crate::host;
use crate::simulation;

/// What requests leave out, and what answers have.
///
/// # Errors
/// What the arguments ask for and answers cannot have.
pub fn defaults(args: &Args) -> Result<Defaults, String> {
    let mut args = args.clone();
    let is_full = args.json == Json::Full;
    let has_report = is_full || args.ibs_sample != 0 || args.views.asks_for_any();
    if let Some(problem) = unsupported(&args, has_report) {
        return Err(problem.to_owned());
    }
    if !is_full {
        args.views.none_by_default();
        // What a report has is there in full.
        args.json = Json::Full;
    }
    let text = TextOptions {
        dialect: args.input_dialect as u8,
        shown_dialect: u8::try_from(args.output_asm_variant).ok(),
        hex_immediates: args.print_imm_hex,
        instruments: !args.disable_instruments,
        skip_invalid_lines: args.skip.parse_failures(),
        messages: false,
        ..TextOptions::default()
    };
    let options = |is_out_of_order| {
        let options = simulation::options(&args, is_out_of_order);
        let views = match has_report {
            true => options.views,
            false => Views { steady_state: args.steady_state, ..Views::NONE },
        };
        Options { views, ..options }
    };
    Ok(Defaults {
        triple: triple(&args)?,
        out_of_order: options(true),
        in_order: options(false),
        native_cpu: host::cpu_name().to_owned(),
        cpu: args.mcpu,
        features: args.mattr,
        text,
        has_report,
    })
}

fn unsupported(args: &Args, has_report: bool) -> Option<&'static str> {
    if args.json == Json::Llvm {
        return Some("-batch answers in a form of its own; --json=full adds reports to it.");
    }
    if args.instruction_tables != InstructionTables::None {
        return Some("-batch has no instruction tables.");
    }
    if args.mcpu.contains(',') {
        return Some("-batch takes one CPU; a request names another with \"cpu\".");
    }
    if args.show_encoding && !has_report {
        return Some("-batch shows encodings in reports only: add --json=full.");
    }
    None
}

/// The triple, with `-march` applied.
fn triple(args: &Args) -> Result<String, String> {
    let triple = match args.mtriple.as_str() {
        "" => host::default_triple(),
        text => text.to_owned(),
    };
    if args.march.is_empty() {
        return Ok(triple);
    }
    let arch = Arch::from_target_name(&args.march)
        .ok_or_else(|| format!("invalid target '{}'.", args.march))?;
    let triple = Triple::new(&triple);
    let is_same = triple.arch() == Some(arch);
    Ok(if is_same { triple } else { triple.with_arch(arch) }.as_str().to_owned())
}
