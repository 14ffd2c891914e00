//! Golden tests: the reports of the program against the recorded ones, one trial per file. Needs no LLVM.
//!
//! `cargo test --test golden -- NAME` runs the cases whose name contains NAME.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use oxmca_testing::golden::{Case, FOLDERS, find_cases, parse, render};
use oxmca_testing::text_diff::first_differences;
use oxmca_testing::trials::{self, Failed, Trial, is_blessing};

/// The folders that hold cases of options that the reference does not have.
const OWN_FOLDERS: &[&str] = &["tests/own"];
/// Differences shown for one run.
const SHOWN_DIFFERENCES: usize = 2;
/// The end of a message about a file that is missing.
const HOW_TO_RECORD: &str = "`cargo xtask bless` records it";
/// Runs of one file shown.
const SHOWN_RUNS: usize = 3;

fn main() -> ExitCode {
    let cases = match find_cases(&trials::folder("."), &[FOLDERS, OWN_FOLDERS].concat()) {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("golden cases: {error}");
            return ExitCode::FAILURE;
        }
    };
    let trial = |case: Case| {
        // Reports of the reference are recorded from the reference, by `cargo xtask bless` itself.
        let is_own = OWN_FOLDERS.iter().any(|folder| case.name.starts_with(folder));
        let is_recorded = is_own && is_blessing();
        Trial::test(
            case.name.clone(),
            move || if is_recorded { record(&case) } else { check(&case) },
        )
    };
    trials::run(cases.into_iter().map(trial).collect())
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
