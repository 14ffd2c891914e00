//! `xtask steady`: reports with and without detection of the steady state, compared to the byte, and
//! the bounds of the steady state beside what is measured.
//!
//! Programs are random ones from the assembler's tables and runs of instructions out of compiler
//! output, as far as there are compilers. Program N of a seed is always the same. LLVM is not needed.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;

use clap::Parser;
use oxmca_tables::Tables;
use oxmca_testing::text_diff::first_differences;
use rayon::prelude::*;
use serde_json::Value;

use crate::corpus::listing::{self, Origin};
use crate::differential::generate;
use crate::random::Random;
use crate::target::{self, ProvedTarget};
use crate::workspace;

/// Compares reports with and without detection of the steady state.
#[derive(Parser, Debug)]
#[command(name = "xtask steady")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// Number of programs to compare
    #[arg(long, default_value_t = 1000)]
    programs: usize,
    /// Number of the first program
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Dynamic instructions simulated at most without detection
    #[arg(long, default_value_t = 4_000_000)]
    limit: u64,
    /// Cycles simulated at most without detection, by what is known of the steady state
    #[arg(long, default_value_t = 16_000_000)]
    limit_cycles: u64,
    /// Print at most this many differences
    #[arg(long, default_value_t = 10)]
    show: usize,
}

/// Views that comparisons take in turns: the bottleneck analysis looks at most.
const VIEWS: [&[&str]; 8] = [
    &[],
    &["-all-views"],
    &["-bottleneck-analysis"],
    &["-all-stats"],
    &["-bottleneck-analysis", "-json"],
    &["-timeline", "-timeline-max-iterations=3", "-retire-stats"],
    &["-all-views", "-timeline-max-cycles=0"],
    &["-all-stats", "-all-views=false", "-scheduler-stats"],
];

const ITERATIONS: [u64; 6] = [1, 2, 7, 100, 101, 1_000_003];

/// Characters of timelines that are compared at most.
const LIMIT_BYTES: u64 = 8 << 20;

/// Options given now and then: name, values, how rarely.
const NUMBERS: [(&str, &[usize], usize); 8] = [
    ("dispatch", &[1, 2, 3, 6, 8], 6),
    ("lqueue", &[1, 4, 20], 6),
    ("squeue", &[1, 3, 16], 6),
    ("register-file-size", &[8, 40, 128], 8),
    ("micro-op-queue-size", &[4, 16, 64], 8),
    ("decoder-throughput", &[1, 2, 4], 8),
    ("call-latency", &[0, 7, 1000], 8),
    ("ibs-sample", &[1, 7, 1000, 1_000_003], 4),
];

struct Program {
    arguments: Vec<String>,
    views: &'static [&'static str],
    /// The longest run that is within the limits is taken: it says most.
    is_long: bool,
    /// Decides among the numbers of iterations within the limits otherwise.
    choice: usize,
    text: String,
}

impl Program {
    /// Returns the number of iterations, when one takes `cycles` cycles.
    fn iterations(&self, cycles: u64, options: &Options) -> u64 {
        let length = self.text.lines().count() as u64;
        let fits = |count: &u64| {
            count.saturating_mul(length) <= options.limit
                && count.saturating_mul(cycles) <= options.limit_cycles
        };
        let fitting: Vec<u64> = ITERATIONS.into_iter().filter(fits).collect();
        match fitting.last() {
            Some(longest) if self.is_long => *longest,
            Some(_) => fitting[self.choice % fitting.len()],
            None => 1,
        }
    }

    /// Returns the options of views, when an iteration takes `cycles` cycles: timelines that would be too long are
    /// cut off.
    fn views(&self, cycles: u64) -> Vec<&'static str> {
        /// Iterations that a timeline shows.
        const SHOWN: u64 = 10;
        let length = self.text.lines().count() as u64;
        let bytes = (SHOWN * length).saturating_mul(SHOWN.saturating_mul(cycles));
        let is_kept = |option: &&&str| **option != "-timeline-max-cycles=0" || bytes <= LIMIT_BYTES;
        self.views.iter().filter(is_kept).copied().collect()
    }
}

#[derive(Default)]
struct Totals {
    compared: usize,
    refused: usize,
    differing: usize,
    periodic: usize,
    aperiodic: usize,
    met: usize,
    too_high: usize,
    periods: Vec<u64>,
    warm_ups: Vec<u64>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask steady").chain(arguments.iter().map(String::as_str)),
    );
    match compare_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("steady: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares programs of the selected targets. Returns whether nothing differs and no bound is too high.
fn compare_all(options: &Options) -> anyhow::Result<bool> {
    let mut is_equal = true;
    for target in target::selected(&options.target)? {
        is_equal &= compare_target(target, options)?;
    }
    Ok(is_equal)
}

fn compare_target(target: &'static dyn ProvedTarget, options: &Options) -> anyhow::Result<bool> {
    let tables = target.tables()?;
    let mode = target.modes()[0];
    let forms = generate::lines(target, &tables, mode, 1, 1, options.seed ^ 0x5eed);
    let listings = compiled(target)?;
    println!("{} forms, {} listings", forms.len(), listings.len());
    let totals = Mutex::new(Totals::default());
    let numbers = options.first..options.first.saturating_add(options.programs);
    numbers.into_par_iter().try_for_each(|number| -> anyhow::Result<()> {
        let mut random = Random(Random(options.seed).next() ^ number as u64);
        let mut random = Random(random.next());
        let program = choose(target, &forms, &listings, &tables, &mut random);
        examine(options, number, &program, &totals)
    })?;
    let mut totals = totals.into_inner().unwrap_or_default();
    println!(
        "{} reports compared, {} of refused input; {} differ, {} bounds are too high",
        totals.compared, totals.refused, totals.differing, totals.too_high
    );
    println!(
        "{} regions have a steady state, {} none was found for; {} meet a bound",
        totals.periodic, totals.aperiodic, totals.met
    );
    print_distribution("iterations of a period", &mut totals.periods);
    print_distribution("iterations of warm-up", &mut totals.warm_ups);
    Ok(totals.differing + totals.too_high == 0)
}

fn print_distribution(name: &str, values: &mut [u64]) {
    values.sort_unstable();
    let at = |part: usize| values.get(values.len().saturating_sub(1) * part / 100).copied();
    let shown = [50, 90, 99, 100].map(|part| at(part).unwrap_or(0));
    println!("{name}: median {}, 90% {}, 99% {}, most {}", shown[0], shown[1], shown[2], shown[3]);
}

/// Returns lines of instructions that the compilers at hand write, by listing.
fn compiled(target: &'static dyn ProvedTarget) -> anyhow::Result<Vec<Vec<String>>> {
    let top = workspace::folder()?;
    let folder = top.join("target/corpus");
    fs::create_dir_all(&folder)?;
    let (listings, _) = listing::plan(target, &top)?;
    let is_plain = |listing: &&listing::Listing| {
        let is_source = matches!(listing.origin, Origin::Source(_));
        is_source && listing.dialect.is_none() && listing.triple == target.modes()[0].triple
    };
    let lines = listings.par_iter().filter(is_plain).filter_map(|listing| {
        let file = folder.join(listing.file());
        if !file.exists() {
            listing.compile(&top, &folder).ok()?;
        }
        let text = fs::read(file).ok()?;
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().filter(|line| is_instruction(line)).map(str::to_owned);
        Some(lines.collect::<Vec<_>>()).filter(|lines| !lines.is_empty())
    });
    Ok(lines.collect())
}

fn is_instruction(line: &str) -> bool {
    let is_indented = line.starts_with([' ', '\t']);
    is_indented && line.trim_start().starts_with(|c: char| c.is_ascii_lowercase())
}

fn choose(
    target: &dyn ProvedTarget,
    forms: &[String],
    listings: &[Vec<String>],
    tables: &Tables<'_>,
    random: &mut Random,
) -> Program {
    let longest = random.pick(&[2, 4, 8, 20, 60]);
    let length = 1 + random.below(longest);
    let lines: Vec<String> = if !listings.is_empty() && random.below(2) == 0 {
        let listing = &listings[random.below(listings.len())];
        let start = random.below(listing.len());
        listing[start..].iter().take(length).cloned().collect()
    } else {
        // Few forms and registers make for dependencies.
        let window = 1 + random.below(forms.len());
        let start = random.below(forms.len());
        let mut lines = Vec::new();
        for _ in 0..length {
            lines.extend(target.inserted_line(random).filter(|line| !is_marker(line)));
            lines.push(forms[(start + random.below(window)) % forms.len()].clone());
        }
        lines
    };
    let cpu = match random.below(8) {
        0 => modelled_cpu(tables, random),
        1 => random.pick(target.generic_cpus()),
        2 => random.pick(target.in_order_cpus()),
        _ => random.pick(target.cpus()),
    };
    let mut arguments = target.modes()[0].arguments();
    arguments.extend([format!("-mcpu={cpu}"), "-skip-unsupported-instructions=any".to_owned()]);
    for (name, values, rarely) in NUMBERS {
        if random.below(rarely) == 0 {
            arguments.push(format!("-{name}={}", random.pick(values)));
        }
    }
    if random.below(3) == 0 {
        arguments.push("-noalias=false".to_owned());
    }
    let mut text = lines.join("\n");
    text.push('\n');
    Program {
        arguments,
        views: random.pick(&VIEWS),
        is_long: random.below(2) == 0,
        choice: random.below(ITERATIONS.len()),
        text,
    }
}

/// Returns whether a line delimits a region. Those of programs are whole texts.
fn is_marker(line: &str) -> bool {
    line.contains("-BEGIN") || line.contains("-END")
}

fn modelled_cpu<'a>(tables: &Tables<'a>, random: &mut Random) -> &'a str {
    let has_model = |cpu: &&oxmca_tables::schema::Cpu| {
        !tables.models[cpu.model.index()].sched_classes.range().is_empty()
    };
    let cpus: Vec<_> = tables.cpus.iter().filter(has_model).collect();
    tables.text(cpus[random.below(cpus.len())].name)
}

fn examine(
    options: &Options,
    number: usize,
    program: &Program,
    totals: &Mutex<Totals>,
) -> anyhow::Result<()> {
    let run = |extra: &[&str]| execute(&options.binary, program, extra);
    let (_, steady) = run(&["-iterations=1", "-all-views=false", "-json", "-steady-state"])?;
    let found = serde_json::from_str::<Value>(&steady).unwrap_or_default();
    let cycles = cycles_per_iteration(&found);
    let iterations = format!("-iterations={}", program.iterations(cycles, options));
    let report = [&[iterations.as_str()], program.views(cycles).as_slice()].concat();
    let (status, with) = run(&report)?;
    let (other_status, without) = run(&[&report[..], &["-detect-steady-state=false"]].concat())?;
    let is_differing = (status, &with) != (other_status, &without);
    let shows = |what: &str, differing: usize| {
        if differing <= options.show {
            println!(
                "program {number}: {what}\n{} {}\n{}",
                program.arguments.join(" "),
                report.join(" "),
                program.text
            );
        }
    };
    let Ok(mut totals) = totals.lock() else { return Ok(()) };
    totals.compared += 1;
    totals.refused += usize::from(status != Some(0));
    if is_differing {
        totals.differing += 1;
        shows("the reports differ", totals.differing);
        println!("{}", first_differences(&without, &with, 2));
    }
    for region in found["CodeRegions"].as_array().into_iter().flatten() {
        let section = &region["SteadyState"];
        let measured = ratio(&section["CyclesPerIteration"]);
        let is_periodic = !section["Period"].is_null();
        totals.periodic += usize::from(is_periodic);
        totals.aperiodic += usize::from(!is_periodic);
        if !is_periodic {
            continue;
        }
        totals.periods.extend(section["Period"]["Iterations"].as_u64());
        totals.warm_ups.extend(section["WarmUp"]["Iterations"].as_u64());
        totals.met += usize::from(section["LimitedBy"].as_array().is_some_and(|it| !it.is_empty()));
        let bounds = section["Bounds"].as_object().into_iter().flatten();
        let too_high: Vec<&String> = bounds
            .filter(|(_, bound)| {
                let (a, b) = ratio(&bound["CyclesPerIteration"]);
                a * measured.1 > measured.0 * b
            })
            .map(|(name, _)| name)
            .collect();
        if !too_high.is_empty() {
            totals.too_high += 1;
            shows(&format!("bounds above what is measured: {too_high:?}"), totals.too_high);
        }
    }
    Ok(())
}

/// Returns cycles that an iteration of all regions takes, rounded up; as many as can be counted where none
/// is known.
fn cycles_per_iteration(found: &Value) -> u64 {
    let regions = found["CodeRegions"].as_array().into_iter().flatten();
    let cycles = regions.map(|region| match ratio(&region["SteadyState"]["CyclesPerIteration"]) {
        (_, 0) => u64::MAX,
        (cycles, iterations) => u64::try_from(cycles.div_ceil(iterations)).unwrap_or(u64::MAX),
    });
    cycles.fold(0, u64::saturating_add)
}

fn ratio(value: &Value) -> (u128, u128) {
    let part = |name: &str| u128::from(value[name].as_u64().unwrap_or(0));
    (part("Numerator"), part("Denominator"))
}

/// Returns exit status and standard output.
fn execute(
    binary: &Path,
    program: &Program,
    extra: &[&str],
) -> anyhow::Result<(Option<i32>, String)> {
    let mut child = Command::new(binary)
        .args(&program.arguments)
        .args(extra)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // Programs that refuse their arguments do not read.
        let _ = stdin.write_all(program.text.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}
