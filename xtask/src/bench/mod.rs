//! `xtask bench`: how fast oxmca and llvm-mca are on the same inputs; `xtask budget`: how many
//! instructions oxmca takes; `xtask batch`: what batches take.

mod batch;
mod budget;
mod cases;
mod measure;
mod program;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

pub use batch::run as run_batch;
pub use budget::run as run_budget;
use cases::Case;
use measure::Usage;
use program::Candidate;
use table::Row;

use crate::reference;
use crate::target::{self, ProvedTarget};
use crate::workspace;

/// Runs oxmca and llvm-mca in turn on the same inputs, their output dropped, and prints times and
/// memory of both. Fails if their output differs.
#[derive(Parser, Debug)]
#[command(name = "xtask bench")]
struct Options {
    /// A target to measure; can be given several times; all by default
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// The program to measure; without it, the release build, brought up to date
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// Runs of each program per case
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Seconds after which a case ends with fewer runs, but three at least
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the cases' names and arguments, write their inputs, and measure nothing
    #[arg(long)]
    list: bool,
    /// Only cases whose name contains one of these
    cases: Vec<String>,
}

/// Pairs of runs that are made even if they take long.
const MIN_RUNS: usize = 3;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask bench").chain(arguments.iter().map(String::as_str)),
    );
    match measure_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("bench: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// Measures all cases. Returns whether all outputs were equal.
fn measure_all(options: &Options) -> anyhow::Result<bool> {
    let top = workspace::folder()?;
    let cases = selected(&options.target, cases::benchmarks, &options.cases)?;
    let folder = top.join("target/bench");
    fs::create_dir_all(&folder)?;
    let input = |case: &Case| folder.join(format!("{}.s", case.name));
    for case in &cases {
        fs::write(input(case), &case.input)?;
    }
    if options.list {
        for case in &cases {
            let arguments = [case.arguments.as_slice(), &case.own_arguments].concat().join(" ");
            println!("{}: {}\n    {arguments} {}", case.name, case.title, input(case).display());
        }
        return Ok(true);
    }
    crate::bless::check_release(&options.reference).map_err(anyhow::Error::msg)?;
    let candidate = Candidate::find(options.binary.as_deref(), &top)?;
    if !options.json {
        println!("{}", table::headings());
    }
    let mut rows = Vec::new();
    for case in &cases {
        let arguments = match candidate.arguments(case) {
            Ok(arguments) => arguments,
            Err(flag) => {
                eprintln!("{}: left out, this oxmca has no -{flag}", case.name);
                continue;
            }
        };
        let row = measure(options, &candidate, case, &arguments, &input(case))?;
        if !options.json {
            println!("{}", table::line(&row));
        }
        rows.push(row);
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    }
    Ok(rows.iter().all(Row::is_equal))
}

/// Compares the outputs once, which also warms the caches, then measures.
fn measure(
    options: &Options,
    candidate: &Candidate,
    case: &Case,
    arguments: &[String],
    input: &Path,
) -> anyhow::Result<Row> {
    let (ours, theirs) = (input.with_extension("oxmca"), input.with_extension("llvm-mca"));
    measure::record(&candidate.path, arguments, input, &ours)?;
    measure::record(&options.reference, &case.arguments, input, &theirs)?;
    let equal = measure::same(&ours, &theirs)?;
    if !equal {
        eprintln!("{}: {} and {} differ", case.name, ours.display(), theirs.display());
    }
    let (start, limit) = (Instant::now(), Duration::from_secs(options.seconds));
    let mut pairs: Vec<(Usage, Usage)> = Vec::new();
    for run in 0..options.runs as usize {
        if run >= MIN_RUNS && start.elapsed() > limit {
            break;
        }
        pairs.push((
            measure::run(&candidate.path, arguments, input)?,
            measure::run(&options.reference, &case.arguments, input)?,
        ));
    }
    Ok(Row::new(case, arguments, equal, &pairs))
}

/// Returns the cases of the targets whose name contains one of the words, or all without words.
fn selected(
    targets: &[String],
    cases: fn(&dyn ProvedTarget) -> Vec<Case>,
    words: &[String],
) -> anyhow::Result<Vec<Case>> {
    let is_meant =
        |case: &Case| words.is_empty() || words.iter().any(|word| case.name.contains(word));
    let targets = target::selected(targets)?;
    let cases = targets.into_iter().flat_map(cases);
    let cases: Vec<Case> = cases.filter(is_meant).collect();
    match cases.is_empty() {
        true => anyhow::bail!("no case has such a name"),
        false => Ok(cases),
    }
}
