//! `xtask import`: from LLVM's table dumps to the text tables under `crates/oxmca-tables/data`.
//!
//! The dumps are what `llvm-tblgen` writes for a target; they are in `dumps` of the folder that
//! `LLVM_REFERENCE` names, or of `llvm-reference` in the user's cache folder. Facts that LLVM
//! resolves itself are taken from the generated tables, syntax from the JSON dump.

mod aliases;
mod assembler;
mod cxx;
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
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use target::TargetSpec;

use crate::workspace;

/// The files of a target by their path below its folder.
type Files = BTreeMap<String, String>;

/// Runs the command: targets to import (all known ones if none is named) and `--check`.
pub fn run(arguments: &[String]) -> Result<()> {
    let check = arguments.iter().any(|argument| argument == "--check");
    let names: Vec<&String> = arguments.iter().filter(|argument| *argument != "--check").collect();
    let mut specs = Vec::new();
    for name in &names {
        let spec = target::TARGETS.iter().find(|spec| spec.name == name.as_str());
        specs.push(spec.with_context(|| format!("`{name}` is not a target that can be imported"))?);
    }
    if names.is_empty() {
        specs.extend(target::TARGETS);
    }
    for spec in specs {
        import(spec, check)?;
    }
    Ok(())
}

/// The dumps of a target.
pub struct Dumps {
    /// `-gen-instr-info`.
    pub instr_info: String,
    /// `-gen-register-info`, numbers and descriptions.
    pub register_desc: String,
    /// `-gen-register-info`, enumerations.
    pub register_enums: String,
    /// `-gen-subtarget`.
    pub subtarget: String,
    /// `-gen-asm-matcher`.
    pub asm_matcher: String,
    /// `-gen-asm-writer`.
    pub asm_writer: String,
    /// `--dump-json`.
    pub records: records::Records,
}

impl Dumps {
    fn read(target: &str) -> Result<Self> {
        let folder = reference_folder()?.join("dumps");
        if !folder.join(format!("{target}.json")).exists() {
            bail!(
                "the table dumps of {target} are not in {}; crates/oxmca-tables/data/README.md says how \
                 to make them, and LLVM_REFERENCE may name another folder",
                folder.display()
            );
        }
        let read = |name: &str| {
            let path = folder.join(format!("{target}{name}"));
            fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let text = |name: &str| anyhow::Ok(String::from_utf8(read(name)?)?);
        Ok(Dumps {
            instr_info: text("-instr-info.inc")?,
            register_desc: text("-register-infoMCDesc.inc")?,
            register_enums: text("-register-infoEnums.inc")?,
            subtarget: text("-subtarget.inc")?,
            asm_matcher: text("-asm-matcher.inc")?,
            asm_writer: text("-asm-writer.inc")?,
            records: records::Records::parse(&read(".json")?)?,
        })
    }
}

fn reference_folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("LLVM_REFERENCE") {
        return Ok(folder.into());
    }
    let home = std::env::var_os("HOME").context("neither LLVM_REFERENCE nor HOME is set")?;
    Ok(Path::new(&home).join(".cache/llvm-reference"))
}

/// Whether no dump gives a file, which an import therefore leaves alone.
fn is_written_by_hand(name: &str) -> bool {
    name == "described-cpus.tbl" || name.starts_with("hardware/")
}

/// Imports one target, or with `check` compares what an import would write.
fn import(spec: &TargetSpec, check: bool) -> Result<()> {
    let dumps = Dumps::read(spec.name)?;
    let mut counts = Vec::new();
    let files = generate(spec, &dumps, &mut counts)
        .with_context(|| format!("while importing {}", spec.name))?;
    validate(spec, &files)?;
    let folder = workspace::folder()?.join("crates/oxmca-tables/data").join(spec.folder);
    let mut present = Files::new();
    read_tables(&folder, "", &mut present)?;
    present.retain(|name, _| !is_written_by_hand(name));
    if check {
        let mut stale: Vec<&String> =
            files.keys().filter(|name| present.get(*name) != files.get(*name)).collect();
        stale.extend(present.keys().filter(|name| !files.contains_key(*name)));
        if !stale.is_empty() {
            bail!(
                "{} of {}'s tables differ from what the dumps give (first: {}); run `cargo xtask import {}`",
                stale.len(),
                spec.name,
                stale[0],
                spec.name
            );
        }
        println!("{}: {} files are up to date", spec.name, files.len());
        return Ok(());
    }
    for name in present.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name))?;
    }
    for (name, text) in &files {
        let path = folder.join(name);
        if present.get(name) != Some(text) {
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let bytes: usize = files.values().map(String::len).sum();
    println!("{}: {} files, {} bytes", spec.name, files.len(), bytes);
    for (what, count) in counts {
        println!("  {count:>7} {what}");
    }
    Ok(())
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
    let operand_classes = operand_classes::read(dumps).context("operand classes")?;

    files.insert("features.tbl".to_owned(), features.features_text());
    files.insert("cpus.tbl".to_owned(), features.cpus_text());
    files.insert("target.tbl".to_owned(), target::text(spec, dumps)?);
    files.insert("registers.tbl".to_owned(), registers.text());
    files.insert("sched-classes.tbl".to_owned(), sched_classes.text());
    files.insert("operand-classes.tbl".to_owned(), operand_classes.text());
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
        counts.push(("assembler forms of a dialect", entries.len()));
        let file = if spec.dialects.len() == 1 {
            "assembler.tbl".to_owned()
        } else {
            format!("assembler-{name}.tbl")
        };
        files.insert(file, entries.text());
    }
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

fn read_tables(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_tables(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".tbl") {
            files.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}
