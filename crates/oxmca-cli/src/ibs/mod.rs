//! `oxmca ibs`: what AMD hardware measured, from recordings of Instruction-Based Sampling.
//!
//! Reading and adding up is the crate `oxmca-ibs`; here are options, rows and their renderings.

mod annotate;
mod csv;
mod document;
mod label;
mod options;
mod recording;
mod report;
mod rows;
mod selection;
mod summary;
mod text;

use clap::Parser;

use crate::console::{failed, write_failed};
use crate::files::{self, Output};
use crate::run::Failed;
use crate::{console, print};
pub use annotate::SCHEMA as ANNOTATE_SCHEMA;
pub use document::SCHEMA as REPORT_SCHEMA;
use options::{Command, Format, Options, ReportOptions};
use recording::Recording;
use report::Report;

/// The first argument that leads here. A file of this name is `./ibs`.
pub const NAME: &str = "ibs";

/// The command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command that the arguments after `ibs` ask for and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let name = std::iter::once("oxmca ibs");
    let options = match Options::try_parse_from(name.chain(arguments.iter().map(String::as_str))) {
        Ok(options) => options,
        Err(error) if error.use_stderr() => {
            console::text(&error.render().to_string());
            return 1;
        }
        Err(help) => return print(&help.render().to_string()),
    };
    let outcome = match options.command {
        Command::Report(options) => report(&options),
        Command::Annotate(options) => annotate::run(&options),
    };
    outcome.map_or_else(|status| status, |()| 0)
}

fn report(options: &ReportOptions) -> Result<(), Failed> {
    console::set_up(options.color.into(), crate::flags::args::When::Auto);
    let output = Output::open(&options.output)
        .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))?;
    let mut recording = Recording::read(&options.input)?;
    if let Some(path) = &options.kallsyms {
        recording.name_kernel(path)?;
    }
    let report = Report::new(&recording, options)?;
    let bytes = match options.format {
        Format::Text => text::render(&report, text::Style::of(options.color, &output)).into_bytes(),
        Format::Json => document::render(&report).map_err(|error| failed(&error.to_string()))?,
        Format::Csv => csv::render(&report).map_err(|error| failed(&error.to_string()))?,
    };
    output.finish(&bytes).map_err(|error| write_failed(&error))
}
