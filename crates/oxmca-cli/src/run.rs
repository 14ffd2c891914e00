//! The main job: from arguments to a report.

use oxmca_asm::Subtarget;
use oxmca_asm::diagnostic::Renderer;
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::source::Sources;

use crate::console;
use crate::files::{self, Output};
use crate::flags::args::Args;
use crate::target::{self, Selected};

/// Runs the analysis the arguments ask for and gives the exit status.
pub fn run(args: &Args, program: &str) -> i32 {
    match analyze(args, program) {
        Ok(()) => 0,
        Err(status) => status,
    }
}

fn analyze(args: &Args, program: &str) -> Result<(), i32> {
    let selected = target::select(args, program).map_err(|()| 1)?;
    let path = args.input.as_deref().unwrap_or("-");
    let input = if args.mcpu == "help" { Vec::new() } else { read(path)? };
    let subtarget = target::subtarget(&selected, args)?;
    let name = if path == "-" { "<stdin>" } else { path };
    let sources = Sources::new(name, input).map_err(|_| {
        console::error(&format!("{path}: File too large"));
        1
    })?;
    let parsed = parse(args, &selected, subtarget, &sources);
    let mut text = String::new();
    let options = PrintOptions { dialect: 0, hex_immediates: args.print_imm_hex };
    for inst in &parsed.insts {
        selected.target.print_inst(&subtarget, inst, &options, &mut text);
        text.push('\n');
    }
    Output::open(&args.output).and_then(|o| o.finish(text.as_bytes())).map_err(|_| 1)?;
    Ok(())
}

fn read(path: &str) -> Result<Vec<u8>, i32> {
    files::read(path).map_err(|error| {
        console::error(&format!("{path}: {}", files::describe(&error)));
        1
    })
}

/// Parses the input and prints what is to be said about it.
fn parse(
    args: &Args,
    selected: &Selected,
    subtarget: Subtarget<'static>,
    sources: &Sources,
) -> Parsed {
    let options = parser::Options {
        syntax: &selected.syntax,
        dialect: args.input_dialect,
        instruments: !args.disable_instruments,
    };
    let parsed = parser::parse(sources, selected.target, subtarget, &options);
    let renderer = Renderer::new(sources, &parsed.line_origins);
    let mut text = Vec::new();
    for diagnostic in &parsed.diagnostics {
        renderer.render(diagnostic, &mut text);
    }
    console::raw(&text);
    parsed
}
