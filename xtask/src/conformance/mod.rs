//! `xtask conformance`: LLVM's own llvm-mca tests on our binary.
//!
//! A test is a file whose `RUN:` lines are commands; they are run with our program in the place of llvm-mca,
//! and FileCheck compares their output with the `CHECK` lines of the same file. All of it comes from LLVM's
//! source tree; nothing of it is in this repository.

mod command_line;
mod pipeline;
mod test;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use rayon::prelude::*;

use crate::{reference, target, workspace};
use test::{Outcome, Test, Tools};

/// LLVM's tests below its source tree.
const TESTS: &str = "source/llvm/test/tools/llvm-mca";

/// Runs LLVM's llvm-mca tests on oxmca. Prints the failing ones, then how many pass.
#[derive(Parser, Debug)]
#[command(name = "xtask conformance")]
struct Options {
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The folder of LLVM's tests; by default below the folder that LLVM_REFERENCE names
    #[arg(long)]
    tests: Option<PathBuf>,
    /// FileCheck
    #[arg(long, default_value = reference::FILE_CHECK)]
    file_check: PathBuf,
    /// Targets whose tests are run; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// Print the commands and output of failing tests
    #[arg(long)]
    verbose: bool,
    /// Files and folders below the folder of tests, in the place of the targets' ones
    paths: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask conformance").chain(arguments.iter().map(String::as_str)),
    );
    match run_tests(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conformance: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the selected tests. Returns whether all pass.
fn run_tests(options: &Options) -> Result<bool> {
    let top = match &options.tests {
        Some(folder) => folder.clone(),
        None => reference::folder()?.join(TESTS),
    };
    ensure!(
        top.is_dir(),
        "{} is no folder: LLVM_REFERENCE must name one with LLVM's source tree, or --tests LLVM's \
         llvm-mca tests",
        top.display()
    );
    let binary = &options.binary;
    let tools = Tools {
        program: fs::canonicalize(binary).with_context(|| binary.display().to_string())?,
        file_check: options.file_check.clone(),
        scratch: workspace::folder()?.join("target/tmp/conformance"),
    };
    let mut paths = Vec::new();
    for path in selected(options)? {
        collect(&top.join(path), &mut paths)?;
    }
    ensure!(!paths.is_empty(), "no test is selected");
    fs::create_dir_all(&tools.scratch)?;
    let run = |path: &PathBuf| -> Result<(String, Outcome)> {
        let name = path.strip_prefix(&top).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let test = Test::read(path).with_context(|| name.clone())?;
        Ok((name.clone(), test.run(&tools, &name)?))
    };
    let outcomes: Result<Vec<(String, Outcome)>> = paths.par_iter().map(run).collect();
    let outcomes = outcomes?;
    fs::remove_dir_all(&tools.scratch)?;
    Ok(report(&outcomes, options.verbose))
}

/// Returns the files and folders to run, relative to the folder of tests.
fn selected(options: &Options) -> Result<Vec<PathBuf>> {
    if !options.paths.is_empty() {
        return Ok(options.paths.clone());
    }
    let targets = target::selected(&options.target)?;
    Ok(targets.iter().flat_map(|it| it.conformance_tests()).map(PathBuf::from).collect())
}

/// Finds tests below a path, in the order of their names. `Inputs` hold no tests.
fn collect(path: &Path, tests: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        let entries: std::io::Result<Vec<_>> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect();
        let mut entries = entries?;
        entries.sort();
        for entry in entries.iter().filter(|it| !it.ends_with("Inputs")) {
            collect(entry, tests)?;
        }
    } else {
        ensure!(path.exists(), "{} does not exist", path.display());
        if path.extension().is_some_and(|it| it == "s" || it == "test") {
            tests.push(path.to_owned());
        }
    }
    Ok(())
}

/// Prints failing tests and counts. Returns whether all pass.
fn report(outcomes: &[(String, Outcome)], verbose: bool) -> bool {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (name, outcome) in outcomes {
        let folder = name.split_once('/').map_or("generic", |(folder, _)| folder);
        let (passed, total) = counts.entry(folder).or_default();
        *total += 1;
        match outcome {
            Outcome::Passed => *passed += 1,
            Outcome::Failed(log) => {
                println!("FAIL {name}");
                if verbose {
                    println!("{log}");
                }
            }
        }
    }
    for (folder, (passed, total)) in &counts {
        println!("{folder} {passed}/{total}");
    }
    let passed: usize = counts.values().map(|(passed, _)| passed).sum();
    println!("total {passed}/{}", outcomes.len());
    passed == outcomes.len()
}
