//! `oxmca check`: fails when a loop has become slower than it was accepted to be.

use std::io::Write;

use clap::Parser;
use oxmca_loops::baseline::{Baseline, BaselineFile, BaselineInput, BaselineLoop, Checked};
use oxmca_loops::item::Item;
use oxmca_loops::table::limits;

use super::arguments::MachineArguments;
use super::input::InputFile;
use super::items::{self, InputItems};
use crate::console::{Failed, Streams, failed, write_failed};
use crate::output::Output;
use crate::{command_line, files, threads};

/// The first argument that names the command.
pub const NAME: &str = "check";

/// The exit status when something has become slower.
const SLOWER: i32 = 3;
/// A longer baseline is refused.
const MAX_BASELINE_BYTES: u64 = 1 << 28;
/// Most bytes of a file of hardware data: more than any that is accepted.
const MAX_HARDWARE_BYTES: u64 = 1 << 21;
/// The models are those of this version of LLVM.
const MODELS: &str = "LLVM 22.1.8";

/// Compares the loops of programs, objects or assembly with a baseline, and fails with status 3 if one is slower.
///
/// The numbers are cycles per iteration once the pipeline is full, as simulated; no code runs. A text that marks regions is
/// checked by these. Loops are found by name and, where their function has another name, by their instructions.
#[derive(Parser, Debug)]
#[command(name = "oxmca check", bin_name = "oxmca check", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca check --baseline=loops.txt --write-baseline --mcpu=skylake,znver4 kernels.o
  oxmca check --baseline=loops.txt kernels.o
  oxmca check --baseline=loops.txt --max-slowdown=2% kernels.o

Without --mcpu, --mtriple and --hardware, these are those of the baseline. docs/ci.md shows a workflow for GitHub.")]
struct Options {
    /// Programs, libraries, archives, objects or assembly
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<String>,
    /// The file with what was accepted
    #[arg(long, value_name = "FILE")]
    baseline: String,
    /// Write the baseline instead of comparing with it
    #[arg(long)]
    write_baseline: bool,
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "0",
        value_parser = percent,
        help = "How many percent more cycles a loop may take"
    )]
    max_slowdown: f64,
    #[command(flatten)]
    machine: MachineArguments,
}

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let options: Options = match command_line::parse(NAME, arguments) {
        Ok(options) => options,
        Err(status) => return status,
    };
    let result = if options.write_baseline { write(&options) } else { check(&options) };
    result.map_or_else(|status| status, |()| 0)
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse::<f64>();
    let number = number.ok().filter(|it| it.is_finite() && *it >= 0.0);
    number.map(|it| it / 100.0).ok_or_else(|| "expected a percentage, such as 2%".to_owned())
}

fn program_version() -> String {
    format!("oxmca {}", env!("CARGO_PKG_VERSION"))
}

/// Finds the loops of all inputs on these CPUs.
fn found(
    options: &Options,
    machine: &MachineArguments,
    cpus: &[Option<String>],
) -> Result<Vec<InputItems>, Failed> {
    let pool = threads::pool(machine.jobs);
    let console = &mut Streams;
    let read = options.inputs.iter().map(|path| InputFile::read(path, console));
    let inputs = read.collect::<Result<Vec<InputFile>, Failed>>()?;
    let mut found = Vec::new();
    for cpu in cpus {
        for file in &inputs {
            let cpu = cpu.as_deref();
            found.extend(items::find(file.clone(), machine, cpu, false, &pool, console)?);
        }
    }
    Ok(found)
}

fn write(options: &Options) -> Result<(), Failed> {
    let found = found(options, &options.machine, &items::cpus(&options.machine))?;
    let output = Output::open(&options.baseline)
        .map_err(|error| failed(&format!("{}: {}", options.baseline, files::describe(&error))))?;
    let input = |it: &InputItems| BaselineInput {
        cpu: it.cpu.clone(),
        name: it.name.clone(),
        loops: it.items.iter().filter_map(BaselineLoop::new).collect(),
    };
    let baseline = Baseline {
        program: program_version(),
        models: MODELS.to_owned(),
        triple: options.machine.mtriple.clone(),
        is_of_hardware: options.machine.is_hardware(),
        hardware_files: hardware_files(&options.machine)?,
        inputs: found.iter().map(input).collect(),
    };
    let count: usize = baseline.inputs.iter().map(|it| it.loops.len()).sum();
    output.finish(baseline.to_string().as_bytes()).map_err(|error| write_failed(&error))?;
    print(&format!("{count} loops are the baseline now, in {}.\n", options.baseline))
}

fn check(options: &Options) -> Result<(), Failed> {
    let path = &options.baseline;
    let text = files::read_at_most(path, MAX_BASELINE_BYTES)
        .map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))?;
    let baseline = Baseline::parse(&String::from_utf8_lossy(&text))
        .map_err(|error| failed(&format!("{path}:{error}")))?;
    let mut cpus: Vec<Option<String>> = Vec::new();
    match options.machine.mcpu {
        Some(_) => cpus = items::cpus(&options.machine),
        None => {
            for input in &baseline.inputs {
                if !cpus.contains(&Some(input.cpu.clone())) {
                    cpus.push(Some(input.cpu.clone()));
                }
            }
        }
    }
    let mut machine = options.machine.clone();
    if machine.mtriple.is_empty() && machine.march.is_empty() {
        machine.mtriple.clone_from(&baseline.triple);
    }
    machine.options.requested.hardware |= baseline.is_of_hardware;
    if machine.options.hardware_files.is_empty() {
        let files = baseline.hardware_files.iter().map(|it| it.path.clone());
        machine.options.hardware_files = files.collect();
    }
    let hardware_files = hardware_files(&machine)?;
    let found = found(options, &machine, &cpus)?;
    let mut report = Report::new(options, &baseline);
    report.add_mismatches(&options.machine, &baseline);
    report.add_changed_files(&hardware_files, &baseline);
    for input in &found {
        report.add(input, &baseline);
    }
    report.end()
}

/// Returns the hardware data of the user's.
fn hardware_files(machine: &MachineArguments) -> Result<Vec<BaselineFile>, Failed> {
    let describe = |path: &String| match files::read_at_most(path, MAX_HARDWARE_BYTES) {
        Ok(contents) => Ok(BaselineFile::new(path, &contents)),
        Err(error) => Err(failed(&format!("{path}: {}", files::describe(&error)))),
    };
    machine.options.hardware_files.iter().map(describe).collect()
}

/// The result of a check.
struct Report {
    text: String,
    /// The largest share of cycles that a loop may take more.
    max_slowdown: f64,
    /// Annotations that GitHub shows beside the source.
    annotates: bool,
    checked: usize,
    slower: usize,
    faster: usize,
    new: usize,
    gone: usize,
    unknown: usize,
}

impl Report {
    fn new(options: &Options, baseline: &Baseline) -> Report {
        let mut report = Report {
            text: String::new(),
            max_slowdown: options.max_slowdown,
            annotates: std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true"),
            checked: 0,
            slower: 0,
            faster: 0,
            new: 0,
            gone: 0,
            unknown: 0,
        };
        let program = program_version();
        if baseline.program != program || baseline.models != MODELS {
            report.text.push_str(&format!(
                "The baseline is by {} with models of {}, and this is {program} with models of {MODELS}: cycles may \
                 differ for that.\n",
                baseline.program, baseline.models
            ));
        }
        report
    }

    /// Tells which arguments differ from those that the baseline was written with, so that cycles may differ.
    fn add_mismatches(&mut self, machine: &MachineArguments, baseline: &Baseline) {
        let (triple, written) = (&machine.mtriple, &baseline.triple);
        if !triple.is_empty() && !written.is_empty() && triple != written {
            self.text.push_str(&format!(
                "The baseline was written with --mtriple={written}, and this is {triple}: cycles may differ for that.\n"
            ));
        }
        if machine.is_hardware() && !baseline.is_of_hardware {
            self.text.push_str(
                "The baseline was written without --hardware: cycles differ for that. Write it anew with --hardware.\n",
            );
        }
    }

    /// Tells which hardware data differ from those that the baseline was written with.
    fn add_changed_files(&mut self, used: &[BaselineFile], baseline: &Baseline) {
        let is_same = |one: &&BaselineFile, others: &[BaselineFile]| {
            others.iter().any(|other| other.checksum == one.checksum)
        };
        for it in used.iter().filter(|it| !is_same(it, &baseline.hardware_files)) {
            self.text.push_str(&format!(
                "The baseline was written with other hardware data than {}: cycles may differ for that.\n",
                it.path
            ));
        }
        let lost = baseline.hardware_files.iter().filter(|it| !is_same(it, used));
        for it in lost.filter(|it| used.iter().all(|other| other.path != it.path)) {
            self.text.push_str(&format!(
                "The baseline was written with the hardware data of {}: cycles may differ for that.\n",
                it.path
            ));
        }
    }

    /// Adds the lines about an input.
    fn add(&mut self, input: &InputItems, baseline: &Baseline) {
        let is_it = |it: &&BaselineInput| it.cpu == input.cpu && it.name == input.name;
        let Some(known) = baseline.inputs.iter().find(is_it) else {
            self.new += input.items.len();
            self.text
                .push_str(&format!("{} on {} is not in the baseline.\n", input.name, input.cpu));
            return;
        };
        let (checked, gone) = known.check(&input.items);
        for it in &checked {
            self.checked += 1;
            match (it.baseline, &it.item.cost) {
                (None, _) => self.new += 1,
                (Some(_), Err(reason)) => {
                    self.unknown += 1;
                    let name = it.item.name();
                    self.text.push_str(&format!("not known: {name} on {}: {reason}\n", input.cpu));
                }
                (Some(before), Ok(cost)) => {
                    if it.slowdown(self.max_slowdown).is_some() {
                        self.add_slower(input, it);
                    } else if cost.cycles < before.cycles {
                        self.faster += 1;
                    }
                }
            }
        }
        self.gone += gone.len();
    }

    fn add_slower(&mut self, input: &InputItems, checked: &Checked<'_>) {
        self.slower += 1;
        let (Some(before), Ok(cost)) = (checked.baseline, &checked.item.cost) else { return };
        let (before, after) = (before.cycles.to_f64(), cost.cycles.to_f64());
        let percent = match before > 0.0 {
            true => format!("+{:.1} %", 100.0 * (after / before - 1.0)),
            false => "from nothing".to_owned(),
        };
        let message = format!(
            "{} on {}: {before:.2} -> {after:.2} cycles per iteration ({percent}), limited by {}",
            checked.item.name(),
            input.cpu,
            limits(cost)
        );
        let place = checked.item.line.as_ref().map(|line| format!(" ({line})"));
        self.text.push_str(&format!("slower: {message}{}\n", place.unwrap_or_default()));
        if self.annotates {
            self.text.push_str(&annotation(checked.item, &input.name, &message));
        }
    }

    /// Prints all of it.
    ///
    /// # Errors
    /// The exit status, when something is slower or nothing could be compared.
    fn end(mut self) -> Result<(), Failed> {
        let parts = [
            (self.slower, "slower"),
            (self.faster, "faster"),
            (self.new, "new"),
            (self.gone, "gone"),
            (self.unknown, "not known"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let summary =
            if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") };
        self.text.push_str(&format!("{} loops checked: {summary}.\n", self.checked));
        if self.slower > 0 {
            self.text.push_str(
                "To accept this, run the same with --write-baseline and commit the file.\n",
            );
        }
        print(&self.text)?;
        match self.slower {
            0 => Ok(()),
            _ => Err(SLOWER),
        }
    }
}

/// Returns a line that GitHub shows beside the source.
fn annotation(item: &Item, input: &str, message: &str) -> String {
    let escaped = |text: &str, is_property: bool| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
    };
    let place = match &item.line {
        Some(line) => format!("file={},line={}", escaped(&line.file, true), line.line),
        None => format!("file={}", escaped(input, true)),
    };
    format!("::error {place},title=slower loop::{}\n", escaped(message, false))
}

fn print(text: &str) -> Result<(), Failed> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes()).map_err(|error| write_failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_may_have_their_sign() {
        assert_eq!(percent("2%"), Ok(0.02));
        assert_eq!(percent("2.5 %"), Ok(0.025));
        assert_eq!(percent("0"), Ok(0.0));
        assert!(percent("x").is_err() && percent("-1").is_err() && percent("nan").is_err());
    }
}
