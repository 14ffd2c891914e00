//! The circles among folders that are left, each with its reason.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The list: a line `SOURCES: MEMBER, MEMBER...: REASON` for each circle.
const FILE: &str = ".ci/folder-circles";

/// Compares circles, each with the folder of its crate's sources, with the list. Prints those that are not in it, and
/// lines of it that are not needed. Returns whether there are none of both.
///
/// # Errors
/// When the list cannot be read, or has a line without a reason.
pub fn compare(top: &Path, found: &[(String, Vec<String>)]) -> Result<bool> {
    let listed = fs::read_to_string(top.join(FILE)).with_context(|| FILE.to_owned())?;
    let listed = parse(&listed)?;
    println!("{:>5} circles of folders, {} with a reason in {FILE}", found.len(), listed.len());
    let new: Vec<_> = found.iter().filter(|it| !listed.contains(it)).collect();
    let gone: Vec<_> = listed.iter().filter(|it| !found.contains(it)).collect();
    for (sources, members) in &new {
        println!("{sources}: folders import each other in a circle: {}", members.join(", "));
    }
    for (sources, members) in &gone {
        println!("{FILE}: there is no such circle any more in {sources}: {}", members.join(", "));
    }
    if !new.is_empty() {
        println!("`cargo xtask words --list` shows the imports");
    }
    Ok(new.is_empty() && gone.is_empty())
}

/// Reads the list.
///
/// # Errors
/// When a line has no reason.
fn parse(text: &str) -> Result<Vec<(String, Vec<String>)>> {
    let mut circles = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.splitn(3, ": ").collect();
        let [sources, members, reason] = parts[..] else { bail!("{FILE}: no reason: {line}") };
        if reason.trim().is_empty() {
            bail!("{FILE}: no reason: {line}");
        }
        let mut members: Vec<String> = members.split(", ").map(str::to_owned).collect();
        members.sort();
        circles.push((sources.to_owned(), members));
    }
    Ok(circles)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn each_circle_has_a_reason() {
        let circles = parse("# Comment\ncrates/a/src: c, b: They call each other.\n").unwrap();
        assert_eq!(circles, [("crates/a/src".to_owned(), vec!["b".to_owned(), "c".to_owned()])]);
        assert!(parse("crates/a/src: c, b\n").is_err());
        assert!(parse("crates/a/src: c, b: \n").is_err());
    }
}
