//! `xtask import`: from LLVM's table dumps to the text tables under `crates/oxmca-tables/data`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use oxmca_import::{Dumps, Files, Imported, TARGETS, TargetSpec, import};

use crate::{reference, workspace};

/// Writes the text tables of targets from LLVM's table dumps, which are in `dumps` of the folder that
/// LLVM_REFERENCE names
#[derive(Parser, Debug)]
#[command(name = "xtask import")]
struct Options {
    /// Write nothing; fail if the tables are not what the dumps give
    #[arg(long)]
    check: bool,
    /// LLVM's names of the targets; by default all known ones
    targets: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask import").chain(arguments.iter().map(String::as_str)),
    );
    match import_all(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("import: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn import_all(options: &Options) -> Result<()> {
    let mut specs: Vec<&TargetSpec> = Vec::new();
    for name in &options.targets {
        let spec = TARGETS.iter().find(|spec| spec.name == name);
        specs.push(spec.with_context(|| format!("`{name}` is not a target that can be imported"))?);
    }
    if specs.is_empty() {
        specs.extend(TARGETS);
    }
    let dumps = reference::folder()?.join("dumps");
    for spec in specs {
        let imported = import(spec, &Dumps::read(&dumps, spec.name)?)?;
        let folder = workspace::folder()?.join("crates/oxmca-tables/data").join(spec.folder);
        if options.check {
            check(spec, &imported.files, &folder)?;
        } else {
            write(spec, &imported, &folder)?;
        }
    }
    Ok(())
}

/// Compares the imported tables with those in a folder.
fn check(spec: &TargetSpec, files: &Files, folder: &Path) -> Result<()> {
    let mut present = Files::new();
    read_tables(folder, "", &mut present)?;
    present.retain(|name, _| !is_written_by_hand(name));
    let mut stale: Vec<&String> =
        files.keys().filter(|name| present.get(*name) != files.get(*name)).collect();
    stale.extend(present.keys().filter(|name| !files.contains_key(*name)));
    if let Some(first) = stale.first() {
        bail!(
            "{} of {name}'s tables differ from what the dumps give (first: {first}); run `cargo xtask \
             import {name}`",
            stale.len(),
            name = spec.name
        );
    }
    println!("{}: {} files are up to date", spec.name, files.len());
    Ok(())
}

/// Makes the tables in a folder the imported ones.
fn write(spec: &TargetSpec, imported: &Imported, folder: &Path) -> Result<()> {
    let Imported { files, counts } = imported;
    let mut present = Files::new();
    read_tables(folder, "", &mut present)?;
    present.retain(|name, _| !is_written_by_hand(name));
    for name in present.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name))?;
    }
    for (name, text) in files {
        let path = folder.join(name);
        if present.get(name) != Some(text) {
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let bytes: usize = files.values().map(String::len).sum();
    println!("{}: {} files, {} bytes", spec.name, files.len(), bytes);
    for (kind, count) in counts {
        println!("  {count:>7} {kind}");
    }
    Ok(())
}

/// Returns whether no dump gives a file, which an import therefore leaves alone.
fn is_written_by_hand(name: &str) -> bool {
    name == "described-cpus.tbl" || name.starts_with("hardware/")
}

/// Returns the text tables in a folder.
pub fn tables(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    read_tables(folder, "", &mut files)?;
    Ok(files)
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
