//! `xtask differential`: generated input through llvm-mca and oxmca, compared to the byte.
//!
//! Every form of the assembler's tables is instantiated at least once, then each CPU model prints
//! its instruction tables and its default report for each instance, and random programs run under
//! random options. What differs is cut down to the lines that differ.

pub mod compare;
pub mod generate;
mod intel;
mod programs;
mod x86;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use compare::{Difference, Programs};
use generate::Mode;
use rayon::prelude::*;

/// Compares oxmca with llvm-mca-22 on generated input.
#[derive(Parser, Debug)]
#[command(name = "xtask differential")]
struct Options {
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The reference
    #[arg(long, default_value = "llvm-mca-22")]
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
    /// Write the input in Intel syntax
    #[arg(long)]
    intel: bool,
    /// Print the generated lines of 64-bit mode and do nothing else
    #[arg(long)]
    list: bool,
    /// Print at most this many differences
    #[arg(long, default_value_t = 20)]
    show: usize,
}

/// One CPU name for each x86 scheduling model, and the two generic names.
const CPUS: &[&str] = &[
    "alderlake",
    "atom",
    "slm",
    "bdver2",
    "znver1",
    "broadwell",
    "btver2",
    "skylake-avx512",
    "sandybridge",
    "haswell",
    "sapphirerapids",
    "icelake-server",
    "lunarlake",
    "skylake",
    "znver2",
    "znver3",
    "znver4",
    "x86-64",
    "generic",
];

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
    let cpus: Vec<&str> = if options.cpus.is_empty() {
        CPUS.to_vec()
    } else {
        options.cpus.iter().map(String::as_str).collect()
    };
    let tables = match oxmca_tables::Tables::x86() {
        Ok(tables) => tables,
        Err(error) => {
            eprintln!("differential: {error}");
            return ExitCode::from(2);
        }
    };
    if options.list {
        let lines =
            generate::lines(&tables, Mode::Bits64, options.instances, options.every, options.seed);
        print!("{}", compare::join(&lines));
        return ExitCode::SUCCESS;
    }
    let syntax = if options.intel { "-x86-asm-syntax=intel " } else { "" };
    let with = |extra: &str| format!("{syntax}{extra}");
    let totals = Totals::default();
    let mut unsound = Vec::new();
    for mode in [Mode::Bits64, Mode::Bits32, Mode::Bits16] {
        let lines = generate::lines(&tables, mode, options.instances, options.every, options.seed);
        let lines = if options.intel { intel::rewrite(mode, &lines) } else { lines };
        let arguments = base_arguments(mode, cpus[0], &with("-instruction-tables"));
        let (lines, crashing): (Vec<_>, Vec<_>) = lines
            .par_chunks(TABLE_CHUNK)
            .map(|lines| programs.without_crashes(&arguments, lines))
            .collect::<Vec<_>>()
            .into_iter()
            .unzip();
        let (lines, crashing) = (lines.concat(), crashing.concat());
        totals.crashes.fetch_add(crashing.len(), Ordering::Relaxed);
        eprintln!("{}: {} instances", mode.triple(), lines.len());
        for line in crashing {
            eprintln!("    left out, the reference crashes: {line}");
            unsound.push(line);
        }
        acceptance(
            &programs,
            mode,
            cpus[0],
            &with("-instruction-tables"),
            &lines,
            &totals,
            options.show,
        );
        let jobs = cpus
            .iter()
            .flat_map(|cpu| {
                let tables = lines.chunks(TABLE_CHUNK).map(move |lines| (*cpu, true, lines));
                let reports = lines.chunks(REPORT_CHUNK).map(move |lines| (*cpu, false, lines));
                tables.chain(reports.filter(|_| !options.tables_only))
            })
            .collect::<Vec<_>>();
        jobs.into_par_iter().for_each(|(cpu, as_table, lines)| {
            let mut arguments = base_arguments(mode, cpu, &with(&options.extra));
            arguments.push(if as_table { "-instruction-tables" } else { "-iterations=12" }.into());
            let render = if as_table { compare::join } else { compare::regions };
            let found = programs.differences(&arguments, lines, render);
            totals.reports.fetch_add(lines.len(), Ordering::Relaxed);
            totals.record(&totals.differing, found, options.show);
        });
    }
    let random = programs::random(&tables, &cpus, options.programs, options.seed, &unsound);
    random.par_iter().for_each(|program| {
        let mut arguments = program.arguments.clone();
        arguments.extend(with(&options.extra).split_whitespace().map(str::to_owned));
        let lines = if options.intel {
            intel::rewrite(Mode::Bits64, &program.lines)
        } else {
            program.lines.clone()
        };
        let found = programs.differences(&arguments, &lines, compare::join);
        totals.programs.fetch_add(1, Ordering::Relaxed);
        totals.record(&totals.differing_programs, found, options.show);
    });
    totals.print(programs.stuck.load(Ordering::Relaxed))
}

fn base_arguments(mode: Mode, cpu: &str, extra: &str) -> Vec<String> {
    let mut arguments = vec![
        format!("-mtriple={}", mode.triple()),
        format!("-mcpu={cpu}"),
        "-skip-unsupported-instructions=any".to_owned(),
    ];
    arguments.extend(extra.split_whitespace().map(str::to_owned));
    arguments
}

/// Which lines each program accepts, and whether they say the same of those both reject.
fn acceptance(
    programs: &Programs,
    mode: Mode,
    cpu: &str,
    extra: &str,
    lines: &[String],
    totals: &Totals,
    show: usize,
) {
    let arguments = base_arguments(mode, cpu, extra);
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
            if counter.fetch_add(1, Ordering::Relaxed) < show {
                eprintln!("{} {what}: {line}", mode.triple());
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

    fn print(&self, stuck: usize) -> ExitCode {
        let get = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        println!("instances                {}", get(&self.forms));
        println!("  rejected, LLVM accepts {}", get(&self.rejected));
        println!("  accepted, LLVM rejects {}", get(&self.accepted));
        println!("  diagnosed otherwise    {}", get(&self.diagnostics));
        println!("  reference crashes      {}", get(&self.crashes));
        println!("reports                  {}", get(&self.reports));
        println!("  differing              {}", get(&self.differing));
        println!("  without end in both    {stuck}");
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
