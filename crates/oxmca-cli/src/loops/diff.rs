//! `oxmca diff`: the loops of two versions of a program side by side.

use clap::{Parser, ValueEnum};
use oxmca::session::PredictionModel;
use oxmca_loops::Pattern;
use oxmca_loops::comparison::{Comparison, DiffDocument, Style, render, render_instructions};
use oxmca_loops::item::Item;

use super::input::InputFile;
use super::items::{self, InputItems, WantedItems};
use crate::console::{Failed, Streams, failed, write_failed};
use crate::machine_arguments::MachineArguments;
use crate::measure::{self, MeasureArguments};
use crate::output::Output;
use crate::{command_line, files, terminal, threads};

/// The first argument that names the command.
pub const NAME: &str = "diff";

/// Compares the loops of two versions of a program, library, object or assembly.
///
/// Loops are paired by their instructions, else by the name of their function and their place there, else by their
/// mnemonics. A text that marks regions is compared by these.
#[derive(Parser, Debug)]
#[command(name = "oxmca diff", bin_name = "oxmca diff", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca diff --mcpu=skylake,znver4 old.o new.o
  oxmca diff --region='dot#1' old.s new.s           its instructions side by side, too
  oxmca diff --measure old.o new.o                  on this machine, too
  oxmca diff --function=dot old.so new.so           of some functions only
  oxmca diff --functions old.o new.o                whole functions, too
  oxmca diff --format=markdown old.so new.so        for a pull request")]
struct Options {
    /// The old version
    #[arg(value_name = "OLD")]
    old: String,
    /// The new version
    #[arg(value_name = "NEW")]
    new: String,
    /// Also show the instructions of loops whose name contains this text or, with * for any characters, matches it whole
    #[arg(long, value_name = "PATTERN")]
    region: Option<String>,
    #[arg(
        long = "function",
        value_name = "PATTERN",
        help = "Only functions whose name contains this text; * stands for any characters, and then the whole name must match; after =, exactly this name; can be given several times"
    )]
    only_functions: Vec<String>,
    /// Also compare functions as a whole: each instruction once, in order, as if they were the body of a loop
    #[arg(long)]
    functions: bool,
    /// Also list loops that did not change
    #[arg(long)]
    all: bool,
    /// The form of the comparison
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    #[command(flatten)]
    measure: MeasureArguments,
    #[command(flatten)]
    machine: MachineArguments,
}

/// The format of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
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
    compare(&options).map_or_else(|status| status, |()| 0)
}

fn compare(options: &Options) -> Result<(), Failed> {
    let here = options.measure.machine(&options.machine)?;
    let output = Output::open(&options.output)
        .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))?;
    let pool = threads::pool(options.machine.jobs);
    let only: Vec<Pattern> = options.only_functions.iter().map(|it| Pattern::new(it)).collect();
    let mut comparisons = Vec::new();
    let console = &mut Streams;
    let old = InputFile::read(&options.old, console)?;
    let new = InputFile::read(&options.new, console)?;
    for cpu in items::cpus(&options.machine) {
        let mut find = |file: InputFile| -> Result<Version, Failed> {
            let (machine, cpu) = (&options.machine, cpu.as_deref());
            let wanted = WantedItems { functions: &only, with_whole_functions: options.functions };
            let found = items::find(file, machine, cpu, wanted, here.as_ref(), &pool, console)?;
            Ok(Version::of(found))
        };
        let (old, new) = (find(old.clone())?, find(new.clone())?);
        if !only.is_empty() && !old.has_chosen_function && !new.has_chosen_function {
            let names = options.only_functions.join("' or '");
            return Err(failed(&format!("neither version has a function '{names}'")));
        }
        let Some(model) = new.model.or(old.model) else { continue };
        let comparison = Comparison::new(model, &old.loops, &new.loops);
        comparisons.push(match options.functions {
            true => comparison.with_functions(&old.functions, &new.functions),
            false => comparison,
        });
    }
    let text = match options.format {
        Format::Json => {
            let document = DiffDocument::new(&comparisons);
            super::json(&match here.is_some() {
                true => document.measured_on(oxmca_host::cpu_name()),
                false => document,
            })
        }
        Format::Text => {
            let most_columns = terminal::columns_for(&options.output);
            text(options, &comparisons, Style::Text { most_columns })?
        }
        Format::Markdown => text(options, &comparisons, Style::Markdown)?,
    };
    output.finish(text.as_bytes()).map_err(|error| write_failed(&error))
}

/// A version of a program on one CPU.
#[derive(Default)]
struct Version {
    /// The model of its last input.
    model: Option<PredictionModel>,
    loops: Vec<Item>,
    functions: Vec<Item>,
    has_chosen_function: bool,
}

impl Version {
    /// Creates all inputs that one file gave.
    fn of(inputs: Vec<InputItems>) -> Version {
        let mut version = Version::default();
        for input in inputs {
            version.model = Some(input.model);
            version.loops.extend(input.items);
            version.functions.extend(input.functions);
            version.has_chosen_function |= input.has_chosen_function;
        }
        version
    }
}

fn text(options: &Options, comparisons: &[Comparison], style: Style) -> Result<String, Failed> {
    let mut text = String::new();
    if options.measure.is_wanted() {
        let cpus = comparisons.iter().map(|it| &*it.model.cpu);
        text.push_str(&measure::notes_of_other_cpus(cpus));
    }
    for (at, comparison) in comparisons.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        render(comparison, style, options.all, &mut text);
    }
    let Some(pattern) = &options.region else { return Ok(text) };
    let matches = Pattern::new(pattern);
    // Instructions do not depend on the CPU.
    let rows = comparisons.first().into_iter().flat_map(Comparison::all_rows);
    let is_chosen = |name: &str| matches.matches(name);
    let chosen: Vec<_> = rows
        .filter(|row| is_chosen(&row.name()) || row.old_name().is_some_and(|it| is_chosen(&it)))
        .collect();
    if chosen.is_empty() {
        let subject = if options.functions { "loop or function" } else { "loop" };
        return Err(failed(&format!("neither version has a {subject} '{pattern}'")));
    }
    for row in chosen {
        text.push_str(&format!("\n{}:\n\n", style.name(&row.name())));
        render_instructions(row, style, &mut text);
    }
    Ok(text)
}
