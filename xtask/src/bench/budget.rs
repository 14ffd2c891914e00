//! Instruction budgets: a count that does not depend on how busy the machine is, so that CI can tell
//! when oxmca gets slower.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};
use clap::Parser;

use super::cases::{self, Case};
use super::program::Candidate;
use crate::workspace;

/// Counts the instructions that oxmca executes under valgrind and compares them with the budgets in
/// .ci/instruction-budgets.
#[derive(Parser, Debug)]
#[command(name = "xtask budget")]
struct Options {
    /// Record the counts as the new budgets
    #[arg(long)]
    bless: bool,
    /// The program to measure; without it, the release build, brought up to date
    #[arg(long)]
    binary: Option<PathBuf>,
    /// A target to measure; can be given several times; all by default
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// Only cases whose name contains one of these
    cases: Vec<String>,
}

const FILE: &str = ".ci/instruction-budgets";

/// Percent by which a count may be off: what another C library or processor changes.
const TOLERANCE_PERCENT: f64 = 2.0;

/// The first lines of recorded budgets.
const HEADER: &str = "\
# Instructions that the release build executes per case, as valgrind counts them.
# Written by `cargo xtask budget --bless`; `cargo xtask budget` compares.
";

/// The comment that names the compiler, whose optimizer decides a good part of the counts.
const COMPILER: &str = "# compiler: ";

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask budget").chain(arguments.iter().map(String::as_str)),
    );
    match compare(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("budget: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether all cases keep to their budgets, or have new ones now.
fn compare(options: &Options) -> anyhow::Result<bool> {
    if !has_valgrind() {
        eprintln!("budget: no valgrind here: nothing is counted");
        return Ok(!options.bless);
    }
    let top = workspace::folder()?;
    let file = top.join(FILE);
    let recorded = Budgets::parse(&fs::read_to_string(&file).unwrap_or_default());
    let candidate = Candidate::find(options.binary.as_deref(), &top)?;
    let cases = super::selected(&options.target, cases::budgets, &options.cases)?;
    let folder = top.join("target/budget");
    fs::create_dir_all(&folder)?;
    let mut counts = Budgets { compiler: compiler(), counts: Vec::new() };
    let (mut over, mut under) = (0, 0);
    println!("{:<16}{:>14}{:>14}{:>9}", "case", "budget", "instructions", "change");
    for case in &cases {
        let arguments = match candidate.arguments(case) {
            Ok(arguments) => arguments,
            Err(flag) => {
                eprintln!("{}: left out, this oxmca has no -{flag}", case.name);
                continue;
            }
        };
        let count = count(&candidate.path, case, &arguments, &folder)?;
        counts.counts.push((case.name.clone(), count));
        let Some(budget) = recorded.of(&case.name) else {
            over += 1;
            println!("{:<16}{:>14}{count:>14}", case.name, "none");
            continue;
        };
        let change = (count as f64 / budget as f64 - 1.0) * 100.0;
        let verdict = match change {
            _ if change > TOLERANCE_PERCENT => "  OVER BUDGET",
            _ if change < -TOLERANCE_PERCENT => "  improved: bless",
            _ => "",
        };
        over += usize::from(change > TOLERANCE_PERCENT);
        under += usize::from(change < -TOLERANCE_PERCENT);
        println!("{:<16}{budget:>14}{count:>14}{change:>+8.1}%{verdict}", case.name);
    }
    if options.bless {
        let all = super::selected(&[], cases::budgets, &[])?;
        let exists = |name: &str| all.iter().any(|case| case.name == name);
        fs::write(&file, recorded.replaced_by(&counts, exists).render())?;
        println!("recorded in {FILE}");
        return Ok(true);
    }
    if over + under > 0 {
        if recorded.compiler != counts.compiler {
            println!("recorded with {}, this is {}", recorded.compiler, counts.compiler);
        }
        println!("{over} over budget or without one, {under} improved");
        println!("`cargo xtask budget --bless` records what is meant to stay");
    }
    Ok(over == 0)
}

fn has_valgrind() -> bool {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns the name and version of the compiler.
fn compiler() -> String {
    let name = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(name).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.ok().filter(|text| !text.is_empty()).unwrap_or_else(|| "an unknown compiler".to_owned())
}

/// Returns instructions of one run. Of the caller's environment, the program sees PATH only.
fn count(program: &Path, case: &Case, arguments: &[String], folder: &Path) -> anyhow::Result<u64> {
    let input = format!("{}.s", case.name);
    fs::write(folder.join(&input), &case.input)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .arg(&input)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .context("valgrind cannot be run")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("{}: {}\n{}", case.name, output.status, said.trim_end());
    }
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok());
    count.with_context(|| format!("{}: valgrind gives no count:\n{}", case.name, said.trim_end()))
}

/// The committed file.
#[derive(PartialEq, Debug)]
struct Budgets {
    /// The compiler of the measured program.
    compiler: String,
    /// Instructions by case.
    counts: Vec<(String, u64)>,
}

impl Budgets {
    fn parse(text: &str) -> Self {
        let compiler = text.lines().find_map(|line| line.strip_prefix(COMPILER));
        let counts = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let (name, count) = line.split_once(' ')?;
            Some((name.to_owned(), count.trim().parse().ok()?))
        });
        Budgets { compiler: compiler.unwrap_or_default().to_owned(), counts: counts.collect() }
    }

    fn of(&self, name: &str) -> Option<u64> {
        self.counts.iter().find(|(case, _)| case == name).map(|&(_, count)| count)
    }

    /// Returns these budgets with the newer ones in place of those of the same cases, without those of cases
    /// that are no more.
    fn replaced_by(&self, newer: &Budgets, exists: impl Fn(&str) -> bool) -> Budgets {
        let is_kept = |name: &str| newer.of(name).is_none() && exists(name);
        let kept = self.counts.iter().filter(|(name, _)| is_kept(name));
        let mut counts: Vec<_> = kept.chain(&newer.counts).cloned().collect();
        counts.sort();
        Budgets { compiler: newer.compiler.clone(), counts }
    }

    fn render(&self) -> String {
        let mut text = format!("{HEADER}{COMPILER}{}\n", self.compiler);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{name} {count}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Budgets, HEADER};

    #[test]
    fn budgets_survive_being_written_and_read() {
        let counts = vec![("a".to_owned(), 1), ("b".to_owned(), 20)];
        let budgets = Budgets { compiler: "rustc 1.0".to_owned(), counts };
        let text = budgets.render();
        assert_eq!(text, format!("{HEADER}# compiler: rustc 1.0\na 1\nb 20\n"));
        assert_eq!(Budgets::parse(&text), budgets);
    }

    #[test]
    fn blessing_some_cases_keeps_the_budgets_of_others_that_exist() {
        let old = Budgets::parse("# compiler: x\na 1\nb 20\ngone 5\n");
        let new = Budgets::parse("# compiler: y\nb 3\nc 4\n");
        let both = old.replaced_by(&new, |name| name != "gone");
        assert_eq!(both, Budgets::parse("# compiler: y\na 1\nb 3\nc 4\n"));
    }
}
