//! The main job: from arguments to a report.

use oxmca_asm::Subtarget;
use std::io;
use std::mem::ManuallyDrop;

use oxmca_asm::diagnostic::{Pass, Renderer};
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::region::Region;
use oxmca_asm::source::Sources;

use crate::console;
use crate::files::{self, Output};
use crate::flags::args::Args;
use crate::hints;
use crate::reporter::{Company, Reporter};
use crate::target::{self, Selected};

/// An exit status other than success. What went wrong has been said.
pub type Failed = i32;

/// Runs the analysis the arguments ask for and gives the exit status.
pub fn run(args: &Args, program: &str) -> i32 {
    match analyze(args, program) {
        Ok(()) => 0,
        Err(status) => status,
    }
}

fn analyze(args: &Args, program: &str) -> Result<(), Failed> {
    let selected = target::select(args, program).map_err(|()| 1)?;
    let path = args.inputs.first().map_or("-", String::as_str);
    let input = if args.mcpu == "help" { Vec::new() } else { read(path)? };
    let subtarget = target::subtarget(&selected, args)?;
    check_output_variant(args, &selected)?;
    let sources = sources(path, input)?;
    // The program ends after this: what it knows of the text need not be taken apart.
    let parsed = ManuallyDrop::new(parse(args, &selected, subtarget, &sources)?);
    let output = Output::open(&args.output).map_err(|error| failed(&files::describe(&error)))?;
    let reporter = Reporter::new(args, &selected, &subtarget, &sources, &parsed, None)?;
    let mut report = Vec::new();
    let mut streamed = Streamed { is_wanted: output.is_stdout(), failure: None };
    let outcome = reporter.report(&mut report, &mut |report| streamed.flush(report));
    if let Some(error) = streamed.failure {
        return Err(outcome.err().unwrap_or(0).max(write_failed(&error)));
    }
    if outcome.is_ok() || output.is_stdout() {
        // A terminal or pipe gets what there is, a file only what is complete.
        output.finish(&report).map_err(|error| write_failed(&error))?;
    }
    outcome
}

/// A report that is written to standard output while it grows.
struct Streamed {
    is_wanted: bool,
    /// Why not all of it was written. Other than when nobody reads any more, what is wrong with
    /// the input is said all the same, and first.
    failure: Option<io::Error>,
}

impl Streamed {
    /// Bytes that are written at once.
    const PIECE: usize = 256 << 10;

    fn flush(&mut self, report: &mut Vec<u8>) -> Result<(), Failed> {
        if !self.is_wanted || report.len() < Self::PIECE {
            return Ok(());
        }
        if self.failure.is_none() {
            let written = Output::open("-").and_then(|output| output.finish(report));
            self.failure = written.err();
        }
        report.clear();
        match &self.failure {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(BROKEN_PIPE),
            _ => Ok(()),
        }
    }
}

/// Appends the report on one of several inputs to `out`.
///
/// # Errors
/// When it cannot be analyzed as a whole; that has then been said.
pub fn report(
    args: &Args,
    selected: &Selected,
    subtarget: Subtarget<'static>,
    path: &str,
    input: Vec<u8>,
    company: &Company,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let sources = sources(path, input)?;
    let parsed = parse(args, selected, subtarget, &sources)?;
    let reporter = Reporter::new(args, selected, &subtarget, &sources, &parsed, Some(company))?;
    reporter.report(out, &mut |_| Ok(()))
}

/// The text of an input, under the name that messages call it.
///
/// # Errors
/// When it is too large; that has then been said.
pub fn sources(path: &str, input: Vec<u8>) -> Result<Sources, Failed> {
    Sources::new(if path == "-" { "<stdin>" } else { path }, input)
        .map_err(|_| failed(&format!("{path}: File too large")))
}

/// Whether there is a printer for the syntax asked for.
pub fn check_output_variant(args: &Args, selected: &Selected) -> Result<(), Failed> {
    let variant = args.output_asm_variant as u32;
    if args.output_asm_variant == -1 || (variant as usize) < selected.tables.dialects.len() {
        return Ok(());
    }
    Err(failed(&format!(
        "unable to create instruction printer for target triple '{}' with assembly variant {variant}.",
        selected.triple.normalized(),
    )))
}

/// Says what went wrong.
pub fn failed(message: &str) -> Failed {
    console::error(message);
    1
}

/// Says why output was not written, unless nobody reads it any more.
pub fn write_failed(error: &io::Error) -> Failed {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return BROKEN_PIPE;
    }
    let reason = files::describe(error);
    console::text(&format!("LLVM ERROR: IO failure on output stream: {reason}\n"));
    1
}

/// The status shells show for a program that a closed pipe ended, as it does llvm-mca.
const BROKEN_PIPE: i32 = 141;

/// Reads an input.
pub fn read(path: &str) -> Result<Vec<u8>, Failed> {
    files::read(path).map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))
}

/// Parses the input and says what llvm-mca says in its two readings of it, for regions and for
/// instruments.
pub fn parse(
    args: &Args,
    selected: &Selected,
    subtarget: Subtarget<'static>,
    sources: &Sources,
) -> Result<Parsed, Failed> {
    let options = parser::Options {
        dialect: args.input_dialect,
        system: selected.triple.system(),
        instruments: !args.disable_instruments,
        ..parser::Options::new(&selected.syntax)
    };
    let parsed = parser::parse(sources, selected.target, subtarget, &options);
    let say = |pass: Pass| {
        if parsed.diagnostics.is_empty() && parsed.printed.is_empty() {
            return Ok(());
        }
        let renderer = Renderer::new(sources, &parsed.line_origins);
        let renderer = renderer.coloured(console::is_coloured());
        let mut mnemonics = hints::Mnemonics::new(selected.tables, parsed.dialect);
        let mut text = Vec::new();
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| it.pass == Pass::Both || it.pass == pass) {
            renderer.render(diagnostic, &mut text);
            let hint = mnemonics.as_mut().and_then(|mnemonics| mnemonics.after(diagnostic));
            text.extend(hint.unwrap_or_default().bytes());
        }
        console::raw(&text);
        console::print(&parsed.printed).map_err(|error| write_failed(&error))
    };
    say(Pass::Regions)?;
    if parsed.had_error && !args.skip.parse_failures() {
        return Err(failed(
            "Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure \
             to drop failing lines from the input.",
        ));
    }
    if parsed.had_region_error {
        return Err(1);
    }
    if parsed.regions.iter().all(Region::is_empty) {
        return Err(failed(NOTHING_TO_ANALYZE));
    }
    say(Pass::Instruments)?;
    if parsed.had_instrument_error {
        return Err(failed("There was an error parsing comments."));
    }
    Ok(parsed)
}

/// Said when no region has an instruction left.
pub const NOTHING_TO_ANALYZE: &str = "no assembly instructions found.";
