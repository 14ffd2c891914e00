//! `oxmca models`: the scheduling models there are, and the CPUs that use each.

use clap::Parser;
use oxmca::SessionBuilder;
use oxmca::session::{Catalog, ModelEntry};
use serde::Serialize;

use crate::console::{Failed, Streams, failed, write_failed};
use crate::flags::args::Args;
use crate::{command_line, output, target};

/// The first argument that names the command.
pub const NAME: &str = "models";

/// Lists scheduling models and the CPUs that use each.
///
/// LLVM has no model of its own for many CPU names and uses that of another CPU; such names are listed
/// as borrowing it.
#[derive(Parser, Debug)]
#[command(name = "oxmca models", bin_name = "oxmca models", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca models
  oxmca models --json | jq '.models[] | select(.name == \"Znver4Model\")'
  oxmca models --model=my-zen.tbl")]
struct Options {
    /// File with a scheduling model of your own; can be repeated
    #[arg(long, value_name = "FILE")]
    model: Vec<String>,
    /// Target triple; the host's by default
    #[arg(long, value_name = "TRIPLE", default_value = "")]
    mtriple: String,
    /// Target architecture, in place of the triple's
    #[arg(long, value_name = "ARCH", default_value = "")]
    march: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
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

fn list(options: &Options) -> Result<(), Failed> {
    let args = Args {
        mtriple: options.mtriple.clone(),
        march: options.march.clone(),
        models: options.model.clone(),
        ..Args::default()
    };
    let builder = target::builder_for_command(&args, &mut Streams)?;
    let catalog = catalog(&builder)?;
    let text = match options.json {
        true => json(&catalog),
        false => text(&catalog.models),
    };
    output::print(text.as_bytes()).map_err(|error| write_failed(&error))
}

fn catalog(builder: &SessionBuilder) -> Result<Catalog, Failed> {
    builder.catalog().map_err(|error| failed(&error.to_string()))
}

/// A table with a line per model, and one more where CPUs borrow it.
fn text(models: &[ModelEntry]) -> String {
    let width = models.iter().map(|model| model.name.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:12}  Width  Reorder buffer  CPUs\n", "Model", "Execution");
    for model in models {
        let execution = if model.is_out_of_order { "out of order" } else { "in order" };
        let size = model.reorder_buffer_size_micro_ops;
        let size = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        let row = format!(
            "{:width$}  {execution:12}  {:5}  {size:>14}  {}",
            model.name,
            model.issue_width_micro_ops,
            model.described_cpus.join(", ")
        );
        text.push_str(row.trim_end());
        text.push('\n');
        if !model.borrowing_cpus.is_empty() {
            let cpus = model.borrowing_cpus.join(", ");
            text.push_str(&format!("{:width$}  borrowed by {cpus}\n", ""));
        }
    }
    text
}

#[derive(Serialize)]
struct Document<'a> {
    models: Vec<ModelDocument<'a>>,
}

#[derive(Serialize)]
struct ModelDocument<'a> {
    name: &'a str,
    is_out_of_order: bool,
    issue_width_micro_ops: u32,
    reorder_buffer_size_micro_ops: Option<u32>,
    described_cpus: &'a [String],
    borrowing_cpus: &'a [String],
}

fn json(catalog: &Catalog) -> String {
    let models = catalog.models.iter().map(|model| ModelDocument {
        name: &model.name,
        is_out_of_order: model.is_out_of_order,
        issue_width_micro_ops: model.issue_width_micro_ops,
        reorder_buffer_size_micro_ops: model.reorder_buffer_size_micro_ops,
        described_cpus: &model.described_cpus,
        borrowing_cpus: &model.borrowing_cpus,
    });
    // No key is anything but text.
    let mut text =
        serde_json::to_string_pretty(&Document { models: models.collect() }).unwrap_or_default();
    text.push('\n');
    text
}
