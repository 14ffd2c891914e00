//! `xtask bad-inputs`: messages and exit statuses of llvm-mca and oxmca for the lists in tests/bad-inputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rayon::prelude::*;

use crate::{reference, target, workspace};
use oxmca_testing::bad_inputs::outcome::{self, Folder, GROUP, Outcome};
use oxmca_testing::bad_inputs::{Case, Group, List, find_lists};
use oxmca_testing::text_diff::first_differences;

/// Compares oxmca with llvm-mca on the lists of bad inputs in tests/bad-inputs
#[derive(Parser, Debug)]
#[command(name = "xtask bad-inputs")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// Record the outcomes for `cargo test`: llvm-mca's, and oxmca's where it knowingly differs
    #[arg(long)]
    record: bool,
    /// Take only every Nth case, for a bounded run
    #[arg(long, default_value_t = 1, conflicts_with = "record")]
    every: usize,
    /// Differences shown
    #[arg(long, default_value_t = 20)]
    show: usize,
    /// Seconds that a program may take for one case
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// The program built here
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// Only lists or groups whose name contains one of these
    names: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask bad-inputs").chain(arguments.iter().map(String::as_str)),
    );
    match compare(&options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bad-inputs: {error}");
            ExitCode::from(2)
        }
    }
}

/// The outcomes of both programs for one case. The reference may have crashed or not come to an end.
struct Pair {
    reference: Option<Outcome>,
    ours: Outcome,
}

/// Counts of cases by their outcome.
#[derive(Default)]
struct Tally {
    cases: usize,
    crashes: usize,
    known: usize,
    bad: usize,
}

/// Returns the number of cases that differ, or whose record is out of date.
fn compare(options: &Options) -> io::Result<usize> {
    let top = workspace::folder()?;
    let oxmca = fs::canonicalize(&options.binary).map_err(|error| {
        io::Error::new(error.kind(), format!("{}: {error}", options.binary.display()))
    })?;
    let mut tally = Tally::default();
    let targets = target::selected(&options.target).map_err(io::Error::other)?;
    let mut lists = Vec::new();
    for target in targets {
        lists.extend(find_lists(&top, target.name())?);
    }
    for list in lists {
        let mut recorded = outcome::parse(&fs::read_to_string(&list.expected).unwrap_or_default());
        let mut record = String::new();
        for group in list.groups.iter().filter(|group| is_selected(options, &list, group)) {
            let old = recorded.remove(&group.title).unwrap_or_default();
            let pairs = pairs(group, options, &oxmca)?;
            if !group.depends_on_host {
                record.push_str(&format!("{GROUP}{}\n", group.title));
            }
            for (number, pair) in &pairs {
                let right = right(group, pair);
                let is_recorded = group.depends_on_host || {
                    record.push_str(&right.record());
                    record.push('\n');
                    options.record || old.get(*number) == Some(&right.record())
                };
                tally.count(pair, right, is_recorded);
                if (*right != pair.ours || !is_recorded) && tally.bad <= options.show {
                    show(&list, group, pair, right, is_recorded);
                }
            }
        }
        if options.record && options.names.is_empty() {
            fs::write(&list.expected, record)?;
        }
    }
    let Tally { cases, crashes, known, bad } = tally;
    println!(
        "{cases} bad inputs: {bad} differ, {known} differ knowingly, {crashes} crash llvm-mca"
    );
    Ok(bad)
}

impl Tally {
    fn count(&mut self, pair: &Pair, right: &Outcome, is_recorded: bool) {
        self.cases += 1;
        self.crashes += usize::from(pair.reference.is_none());
        self.known += usize::from(pair.reference.as_ref().is_some_and(|it| it != right));
        self.bad += usize::from(*right != pair.ours || !is_recorded);
    }
}

/// Returns the outcome that a case should have.
fn right<'p>(group: &Group, pair: &'p Pair) -> &'p Outcome {
    match &pair.reference {
        Some(reference) if group.ours.is_none() => reference,
        _ => &pair.ours,
    }
}

fn show(list: &List, group: &Group, pair: &Pair, right: &Outcome, is_recorded: bool) {
    println!("{}: {}\n$ {}", list.name, group.title, right.case);
    println!("{}", first_differences(&right.text, &pair.ours.text, 3));
    if !is_recorded {
        println!("that is not what is recorded; --record records it");
    }
}

fn is_selected(options: &Options, list: &List, group: &Group) -> bool {
    let matches = |name: &String| list.name.contains(name) || group.title.contains(name);
    options.names.is_empty() || options.names.iter().any(matches)
}

/// Makes the selected cases of a group, and gives their numbers with the outcomes.
fn pairs(group: &Group, options: &Options, oxmca: &Path) -> io::Result<Vec<(usize, Pair)>> {
    let limit = Duration::from_secs(options.limit);
    let folder = Folder::of(group)?;
    let run = |program: &Path, case: &Case<'_>| outcome::run(program, case, &folder, limit);
    let of_case = |(number, case): (usize, Case<'_>)| {
        let ours = run(oxmca, &case)?
            .ok_or_else(|| io::Error::other(format!("no outcome: {}", case.describe())))?;
        Ok((number, Pair { reference: run(&options.reference, &case)?, ours }))
    };
    let cases: Vec<_> = group.cases().enumerate().step_by(options.every).collect();
    cases.into_par_iter().map(of_case).collect()
}
