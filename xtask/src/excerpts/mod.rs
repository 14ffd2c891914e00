//! `xtask excerpts`: runs of instructions out of real code, under random options, through llvm-mca and
//! oxmca, compared to the byte.
//!
//! The code is what compilers make of tests/corpus and what the machine's shared libraries disassemble
//! to. Program N of a seed is always the same, given the same compilers and libraries. A difference
//! is cut down to the options and lines that matter and kept in target/excerpts.

mod code;
mod damage;
mod disassembly;
mod options;
mod setting;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use code::Code;
use options::Options;
use oxmca_tables::Tables;
use rayon::prelude::*;

use crate::differential::compare::{self, Comparison, Programs};
use crate::random::Random;
use crate::target::{self, ProvedTarget};
use crate::workspace;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask excerpts").chain(arguments.iter().map(String::as_str)),
    );
    match compare_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("excerpts: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares all programs of the selected targets. Returns whether nothing differs.
fn compare_all(options: &Options) -> anyhow::Result<bool> {
    let mut is_equal = true;
    for target in target::selected(&options.target)? {
        is_equal &= compare_target(target, options)?;
    }
    Ok(is_equal)
}

fn compare_target(target: &'static dyn ProvedTarget, options: &Options) -> anyhow::Result<bool> {
    let top = workspace::folder()?;
    let tables = target.tables()?;
    let programs = Programs::new(&options.reference, &options.binary);
    if !options.list {
        programs.check().map_err(anyhow::Error::msg)?;
    }
    let code = Code::find(target, options, &top)?;
    let numbers = options.first..options.first.saturating_add(options.programs);
    if options.list {
        return list(target, options, &code, &tables, numbers);
    }
    let results = top.join("target/excerpts");
    fs::create_dir_all(&results)?;
    let totals = Totals::default();
    numbers.into_par_iter().try_for_each(|number| -> anyhow::Result<()> {
        let Some(Program { origin, arguments, lines }) =
            program(target, options, &code, &tables, number)
        else {
            totals.empty.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        let limit = options.limit.to_string();
        let comparison = programs.compare(&limit, &arguments, &compare::join(&lines));
        totals.count(&comparison);
        if let Comparison::NoReference = comparison {
            eprintln!("program {number}: the reference died");
        }
        if !matches!(comparison, Comparison::Differs(_)) {
            return Ok(());
        }
        if totals.shown.fetch_add(1, Ordering::Relaxed) >= options.show {
            eprintln!("program {number} differs");
            return Ok(());
        }
        let smallest = programs.smallest(&limit, &arguments, &lines);
        let file = results.join(format!("{}-{number}.s", options.seed));
        fs::write(&file, compare::join(&smallest.lines))?;
        let mut text = format!("program {number} differs, from {origin}\n");
        let shown = file.strip_prefix(&top).unwrap_or(&file).display();
        writeln!(text, "$ oxmca {} <{shown}", shell(&smallest.arguments))?;
        eprintln!("{text}{smallest}");
        Ok(())
    })?;
    Ok(totals.print(&programs))
}

/// An excerpt and how it is analyzed.
struct Program {
    /// Its source.
    origin: String,
    arguments: Vec<String>,
    lines: Vec<String>,
}

/// Returns the program with that number, or none if the place chosen has no code.
fn program(
    target: &dyn ProvedTarget,
    options: &Options,
    code: &Code,
    tables: &Tables<'_>,
    number: usize,
) -> Option<Program> {
    let mut random = Random(Random(options.seed).next() ^ number as u64);
    let mut random = Random(random.next());
    let mut excerpt = code.excerpt(number, &mut random)?;
    if random.below(options.damage) == 1 {
        damage::damage(&mut excerpt.lines, &mut random);
    }
    let (arguments, lines) = setting::choose(target, &excerpt, tables, &mut random);
    Some(Program { origin: excerpt.origin, arguments, lines })
}

/// Prints the programs.
fn list(
    target: &dyn ProvedTarget,
    options: &Options,
    code: &Code,
    tables: &Tables<'_>,
    numbers: Range<usize>,
) -> anyhow::Result<bool> {
    let mut out = std::io::stdout().lock();
    for number in numbers {
        if let Some(program) = program(target, options, code, tables, number) {
            writeln!(out, "## {number}: {}\n## {}", program.origin, shell(&program.arguments))?;
            out.write_all(compare::join(&program.lines).as_bytes())?;
        }
    }
    Ok(true)
}

/// Arguments as one types them.
fn shell(arguments: &[String]) -> String {
    arguments.join(" ")
}

#[derive(Default)]
struct Totals {
    same: AtomicUsize,
    refused: AtomicUsize,
    differing: AtomicUsize,
    stuck: AtomicUsize,
    died: AtomicUsize,
    empty: AtomicUsize,
    shown: AtomicUsize,
}

impl Totals {
    fn count(&self, comparison: &Comparison) {
        let counter = match comparison {
            Comparison::Same { refused: false } => &self.same,
            Comparison::Same { refused: true } => &self.refused,
            Comparison::Differs(_) => &self.differing,
            Comparison::Stuck => &self.stuck,
            Comparison::NoReference => &self.died,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints the counts; whether nothing differs.
    fn print(&self, programs: &Programs) -> bool {
        let get = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        println!("programs, equal reports       {}", get(&self.same));
        println!("programs, equal refusals      {}", get(&self.refused));
        println!("programs, differing           {}", get(&self.differing));
        println!("  by places in memory         {}", get(&programs.by_address));
        println!("  the simulation cannot go on {}", get(&self.stuck));
        println!("  reference died              {}", get(&self.died));
        println!("  no code found               {}", get(&self.empty));
        get(&self.differing) == 0
    }
}
