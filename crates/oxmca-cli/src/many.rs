//! Several files, several CPUs: reports one after the other, or numbers side by side.
//!
//! Files are analyzed in parallel, each with its own messages. Reports and messages are written in the
//! order of the files, each as soon as those before it are.

use oxmca_asm::diagnostic::Severity;
use oxmca_asm::lossless;
use oxmca_driver::Pool;

use crate::analysis::SharedState;
use crate::compare::{self, Column};
use crate::console::{CapturedOutput, Console, Failed, Streams};
use crate::files;
use crate::flags::args::{Args, Input, Json, Picture, When};
use crate::output::Output;
use crate::{objects, page, run, selected, target, threads};

/// Files that are begun for each thread before the first of them is written.
const AHEAD: usize = 32;

/// Returns the CPUs that `-mcpu` lists, if it is a list; LLVM knows no CPU with a comma in its
/// name.
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
    let columns = match selected::can_be_object(args) {
        false => Some(columns(args, program, None, console)?),
        // An object decides the target, and so the CPUs that there are.
        true => None,
    };
    let inputs = args.all_inputs();
    if args.picture.is_some() && inputs.len() > 1 {
        return Err(console.failed("--html, --svg and --dot take one file"));
    }
    if matches!(args.picture, Some(Picture::Dot | Picture::Svg)) {
        return Err(console.failed("--svg and --dot take one CPU"));
    }
    let output = Output::open(&args.output);
    let mut output = output.map_err(|error| console.failed(&files::describe(&error)))?;
    let shared = SharedState::new(threads::pool(args.jobs));
    let compared = compare::SharedState::new(&shared.pool);
    let reporter = Reporter { args, program, columns, shared: &shared, compared };
    let is_json = args.json != Json::Off;
    let mut list = ReportList { is_json, is_list: inputs.len() > 1, count: 0 };
    let mut status = 0;
    shared.pool.in_order(
        &inputs,
        AHEAD,
        |input| reporter.report(input),
        |input, file| {
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
        },
    )?;
    if status != 0 && args.picture.is_some() {
        // A page is written whole or not at all.
        return Err(status);
    }
    output.finish(list.end()).map_err(|error| console.write_failed(&error))?;
    Ok(status)
}

/// The report on one file, with its messages.
struct FileReport {
    output: CapturedOutput,
    report: Vec<u8>,
    result: Result<(), Failed>,
}

/// Returns the CPUs of the arguments. An object, whose name is given, has its triple in the
/// arguments.
///
/// # Errors
/// When one of them cannot be simulated, after a message that says so.
fn columns(
    args: &Args,
    program: &str,
    object: Option<&str>,
    console: &mut dyn Console,
) -> Result<Vec<Column>, Failed> {
    let builder = target::builder(args, program, console)?;
    let mut columns = Vec::new();
    for cpu in cpus(args) {
        // Bars of several files would overwrite each other.
        let mcpu = args.mcpu.is_some().then(|| cpu.to_owned());
        let is_one_of_several_cpus = args.cpu().contains(',');
        let args = Args { mcpu, progress: When::Never, is_one_of_several_cpus, ..args.clone() };
        let session = match object {
            Some(name) => objects::session(&args, name, console)?,
            None => target::session(&builder, &args, console)?,
        };
        columns.push(Column { args, session });
    }
    if let Some(column) = columns.first() {
        run::check_output_variant(args, &column.session, console)?;
    }
    Ok(columns)
}

/// Reports on files.
struct Reporter<'a> {
    args: &'a Args,
    program: &'a str,
    /// The CPUs, if they do not depend on the file.
    columns: Option<Vec<Column>>,
    shared: &'a SharedState,
    compared: compare::SharedState<'a>,
}

impl Reporter<'_> {
    fn report(&self, input: &Input) -> FileReport {
        let mut output = CapturedOutput::default();
        let mut report = Vec::new();
        let read = run::read(self.args, input, &mut output);
        let result = read.and_then(|bytes| match &self.columns {
            Some(columns) => {
                let (shared, compared) = (self.shared, &self.compared);
                report_on(columns, input, bytes, shared, compared, &mut output, &mut report)
            }
            None => self.report_on_target_of(input, bytes, &mut output, &mut report),
        });
        FileReport { output, report, result }
    }

    /// Reports on a file for its own target. Outcomes are not shared with files that can be for another one.
    fn report_on_target_of(
        &self,
        input: &Input,
        bytes: Vec<u8>,
        console: &mut dyn Console,
        report: &mut Vec<u8>,
    ) -> Result<(), Failed> {
        let for_object = selected::args_for_object(self.args, input, &bytes);
        let args = for_object.as_ref().unwrap_or(self.args);
        let object = for_object.is_some().then(|| input.name());
        let columns = columns(args, self.program, object, console)?;
        let shared = SharedState::new(Pool::single());
        let compared = compare::SharedState::new(&self.shared.pool);
        report_on(&columns, input, bytes, &shared, &compared, console, report)
    }
}

fn report_on(
    columns: &[Column],
    input: &Input,
    bytes: Vec<u8>,
    shared: &SharedState,
    compared: &compare::SharedState<'_>,
    console: &mut dyn Console,
    report: &mut Vec<u8>,
) -> Result<(), Failed> {
    match columns {
        [Column { args, session }] => {
            run::report(args, session, input, bytes, shared, console, report)
        }
        columns if columns[0].args.picture == Some(Picture::Html) => {
            page::report(columns, input, &bytes, console, report)
        }
        columns => compare::report(columns, input, &bytes, compared, console, report),
    }
}

/// Puts reports on files together.
struct ReportList {
    is_json: bool,
    is_list: bool,
    count: usize,
}

impl ReportList {
    /// Returns the report on a file: in text under its name, in JSON as an element of a list.
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
