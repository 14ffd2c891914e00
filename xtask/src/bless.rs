//! `xtask bless`: record the output that tests expect.
//!
//! Reports of the golden cases and the examples, messages for bad inputs and machine code come from the
//! reference. All other output is recorded by the tests that compare it, when the environment asks them to.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use oxmca_tables::identity::LLVM_VERSION;
use oxmca_testing::golden::{Case, FOLDERS, find_cases, parse, render};
use oxmca_testing::text_diff::first_differences;
use oxmca_testing::trials::VARIABLE;

use crate::{bad_inputs, encodings, reference, workspace};

/// Tests that record their output if [`VARIABLE`] is in the environment.
const TESTS: [(&str, &str); 9] = [
    ("oxmca-asm", "layout"),
    ("oxmca-asm", "text"),
    ("oxmca-cli", "golden"),
    ("oxmca-cli", "ibs"),
    ("oxmca-cli", "kernels"),
    ("oxmca-cli", "many"),
    ("oxmca-cli", "program"),
    ("oxmca-object", "objects"),
    ("oxmca-tables", "models"),
];

/// Records the output that tests expect: reports of tests/golden and examples and messages for
/// tests/bad-inputs from llvm-mca, machine code from llvm-mc, everything else from this workspace's oxmca
#[derive(Parser, Debug)]
#[command(name = "xtask bless")]
struct Options {
    /// Write nothing; fail if a report recorded from the reference is not what it prints
    #[arg(long)]
    check: bool,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// Only cases whose name contains one of these
    names: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask bless").chain(arguments.iter().map(String::as_str)),
    );
    let outcome = match check_release(&options.reference) {
        Ok(()) => bless(&options),
        Err(problem) if options.check => Err(io::Error::other(problem)),
        Err(problem) => {
            eprintln!("bless: {problem}: its reports stay as they are");
            Ok(0)
        }
    };
    let outcome = outcome.and_then(|stale| match options.check {
        true => Ok(stale == 0),
        false => Ok(bless_lists(&options) & bless_own(&options)?),
    });
    match outcome {
        Ok(is_done) => ExitCode::from(u8::from(!is_done)),
        Err(error) => {
            eprintln!("bless: {error}");
            ExitCode::from(2)
        }
    }
}

/// Records messages for bad inputs, and machine code, unless only some cases are asked for. Returns whether
/// all could be recorded.
fn bless_lists(options: &Options) -> bool {
    if !options.names.is_empty() || check_release(&options.reference).is_err() {
        return true;
    }
    let record = ["--record".to_owned()];
    let commands = [bad_inputs::run, encodings::run];
    commands.into_iter().all(|run| run(&record) == ExitCode::SUCCESS)
}

/// Has tests record the output that has no reference. Returns whether all could.
fn bless_own(options: &Options) -> io::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut is_done = true;
    for (package, test) in TESTS {
        // A test takes one filter.
        let mut filters: Vec<&[String]> = options.names.chunks(1).collect();
        if filters.is_empty() {
            filters.push(&[]);
        }
        for filter in filters {
            let status = Command::new(&cargo)
                .args(["test", "--quiet", "--package", package, "--test", test, "--"])
                .args(filter)
                .env(VARIABLE, "1")
                .status()?;
            is_done &= status.success();
        }
    }
    Ok(is_done)
}

/// Checks that the reference is there and of the right release.
pub fn check_release(reference: &Path) -> Result<(), String> {
    let name = reference.display();
    let output = Command::new(reference)
        .arg("--version")
        .output()
        .map_err(|error| format!("the reference `{name}` cannot be run: {error}"))?;
    let release = format!("LLVM version {LLVM_VERSION}");
    if String::from_utf8_lossy(&output.stdout).contains(&release) {
        return Ok(());
    }
    Err(format!("`{name} --version` does not say `{release}`"))
}

/// Compares or writes every selected case; the number that was out of date.
fn bless(options: &Options) -> io::Result<usize> {
    let top = workspace::folder()?;
    let all = find_cases(&top, FOLDERS)?;
    let selected = |case: &Case| {
        options.names.is_empty() || options.names.iter().any(|name| case.name.contains(name))
    };
    let (mut files, mut runs, mut stale) = (0, 0, 0);
    for case in all.iter().filter(|case| selected(case)) {
        let outcomes = case.outcomes(&options.reference, &[])?;
        let text = render(&outcomes);
        (files, runs) = (files + 1, runs + outcomes.len());
        let recorded = fs::read_to_string(&case.expected).unwrap_or_default();
        if text == recorded {
            continue;
        }
        stale += 1;
        if options.check {
            println!("{}: not what the reference prints", case.name);
            for (old, new) in parse(&recorded).iter().zip(&outcomes).filter(|(a, b)| a != b).take(1)
            {
                println!("$ {}\n{}", new.command, first_differences(&old.text, &new.text, 1));
            }
        } else {
            fs::write(&case.expected, text)?;
            println!("{}: recorded", case.name);
        }
    }
    let orphans = if options.names.is_empty() { orphans(&all)? } else { Vec::new() };
    for orphan in &orphans {
        println!("{}: belongs to no input", orphan.display());
        if !options.check {
            fs::remove_file(orphan)?;
        }
    }
    stale += orphans.len();
    println!("{files} files, {runs} runs, {stale} out of date");
    if options.check && stale > 0 {
        println!("`cargo xtask bless` records them");
    }
    Ok(stale)
}

/// Returns recorded reports whose input is gone.
fn orphans(cases: &[Case]) -> io::Result<Vec<PathBuf>> {
    let known: BTreeSet<&Path> = cases.iter().map(|case| case.expected.as_path()).collect();
    let folders: BTreeSet<&Path> = known.iter().filter_map(|path| path.parent()).collect();
    let mut orphans = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let recorded = path.extension().is_some_and(|extension| extension == "expected");
            if recorded && !known.contains(path.as_path()) {
                orphans.push(path);
            }
        }
    }
    Ok(orphans)
}
