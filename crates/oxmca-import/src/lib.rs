//! Import of a target: from LLVM's table dumps to the text tables under `crates/oxmca-tables/data`.
//!
//! The dumps are files that `llvm-tblgen` writes for a target. Facts that LLVM resolves itself are taken from
//! the generated tables, syntax from the JSON dump. [`Dumps::read`] reads them, [`import`] makes the text, and
//! [`TARGETS`] lists facts about each target that no dump states. `cargo xtask import` writes or compares the
//! files; nothing is written here.

mod aliases;
mod assembler;
mod cxx;
mod dumps;
mod features;
mod instructions;
mod model;
mod operand_classes;
mod predicate;
mod print_aliases;
mod records;
mod registers;
mod sched_classes;
mod syntax;
mod target;
mod variants;
mod words;

use std::collections::BTreeMap;

use anyhow::{Context, Result};

pub use dumps::Dumps;
pub use target::{TARGETS, TargetSpec};

/// Texts by the path of their file below the target's folder.
pub type Files = BTreeMap<String, String>;

/// The text tables of a target.
pub struct Imported {
    /// All files of the target.
    pub files: Files,
    /// Numbers of rows, by kind.
    pub counts: Vec<(&'static str, usize)>,
}

/// Makes the text tables of a target, and reads them back as the build script will.
///
/// # Errors
/// A dump has another form than that of LLVM 22, or the text cannot be read back.
pub fn import(spec: &TargetSpec, dumps: &Dumps) -> Result<Imported> {
    let mut counts = Vec::new();
    let files = generate(spec, dumps, &mut counts)
        .with_context(|| format!("while importing {}", spec.name))?;
    validate(spec, &files)?;
    Ok(Imported { files, counts })
}

/// The text tables of a target, and how many there are of each kind of thing.
fn generate(
    spec: &TargetSpec,
    dumps: &Dumps,
    counts: &mut Vec<(&'static str, usize)>,
) -> Result<Files> {
    let mut files = Files::new();
    let features = features::read(&dumps.subtarget).context("features and CPUs")?;
    let registers = registers::read(spec, dumps).context("registers")?;
    let sched_classes = sched_classes::read(dumps).context("scheduling classes")?;
    let instructions = instructions::read(spec, dumps, &registers).context("instructions")?;
    let mut operand_classes = operand_classes::read(dumps).context("operand classes")?;

    files.insert("features.tbl".to_owned(), features.features_text());
    files.insert("cpus.tbl".to_owned(), features.cpus_text());
    files.insert("target.tbl".to_owned(), target::text(spec, dumps)?);
    files.insert("registers.tbl".to_owned(), registers.text());
    files.insert("sched-classes.tbl".to_owned(), sched_classes.text());
    files.insert("instructions.tbl".to_owned(), instructions.text(spec, &sched_classes)?);
    counts.push(("instructions", instructions.rows.len()));
    counts.push(("instructions with syntax", instructions.with_syntax()));
    counts.push(("registers", registers.names.len() - 1));
    counts.push(("register classes", registers.classes.len()));
    counts.push(("features", features.features.len()));
    counts.push(("CPU names", features.cpus.len()));
    counts.push(("scheduling classes", sched_classes.labels.len()));
    counts.push(("operand classes", operand_classes.rows.len()));
    counts.push(("operand classes decided by a predicate", operand_classes.predicates()));

    let mut visible = std::collections::BTreeSet::new();
    for (dialect, name) in spec.dialects.iter().enumerate() {
        let entries = assembler::read(spec, dumps, dialect).context("assembler forms")?;
        visible.extend(entries.opcodes());
        for (class, method) in entries.defaults() {
            operand_classes.set_default(class, method)?;
        }
        counts.push(("assembler forms of a dialect", entries.len()));
        let file = if spec.dialects.len() == 1 {
            "assembler.tbl".to_owned()
        } else {
            format!("assembler-{name}.tbl")
        };
        files.insert(file, entries.text());
    }
    files.insert("operand-classes.tbl".to_owned(), operand_classes.text());
    counts.push(("instructions the assembler accepts", visible.len()));
    let aliases = aliases::mnemonic_aliases(spec, dumps).context("mnemonic aliases")?;
    counts.push(("mnemonic aliases", aliases.iter().map(|alias| alias.meanings.len()).sum()));
    files.insert("mnemonic-aliases.tbl".to_owned(), aliases::mnemonic_text(spec, &aliases));
    files.insert(
        "print-aliases.tbl".to_owned(),
        print_aliases::text(spec, dumps).context("print aliases")?,
    );

    let functions = predicate::Functions::read(spec, dumps).context("predicate functions")?;
    let variants = variants::read(spec, dumps, &functions).context("variant classes")?;
    let idioms = variants::read_idioms(spec, dumps, &functions).context("idioms")?;
    let models = model::read(dumps, &features, &sched_classes, &variants, &idioms)?;
    counts.push(("scheduling models", models.len()));
    counts
        .push(("scheduling models with classes", models.iter().filter(|m| m.has_classes).count()));
    for model in models {
        files.insert(format!("cpu/{}.tbl", model.file_stem), model.text);
    }
    Ok(files)
}

/// Reads the generated text as the build script will.
fn validate(spec: &TargetSpec, files: &Files) -> Result<()> {
    let sources: Vec<oxmca_tables::text::SourceFile<'_>> =
        files.iter().map(|(name, text)| oxmca_tables::text::SourceFile { name, text }).collect();
    oxmca_tables::text::read(&sources)
        .with_context(|| format!("the tables written for {} cannot be read back", spec.name))?;
    Ok(())
}
