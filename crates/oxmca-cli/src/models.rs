//! `oxmca models`: the scheduling models there are, the CPUs that use each, and the hardware data that these have.

use clap::Parser;
use oxmca::SessionBuilder;
use oxmca::session::{Catalog, HardwareEntry, ModelEntry};
use oxmca_loops::wrap_indented;
use serde::Serialize;

use crate::console::{Failed, Streams, failed, write_failed};
use crate::flags::args::Args;
use crate::{command_line, output, target, terminal};

/// The first argument that names the command.
pub const NAME: &str = "models";

/// Lists scheduling models and the CPUs that use each.
///
/// LLVM has no model of its own for many CPU names and uses that of another CPU; such names are listed
/// as borrowing it. Lines about hardware data tell for which CPUs --hardware works, and how far its predictions
/// were checked.
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
    /// File with hardware data of your own; can be repeated
    #[arg(long, value_name = "FILE")]
    hardware: Vec<String>,
    /// Target triple; the host's by default
    #[arg(long, value_name = "TRIPLE", default_value = "")]
    mtriple: String,
    /// Target architecture, in place of the triple's
    #[arg(long, value_name = "ARCH", default_value = "")]
    march: String,
    /// Only the models of these CPUs, separated by commas
    #[arg(long, value_name = "CPU", value_delimiter = ',')]
    mcpu: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Returns the command line after `oxmca`, for documents about it.
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
        hardware_files: options.hardware.clone(),
        command: Some(NAME),
        ..Args::default()
    };
    let builder = target::builder_for_command(&args, &mut Streams)?.itineraries(true);
    let mut catalog = catalog(&builder)?;
    let hardware = builder.hardware_catalog().map_err(|error| failed(&error.to_string()))?;
    let cpus = options.mcpu.iter().map(|cpu| match &**cpu {
        "native" => oxmca_host::cpu_name(),
        cpu => cpu,
    });
    let cpus: Vec<&str> = cpus.collect();
    if let Some(unknown) = cpus.iter().find(|cpu| !catalog.cpus.iter().any(|it| it == *cpu)) {
        return Err(failed(&target::unknown_cpu(&builder, unknown)));
    }
    let is_of =
        |all: &[String]| cpus.is_empty() || cpus.iter().any(|cpu| all.iter().any(|it| it == cpu));
    catalog.models.retain(|it| is_of(&it.described_cpus) || is_of(&it.borrowing_cpus));
    let text = match options.json {
        true => json(&catalog, &hardware, |it| is_of(&it.cpus)),
        false => text(&catalog.models, &hardware, terminal::columns_for("-")),
    };
    output::print(text.as_bytes()).map_err(|error| write_failed(&error))
}

fn catalog(builder: &SessionBuilder) -> Result<Catalog, Failed> {
    builder.catalog().map_err(|error| failed(&error.to_string()))
}

/// Returns a table with a line per model, and more where CPUs borrow it, have hardware data or have
/// none.
fn text(models: &[ModelEntry], hardware: &[HardwareEntry], most_columns: usize) -> String {
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
        let before_cpus = width + 2 + 12 + 2 + 5 + 2 + 14 + 2;
        wrap_indented(row.trim_end(), before_cpus, most_columns, &mut text);
        let mut add = |line: String| {
            let line = format!("{:width$}  {line}", "");
            wrap_indented(&line, width + 4, most_columns, &mut text);
        };
        if model.needs_itineraries {
            add("has itineraries, which --itineraries simulates; llvm-mca refuses it".to_owned());
        }
        if !model.borrowing_cpus.is_empty() {
            add(format!("borrowed by {}", model.borrowing_cpus.join(", ")));
        }
        let data = HardwareData::of(model, hardware);
        for (entry, cpus) in &data.entries {
            let cpus = cpus.join(", ");
            let verb = if entry.is_checked { "checked by" } else { "not checked:" };
            add(format!("hardware data {} of {cpus}, {verb} {}", entry.name, entry.checked));
        }
        if !data.cpus_without.is_empty() && !hardware.is_empty() {
            let cpus = data.cpus_without.join(", ");
            let bases = match &data.bases[..] {
                [] => "no other data are for its ports".to_owned(),
                bases => format!("its ports are those of {}", bases.join(", ")),
            };
            add(format!("no hardware data of {cpus}; {bases}"));
        }
    }
    text.push('\n');
    text.push_str(&match hardware {
        [] => "No CPU of this target has hardware data.\n".to_owned(),
        _ => {
            let names: Vec<&str> = hardware.iter().map(|it| it.name.as_str()).collect();
            let names = format!("Hardware data that a file can be based on: {}", names.join(", "));
            let mut lines = String::new();
            wrap_indented(&names, 2, most_columns, &mut lines);
            lines
        }
    });
    text.push_str(
        "docs/add-hardware-data.md tells how to write a file with hardware data of your own.\n",
    );
    text
}

/// The hardware data of the CPUs of a scheduling model.
struct HardwareData<'a> {
    /// Each one that there is, with the CPUs that it is for.
    entries: Vec<(&'a HardwareEntry, Vec<&'a str>)>,
    /// CPUs that have none.
    cpus_without: Vec<&'a str>,
    /// Hardware data whose ports the model has.
    bases: Vec<&'a str>,
}

impl<'a> HardwareData<'a> {
    fn of(model: &'a ModelEntry, hardware: &'a [HardwareEntry]) -> HardwareData<'a> {
        let cpus = || model.described_cpus.iter().chain(&model.borrowing_cpus);
        let of_entry = |entry: &'a HardwareEntry| {
            let is_of = |cpu: &&String| entry.cpus.contains(cpu);
            let found: Vec<&str> = cpus().filter(is_of).map(String::as_str).collect();
            (!found.is_empty()).then_some((entry, found))
        };
        let entries: Vec<_> = hardware.iter().filter_map(of_entry).collect();
        let has_none = |cpu: &&str| entries.iter().all(|(_, cpus)| !cpus.contains(cpu));
        let fitting = hardware.iter().filter(|it| it.fitting_models.contains(&model.name));
        HardwareData {
            cpus_without: cpus().map(String::as_str).filter(has_none).collect(),
            bases: fitting.map(|it| it.name.as_str()).collect(),
            entries,
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    models: Vec<ModelDocument<'a>>,
    hardware_models: Vec<HardwareDocument<'a>>,
}

#[derive(Serialize)]
struct ModelDocument<'a> {
    name: &'a str,
    is_out_of_order: bool,
    needs_itineraries: bool,
    issue_width_micro_ops: u32,
    reorder_buffer_size_micro_ops: Option<u32>,
    described_cpus: &'a [String],
    borrowing_cpus: &'a [String],
    cpus_without_hardware_data: Vec<&'a str>,
}

#[derive(Serialize)]
struct HardwareDocument<'a> {
    name: &'a str,
    is_own: bool,
    is_checked: bool,
    checked: &'a str,
    cpus: &'a [String],
    fitting_models: &'a [String],
}

/// Returns a document of all models, and of the hardware data that are `shown`.
fn json(
    catalog: &Catalog,
    hardware: &[HardwareEntry],
    shown: impl Fn(&HardwareEntry) -> bool,
) -> String {
    let models = catalog.models.iter().map(|model| ModelDocument {
        name: &model.name,
        is_out_of_order: model.is_out_of_order,
        needs_itineraries: model.needs_itineraries,
        issue_width_micro_ops: model.issue_width_micro_ops,
        reorder_buffer_size_micro_ops: model.reorder_buffer_size_micro_ops,
        described_cpus: &model.described_cpus,
        borrowing_cpus: &model.borrowing_cpus,
        cpus_without_hardware_data: HardwareData::of(model, hardware).cpus_without,
    });
    let hardware_models = hardware.iter().filter(|it| shown(it)).map(|it| HardwareDocument {
        name: &it.name,
        is_own: it.is_own,
        is_checked: it.is_checked,
        checked: &it.checked,
        cpus: &it.cpus,
        fitting_models: &it.fitting_models,
    });
    let document =
        Document { models: models.collect(), hardware_models: hardware_models.collect() };
    // No key is anything but text.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}
