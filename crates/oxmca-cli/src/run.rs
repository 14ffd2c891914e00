//! The main job: from arguments to a report.

use std::io;
use std::mem::ManuallyDrop;

use oxmca::{Code, Session};
use oxmca_asm::diagnostic::Pass;

use crate::analysis::{self, SharedState};
use crate::console::{self, Console, Streams};
use crate::files::{self, Output};
use crate::flags::args::Args;
use crate::hints;
use crate::target;

/// An exit status other than success, after the messages that explain it.
pub type Failed = i32;

/// Runs the analysis the arguments ask for and gives the exit status.
pub fn run(args: &Args, program: &str) -> i32 {
    match analyze(args, program) {
        Ok(()) => 0,
        Err(status) => status,
    }
}

fn analyze(args: &Args, program: &str) -> Result<(), Failed> {
    let console = &mut Streams;
    let builder = target::builder(args, program, console)?;
    let path = args.inputs.first().map_or("-", String::as_str);
    let input = if args.lists_cpus() { Vec::new() } else { read(path, console)? };
    let session = target::session(&builder, args, console)?;
    check_output_variant(args, &session, console)?;
    // The program ends after this: the code need not be taken apart.
    let code = ManuallyDrop::new(read_code(args, &session, path, input, console)?);
    let output =
        Output::open(&args.output).map_err(|error| failed(&files::describe(&error), console))?;
    let mut report = Vec::new();
    let mut stream = StreamedReport { is_wanted: output.is_stdout(), failure: None };
    let flush = &mut |report: &mut Vec<u8>| stream.flush(report);
    let outcome = analysis::report(args, &code, None, console, &mut report, flush);
    if let Some(error) = stream.failure {
        return Err(outcome.err().unwrap_or(0).max(write_failed(&error, console)));
    }
    if outcome.is_ok() || output.is_stdout() {
        // A terminal or pipe gets what there is, a file only what is complete.
        output.finish(&report).map_err(|error| write_failed(&error, console))?;
    }
    outcome
}

/// A report that is written to standard output while it grows.
struct StreamedReport {
    is_wanted: bool,
    /// The reason why not all of it was written. Unless nobody reads any more, messages about the
    /// input are printed all the same, and first.
    failure: Option<io::Error>,
}

impl StreamedReport {
    /// Bytes that are written at once.
    const PIECE_BYTES: usize = 256 << 10;

    fn flush(&mut self, report: &mut Vec<u8>) -> Result<(), Failed> {
        if !self.is_wanted || report.len() < Self::PIECE_BYTES {
            return Ok(());
        }
        if self.failure.is_none() {
            self.failure = files::print(report).err();
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
/// When it cannot be analyzed as a whole, after the messages that say so.
pub fn report(
    args: &Args,
    session: &Session,
    path: &str,
    input: Vec<u8>,
    shared: &SharedState,
    console: &mut dyn Console,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let code = read_code(args, session, path, input, console)?;
    analysis::report(args, &code, Some(shared), console, out, &mut |_| Ok(()))
}

/// Checks that there is a printer for the syntax asked for.
pub fn check_output_variant(
    args: &Args,
    session: &Session,
    console: &mut dyn Console,
) -> Result<(), Failed> {
    let variant = args.output_asm_variant as u32;
    if args.output_asm_variant == -1 || (variant as usize) < session.target().dialects().len() {
        return Ok(());
    }
    let triple = session.target().triple().normalized();
    let message = format!(
        "unable to create instruction printer for target triple '{triple}' with assembly variant {variant}."
    );
    Err(failed(&message, console))
}

/// Prints an error, and gives the exit status.
pub fn failed(message: &str, console: &mut dyn Console) -> Failed {
    console.error(message);
    1
}

/// Prints why output was not written, unless nobody reads it any more, and gives the exit status.
pub fn write_failed(error: &io::Error, console: &mut dyn Console) -> Failed {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return BROKEN_PIPE;
    }
    let reason = files::describe(error);
    console.text(&format!("LLVM ERROR: IO failure on output stream: {reason}\n"));
    1
}

/// The status shells show for a program that a closed pipe ended, as it does llvm-mca.
const BROKEN_PIPE: i32 = 141;

/// Reads an input.
///
/// # Errors
/// When it cannot be read, after a message that says so.
pub fn read(path: &str, console: &mut dyn Console) -> Result<Vec<u8>, Failed> {
    let reason = |error: &io::Error| format!("{path}: {}", files::describe(error));
    files::read(path).map_err(|error| failed(&reason(&error), console))
}

/// Reads assembly, and prints the messages of llvm-mca's two readings of it, for regions and for
/// instruments.
///
/// # Errors
/// When it is not to be analyzed, after the messages that say so.
pub fn read_code(
    args: &Args,
    session: &Session,
    path: &str,
    input: Vec<u8>,
    console: &mut dyn Console,
) -> Result<Code, Failed> {
    let name = if path == "-" { "<stdin>" } else { path };
    let mut options = target::text_options(args, session.target().dialects());
    options.name = name.into();
    let code = session
        .read(input, &options)
        .map_err(|_| failed(&format!("{path}: File too large"), console))?;
    let parsed = code.parsed();
    let print_messages = |pass: Pass, console: &mut dyn Console| {
        if parsed.diagnostics.is_empty() && parsed.printed.is_empty() {
            return Ok(());
        }
        let renderer = code.diagnostic_renderer(console::is_coloured());
        let mut mnemonics = hints::Mnemonics::new(session.tables(), parsed.dialect);
        let mut text = Vec::new();
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| it.pass == Pass::Both || it.pass == pass) {
            renderer.render(diagnostic, &mut text);
            let hint = mnemonics.as_mut().and_then(|mnemonics| mnemonics.after(diagnostic));
            text.extend(hint.unwrap_or_default());
        }
        console.stderr(&text);
        console.stdout(&parsed.printed).map_err(|error| write_failed(&error, console))
    };
    print_messages(Pass::Regions, console)?;
    if parsed.had_error && !args.skip.parse_failures() {
        let message = "Assembly input parsing had errors, use \
                       -skip-unsupported-instructions=parse-failure to drop failing lines from the \
                       input.";
        return Err(failed(message, console));
    }
    if parsed.had_region_error {
        return Err(1);
    }
    if code.is_empty() {
        return Err(failed(NOTHING_TO_ANALYZE, console));
    }
    print_messages(Pass::Instruments, console)?;
    if parsed.had_instrument_error {
        return Err(failed("There was an error parsing comments.", console));
    }
    Ok(code)
}

/// The error when no region has an instruction left.
pub const NOTHING_TO_ANALYZE: &str = "no assembly instructions found.";
