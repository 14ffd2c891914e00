//! `oxmca explain`: what limits loops, in words.

use clap::Parser;
use oxmca_loops::Selection;

use crate::console::{Failed, failed, write_failed};
use crate::flags::args::Sections;
use crate::flags::args::{Args, Input, Json, Switch, ViewSwitches};
use crate::machine_arguments::{MachineArguments, SelectionArguments};
use crate::measure::MeasureArguments;
use crate::output::Output;
use crate::{command_line, files, measure, run};

/// The first argument that names the command.
pub const NAME: &str = "explain";

/// Explains in words what limits the loops of a program, object or text of assembly, and what would help.
///
/// Of a text that marks regions, these are explained; of another one its innermost loops or, if it has none, all of it.
/// Every sentence follows from figures of the simulation, which --steady-state shows. Advice is given only where the model
/// says that it helps.
#[derive(Parser, Debug)]
#[command(name = "oxmca explain", bin_name = "oxmca explain", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca explain --mcpu=skylake kernel.s
  gcc -O3 -S -o - kernel.c | oxmca explain
  oxmca explain --function='*dot*' --mcpu=znver4 libkernels.so
  oxmca explain --loop=3 --mcpu=znver4,skylake kernel.o
  oxmca explain --hardware --mcpu=skylake kernel.s
  oxmca explain --measure kernel.s                     on this machine, too
  oxmca -mcpu=skylake --explain --timeline kernel.s    beside other views")]
struct Options {
    /// Programs, libraries, archives, objects or assembly; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<String>,
    #[command(flatten)]
    selection: SelectionArguments,
    /// Print JSON; `oxmca measure --json` has measured cycles
    #[arg(long, conflicts_with = "measure")]
    json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    #[command(flatten)]
    measure: MeasureArguments,
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
    let selection = match options.selection.selection() {
        Ok(selection) => selection,
        Err(message) => return failed(&message),
    };
    if let Err(status) = options.measure.machine(&options.machine) {
        return status;
    }
    let cpus: Vec<Option<String>> = match &options.machine.mcpu {
        None => vec![None],
        Some(names) => names.split(',').map(|name| Some(name.to_owned())).collect(),
    };
    let runs = cpus.len() * options.files.len();
    if options.json && runs > 1 {
        return failed("--json explains one file on one CPU at a time");
    }
    if options.files.iter().filter(|path| *path == "-").count() * cpus.len() > 1 {
        return failed("standard input can be read only once: name a file or one CPU");
    }
    explain(&options, &selection, &cpus).map_or_else(|status| status, |()| 0)
}

/// Explains all files on all CPUs, one after the other.
///
/// # Errors
/// The highest exit status of all, after the messages that say so. A file is not written then.
fn explain(
    options: &Options,
    selection: &Selection,
    cpus: &[Option<String>],
) -> Result<(), Failed> {
    let open = || {
        Output::open(&options.output)
            .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))
    };
    let mut output = None;
    let mut status = 0;
    for path in &options.files {
        for cpu in cpus {
            if cpus.len() * options.files.len() > 1 {
                let cpu = cpu.as_deref().unwrap_or("this machine's CPU");
                let title = format!("\n==== {path}: {cpu}\n");
                let mut opened = output.take().map_or_else(open, Ok)?;
                opened.write(title.as_bytes()).map_err(|error| write_failed(&error))?;
                output = Some(opened);
            }
            let args = options.args(selection, path, cpu.as_deref());
            // Without annotated code nothing of a report may have colours: all of it is written.
            if let Err(failed) = run::analyze(&args, "oxmca", &mut output) {
                status = status.max(failed);
                if options.output != "-" {
                    return Err(status);
                }
            }
        }
    }
    if status == 0 { run::finish(output, b"") } else { Err(status) }
}

impl Options {
    /// Returns the arguments of the main command that mean the same for one file and CPU.
    fn args(&self, selection: &Selection, path: &str, cpu: Option<&str>) -> Args {
        let machine = self.machine.on_cpu(cpu);
        let defaults = machine.args("");
        Args {
            inputs: vec![Input::File(path.to_owned())],
            selection: selection.clone(),
            guesses_target: true,
            prefers_marked_regions: self.selection.is_empty(),
            output: self.output.clone(),
            explain: true,
            measure: self.measure.is_wanted().then_some(measure::sections as Sections),
            // Text has it in a line of the explanation.
            work: self.json,
            json: if self.json { Json::Full } else { Json::Off },
            views: ViewSwitches {
                all_views: Switch { value: false, position: Some(0) },
                ..defaults.views.clone()
            },
            ..defaults
        }
    }
}
