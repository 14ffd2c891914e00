//! `oxmca ibs`: reports on recordings of AMD's Instruction-Based Sampling.
//!
//! `oxmca-ibs` reads recordings and `oxmca-ibs-report` makes the reports. The arguments, files, messages and exit
//! status are here.

mod annotate;
mod arguments;
mod messages;
mod recorded_files;
mod recording;
mod report;

use clap::{Parser, Subcommand};

use crate::console;
use crate::files::Output;

/// The first argument that leads here. A file of this name is `./ibs`.
pub const NAME: &str = "ibs";

/// The arguments after `oxmca ibs`.
#[derive(Parser, Debug)]
#[command(name = "oxmca ibs", bin_name = "oxmca ibs", disable_help_subcommand = true)]
#[command(about = "What AMD processors measured by Instruction-Based Sampling (IBS)")]
#[command(after_help = "To analyze an assembly file that is called `ibs`, name it `./ibs`.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Derived events and ratios by process, module, function or instruction
    Report(report::ReportArguments),
    /// The instructions of a function with what was measured, beside a simulation of its hottest loop
    Annotate(annotate::AnnotateArguments),
}

/// The command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Arguments as clap::CommandFactory>::command()
}

/// Runs the command that the arguments after `ibs` ask for and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let name = std::iter::once("oxmca ibs");
    let arguments = name.chain(arguments.iter().map(String::as_str));
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            console::text(&error.render().to_string());
            return 1;
        }
        Err(help) => return print(&help.render().to_string()),
    };
    let outcome = match arguments.command {
        Command::Report(arguments) => report::run(&arguments),
        Command::Annotate(arguments) => annotate::run(&arguments),
    };
    outcome.map_or_else(|status| status, |()| 0)
}

/// Prints text on standard output and gives the exit status.
fn print(text: &str) -> i32 {
    let written = Output::open("-").and_then(|output| output.finish(text.as_bytes()));
    written.map_or_else(|error| console::write_failed(&error), |()| 0)
}
