//! Several files, several CPUs: reports one after the other, or numbers side by side.
//!
//! Each file is worked on apart from the others, what is said about it included, by as many threads
//! as wanted. Outcomes are written in the order of the files, each as soon as it can be.

use oxmca_asm::diagnostic::Severity;
use oxmca_asm::lossless;

use crate::analysis::SharedState;
use crate::compare::{self, Column};
use crate::console::{CapturedOutput, Console, Streams};
use crate::files;
use crate::flags::args::{Args, Json, When};
use crate::run::{self, Failed, failed, write_failed};
use crate::stream::Stream;
use crate::{target, threads};

/// Files that are begun for each thread before the first of them is written.
const AHEAD: usize = 32;

/// The CPUs that `-mcpu` lists, if it is a list; LLVM knows no CPU with a comma in its name.
fn cpus(args: &Args) -> Vec<&str> {
    let names: Vec<&str> = args.cpu().split(',').collect();
    if names.contains(&"") { vec![args.cpu()] } else { names }
}

/// Whether there are several files or CPUs.
pub fn is_wanted(args: &Args) -> bool {
    args.inputs.len() > 1 || cpus(args).len() > 1
}

/// Analyzes every file for every CPU and gives the exit status: 1 if any of it failed.
pub fn run(args: &Args, program: &str) -> i32 {
    match run_all(args, program) {
        Ok(status) | Err(status) => status,
    }
}

fn run_all(args: &Args, program: &str) -> Result<i32, Failed> {
    let console = &mut Streams;
    let builder = target::builder(args, program, console)?;
    let mut columns = Vec::new();
    for cpu in cpus(args) {
        // Bars of several files would overwrite each other.
        let mcpu = args.mcpu.is_some().then(|| cpu.to_owned());
        let args = Args { mcpu, progress: When::Never, ..args.clone() };
        let session = target::session(&builder, &args, console)?;
        columns.push(Column { args, session });
    }
    if let Some(column) = columns.first() {
        run::check_output_variant(args, &column.session, console)?;
    }
    let standard_input = ["-".to_owned()];
    let paths = if args.inputs.is_empty() { &standard_input[..] } else { &args.inputs };
    let output = Stream::open(&args.output);
    let mut output = output.map_err(|error| failed(&files::describe(&error), console))?;
    let shared = SharedState::new(threads::pool(args.jobs));
    let compared = compare::SharedState::new(&shared.pool);
    let is_json = args.json != Json::Off;
    let mut list = ReportList { is_json, is_list: paths.len() > 1, count: 0 };
    let mut status = 0;
    let outcome = |path: &String| report(path, &columns, &shared, &compared);
    shared.pool.in_order(paths, AHEAD, outcome, |path, outcome| {
        console.stderr(&outcome.output.stderr);
        if let Err(failure) = outcome.result {
            status = failure;
            if list.is_list {
                console.message(Severity::Note, &format!("'{path}' is not fully reported on"));
            }
        }
        let printed = console.stdout(&outcome.output.stdout);
        printed.map_err(|error| write_failed(&error, console))?;
        let piece = list.piece(path, &outcome.report, outcome.result.is_ok());
        output.write(&piece).map_err(|error| write_failed(&error, console))
    })?;
    output.write(list.end()).map_err(|error| write_failed(&error, console))?;
    output.finish().map_err(|error| write_failed(&error, console))?;
    Ok(status)
}

/// The outcome of one file.
struct Outcome {
    output: CapturedOutput,
    report: Vec<u8>,
    result: Result<(), Failed>,
}

fn report(
    path: &str,
    columns: &[Column],
    shared: &SharedState,
    compared: &compare::SharedState<'_>,
) -> Outcome {
    let mut output = CapturedOutput::default();
    let mut report = Vec::new();
    let result = run::read(path, &mut output).and_then(|input| match columns {
        [Column { args, session }] => {
            run::report(args, session, path, input, shared, &mut output, &mut report)
        }
        columns => compare::report(columns, path, &input, compared, &mut output, &mut report),
    });
    Outcome { output, report, result }
}

/// Puts reports on files together.
struct ReportList {
    is_json: bool,
    is_list: bool,
    count: usize,
}

impl ReportList {
    /// The report on a file: in text under its name, in JSON as an element of a list.
    fn piece(&mut self, path: &str, report: &[u8], is_complete: bool) -> Vec<u8> {
        let is_first = self.count == 0;
        self.count += 1;
        let (before, report, after) = match (self.is_list, self.is_json) {
            (false, _) => (String::new(), report, ""),
            (true, false) => {
                let gap = if is_first { "" } else { "\n" };
                (format!("{gap}==> {path} <==\n\n"), report, "")
            }
            (true, true) => {
                let begin = if is_first { "[\n" } else { ",\n" };
                let name = serde_json::Value::from(path);
                let report = if is_complete { report.trim_ascii_end() } else { b"null" };
                (format!("{begin}{{\"file\":{name},\"report\":"), report, "}")
            }
        };
        [&lossless::to_bytes(&before), report, after.as_bytes()].concat()
    }

    fn end(&self) -> &'static [u8] {
        if self.is_list && self.is_json { b"\n]\n" } else { b"" }
    }
}
