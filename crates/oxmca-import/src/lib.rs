//! Import of a target: from LLVM's table dumps to the text tables under `crates/oxmca-tables/data`.
//!
//! The dumps are files that `llvm-tblgen` writes for a target. Facts that LLVM resolves itself are taken from
//! the generated tables, syntax from the JSON dump. [`Dumps::read`] reads them, [`import`] makes the text, and
//! [`TARGETS`] lists facts about each target that no dump states. [`run_command`] writes or compares the
//! files.

mod aliases;
mod assembler;
mod class_choices;
mod command;
mod compression;
mod cxx;
mod decodings;
mod differences;
mod dumps;
mod encodings;
mod features;
mod instructions;
pub mod itineraries;
mod model;
mod model_rows;
mod opcode_maps;
mod operand_classes;
mod operand_facts;
mod predicate;
mod print_aliases;
mod ranges;
mod records;
mod reference;
mod register_series;
mod registers;
mod rehearsal;
mod relations;
mod sched_classes;
mod searchable_tables;
mod shorthands;
mod syntax;
mod table_files;
mod target;
mod unplaced;
mod variants;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use oxmca_asm::target::unknown_names::unknown_names;
use oxmca_tables::TablesBuf;
use oxmca_tables::text::{self, SourceFile, TextError};

use operand_classes::OperandClasses;

pub use command::run as run_command;
pub use dumps::Dumps;
pub use itineraries::{Itineraries, Itinerary};
pub use reference::reference_folder;
pub use table_files::target_files;
pub use target::{ClassChoiceTable, RecordTable, TARGETS, TargetSpec};
pub use unplaced::{Relation, Unplaced};

use unplaced::Unknown;

/// Texts by the path of their file below the target's folder.
pub type Files = BTreeMap<String, String>;

/// The text tables of a target.
pub struct Imported {
    /// All files of the target.
    pub files: Files,
    /// Numbers of rows, by kind.
    pub counts: Vec<(&'static str, usize)>,
    /// The names that are not known, and what the program does not know of the tables.
    pub unplaced: Vec<Unplaced>,
    /// The tables as the build script will read them; `None` if it cannot.
    pub tables: Option<TablesBuf>,
}

/// Makes the text tables of a target, reads them back as the build script will, and asks the program for the names in
/// them. A name that nothing knows stops nothing: its part of the tables does what it would do if the name meant
/// nothing.
///
/// # Errors
/// A dump has another form than LLVM's `llvm-tblgen` gave it when this was written.
pub fn import(spec: &TargetSpec, dumps: &Dumps) -> Result<Imported> {
    let mut counts = Vec::new();
    let unknown = Unknown::default();
    let files = generate(spec, dumps, &unknown, &mut counts)
        .with_context(|| format!("while importing {}", spec.name))?;
    let mut unplaced = Vec::new();
    let tables = match read_back(&files) {
        Ok(tables) => Some(tables),
        Err(error) => {
            unplaced.push(Unplaced {
                target: spec.name,
                subject: format!("form of the imported tables ({error})"),
                users: Vec::new(),
                kind_of_users: "",
                relation: Relation::GoesTo,
                place: "crates/oxmca-tables/src/text".to_owned(),
            });
            None
        }
    };
    if let Some(tables) = &tables {
        let names = unknown_names(spec.folder, &tables.tables());
        let names = names.with_context(|| format!("the program has no target {}", spec.folder))?;
        let names = names.into_iter().filter(|it| !unknown.is_refused(&it.name));
        unplaced.extend(names.map(|name| Unplaced::of_program(spec.name, name)));
    }
    unplaced.extend(unknown.into_list(spec.name));
    Ok(Imported { files, counts, unplaced, tables })
}

/// A model that LLVM describes by itineraries alone.
pub struct ItineraryModel {
    /// LLVM's name.
    pub name: String,
    /// Names of the CPUs that have it.
    pub cpus: Vec<String>,
    /// The itineraries as the dump has them.
    pub itineraries: Itineraries,
    /// Its text and that of the scheduling classes: enough to be read.
    pub files: Files,
}

/// Makes the texts of the models that LLVM describes by itineraries alone. The target needs no
/// [`TargetSpec`].
///
/// # Errors
/// A dump has another form than LLVM's `llvm-tblgen` gave it when this was written.
pub fn import_itineraries(dumps: &Dumps) -> Result<Vec<ItineraryModel>> {
    let features = features::read(&dumps.subtarget, &dumps.records).context("features and CPUs")?;
    let sched_classes = sched_classes::read(dumps).context("scheduling classes")?;
    let (variants, idioms) = Default::default();
    let mut found = Vec::new();
    let models = model::read(dumps, &features, &sched_classes, &variants, &idioms)?;
    for model in models {
        let Some(itineraries) = model::itineraries_of(&dumps.subtarget, model.name)? else {
            continue;
        };
        let cpus = features.cpus.iter().filter(|cpu| cpu.model == model.name);
        let mut files = Files::new();
        files.insert("sched-classes.tbl".to_owned(), sched_classes.text());
        files.insert(format!("cpu/{}.tbl", model.file_stem), model.text);
        let cpus = cpus.map(|cpu| cpu.name.clone()).collect();
        found.push(ItineraryModel { name: model.name.to_owned(), cpus, itineraries, files });
    }
    Ok(found)
}

/// Returns the text tables of a target, and how many there are of each kind of thing.
fn generate(
    spec: &TargetSpec,
    dumps: &Dumps,
    unknown: &Unknown,
    counts: &mut Vec<(&'static str, usize)>,
) -> Result<Files> {
    let mut files = Files::new();
    let features = features::read(&dumps.subtarget, &dumps.records).context("features and CPUs")?;
    let is_there = |name: &&str| features.aliases.iter().any(|(alias, _)| alias == name);
    for name in spec.unlisted_cpus.iter().filter(|name| !is_there(name)) {
        unknown.add_gone(format!("CPU {name}"), spec.file);
    }
    let registers = registers::read(spec, dumps).context("registers")?;
    let mut sched_classes = sched_classes::read(dumps).context("scheduling classes")?;
    let mut instructions =
        instructions::read(spec, dumps, &registers, unknown).context("instructions")?;
    let functions =
        predicate::Functions::read(spec, dumps, unknown).context("predicate functions")?;
    let variants = variants::read(spec, dumps, &functions).context("variant classes")?;
    let idioms = variants::read_idioms(spec, dumps, &functions).context("idioms")?;

    files.insert("features.tbl".to_owned(), features.features_text());
    files.insert("cpus.tbl".to_owned(), features.cpus_text(spec));
    files.insert("target.tbl".to_owned(), target::text(spec, dumps)?);
    files.insert("registers.tbl".to_owned(), registers.text());
    counts.push(("registers", registers.names.len() - 1));
    counts.push(("register classes", registers.classes.len()));
    counts.push(("features", features.features.len()));
    counts.push(("CPU names", features.cpus.len()));
    let (mut operand_classes, accepted) =
        assembler_files(spec, dumps, &registers.names, &mut files, counts)?;
    if spec.leaves_out_unwritten {
        // Opcode 0 means nothing, so its instruction stays.
        let all = instructions.names().skip(1).map(str::to_owned);
        let decoded = decodings::decoded_names(spec, dumps, &instructions).context("decoders")?;
        let is_needed = |name: &String| accepted.contains(name) || decoded.contains(name);
        instructions.remove(&all.filter(|name| !is_needed(name)).collect());
    }
    files.insert(
        "print-aliases.tbl".to_owned(),
        print_aliases::text(spec, dumps, unknown).context("print aliases")?,
    );
    if let Some(text) = encodings::text(spec, dumps, &instructions).context("encodings")? {
        files.insert("encodings.tbl".to_owned(), text);
    }
    if let Some(text) = opcode_maps::text(&dumps.disassembler).context("opcode maps")? {
        files.insert("opcode-maps.tbl".to_owned(), text);
    }
    let decodings = decodings::text(spec, dumps, &instructions, &registers, unknown);
    if let Some((text, count)) = decodings.context("decodings")? {
        files.insert("decodings.tbl".to_owned(), text);
        counts.push(("rows of decoders", count));
    }
    if let Some((text, count)) = compression::text(spec, dumps).context("compression")? {
        let asked_for = compression::operand_types(&text, &files["print-aliases.tbl"]);
        operand_classes.set_types(dumps, &asked_for).context("types of operands")?;
        files.insert("compression.tbl".to_owned(), text);
        counts.push(("patterns of compression", count));
    }
    files.insert("operand-classes.tbl".to_owned(), operand_classes.text());
    add_tables(spec, dumps, unknown, &mut files);
    for set in spec.instruction_sets {
        let text = searchable_tables::set_text(dumps, set, &|name| {
            instructions.size_bytes(name).is_some()
        });
        files.insert(format!("tables/{}.tbl", set.name), text.context(set.name)?);
    }

    let choices = class_choices::read(spec, dumps, &instructions).context("choices of classes")?;
    if spec.class_pseudos.is_some() {
        let mut unnamed = class_choices::pseudos(spec, dumps)?;
        files.values().for_each(|text| remove_words(&mut unnamed, text));
        instructions.remove(&unnamed);
        sched_classes.keep(instructions.sched_classes().chain(choices.classes()), &variants);
        counts.push(("choices of scheduling classes", choices.len()));
        files.insert("class-choices.tbl".to_owned(), choices.text(spec, &sched_classes)?);
    }
    files.insert("sched-classes.tbl".to_owned(), sched_classes.text());
    files.insert("instructions.tbl".to_owned(), instructions.text(spec, &sched_classes)?);
    counts.push(("instructions", instructions.rows.len()));
    counts.push(("instructions with syntax", instructions.with_syntax()));
    counts.push(("scheduling classes", sched_classes.len()));

    let models = model::read(dumps, &features, &sched_classes, &variants, &idioms)?;
    counts.push(("scheduling models", models.len()));
    counts
        .push(("scheduling models with classes", models.iter().filter(|m| m.has_classes).count()));
    for model in models {
        files.insert(format!("cpu/{}.tbl", model.file_stem), model.text);
    }
    Ok(files)
}

/// Adds the tables of the target's own.
fn add_tables(spec: &TargetSpec, dumps: &Dumps, unknown: &Unknown, files: &mut Files) {
    let present = match dumps.searchable_tables.is_empty() {
        true => &[],
        false => dumps.records.of_class("GenericTable"),
    };
    for name in present.iter().filter(|it| !spec.knows_table(it)) {
        unknown.add(format!("searchable table {name}"), spec.file);
    }
    let mut add = |name: &str, is_present: bool, text: &dyn Fn() -> Result<String>| {
        if !is_present {
            return unknown.add_gone(format!("table {name}"), spec.file);
        }
        match text() {
            Ok(text) => drop(files.insert(format!("tables/{name}.tbl"), text)),
            Err(error) => unknown.add(format!("form of table {name} ({error:#})"), spec.file),
        }
    };
    for name in spec.tables {
        let is_present = present.iter().any(|it| it == name);
        add(name, is_present, &|| searchable_tables::text(spec, dumps, name));
    }
    for relation in spec.relations {
        add(relation.name, true, &|| relations::text(dumps, relation));
    }
    for table in spec.record_tables {
        let is_present = !dumps.records.of_class(table.class).is_empty();
        add(table.class, is_present, &|| searchable_tables::record_text(dumps, table));
    }
}

/// Adds forms and mnemonic aliases. Returns the operand classes, and names of the instructions that have a form.
fn assembler_files(
    spec: &TargetSpec,
    dumps: &Dumps,
    registers: &[String],
    files: &mut Files,
    counts: &mut Vec<(&'static str, usize)>,
) -> Result<(OperandClasses, BTreeSet<String>)> {
    let mut operand_classes =
        operand_classes::read(spec, dumps, registers).context("operand classes")?;
    counts.push(("operand classes", operand_classes.rows.len()));
    counts.push(("operand classes decided by a predicate", operand_classes.predicates()));
    let mut visible = BTreeSet::new();
    for (variant, name) in spec.variants().iter().enumerate() {
        let entries = assembler::read(spec, dumps, variant).context("assembler forms")?;
        visible.extend(entries.opcodes());
        for (class, method) in entries.defaults() {
            operand_classes.set_default(class, method)?;
        }
        counts.push(("assembler forms of a variant", entries.len()));
        let file = if spec.variants().len() == 1 {
            "assembler.tbl".to_owned()
        } else {
            format!("assembler-{name}.tbl")
        };
        files.insert(file, entries.text(spec));
    }
    counts.push(("instructions the assembler accepts", visible.len()));
    let aliases = aliases::mnemonic_aliases(spec, dumps).context("mnemonic aliases")?;
    counts.push(("mnemonic aliases", aliases.iter().map(|alias| alias.meanings.len()).sum()));
    files.insert("mnemonic-aliases.tbl".to_owned(), aliases::mnemonic_text(spec, &aliases));
    Ok((operand_classes, visible))
}

/// Removes from `names` those that a text has.
fn remove_words(names: &mut BTreeSet<String>, text: &str) {
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        names.remove(word);
    }
}

/// Reads the generated text as the build script will.
fn read_back(files: &Files) -> Result<TablesBuf, TextError> {
    let sources = files.iter().map(|(name, text)| SourceFile { name, text });
    text::read(&sources.collect::<Vec<_>>())
}
