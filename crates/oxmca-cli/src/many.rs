//! Several files, several CPUs: reports one after the other, or numbers side by side.
//!
//! Files are analyzed in parallel, each with its own messages. Reports and messages are written in the
//! order of the files, each as soon as those before it are.

use oxmca_asm::diagnostic::Severity;
use oxmca_asm::lossless;

use crate::analysis::SharedState;
use crate::compare::{self, Column};
use crate::console::{CapturedOutput, Console, Failed, Streams};
use crate::files;
use crate::flags::args::{Args, Input, Json, When};
use crate::output::Output;
use crate::{run, target, threads};

/// Files that are begun for each thread before the first of them is written.
const AHEAD: usize = 32;

/// The CPUs that `-mcpu` lists, if it is a list; LLVM knows no CPU with a comma in its name.
fn cpus(args: &Args) -> Vec<&str> {
    let names: Vec<&str> = args.cpu().split(',').collect();
    if names.contains(&"") { vec![args.cpu()] } else { names }
}

/// Returns whether there are several files or CPUs.
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
    let inputs = args.all_inputs();
    let output = Output::open(&args.output);
    let mut output = output.map_err(|error| console.failed(&files::describe(&error)))?;
    let shared = SharedState::new(threads::pool(args.jobs));
    let compared = compare::SharedState::new(&shared.pool);
    let is_json = args.json != Json::Off;
    let mut list = ReportList { is_json, is_list: inputs.len() > 1, count: 0 };
    let mut status = 0;
    let analyze = |input: &Input| report(input, &columns, &shared, &compared);
    shared.pool.in_order(&inputs, AHEAD, analyze, |input, file| {
        let path = input.name();
        console.stderr(&file.output.stderr);
        if let Err(failure) = file.result {
            status = failure;
            if list.is_list {
                console.message(Severity::Note, &format!("'{path}' is not fully reported on"));
            }
        }
        let printed = console.stdout(&file.output.stdout);
        printed.map_err(|error| console.write_failed(&error))?;
        let framed = list.frame(path, &file.report, file.result.is_ok());
        output.write(&framed).map_err(|error| console.write_failed(&error))
    })?;
    output.finish(list.end()).map_err(|error| console.write_failed(&error))?;
    Ok(status)
}

/// The report on one file, with its messages.
struct FileReport {
    output: CapturedOutput,
    report: Vec<u8>,
    result: Result<(), Failed>,
}

fn report(
    input: &Input,
    columns: &[Column],
    shared: &SharedState,
    compared: &compare::SharedState<'_>,
) -> FileReport {
    let mut output = CapturedOutput::default();
    let mut report = Vec::new();
    let args = &columns[0].args;
    let result = run::read(args, input, &mut output).and_then(|bytes| match columns {
        [Column { args, session }] => {
            run::report(args, session, input, bytes, shared, &mut output, &mut report)
        }
        columns => compare::report(columns, input, &bytes, compared, &mut output, &mut report),
    });
    FileReport { output, report, result }
}

/// Puts reports on files together.
struct ReportList {
    is_json: bool,
    is_list: bool,
    count: usize,
}

impl ReportList {
    /// The report on a file: in text under its name, in JSON as an element of a list.
    fn frame(&mut self, path: &str, report: &[u8], is_complete: bool) -> Vec<u8> {
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
