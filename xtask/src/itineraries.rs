//! `xtask itineraries`: models that LLVM describes by itineraries alone, imported from its dumps and read back.
//!
//! Each model becomes text, as a shipped one does, and the text is read as the build script would. Every scheduling
//! class must then have the stages and operands that it has in the dump: the units, cycles and kinds of stages, the
//! cycles and bypasses of operands. The targets need not be among those that oxmca has.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use oxmca_import::{Dumps, Itinerary, ItineraryModel, import_itineraries};
use oxmca_tables::schema::{ItineraryStage, Model, SchedClass, model_flag};
use oxmca_tables::text::{SourceFile, read};
use oxmca_tables::{SchedClassId, Tables};

use crate::reference;

/// Imports models that are described by itineraries, and compares what is read back with LLVM's dumps, which are in
/// `dumps` of the folder that LLVM_REFERENCE names
#[derive(Parser, Debug)]
#[command(name = "xtask itineraries")]
struct Options {
    /// Write the texts to a folder
    #[arg(long)]
    write: Option<PathBuf>,
    /// LLVM's names of the targets
    #[arg(default_values = ["ARM", "PowerPC"])]
    targets: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("xtask itineraries".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    match compare(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("itineraries: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Imports the models of all targets, and compares each with its dump.
fn compare(options: &Options) -> Result<()> {
    let folder = reference::folder()?.join("dumps");
    let (mut models, mut cpus) = (0, 0);
    for target in &options.targets {
        for model in import_itineraries(&Dumps::read(&folder, target)?)? {
            let counts = compare_model(&model).with_context(|| model.name.clone())?;
            let Counts { classes, stages, operands, latest_cycle } = counts;
            let names = model.cpus.join(" ");
            println!(
                "{target} {}: {} units, {classes} classes, {stages} stages up to cycle {latest_cycle}, \
                 {operands} operands; {names}",
                model.name,
                model.itineraries.units.len(),
            );
            models += 1;
            cpus += model.cpus.len();
            if let Some(folder) = &options.write {
                for (name, text) in &model.files {
                    let path = folder.join(target).join(name);
                    std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
                    std::fs::write(path, text)?;
                }
            }
        }
    }
    println!("{models} models of {cpus} CPU names; all say what the dumps say");
    Ok(())
}

/// Numbers of things that were compared.
#[derive(Default)]
struct Counts {
    classes: usize,
    stages: usize,
    operands: usize,
    latest_cycle: u32,
}

/// Reads the text of a model, and compares every class with the dump.
fn compare_model(model: &ItineraryModel) -> Result<Counts> {
    let files = model.files.iter().map(|(name, text)| SourceFile { name, text });
    let read = read(&files.collect::<Vec<_>>())?;
    let tables = read.tables();
    let id = tables.model_named(&model.name).context("the model is not there")?;
    let row = &tables.models[id.index()];
    ensure!(row.flags & model_flag::HAS_ITINERARIES != 0, "the model has no itineraries");
    let mut counts = Counts::default();
    let mut expected = model.itineraries.classes.iter().peekable();
    for class in 0..tables.sched_class_names.len() {
        let found = tables.sched_class(row, SchedClassId(class as u16));
        let supported = found.filter(|row| row.num_micro_ops != SchedClass::INVALID_UOPS);
        let dumped = expected.next_if(|(number, _)| *number == class).map(|(_, it)| it);
        let label = tables.text(tables.sched_class_names[class]);
        match (supported, dumped) {
            (None, None) => {}
            (Some(found), Some(dumped)) => {
                let is_equal = agrees(model, &tables, row, found, dumped);
                ensure!(is_equal, "class {label} is {dumped:?} in the dump and not in the text");
                let stages = tables.stages_of(found);
                counts.classes += 1;
                counts.stages += stages.len();
                counts.operands += dumped.operands.len();
                counts.latest_cycle =
                    counts.latest_cycle.max(ItineraryStage::latency_cycles(stages));
            }
            _ => anyhow::bail!("class {label} is in one of dump and text alone"),
        }
    }
    ensure!(expected.next().is_none(), "the dump has more classes");
    Ok(counts)
}

/// Returns whether a class that was read says what the dump says.
fn agrees(
    model: &ItineraryModel,
    tables: &Tables<'_>,
    row: &Model,
    found: &SchedClass,
    dumped: &Itinerary,
) -> bool {
    let resources = &tables.resources[row.resources.range()];
    let stages = tables.stages_of(found);
    let same_stages = stages.len() == dumped.stages.len()
        && stages.iter().zip(&dumped.stages).all(|(found, dumped)| {
            let units = tables.resource_lists[found.units.range()].iter();
            let names: Vec<&str> =
                units.map(|unit| tables.text(resources[unit.index()].name)).collect();
            let wanted = model.itineraries.units.iter().enumerate();
            let wanted = wanted.filter(|(bit, _)| dumped.units >> bit & 1 != 0);
            wanted.map(|(_, name)| name.as_str()).eq(names)
                && (found.cycles, found.next_cycles) == (dumped.cycles, dumped.next_cycles)
                && (found.is_reserved != 0) == dumped.is_reserved
        });
    // Effective latencies: from each operand to each, as LLVM counts them.
    let writes = &tables.write_latencies[found.write_latencies.range()];
    let advances = &tables.read_advances[found.read_advances.range()];
    let latency = |def: usize, read: usize| {
        let write = writes[def];
        let mut rows = advances.iter().filter(|row| usize::from(row.use_index) == read);
        let row =
            rows.find(|row| row.write_resource == 0 || row.write_resource == write.write_resource);
        i32::from(write.latency_cycles) - row.map_or(0, |row| i32::from(row.cycles))
    };
    let count = dumped.operands.len();
    let same_operands = writes.len() == count
        && (0..count).all(|def| {
            (0..count).all(|read| {
                let ((written, by), (needed, from)) = (dumped.operands[def], dumped.operands[read]);
                let forwarded = i32::from(by != 0 && by == from);
                latency(def, read) == i32::from(written) - i32::from(needed) + 1 - forwarded
            })
        });
    let micro_ops = dumped.micro_ops.unwrap_or(1);
    same_stages && same_operands && found.num_micro_ops == micro_ops
}
