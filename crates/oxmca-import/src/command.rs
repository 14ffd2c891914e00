//! The command: writes the text tables of targets from their dumps, or compares.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use super::differences::{Differences, differences};
use super::table_files::{folder_of, stale, table_files, write};
use super::{Dumps, TARGETS, TargetSpec, Unplaced, import, reference_folder, rehearsal};

/// Writes the text tables of targets from LLVM's table dumps, says what is new and gone, and names all that it could
/// not place. Fails if there is any such thing
#[derive(Parser, Debug)]
struct Options {
    /// Write nothing; fail if the tables are not what the dumps give
    #[arg(long)]
    check: bool,
    /// Write nothing; import dumps that are changed in memory, and fail unless the messages about it are the right ones
    #[arg(long, conflicts_with_all = ["check", "targets"])]
    rehearse: bool,
    /// The folder with the dumps; by default `dumps` of the folder that LLVM_REFERENCE names
    #[arg(long)]
    from: Option<PathBuf>,
    /// LLVM's names of the targets; by default all known ones
    targets: Vec<String>,
}

/// Runs the command under a name.
pub fn run(name: &'static str, arguments: &[String]) -> ExitCode {
    let words = std::iter::once(name.to_owned()).chain(arguments.iter().cloned());
    let matches =
        <Options as clap::CommandFactory>::command().bin_name(name).get_matches_from(words);
    let options = <Options as clap::FromArgMatches>::from_arg_matches(&matches);
    let result = match options {
        Ok(options) => run_options(&options),
        Err(error) => error.exit(),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("import: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether everything is as it should be.
fn run_options(options: &Options) -> Result<bool> {
    let folder = match &options.from {
        Some(folder) => folder.clone(),
        None => reference_folder()?.join("dumps"),
    };
    if options.rehearse {
        return rehearsal::rehearse(&folder);
    }
    let mut specs: Vec<&TargetSpec> = Vec::new();
    for name in &options.targets {
        let spec = TARGETS.iter().find(|spec| spec.name == name);
        specs.push(spec.with_context(|| format!("`{name}` is not a target that can be imported"))?);
    }
    if specs.is_empty() {
        specs.extend(TARGETS);
    }
    let mut all_is_well = true;
    let mut unplaced = Vec::new();
    for spec in specs {
        match import_target(spec, &folder, options.check, &mut unplaced) {
            Ok(is_well) => all_is_well &= is_well,
            // Another target may do.
            Err(error) => {
                eprintln!("import: {error:#}");
                all_is_well = false;
            }
        }
    }
    for it in &unplaced {
        eprintln!("{it}");
    }
    if !unplaced.is_empty() {
        eprintln!("import: {} could not be placed", things(unplaced.len()));
    }
    Ok(all_is_well && unplaced.is_empty())
}

/// Returns a number of things in words.
fn things(count: usize) -> String {
    if count == 1 { "1 thing".to_owned() } else { format!("{count} things") }
}

/// Imports a target. Returns whether its tables are those of the dumps now.
fn import_target(
    spec: &'static TargetSpec,
    dumps: &Path,
    checks_only: bool,
    unplaced: &mut Vec<Unplaced>,
) -> Result<bool> {
    let imported = import(spec, &Dumps::read(dumps, spec.name)?)?;
    let folder = folder_of(spec);
    let present = table_files(&folder)?;
    let Differences { lines, unplaced: of_differences } = differences(spec, &imported, &present)?;
    lines.iter().for_each(|line| println!("{line}"));
    let stale = stale(&imported, &present);
    if !checks_only {
        write(&folder, &imported, &present)?;
        let bytes: usize = imported.files.values().map(String::len).sum();
        let count = imported.files.len();
        println!("{}: {count} files, {bytes} bytes, {} of them changed", spec.name, stale.len());
        for (kind, count) in &imported.counts {
            println!("  {count:>7} {kind}");
        }
    } else if let Some(first) = stale.first() {
        eprintln!(
            "import: {} of {name}'s tables differ from what the dumps give (first: {first}); run `cargo xtask import \
             {name}`",
            stale.len(),
            name = spec.name
        );
    } else {
        println!("{}: {} files are up to date", spec.name, imported.files.len());
    }
    let is_well = !checks_only || stale.is_empty();
    unplaced.extend(imported.unplaced);
    unplaced.extend(of_differences);
    Ok(is_well)
}
