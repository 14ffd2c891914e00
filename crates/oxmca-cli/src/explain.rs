//! `oxmca explain`: what limits loops, in words.

use clap::Parser;
use oxmca_loops::Selection;

use crate::console::failed;
use crate::flags::args::{Args, Input, Json, Switch, ViewSwitches};
use crate::loops::arguments::MachineArguments;
use crate::{command_line, console, run};

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
  oxmca -mcpu=skylake --explain --timeline kernel.s    beside other views")]
struct Options {
    /// Programs, libraries, archives, objects or assembly; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<String>,
    /// Only a loop, by its number in `oxmca loops` or by its function's name; can be given several times
    #[arg(long = "loop", value_name = "NUMBER|PATTERN")]
    loops: Vec<String>,
    #[arg(
        long = "function",
        value_name = "PATTERN",
        help = "Only loops of functions whose name has this part or, with *, is so as a whole; can be given several times"
    )]
    functions: Vec<String>,
    /// Only innermost loops that a line of the source became; can be given several times
    #[arg(long = "line", value_name = "FILE:LINE")]
    lines: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineArguments,
}

/// The command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let options: Options = match command_line::parse(NAME, arguments) {
        Ok(options) => options,
        Err(status) => return status,
    };
    let selection = match options.selection() {
        Ok(selection) => selection,
        Err(message) => return failed(&message),
    };
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
    let mut status = 0;
    for path in &options.files {
        for cpu in &cpus {
            if runs > 1 {
                let cpu = cpu.as_deref().unwrap_or("this machine's CPU");
                status = status.max(console::print(&format!("\n==== {path}: {cpu}\n")));
            }
            let args = options.args(&selection, path, cpu.clone());
            status = status.max(run::run(&args, "oxmca"));
        }
    }
    status
}

impl Options {
    /// The parts to explain; all innermost loops if none are named.
    fn selection(&self) -> Result<Selection, String> {
        let mut selection = Selection::default();
        let all = if self.loops.is_empty() && self.lines.is_empty() {
            &["*".to_owned()][..]
        } else {
            &[]
        };
        for text in self.loops.iter().chain(all) {
            selection.add_loop(text).map_err(|reason| format!("--loop={text}: {reason}"))?;
        }
        for text in &self.lines {
            selection.add_line(text).map_err(|reason| format!("--line={text}: {reason}"))?;
        }
        self.functions.iter().for_each(|text| selection.add_function(text));
        Ok(selection)
    }

    /// The arguments of the main command that mean the same for one file and CPU.
    fn args(&self, selection: &Selection, path: &str, cpu: Option<String>) -> Args {
        let machine = MachineArguments { mcpu: cpu, ..self.machine.clone() };
        let are_all = self.loops.is_empty() && self.lines.is_empty() && self.functions.is_empty();
        let defaults = machine.args("");
        Args {
            inputs: vec![Input::File(path.to_owned())],
            selection: selection.clone(),
            prefers_marked_regions: are_all,
            explain: true,
            json: if self.json { Json::Full } else { Json::Off },
            views: ViewSwitches {
                all_views: Switch { value: false, position: Some(0) },
                ..defaults.views.clone()
            },
            ..defaults
        }
    }
}
