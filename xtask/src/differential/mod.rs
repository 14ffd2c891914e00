//! `xtask differential`: generated input through llvm-mca and oxmca, compared to the byte.
//!
//! Every form of the assembler's tables is instantiated at least once, then each CPU model prints
//! its instruction tables and its default report for each instance, and random programs run under
//! random options. A difference is cut down to the lines that differ.

pub mod compare;
mod dialect;
pub mod generate;
mod programs;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use clap::Parser;
use compare::{Difference, Programs};
use oxmca_tables::Tables;
use rayon::prelude::*;

use crate::reference;
use crate::target::{self, Dialect, Mode, ProvedTarget};

/// Compares oxmca with llvm-mca on generated input.
#[derive(Parser, Debug)]
#[command(name = "xtask differential")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// CPUs, separated by commas; by default one per scheduling model
    #[arg(long, value_delimiter = ',')]
    cpus: Vec<String>,
    /// Instances of each form
    #[arg(long, default_value_t = 1)]
    instances: usize,
    /// Take only every Nth form, for a bounded run
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Random programs to run besides
    #[arg(long, default_value_t = 200)]
    programs: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out the default report of every form (the slow part)
    #[arg(long)]
    tables_only: bool,
    /// Extra options for every run, separated by spaces
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    extra: String,
    /// Write the input in another dialect of the target
    #[arg(long)]
    dialect: Option<String>,
    /// The same as --dialect=intel
    #[arg(long, conflicts_with = "dialect")]
    intel: bool,
    /// Print the generated lines of one mode and do nothing else
    #[arg(long)]
    list: bool,
    /// The number of the mode whose lines are printed
    #[arg(long, default_value_t = 0, requires = "list")]
    mode: usize,
    /// Print at most this many differences
    #[arg(long, default_value_t = 20)]
    show: usize,
}

/// Lines per process in the instruction-table runs, and in the report runs.
const TABLE_CHUNK: usize = 2000;
const REPORT_CHUNK: usize = 250;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask differential").chain(arguments.iter().map(String::as_str)),
    );
    let programs = Programs::new(&options.reference, &options.binary);
    if let Err(problem) = programs.check() {
        eprintln!("differential: {problem}");
        return ExitCode::from(2);
    }
    match compare_all(&options, &programs) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("differential: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares the selected targets.
fn compare_all(options: &Options, programs: &Programs) -> anyhow::Result<ExitCode> {
    let totals = Totals::default();
    let name = options.dialect.as_deref().or(options.intel.then_some("intel"));
    for target in target::selected(&options.target)? {
        let dialect = name.map(|name| target::dialect(target, name)).transpose()?;
        let tables = target.tables()?;
        if options.list {
            let mode = target.modes().get(options.mode).context("there is no such mode")?;
            let Options { instances, every, seed, .. } = *options;
            let lines = generate::lines(target, &tables, *mode, instances, every, seed);
            print!("{}", compare::join(&lines));
            continue;
        }
        compare_target(&Setting { target, tables, dialect, options, programs, totals: &totals });
    }
    match options.list {
        true => Ok(ExitCode::SUCCESS),
        false => Ok(totals.print(programs)),
    }
}

/// A target and how it is compared.
struct Setting<'a> {
    target: &'static dyn ProvedTarget,
    tables: Tables<'static>,
    /// The dialect, if it is not the default one.
    dialect: Option<&'static Dialect>,
    options: &'a Options,
    programs: &'a Programs,
    totals: &'a Totals,
}

impl Setting<'_> {
    /// Returns lines in the dialect.
    fn in_dialect(&self, mode: Mode, lines: Vec<String>) -> Vec<String> {
        match self.dialect {
            Some(dialect) => dialect::rewrite(dialect, mode, &lines),
            None => lines,
        }
    }

    /// Arguments, with that of the dialect first.
    fn with_dialect(&self, extra: &str) -> String {
        let option = self.dialect.map_or("", |dialect| dialect.option);
        format!("{option} {extra}")
    }
}

fn compare_target(setting: &Setting<'_>) {
    let Setting { target, tables, options, programs, totals, .. } = setting;
    let cpus: Vec<&str> = if options.cpus.is_empty() {
        [target.cpus(), target.generic_cpus()].concat()
    } else {
        options.cpus.iter().map(String::as_str).collect()
    };
    let mut unsound = Vec::new();
    for &mode in target.modes() {
        let lines =
            generate::lines(*target, tables, mode, options.instances, options.every, options.seed);
        let lines = setting.in_dialect(mode, lines);
        let arguments = base_arguments(mode, cpus[0], &setting.with_dialect("-instruction-tables"));
        let (lines, crashing): (Vec<_>, Vec<_>) = lines
            .par_chunks(TABLE_CHUNK)
            .map(|lines| programs.without_crashes(&arguments, lines))
            .collect::<Vec<_>>()
            .into_iter()
            .unzip();
        let (lines, crashing) = (lines.concat(), crashing.concat());
        totals.crashes.fetch_add(crashing.len(), Ordering::Relaxed);
        if !lines.is_empty() {
            eprintln!("{}: {} instances", mode.name(), lines.len());
        }
        for line in crashing {
            eprintln!("    left out, the reference crashes: {line}");
            unsound.push(line);
        }
        acceptance(setting, mode, cpus[0], &lines);
        let jobs = cpus
            .iter()
            .flat_map(|cpu| {
                let tables = lines.chunks(TABLE_CHUNK).map(move |lines| (*cpu, true, lines));
                let reports = lines.chunks(REPORT_CHUNK).map(move |lines| (*cpu, false, lines));
                tables.chain(reports.filter(|_| !options.tables_only))
            })
            .collect::<Vec<_>>();
        jobs.into_par_iter().for_each(|(cpu, as_table, lines)| {
            let mut arguments = base_arguments(mode, cpu, &setting.with_dialect(&options.extra));
            arguments.push(if as_table { "-instruction-tables" } else { "-iterations=12" }.into());
            let render = if as_table { compare::join } else { compare::regions };
            let found = programs.differences(&arguments, lines, render);
            totals.reports.fetch_add(lines.len(), Ordering::Relaxed);
            totals.record(&totals.differing, found, options.show);
        });
    }
    let random = programs::random(*target, tables, &cpus, options.programs, options.seed, &unsound);
    random.par_iter().for_each(|program| {
        let mut arguments = program.arguments.clone();
        let more = setting.with_dialect(&options.extra);
        arguments.extend(more.split_whitespace().map(str::to_owned));
        let lines = setting.in_dialect(target.modes()[0], program.lines.clone());
        let found = programs.differences(&arguments, &lines, compare::join);
        totals.programs.fetch_add(1, Ordering::Relaxed);
        totals.record(&totals.differing_programs, found, options.show);
    });
}

fn base_arguments(mode: Mode, cpu: &str, extra: &str) -> Vec<String> {
    let mut arguments = mode.arguments();
    arguments.push(format!("-mcpu={cpu}"));
    arguments.push("-skip-unsupported-instructions=any".to_owned());
    arguments.extend(extra.split_whitespace().map(str::to_owned));
    arguments
}

/// Compares which lines each program accepts, and the messages for those that both reject.
fn acceptance(setting: &Setting<'_>, mode: Mode, cpu: &str, lines: &[String]) {
    let Setting { options, programs, totals, .. } = setting;
    let arguments = base_arguments(mode, cpu, &setting.with_dialect("-instruction-tables"));
    lines.par_chunks(TABLE_CHUNK).for_each(|lines| {
        let (theirs, ours) = programs.rejected_lines(&arguments, lines);
        totals.forms.fetch_add(lines.len(), Ordering::Relaxed);
        for (index, line) in lines.iter().enumerate() {
            let (reference, candidate) = (theirs.get(&index), ours.get(&index));
            let (counter, what) = match (reference, candidate) {
                (None, Some(_)) => (&totals.rejected, "rejected"),
                (Some(_), None) => (&totals.accepted, "accepted"),
                (Some(a), Some(b)) if a != b => (&totals.diagnostics, "diagnosed otherwise"),
                _ => continue,
            };
            if reference.is_none() && programs.shows_addresses(&arguments, line) {
                programs.by_address.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            if counter.fetch_add(1, Ordering::Relaxed) < options.show {
                eprintln!("{} {what}: {line}", mode.name());
                for message in [reference, candidate].into_iter().flatten() {
                    eprintln!("    {message}");
                }
            }
        }
    });
}

#[derive(Default)]
struct Totals {
    forms: AtomicUsize,
    rejected: AtomicUsize,
    accepted: AtomicUsize,
    diagnostics: AtomicUsize,
    reports: AtomicUsize,
    differing: AtomicUsize,
    programs: AtomicUsize,
    differing_programs: AtomicUsize,
    crashes: AtomicUsize,
}

impl Totals {
    fn record(&self, counter: &AtomicUsize, found: Vec<Difference>, show: usize) {
        for difference in found {
            if counter.fetch_add(1, Ordering::Relaxed) < show {
                eprintln!("{difference}");
            }
        }
    }

    fn print(&self, programs: &Programs) -> ExitCode {
        let get = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        println!("instances                {}", get(&self.forms));
        println!("  rejected, LLVM accepts {}", get(&self.rejected));
        println!("  accepted, LLVM rejects {}", get(&self.accepted));
        println!("  diagnosed otherwise    {}", get(&self.diagnostics));
        println!("  reference crashes      {}", get(&self.crashes));
        println!("reports                  {}", get(&self.reports));
        println!("  differing              {}", get(&self.differing));
        println!("  without end in both    {}", get(&programs.stuck));
        println!("  by places in memory    {}", get(&programs.by_address));
        println!("random programs          {}", get(&self.programs));
        println!("  differing              {}", get(&self.differing_programs));
        let bad = [
            &self.rejected,
            &self.accepted,
            &self.diagnostics,
            &self.differing,
            &self.differing_programs,
        ];
        ExitCode::from(u8::from(bad.into_iter().any(|counter| get(counter) != 0)))
    }
}
