//! `oxmca check`: fails when a loop has become slower than it was accepted to be, or could not be checked.

mod report;

use clap::Parser;
use oxmca_loops::baseline::{Baseline, BaselineFile, BaselineInput, BaselineLoop};
use oxmca_loops::table::counted;
use oxmca_names::plain;

use self::report::Report;
use super::arguments::MachineArguments;
use super::input::InputFile;
use super::items::{self, InputItems};
use crate::console::{Failed, Streams, failed, write_failed};
use crate::output::{self, Output};
use crate::{command_line, files, threads};

/// The first argument that names the command.
pub const NAME: &str = "check";

/// The exit status when the baseline cannot be used.
const UNUSABLE: i32 = 2;
/// The exit status when something has become slower.
const SLOWER: i32 = 3;
/// The exit status when something could not be checked.
const UNCHECKED: i32 = 4;
/// A longer baseline is refused.
const MAX_BASELINE_BYTES: u64 = 1 << 28;
/// Most bytes of a file of hardware data: more than any that is accepted.
const MAX_HARDWARE_BYTES: u64 = 1 << 21;
/// The models are those of this version of LLVM.
const MODELS: &str = "LLVM 22.1.8";

/// Fails if a loop takes more cycles than a baseline allows, or could not be checked.
///
/// The status is 3 if a loop is slower, else 4 if one could not be checked, 2 if the baseline cannot be used, 1 for any other
/// error, 0 otherwise. The numbers are cycles for the same work once the pipeline is full, as simulated; no code runs. A text
/// that marks regions is checked by these. Loops are found by their instructions, and by name where these have changed.
#[derive(Parser, Debug)]
#[command(name = "oxmca check", bin_name = "oxmca check", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca check --baseline=loops.txt --write-baseline --mcpu=skylake,znver4 kernels.o
  oxmca check --baseline=loops.txt kernels.o
  oxmca check --baseline=loops.txt --max-slowdown=2% kernels.o
  oxmca check --baseline=loops.txt --allow-new kernels.o

Without --mcpu, --mtriple and --model-of, these are those of the baseline. docs/ci.md shows a workflow for GitHub.")]
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
    /// Do not fail for loops that are not in the baseline
    #[arg(long)]
    allow_new: bool,
    /// Do not fail for loops of the baseline that are gone
    #[arg(long)]
    allow_gone: bool,
    /// Do not fail for loops of such names that cannot be compared with the baseline's; can be given several times
    #[arg(long, value_name = "PATTERN")]
    allow_incomparable: Vec<String>,
    /// Do not fail for loops of such names whose cycles are not known, or were not; can be given several times
    #[arg(long, value_name = "PATTERN")]
    allow_unknown: Vec<String>,
    #[command(flatten)]
    machine: MachineArguments,
}

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let mut options: Options = match command_line::parse(NAME, arguments) {
        Ok(options) => options,
        Err(status) => return status,
    };
    options.machine.command = Some(NAME);
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
    baseline: Option<&Baseline>,
) -> Result<Vec<InputItems>, Failed> {
    let pool = threads::pool(machine.jobs);
    let console = &mut Streams;
    let read = options.inputs.iter().map(|path| InputFile::read(path, console));
    let inputs = read.collect::<Result<Vec<InputFile>, Failed>>()?;
    let mut found = Vec::new();
    for cpu in cpus {
        let cpu = cpu.as_deref();
        let known = baseline.zip(cpu).and_then(|(it, cpu)| it.simulation_of(cpu));
        let mut machine = machine.clone();
        let requested = &mut machine.options.requested;
        requested.model_of = requested.implied_model().or(known);
        for file in &inputs {
            found.extend(items::find(file.clone(), &machine, cpu, false, &pool, console)?);
        }
    }
    Ok(found)
}

/// Prints the error that the baseline cannot be used for, and gives the exit status.
fn unusable(message: &str) -> Failed {
    let _ = failed(message);
    UNUSABLE
}

fn write(options: &Options) -> Result<(), Failed> {
    let cpus = items::cpus(&options.machine);
    let found = found(options, &options.machine, &cpus, None)?;
    if found.iter().all(|it| it.items.is_empty()) {
        return Err(failed("there is no loop, so there is nothing to check"));
    }
    let output = Output::open(&options.baseline)
        .map_err(|error| failed(&format!("{}: {}", options.baseline, files::describe(&error))))?;
    let input = |it: &InputItems| BaselineInput {
        cpu: it.model.cpu.clone(),
        simulation: it.model.simulation,
        name: it.name.clone(),
        loops: it.items.iter().map(BaselineLoop::new).collect(),
    };
    let baseline = Baseline {
        program: program_version(),
        models: MODELS.to_owned(),
        triple: options.machine.mtriple.clone(),
        hardware_files: hardware_files(&options.machine)?,
        inputs: found.iter().map(input).collect(),
    };
    let count: usize = baseline.inputs.iter().map(|it| it.loops.len()).sum();
    output.finish(baseline.to_string().as_bytes()).map_err(|error| write_failed(&error))?;
    let without = found.iter().filter(|it| it.items.is_empty());
    let without = without.map(|it| format!("{} has no loops.\n", plain(&it.name)));
    let without = without.collect::<String>();
    let count = counted(count as u64, "loop is", "loops are");
    print(&format!("{without}{count} the baseline now, in {}.\n", plain(&options.baseline)))
}

fn check(options: &Options) -> Result<(), Failed> {
    let path = &options.baseline;
    let text = files::read_at_most(path, MAX_BASELINE_BYTES)
        .map_err(|error| unusable(&format!("{path}: {}", files::describe(&error))))?;
    let baseline = Baseline::parse(&String::from_utf8_lossy(&text))
        .map_err(|error| unusable(&format!("{path}:{error}")))?;
    let of_baseline = || unique(baseline.inputs.iter().map(|it| &*it.cpu)).into_iter();
    let cpus: Vec<Option<String>> = match options.machine.mcpu {
        Some(_) => items::cpus(&options.machine),
        None => of_baseline().map(|cpu| Some(cpu.to_owned())).collect(),
    };
    let mut machine = options.machine.clone();
    if machine.mtriple.is_empty() && machine.march.is_empty() {
        machine.mtriple.clone_from(&baseline.triple);
    }
    if machine.options.hardware_files.is_empty() {
        let files = baseline.hardware_files.iter().map(|it| it.path.clone());
        machine.options.hardware_files = files.collect();
    }
    let hardware_files = hardware_files(&machine)?;
    let found = found(options, &machine, &cpus, Some(&baseline))?;
    for it in &found {
        let written = baseline.simulation_of(&it.model.cpu).unwrap_or(it.model.simulation);
        if written != it.model.simulation {
            let (cpu, now, written) = (&it.model.cpu, it.model.simulation.word(), written.word());
            return Err(unusable(&format!(
                "{path} was written with --model-of={written} for {cpu}, whose cycles are others than those of \
                 --model-of={now}: write it anew with that"
            )));
        }
    }
    let mut report = Report::new(options, &baseline);
    report.add_models(&found);
    report.add_mismatches(&options.machine, &baseline);
    report.add_changed_files(&hardware_files, &baseline);
    report.add_all(&found, &baseline, &cpus);
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

/// Returns each name once, in the order of the first ones.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    names.for_each(|name| {
        if !found.contains(&name) {
            found.push(name);
        }
    });
    found
}

fn print(text: &str) -> Result<(), Failed> {
    output::print(text.as_bytes()).map_err(|error| write_failed(&error))
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
