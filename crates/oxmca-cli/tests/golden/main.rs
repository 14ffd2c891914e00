//! Golden tests: the reports of the program against the recorded ones, one trial per file. Needs no LLVM.
//!
//! `cargo test --test golden -- NAME` runs the cases whose name contains NAME.

mod case;
mod diff;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use case::{Case, FOLDERS, find_cases, parse, render};
use diff::first_differences;
use libtest_mimic::{Arguments, Failed, Trial};

/// The folders that hold cases of options that the reference does not have.
const OWN_FOLDERS: &[&str] = &["tests/own"];
/// Differences shown for one run.
const SHOWN_DIFFERENCES: usize = 2;
/// What records reports.
const HOW_TO_RECORD: &str = "`cargo xtask bless` records it";
/// Runs of one file shown.
const SHOWN_RUNS: usize = 3;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = match find_cases(&top, &[FOLDERS, OWN_FOLDERS].concat()) {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("golden cases: {error}");
            return ExitCode::FAILURE;
        }
    };
    // What the reference prints is recorded from the reference.
    let is_recorded = |case: &Case| {
        let is_own = OWN_FOLDERS.iter().any(|folder| case.name.starts_with(folder));
        is_own && std::env::var_os("OXMCA_BLESS").is_some()
    };
    let trial = |case: Case| {
        let is_recorded = is_recorded(&case);
        Trial::test(
            case.name.clone(),
            move || if is_recorded { record(&case) } else { check(&case) },
        )
    };
    let trials = cases.into_iter().map(trial);
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn record(case: &Case) -> Result<(), Failed> {
    let found = case.outcomes(Path::new(env!("CARGO_BIN_EXE_oxmca")), &[])?;
    Ok(fs::write(&case.expected, render(&found))?)
}

fn check(case: &Case) -> Result<(), Failed> {
    let expected = fs::read_to_string(&case.expected)
        .map_err(|error| format!("{}: {error}\n{HOW_TO_RECORD}", case.expected.display()))?;
    let program = Path::new(env!("CARGO_BIN_EXE_oxmca"));
    let found = case.outcomes(program, &[])?;
    let source = fs::read_to_string(case.expected.with_extension("s"))?;
    let has_regions = source.matches("LLVM-MCA-BEGIN").count() > 1;
    if has_regions && case.outcomes(program, &["-j2"])? != found {
        return Err("two threads give another result than one".into());
    }
    if render(&found) == expected {
        return Ok(());
    }
    let expected = parse(&expected);
    if !found.iter().map(|run| &run.command).eq(expected.iter().map(|run| &run.command)) {
        return Err(format!(
            "{}: the recorded runs are not those the file names\n`cargo xtask bless` records them",
            case.expected.display()
        )
        .into());
    }
    let differing = expected.iter().zip(&found).filter(|(a, b)| a != b);
    let count = differing.clone().count();
    let mut message = String::new();
    let _ = writeln!(message, "{count} of {} runs differ", found.len());
    for (expected, found) in differing.take(SHOWN_RUNS) {
        let _ = writeln!(message, "\n$ {}", found.command);
        message.push_str(&first_differences(&expected.text, &found.text, SHOWN_DIFFERENCES));
    }
    if count > SHOWN_RUNS {
        let _ = writeln!(message, "\n... and {} runs more", count - SHOWN_RUNS);
    }
    Err(message.into())
}
