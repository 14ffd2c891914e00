//! `oxmca ibs`: reports on recordings of AMD's Instruction-Based Sampling.
//!
//! `oxmca-ibs` reads recordings and `oxmca-ibs-report` makes the reports. The arguments, files, messages and exit
//! status are here.

mod annotate;
mod arguments;
mod messages;
mod recording;
mod report;

use clap::{Parser, Subcommand};

use crate::command_line;

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

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Arguments as clap::CommandFactory>::command()
}

/// Runs the command that the arguments after `ibs` ask for and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let arguments: Arguments = match command_line::parse(NAME, arguments) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let outcome = match arguments.command {
        Command::Report(arguments) => report::run(&arguments),
        Command::Annotate(arguments) => annotate::run(&arguments),
    };
    outcome.map_or_else(|status| status, |()| 0)
}
