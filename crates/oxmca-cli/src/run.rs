//! The main job: from arguments to a report.

use std::borrow::Cow;
use std::io;
use std::mem::ManuallyDrop;

use oxmca::{Code, Format, MachineCodeError, Session};
use oxmca_asm::diagnostic::Pass;
use oxmca_asm::hex::{self, HexError};
use oxmca_asm::source::MAX_TEXT_BYTES;
use oxmca_object::ObjectFile;

use crate::analysis::{self, NOTHING_TO_ANALYZE, SharedState};
use crate::console::{self, BROKEN_PIPE, Console, Streams};
use crate::flags::args::{Args, Input};
use crate::output::Output;
use crate::{
    files, hints, language, objects, other_text, selected, simulation, source_lines, target,
};

pub use crate::console::Failed;

/// Runs the analysis the arguments ask for and gives the exit status.
pub fn run(args: &Args, program: &str) -> i32 {
    let mut output = None;
    let result = analyze(args, program, &mut output);
    result.and_then(|rest| finish(output, &rest)).map_or_else(|status| status, |()| 0)
}

/// Puts the file of an output in its place, after the rest of a report.
///
/// # Errors
/// When it cannot be written, after a message that says so.
pub fn finish(output: Option<Output>, rest: &[u8]) -> Result<(), Failed> {
    let finished = output.map_or(Ok(()), |output| output.finish(rest));
    finished.map_err(|error| Streams.write_failed(&error))
}

/// Writes the report that the arguments ask for to `output`, which is opened if it is not yet, and returns the rest of it,
/// which may have colours. On failure a file that was not there before is removed again.
///
/// # Errors
/// The exit status, after the messages that say so.
pub fn analyze(args: &Args, program: &str, output: &mut Option<Output>) -> Result<Vec<u8>, Failed> {
    let console = &mut Streams;
    let read = open(args, program, console)?;
    let args = read.args.as_ref();
    // The program ends after this: the code need not be taken apart.
    let code = ManuallyDrop::new(read.code);
    let session = code.session();
    let input = args.inputs.first().cloned().unwrap_or_else(Input::standard);
    let mut opened = match output.take() {
        Some(output) => output,
        None => {
            Output::open(&args.output).map_err(|error| console.failed(&files::describe(&error)))?
        }
    };
    let mut report = Vec::new();
    if args.chooses_model && args.format() == Format::Text {
        let options = simulation::options(args, session);
        report = format!("{}\n", session.prediction_model(options.simulation())).into_bytes();
    }
    let mut stream = StreamedReport { output: &mut opened, failure: None };
    let flush = &mut |report: &mut Vec<u8>| stream.flush(report);
    let analyzed = analysis::report(args, &code, None, console, &mut report, flush);
    if let Some(error) = stream.failure {
        return Err(analyzed.err().unwrap_or(0).max(console.write_failed(&error)));
    }
    if analyzed.is_ok() || opened.is_stdout() {
        // A terminal or pipe gets what there is, a file only what is complete.
        // Only the end of a report may have colours.
        if !args.annotate {
            opened.write(&report).map_err(|error| console.write_failed(&error))?;
            report.clear();
        }
        *output = Some(opened);
    }
    if analyzed.is_ok() && console::suggests() {
        selected::hint(input.name(), &code, console);
    }
    match analyzed {
        Ok(()) => Ok(report),
        Err(status) => {
            // Standard output gets what there is.
            finish(output.take().filter(|output| output.is_stdout()), &report)?;
            Err(status)
        }
    }
}

/// Code that was read for a CPU.
pub struct Opened<'a> {
    /// The arguments, with the target of the input.
    pub args: Cow<'a, Args>,
    /// The code.
    pub code: Code,
}

/// Reads the first input that the arguments name.
///
/// # Errors
/// The exit status, after the messages that say so.
pub fn open<'a>(
    args: &'a Args,
    program: &str,
    console: &mut dyn Console,
) -> Result<Opened<'a>, Failed> {
    let builder = target::builder(args, program, console)?;
    let input = args.inputs.first().cloned().unwrap_or_else(Input::standard);
    let bytes = if args.lists_cpus() { Vec::new() } else { read(args, &input, console)? };
    if let (Some(command), Input::File(path)) = (args.command, &input)
        && !ObjectFile::is_object(&bytes)
        && let Some(advice) = language::advice(path, &bytes, command)
    {
        return Err(console.failed(&advice));
    }
    let mut named_target = selected::args_for_object(args, &input, &bytes);
    if args.guesses_target && !ObjectFile::is_object(&bytes) && !args.is_machine_code(&input) {
        named_target = named_target.or_else(|| target::args_for_text(args, &bytes));
    }
    let session = match &named_target {
        Some(args) => objects::session(args, input.name(), console)?,
        None => target::session(&builder, args, console)?,
    };
    let args = named_target.map_or(Cow::Borrowed(args), Cow::Owned);
    check_output_variant(&args, &session, console)?;
    let code = read_code(&args, &session, &input, bytes, console)?;
    Ok(Opened { args, code })
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
    input: &Input,
    bytes: Vec<u8>,
    shared: &SharedState,
    console: &mut dyn Console,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let code = read_code(args, session, input, bytes, console)?;
    let mut is_too_long = false;
    let check = &mut |out: &mut Vec<u8>| {
        is_too_long |= out.len() > MAX_HELD_BYTES;
        if is_too_long { Err(1) } else { Ok(()) }
    };
    let analyzed = analysis::report(args, &code, Some(shared), console, out, check);
    if is_too_long {
        out.clear();
        let mebibytes = MAX_HELD_BYTES >> 20;
        let name = input.name();
        let message = format!("{name}: the report on one of several files exceeds {mebibytes} MiB");
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
    let takes_any = session.target().descriptor().takes_any_dialect;
    if args.output_asm_variant == -1 || takes_any || (variant as usize) < dialects {
        return Ok(());
    }
    let triple = session.target().triple().normalized();
    let message = format!(
        "unable to create instruction printer for target triple '{triple}' with assembly variant {variant}."
    );
    Err(console.failed(&message))
}

/// Reads the bytes of an input: its text, or machine code.
///
/// # Errors
/// When it cannot be read or is no machine code, after a message that says so.
pub fn read(args: &Args, input: &Input, console: &mut dyn Console) -> Result<Vec<u8>, Failed> {
    // Only with a choice of its parts, an object can be what is read.
    let max_bytes = match args.selection.is_empty() {
        true => MAX_TEXT_BYTES as u64,
        false => objects::MAX_BYTES,
    };
    let bytes = match input {
        Input::Hex(text) => text.as_bytes().to_vec(),
        Input::File(path) | Input::HexFile(path) => {
            let reason = |error: &io::Error| format!("{path}: {}", files::describe(error));
            files::read_at_most(path, max_bytes).map_err(|error| console.failed(&reason(&error)))?
        }
    };
    if matches!(input, Input::File(_)) {
        return Ok(bytes);
    }
    hex::bytes(&bytes).map_err(|error| {
        let HexError { line, column, .. } = error;
        console.text(&format!("{}:{line}:{column}: ", name_in_messages(input)));
        console.failed(&error.to_string())
    })
}

fn name_in_messages(input: &Input) -> &str {
    if input.path() == Some("-") { "<stdin>" } else { input.name() }
}

/// Reads assembly or machine code, of which `bytes` are what [`read`] gave.
///
/// # Errors
/// When it is not to be analyzed, after the messages that say so.
pub fn read_code(
    args: &Args,
    session: &Session,
    input: &Input,
    bytes: Vec<u8>,
    console: &mut dyn Console,
) -> Result<Code, Failed> {
    let mut options = target::text_options(args, session.target().dialects());
    options.name = name_in_messages(input).into();
    options.collects_layout =
        !args.selection.is_empty() || args.shows_source() || console::suggests();
    let code = if args.is_machine_code(input) {
        let read = session.read_machine_code(bytes, args.base_address, &options);
        read.map_err(|error| match error {
            MachineCodeError::Empty => console.failed(NOTHING_TO_ANALYZE),
            _ => console.failed(&format!("{}: {error}", options.name)),
        })?
    } else if ObjectFile::is_object(&bytes) {
        selected::object(args, session, bytes, &options, console)?
    } else {
        let read = session.read(bytes, &options);
        let code =
            read.map_err(|_| console.failed(&format!("{}: File too large", input.name())))?;
        check_text(args, session, &code, console)?;
        source_lines::with_texts(args, selected::regions(args, code, console)?)
    };
    session.check_simulated_features().map_err(|error| console.fatal(&error.to_string()))?;
    Ok(code)
}

/// Prints the messages of llvm-mca's two readings of assembly, for regions and for instruments.
///
/// # Errors
/// When it is not to be analyzed, after the messages that say so.
fn check_text(
    args: &Args,
    session: &Session,
    code: &Code,
    console: &mut dyn Console,
) -> Result<(), Failed> {
    let parsed = code.parsed();
    let print_messages = |pass: Pass, console: &mut dyn Console| {
        if parsed.diagnostics.is_empty() && parsed.printed.is_empty() {
            return Ok(());
        }
        let renderers = [false, true].map(|is_coloured| code.diagnostic_renderer(is_coloured));
        let mut mnemonics = hints::Mnemonics::new(session.tables(), parsed.dialect);
        let mut text = Vec::new();
        // Only what llvm-mca says is said twice.
        let is_repeated = args.reads_leniently() && pass != Pass::Regions;
        let is_of_pass = |it: Pass| it == pass || it == Pass::Both && !is_repeated;
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| is_of_pass(it.pass)) {
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
    hints::skipped(parsed, console);
    if parsed.is_cut_off || parsed.had_error && !args.skip.parse_failures() {
        let message = "Assembly input parsing had errors, use \
                       -skip-unsupported-instructions=parse-failure to drop failing lines from the \
                       input.";
        let failed = console.failed(message);
        other_text::hint(args, code, console);
        hints::lenient(target::text_options(args, session.target().dialects()), code, console);
        return Err(failed);
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
    Ok(())
}
