//! `xtask bless`: record what llvm-mca prints for the golden cases and the examples.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;

use crate::case::{Case, FOLDERS, OWN_FOLDERS, find_cases, parse, render};
use crate::diff::first_differences;

/// The release whose reports oxmca reproduces.
const RELEASE: &str = "LLVM version 22.1.8";

/// Records the expected reports of tests/golden and examples from llvm-mca-22.
#[derive(Parser, Debug)]
#[command(name = "xtask bless")]
struct Options {
    /// Write nothing; fail if a recorded report is not what the reference prints
    #[arg(long)]
    check: bool,
    /// The reference
    #[arg(long, default_value = "llvm-mca-22")]
    reference: PathBuf,
    /// Record, in place of those, the reports of tests/own, whose options the reference does not
    /// have, from this build of oxmca
    #[arg(long)]
    own: Option<PathBuf>,
    /// Only cases whose name contains one of these
    names: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask bless").chain(arguments.iter().map(String::as_str)),
    );
    if options.own.is_none()
        && let Err(problem) = check_release(&options.reference)
    {
        eprintln!("bless: {problem}");
        return ExitCode::from(2);
    }
    match bless(&options) {
        Ok(stale) => ExitCode::from(u8::from(options.check && stale > 0)),
        Err(error) => {
            eprintln!("bless: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reference is there and of the right release.
pub fn check_release(reference: &Path) -> Result<(), String> {
    let name = reference.display();
    let output = Command::new(reference)
        .arg("--version")
        .output()
        .map_err(|error| format!("the reference `{name}` cannot be run: {error}"))?;
    if String::from_utf8_lossy(&output.stdout).contains(RELEASE) {
        return Ok(());
    }
    Err(format!("`{name} --version` does not say `{RELEASE}`"))
}

/// Compares or writes every selected case; the number that was out of date.
fn bless(options: &Options) -> io::Result<usize> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (folders, program) = match &options.own {
        Some(program) => (OWN_FOLDERS, program.canonicalize()?),
        None => (FOLDERS, options.reference.clone()),
    };
    let all = find_cases(&top, folders)?;
    let selected = |case: &Case| {
        options.names.is_empty() || options.names.iter().any(|name| case.name.contains(name))
    };
    let (mut files, mut runs, mut stale) = (0, 0, 0);
    for case in all.iter().filter(|case| selected(case)) {
        let outcomes = case.outcomes(&program, &[])?;
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

/// Recorded reports whose input is gone.
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
