//! `oxmca check`: fails when a loop has become slower than it was accepted to be, or could not be checked.

mod formats;
mod options;
mod report;
mod settings;

use oxmca_loops::baseline::{Baseline, BaselineInput, BaselineLoop};
use oxmca_loops::table::counted;
use oxmca_names::plain;

use self::options::Options;
use self::report::{Report, models, print, program_version, unique};
use super::input::InputFile;
use super::items::{self, InputItems, WantedItems};
use crate::console::{Failed, Streams, failed, write_failed};
use crate::machine_arguments::MachineArguments;
use crate::output::Output;
use crate::{command_line, files, threads};

/// The first argument that names the command.
pub const NAME: &str = "check";

/// The exit status when the baseline cannot be used.
const UNUSABLE: i32 = 2;
/// A longer baseline is refused.
const MAX_BASELINE_BYTES: u64 = 1 << 28;

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
            let all = WantedItems::default();
            found.extend(items::find(file.clone(), &machine, cpu, all, None, &pool, console)?);
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
        models: models(),
        triple: options.machine.mtriple.clone(),
        files: settings::given_files(&options.machine)?,
        settings: settings::settings(&options.machine),
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
    let path = &plain(&options.baseline);
    let text = files::read_at_most(&options.baseline, MAX_BASELINE_BYTES)
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
    settings::take_files(&mut machine, &baseline.files);
    let changed = settings::changed_files(&settings::given_files(&machine)?, &baseline.files);
    let different = settings::difference(&settings::settings(&machine), &baseline.settings);
    if let Some(difference) = different.or(changed) {
        return Err(unusable(&format!(
            "{path} was written {}, so its cycles may be others: give the same arguments, or write it anew",
            plain(&difference)
        )));
    }
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
    report.add_all(&found, &baseline, &cpus);
    report.end()
}
