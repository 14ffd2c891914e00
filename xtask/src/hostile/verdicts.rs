//! Damaged baselines, and archives whose members have other names and another order: neither may change a verdict in silence.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::damage;
use crate::random::Random;

/// Objects with loops, below the workspace.
const OBJECTS: [&str; 5] =
    ["elf-x86-64.o", "elf-i386.o", "coff-x86-64.o", "macho-x86-64.o", "jump-over-data.o"];
/// Names of members, some of which are more than names elsewhere.
const NAMES: [&str; 8] = [
    "a.o",
    "a.o",
    "b.o",
    "a.o\ninput \"b.o\"",
    "\u{1b}[8mx\n::stop-commands::x",
    "\u{202e}o.a",
    "(x)",
    "",
];

/// An object and what the program accepted of it.
struct Accepted {
    object: Vec<u8>,
    baseline: Vec<u8>,
}

/// Files that verdicts rest on.
pub struct Verdicts {
    accepted: Vec<Accepted>,
}

/// The outcome that an input must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The baseline is refused, or says the same.
    RefusedOrSame,
    /// All loops are as they were.
    Unchanged,
    /// Any, but something is said.
    Any,
}

impl Verdicts {
    /// Reads the objects, and writes their baselines with the program to a folder.
    ///
    /// # Errors
    /// When the program finds no loops.
    pub fn read(top: &Path, binary: &Path, folder: &Path) -> Result<Verdicts> {
        let mut accepted = Vec::new();
        for name in OBJECTS {
            let object = fs::read(top.join("crates/oxmca-object/tests/objects").join(name))?;
            fs::write(folder.join("input.o"), &object)?;
            let arguments =
                ["check", "--write-baseline", "--baseline=baseline", "--mcpu=skylake,znver4"];
            let mut command = Command::new(binary);
            let output = command.args(arguments).arg("input.o").current_dir(folder).output()?;
            ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            accepted.push(Accepted { object, baseline: fs::read(folder.join("baseline"))? });
            for name in ["input.o", "baseline"] {
                fs::remove_file(folder.join(name))?;
            }
        }
        Ok(Verdicts { accepted })
    }

    /// Writes an object and a baseline that is damaged, or for another object. Returns the arguments of the command that
    /// compares them, and what must come out.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn baseline(&self, random: &mut Random, folder: &Path) -> Result<(Vec<String>, Expected)> {
        let at = random.below(self.accepted.len());
        let Accepted { object, baseline } = &self.accepted[at];
        fs::write(folder.join("input.o"), object)?;
        let (bytes, expected) = match random.below(8) {
            0 => {
                let other = (at + 1 + random.below(self.accepted.len() - 1)) % self.accepted.len();
                (self.accepted[other].baseline.clone(), Expected::Any)
            }
            1 => {
                let text = String::from_utf8_lossy(baseline).replace("input.o", "other.x");
                (text.into_bytes(), Expected::RefusedOrSame)
            }
            2 => (baseline[..random.below(baseline.len())].to_vec(), Expected::RefusedOrSame),
            3 | 4 => (lines(random, baseline), Expected::RefusedOrSame),
            _ => (damage::bytes(random, baseline), Expected::RefusedOrSame),
        };
        fs::write(folder.join("baseline"), bytes)?;
        let mut arguments = ["check", "--baseline=baseline", "input.o"].map(str::to_owned).to_vec();
        for option in ["--allow-new", "--allow-gone", "--max-slowdown=50%"] {
            arguments.extend((random.below(3) == 0).then(|| option.to_owned()));
        }
        Ok((arguments, expected))
    }

    /// Writes an archive, and one with the same members in another order under other names; some are damaged. Returns the
    /// arguments of the command that compares them, and what must come out.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn archive(&self, random: &mut Random, folder: &Path) -> Result<(Vec<String>, Expected)> {
        let count = 1 + random.below(5);
        let members: Vec<&[u8]> =
            (0..count).map(|_| &*self.accepted[random.below(self.accepted.len())].object).collect();
        let old = archive(random, &members);
        let mut order = members.clone();
        (0..count).for_each(|at| order.swap(at, random.below(count)));
        let mut new = archive(random, &order);
        let mut expected = Expected::Unchanged;
        if random.below(3) == 0 {
            new = damage::bytes(random, &new);
            expected = Expected::Any;
        }
        fs::write(folder.join("old.a"), old)?;
        fs::write(folder.join("new.a"), new)?;
        let mut arguments =
            ["diff", "old.a", "new.a", "--mcpu=skylake"].map(str::to_owned).to_vec();
        for option in ["--all", "--functions", "--format=markdown", "--region=*"] {
            arguments.extend((random.below(3) == 0).then(|| option.to_owned()));
        }
        Ok((arguments, expected))
    }
}

/// Loses a line, has one twice, or changes the order of two.
fn lines(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(3) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one]),
        _ => lines.swap(one, other),
    }
    lines.concat()
}

/// Puts objects together under any names.
fn archive(random: &mut Random, members: &[&[u8]]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for member in members {
        let name = random.pick(&NAMES);
        let size = name.len() + member.len();
        let short = format!("#1/{}", name.len());
        let header = format!("{short:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644);
        bytes.extend(header.bytes().chain(name.bytes()));
        bytes.extend(*member);
        bytes.extend(std::iter::repeat_n(b'\n', size % 2));
    }
    bytes
}

/// Returns the word for an outcome.
pub fn result(expected: Expected, status: i32, stdout: &[u8], stderr: &[u8]) -> &'static str {
    let text = String::from_utf8_lossy(stdout);
    let has_changes = || {
        let counts = text.lines().filter(|it| it.ends_with("unchanged.") || it.starts_with("No "));
        let is_count = |line: &str| {
            line.starts_with("No ") || line.split(' ').nth(1).is_some_and(|it| it == "unchanged.")
        };
        let mut counts = counts.peekable();
        counts.peek().is_none() || !counts.all(is_count)
    };
    match (expected, status) {
        (_, 1 | 2) if !stderr.is_empty() => "refused",
        (Expected::RefusedOrSame, 0) if text.ends_with("checked: nothing changed.\n") => "same",
        (Expected::Unchanged, 0) if !has_changes() => "unchanged",
        (Expected::Any, 0 | 3 | 4) if !stdout.is_empty() => "reported",
        _ => "another verdict",
    }
}
