//! Several files, several CPUs: reports one after the other, or numbers side by side.
//!
//! Each file is worked on apart from the others, what is said about it included, by as many threads
//! as wanted. Outcomes are written in the order of the files, each as soon as it can be.

use oxmca_asm::lossless;

use crate::compare;
use crate::console::{self, Kind};
use crate::files;
use crate::flags::args::{Args, Json, When};
use crate::jobs::Jobs;
use crate::reporter::{self, Shared};
use crate::run::{self, Failed, failed, write_failed};
use crate::stream::Stream;
use crate::target::{self, Selected};

/// Files that are begun for each thread before the first of them is written.
const AHEAD: usize = 32;

/// The CPUs that `-mcpu` lists, if it is a list; LLVM knows no CPU with a comma in its name.
fn cpus(args: &Args) -> Vec<&str> {
    let names: Vec<&str> = args.mcpu.split(',').collect();
    if names.contains(&"") { vec![&args.mcpu] } else { names }
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
    let selected = target::select(args, program).map_err(|()| 1)?;
    let mut columns = Vec::new();
    for cpu in cpus(args) {
        // Bars of several files would overwrite each other.
        let args = Args { mcpu: cpu.to_owned(), progress: When::Never, ..args.clone() };
        let subtarget = target::subtarget(&selected, &args)?;
        columns.push(compare::Column { args, subtarget });
    }
    run::check_output_variant(args, &selected)?;
    let standard_input = ["-".to_owned()];
    let paths = if args.inputs.is_empty() { &standard_input[..] } else { &args.inputs };
    let output = Stream::open(&args.output);
    let mut output = output.map_err(|error| failed(&files::describe(&error)))?;
    let company = reporter::Company { jobs: Jobs::new(args.jobs), known: Shared::default() };
    let jobs = &company.jobs;
    let compared = compare::Company { jobs, known: Shared::default() };
    let mut form = Form { is_json: args.json != Json::Off, is_list: paths.len() > 1, count: 0 };
    let mut status = 0;
    let outcome = |path: &String| one(path, &selected, &columns, &company, &compared);
    jobs.in_order(paths, AHEAD, outcome, |path, outcome| {
        console::raw(&outcome.said.stderr);
        if let Err(failure) = outcome.result {
            status = failure;
            if form.is_list {
                console::message(Kind::Note, &format!("'{path}' is not fully reported on"));
            }
        }
        console::print(&outcome.said.stdout).map_err(|error| write_failed(&error))?;
        let piece = form.piece(path, &outcome.report, outcome.result.is_ok());
        output.write(&piece).map_err(|error| write_failed(&error))
    })?;
    output.write(form.end()).map_err(|error| write_failed(&error))?;
    output.finish().map_err(|error| write_failed(&error))?;
    Ok(status)
}

/// What became of one file.
struct Outcome {
    said: console::Said,
    report: Vec<u8>,
    result: Result<(), Failed>,
}

fn one(
    path: &str,
    selected: &Selected,
    columns: &[compare::Column],
    company: &reporter::Company,
    compared: &compare::Company<'_>,
) -> Outcome {
    let mut report = Vec::new();
    let (result, said) = console::captured(|| {
        let input = run::read(path)?;
        let out = &mut report;
        match columns {
            [compare::Column { args, subtarget }] => {
                run::report(args, selected, *subtarget, path, input, company, out)
            }
            columns => compare::report(selected, columns, path, &input, compared, out),
        }
    });
    Outcome { said, report, result }
}

/// How reports on files are put together.
struct Form {
    is_json: bool,
    is_list: bool,
    count: usize,
}

impl Form {
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
