//! The difference between two versions of the reference itself: its options, and its reports on our cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use oxmca_testing::golden::{self, FOLDERS};
use oxmca_testing::text_diff::first_differences;

use crate::workspace;

/// Kinds of differences between reports that are shown.
const MAX_SHOWN: usize = 12;

/// Appends the options that one program lists alone, and the reports that differ.
///
/// # Errors
/// A program cannot be run, or lists no options.
pub fn report(old: &Path, new: &Path, out: &mut String) -> Result<()> {
    out.push_str("## Options\n\n");
    let (before, after) = (options(old)?, options(new)?);
    let mut is_same = true;
    for (title, from, others) in [("New", &after, &before), ("Gone", &before, &after)] {
        for (name, line) in from.iter().filter(|(name, _)| !others.contains_key(*name)) {
            is_same = false;
            let _ = writeln!(out, "- {title}: `--{name}` ({line})");
        }
    }
    for (name, line) in &after {
        if let Some(was) = before.get(name).filter(|was| *was != line) {
            is_same = false;
            let _ =
                writeln!(out, "- `--{name}` is described otherwise: \"{line}\", before \"{was}\"");
        }
    }
    if is_same {
        out.push_str("The same.\n");
    }
    out.push_str("\n## Reports\n\n");
    reports(old, new, out)
}

/// Returns the options that `--help-hidden` lists, with their descriptions.
fn options(program: &Path) -> Result<BTreeMap<String, String>> {
    let output = crate::reference::run(program, &["--help-hidden".to_owned()], String::new())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let Some((name, description)) =
            line.trim_start().strip_prefix("--").and_then(|it| it.split_once(" - "))
        else {
            continue;
        };
        let name = name.trim_end();
        // Programs are named after their version.
        if !description.contains("this program") {
            found.insert(name.to_owned(), description.trim().to_owned());
        }
    }
    ensure!(!found.is_empty(), "{} lists no options", program.display());
    Ok(found)
}

/// Reports whose first difference is of one kind.
struct Kind {
    /// A command with such a report.
    command: String,
    difference: String,
    count: usize,
}

/// Appends the kinds of differences between the programs' reports on the golden tests and examples.
fn reports(old: &Path, new: &Path, out: &mut String) -> Result<()> {
    let cases = golden::find_cases(&workspace::folder()?, FOLDERS)?;
    let mut equal = 0;
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for case in &cases {
        let of = |program: &Path| case.outcomes(program, &[]);
        let differences: Vec<(String, String)> = match (of(old), of(new)) {
            (Ok(before), Ok(after)) => {
                let both = before.iter().zip(&after);
                let other = both.filter(|(before, after)| before != after);
                let other = other.map(|(before, after)| {
                    (after.command.clone(), first_differences(&before.text, &after.text, 1))
                });
                let other: Vec<_> = other.collect();
                equal += after.len() - other.len();
                other
            }
            (Err(error), _) | (_, Err(error)) => vec![(case.name.clone(), error.to_string())],
        };
        for (command, difference) in differences {
            let kind = Kind { command, difference, count: 0 };
            kinds.entry(kind_of(&kind.difference)).or_insert(kind).count += 1;
        }
    }
    let other: usize = kinds.values().map(|it| it.count).sum();
    let _ = writeln!(
        out,
        "Of {} reports of our golden tests and examples, {equal} are the same. The first differences of the others, one of \
         each kind:",
        equal + other
    );
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    kinds.sort_by_key(|it| std::cmp::Reverse(it.count));
    for Kind { command, difference, count } in kinds.iter().take(MAX_SHOWN) {
        let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
        let _ =
            writeln!(out, "\n`{command}` ({times}):\n\n```diff\n{}\n```", difference.trim_end());
    }
    if kinds.len() > MAX_SHOWN {
        let _ = writeln!(out, "\nAnd {} other kinds.", kinds.len() - MAX_SHOWN);
    }
    Ok(())
}

/// Returns the lines of a difference that are in one text only, without numbers and spaces.
fn kind_of(difference: &str) -> String {
    let changed = difference.lines().filter(|it| it.starts_with(['-', '+']));
    let letters = changed.flat_map(|it| it.chars().chain(['\n']));
    letters.filter(|it| !it.is_ascii_digit() && !matches!(it, ' ' | '.')).collect()
}
