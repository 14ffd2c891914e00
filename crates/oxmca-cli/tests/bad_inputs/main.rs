//! Bad inputs: the output and exit status of the program on each are those recorded. Needs no LLVM.
//!
//! `cargo test --test bad_inputs -- NAME` runs the groups whose name contains NAME.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use oxmca_testing::bad_inputs::outcome::{self, Folder, Outcome};
use oxmca_testing::bad_inputs::{Group, List, find_lists, targets};
use oxmca_testing::trials::{self, Failed, Trial};

/// Much longer than any case takes, even in a debug build on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let lists = match all_lists() {
        Ok(lists) => lists,
        Err(error) => {
            eprintln!("bad inputs: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = Vec::new();
    for list in lists {
        let mut recorded = outcome::parse(&fs::read_to_string(&list.expected).unwrap_or_default());
        for group in list.groups.into_iter().filter(|group| !group.depends_on_host) {
            let name = format!("{}: {}", list.name, group.title);
            let recorded = recorded.remove(&group.title).unwrap_or_default();
            trials.push(Trial::test(name, move || check(&group, &recorded)));
        }
    }
    trials::run(trials)
}

/// The lists of all targets that are built in.
fn all_lists() -> std::io::Result<Vec<List>> {
    let top = trials::folder(".");
    let mut lists = Vec::new();
    let is_built_in = |target: &String| oxmca_tables::embedded_targets().any(|it| it == target);
    for target in targets(&top)?.iter().filter(|target| is_built_in(target)) {
        lists.extend(find_lists(&top, target)?);
    }
    Ok(lists)
}

fn check(group: &Group, recorded: &[String]) -> Result<(), Failed> {
    let folder = Folder::of(group)?;
    let mut recorded = recorded.iter();
    for case in group.cases() {
        let found = outcome::run(Path::new(env!("CARGO_BIN_EXE_oxmca")), &case, &folder, LIMIT)?;
        let found = found.ok_or_else(|| format!("no outcome: {}", case.describe()))?;
        match recorded.next() {
            Some(expected) if *expected == found.record() => {}
            recorded => {
                let recorded = recorded.map_or("nothing", String::as_str);
                let Outcome { case, text } = &found;
                let found = found.record();
                return Err(format!(
                    "{case}\nrecorded: {recorded}\n   found: {found}\n{text}\
                     `cargo xtask bad-inputs` shows what llvm-mca says, and --record records it"
                )
                .into());
            }
        }
    }
    match recorded.next() {
        Some(rest) => Err(format!("recorded, but no case: {rest}").into()),
        None => Ok(()),
    }
}
