//! The difference between two versions of the reference itself: its options, and its reports on our cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use oxmca_testing::golden::{self, FOLDERS, Outcome};
use oxmca_testing::text_diff::first_differences;

use crate::workspace;

/// Reports whose first difference is shown; further ones are named.
const MAX_SHOWN: usize = 16;

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

/// Appends the cases of the golden tests and examples that the programs report otherwise.
fn reports(old: &Path, new: &Path, out: &mut String) -> Result<()> {
    let cases = golden::find_cases(&workspace::folder()?, FOLDERS)?;
    let (mut equal, mut differences) = (0_usize, Vec::new());
    for case in &cases {
        let of = |program: &Path| case.outcomes(program, &[]);
        let (before, after) = match (of(old), of(new)) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(error), _) | (_, Err(error)) => {
                differences.push((case.name.clone(), error.to_string()));
                continue;
            }
        };
        let is_other = |(before, after): &(&Outcome, &Outcome)| before != after;
        let other: Vec<_> = before.iter().zip(&after).filter(is_other).collect();
        equal += after.len() - other.len();
        for (before, after) in other {
            let difference = first_differences(&before.text, &after.text, 2);
            differences.push((after.command.clone(), difference));
        }
    }
    let _ = writeln!(
        out,
        "Of {} reports of our golden tests and examples, {} are the same.",
        equal + differences.len(),
        equal
    );
    let mut shown = BTreeSet::new();
    for (command, difference) in &differences {
        if shown.len() == MAX_SHOWN || !shown.insert(difference) {
            let _ = writeln!(out, "\n`{command}`");
            continue;
        }
        let text = difference.trim_end();
        let _ = writeln!(out, "\n`{command}`:\n\n```diff\n{text}\n```");
    }
    Ok(())
}
