//! `oxmca loops`: the loops of files, and the cycles that each takes.

mod arguments;
pub mod check;
pub mod diff;
mod input;
mod items;

use clap::{Parser, ValueEnum};
use oxmca_loops::json::FileDocument;
use serde::Serialize;

use oxmca_loops::{Pattern, Survey, SurveyOptions, SurveyedLoop, table};

use self::arguments::MachineArguments;
use self::input::Input;
use crate::console::{Failed, Streams, failed, write_failed};
use crate::flags::args::Args;
use crate::output::Output;
use crate::{command_line, files, simulation, threads};

/// The first argument that names the command.
pub const NAME: &str = "loops";

/// Lists the innermost loops of programs, libraries, objects and assembly, with cycles per iteration and limits.
///
/// A loop is a natural loop of direct branches within a function. Each is simulated until its iterations take the same
/// time, on the way around it that goes straight on at branches. The columns "Cycles" and "Limited by" are those of
/// --steady-state.
#[derive(Parser, Debug)]
#[command(name = "oxmca loops", bin_name = "oxmca loops", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  gcc -O3 -S -o - kernel.c | oxmca loops -
  oxmca loops --mcpu=znver4 kernel.o
  oxmca loops --function='*dot*' --sort=cycles libkernels.so
  oxmca loops --json a.out | jq '.files[].loops[] | select(.instructions < 20)'
  oxmca --loop=3 --timeline kernel.s       all views of the third loop")]
struct Options {
    /// Programs, libraries, archives, objects or assembly; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<String>,
    #[arg(
        long = "function",
        value_name = "PATTERN",
        help = "Only functions whose name has this part or, with *, is so as a whole; can be given several times"
    )]
    functions: Vec<String>,
    /// Also loops that have loops within them
    #[arg(long)]
    all: bool,
    /// The order of loops
    #[arg(long, value_enum, default_value_t = Order::File)]
    sort: Order,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    #[command(flatten)]
    machine: MachineArguments,
}

#[derive(Serialize)]
struct Document<'a> {
    files: Vec<FileDocument<'a>>,
}

/// The order of loops in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As in the file
    File,
    /// Most cycles first
    Cycles,
    /// Most instructions first
    Instructions,
    /// By name of function
    Function,
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
    list(&options).map_or_else(|status| status, |()| 0)
}

/// A document as text.
fn json(document: &impl Serialize) -> String {
    // No key is anything but text.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

fn list(options: &Options) -> Result<(), Failed> {
    let output = Output::open(&options.output)
        .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))?;
    let pool = threads::pool(options.machine.jobs);
    let mut inputs = Vec::new();
    let mut result = Ok(());
    for path in &options.files {
        match Input::read_all(path, &options.machine, &mut Streams) {
            Ok(found) => inputs.extend(found),
            Err(status) => result = Err(status),
        }
    }
    let mut text = String::new();
    let mut documents = Vec::new();
    let mut are_found = false;
    let surveyed: Vec<_> = inputs
        .iter()
        .filter_map(|input| {
            let program = input.program()?;
            are_found |= options.functions.is_empty() || has_function(&*program, options);
            let mut survey =
                Survey::new(input.session(), &*program, &survey_options(options, input), &pool);
            sort(&mut survey.loops, options.sort, &*program);
            Some((input, program, survey))
        })
        .collect();
    if !are_found && !surveyed.is_empty() {
        let names = options.functions.join("' or '");
        return Err(failed(&format!("no function is called '{names}'")));
    }
    for (input, program, survey) in &surveyed {
        if options.json {
            let cpu = input.session().cpu_name();
            documents.push(FileDocument::new(input.name(), cpu, survey, &**program));
            continue;
        }
        if surveyed.len() > 1 {
            text.push_str(&format!(
                "{}{}:\n",
                if text.is_empty() { "" } else { "\n" },
                input.name()
            ));
        }
        table::render(survey, &**program, &mut text);
    }
    if options.json {
        text = json(&Document { files: documents });
    }
    output.finish(text.as_bytes()).map_err(|error| write_failed(&error))?;
    result
}

/// Returns whether one of the functions that are looked for is there.
fn has_function(program: &dyn oxmca_loops::Program, options: &Options) -> bool {
    let patterns: Vec<Pattern> = options.functions.iter().map(|it| Pattern::new(it)).collect();
    program.functions().iter().any(|it| {
        patterns.iter().any(|pattern| pattern.matches(&it.name) || pattern.matches(&it.symbol))
    })
}

fn survey_options(options: &Options, input: &Input) -> SurveyOptions {
    let args = Args { steady_state: true, ..options.machine.args("") };
    SurveyOptions {
        functions: options.functions.iter().map(|it| Pattern::new(it)).collect(),
        with_outer_loops: options.all,
        shown_dialect: Some(args.input_dialect),
        names_targets: false,
        omits_costs: false,
        simulation: simulation::options(&args, input.session().processor().is_out_of_order()),
    }
}

/// Orders loops; equal ones stay as in the file.
fn sort(loops: &mut [SurveyedLoop], order: Order, program: &dyn oxmca_loops::Program) {
    match order {
        Order::File => {}
        Order::Cycles => loops.sort_by(|left, right| {
            let cycles = |it: &SurveyedLoop| Some(it.cost.as_ref()?.as_ref().ok()?.cycles);
            cycles(right).cmp(&cycles(left))
        }),
        Order::Instructions => {
            loops.sort_by_key(|it| std::cmp::Reverse(it.instructions.len()));
        }
        Order::Function => {
            loops.sort_by(|left, right| {
                let name = |it: &SurveyedLoop| &program.functions()[it.function].name;
                name(left).cmp(name(right))
            });
        }
    }
}
