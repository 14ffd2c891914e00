//! The main job: from arguments to a report.

use std::io;
use std::mem::ManuallyDrop;

use oxmca::{Code, Session};
use oxmca_asm::diagnostic::Pass;
use oxmca_asm::source::MAX_TEXT_BYTES;

use crate::analysis::{self, NOTHING_TO_ANALYZE, SharedState};
use crate::console::{self, BROKEN_PIPE, Console, Streams};
use crate::flags::args::Args;
use crate::output::Output;
use crate::{files, hints, selected, target};

pub use crate::console::Failed;

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
    let mut output =
        Output::open(&args.output).map_err(|error| console.failed(&files::describe(&error)))?;
    let mut report = Vec::new();
    let mut stream = StreamedReport { output: &mut output, failure: None };
    let flush = &mut |report: &mut Vec<u8>| stream.flush(report);
    let analyzed = analysis::report(args, &code, None, console, &mut report, flush);
    if let Some(error) = stream.failure {
        return Err(analyzed.err().unwrap_or(0).max(console.write_failed(&error)));
    }
    if analyzed.is_ok() || output.is_stdout() {
        // A terminal or pipe gets what there is, a file only what is complete.
        let written = output.write(&report).and_then(|()| output.finish(b""));
        written.map_err(|error| console.write_failed(&error))?;
    }
    if analyzed.is_ok() && console::suggests() {
        selected::hint(path, &code, console);
    }
    analyzed
}

/// A report that is written while it grows.
struct StreamedReport<'o> {
    output: &'o mut Output,
    /// The first error in writing it. Unless nobody reads any more, messages about the input are still
    /// printed, and before this one.
    failure: Option<io::Error>,
}

impl StreamedReport<'_> {
    /// Bytes that are written at once.
    const WRITE_BYTES: usize = 256 << 10;

    fn flush(&mut self, report: &mut Vec<u8>) -> Result<(), Failed> {
        if report.len() < Self::WRITE_BYTES {
            return Ok(());
        }
        if self.failure.is_none() {
            self.failure = self.output.write(report).err();
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
    let mut is_too_long = false;
    let check = &mut |out: &mut Vec<u8>| {
        is_too_long |= out.len() > MAX_HELD_BYTES;
        if is_too_long { Err(1) } else { Ok(()) }
    };
    let analyzed = analysis::report(args, &code, Some(shared), console, out, check);
    if is_too_long {
        out.clear();
        let mebibytes = MAX_HELD_BYTES >> 20;
        let message = format!("{path}: the report on one of several files exceeds {mebibytes} MiB");
        return Err(console.failed(&message));
    }
    analyzed
}

/// The most bytes of a report that waits for those before it.
const MAX_HELD_BYTES: usize = 256 << 20;

/// Checks that there is a printer for the syntax asked for.
pub fn check_output_variant(
    args: &Args,
    session: &Session,
    console: &mut dyn Console,
) -> Result<(), Failed> {
    let variant = args.output_asm_variant as u32;
    let dialects = session.target().dialects().len();
    // LLVM's printers of targets with one dialect take any number.
    if args.output_asm_variant == -1 || dialects == 1 || (variant as usize) < dialects {
        return Ok(());
    }
    let triple = session.target().triple().normalized();
    let message = format!(
        "unable to create instruction printer for target triple '{triple}' with assembly variant {variant}."
    );
    Err(console.failed(&message))
}

/// Reads an input.
///
/// # Errors
/// When it cannot be read, after a message that says so.
pub fn read(path: &str, console: &mut dyn Console) -> Result<Vec<u8>, Failed> {
    let reason = |error: &io::Error| format!("{path}: {}", files::describe(error));
    files::read_at_most(path, MAX_TEXT_BYTES as u64)
        .map_err(|error| console.failed(&reason(&error)))
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
    options.collects_layout = !args.selection.is_empty() || console::suggests();
    let code = session
        .read(input, &options)
        .map_err(|_| console.failed(&format!("{path}: File too large")))?;
    let parsed = code.parsed();
    let print_messages = |pass: Pass, console: &mut dyn Console| {
        if parsed.diagnostics.is_empty() && parsed.printed.is_empty() {
            return Ok(());
        }
        let renderers = [false, true].map(|is_coloured| code.diagnostic_renderer(is_coloured));
        let mut mnemonics = hints::Mnemonics::new(session.tables(), parsed.dialect);
        let mut text = Vec::new();
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| it.pass == Pass::Both || it.pass == pass) {
            text.extend(console::rendered(|is_coloured, out| {
                renderers[usize::from(is_coloured)].render(diagnostic, out);
            }));
            let hint = mnemonics.as_mut().and_then(|mnemonics| mnemonics.after(diagnostic));
            text.extend(hint.unwrap_or_default());
        }
        console.stderr(&text);
        console.stdout(&parsed.printed).map_err(|error| console.write_failed(&error))
    };
    print_messages(Pass::Regions, console)?;
    if parsed.is_cut_off || parsed.had_error && !args.skip.parse_failures() {
        let message = "Assembly input parsing had errors, use \
                       -skip-unsupported-instructions=parse-failure to drop failing lines from the \
                       input.";
        return Err(console.failed(message));
    }
    if parsed.had_region_error {
        return Err(1);
    }
    if code.is_empty() {
        return Err(console.failed(NOTHING_TO_ANALYZE));
    }
    print_messages(Pass::Instruments, console)?;
    if parsed.had_instrument_error {
        return Err(console.failed("There was an error parsing comments."));
    }
    session.check_simulated_features().map_err(|error| console.fatal(&error.to_string()))?;
    selected::regions(args, code, console)
}
