//! `xtask batch`: what batches of requests take.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;
use serde_json::json;

use super::measure;
use super::program::Candidate;
use crate::target::workload::Workload;
use crate::target::{self, ProvedTarget};
use crate::workspace;

/// Has oxmca answer a batch of requests, and another that is twenty times as long, and prints
/// processor time and memory. Fails if the longer one takes more memory
#[derive(Parser, Debug)]
#[command(name = "xtask batch")]
struct Options {
    /// The program to measure; without it, the release build, brought up to date
    #[arg(long)]
    binary: Option<PathBuf>,
    /// A target to measure; can be given several times; all by default
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// Requests of the shorter batch
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10_000..))]
    requests: u32,
    /// Threads
    #[arg(short, long, default_value_t = 2)]
    jobs: u32,
}

/// Length of the longer batch over that of the shorter one.
const LONGER: usize = 20;
/// Blocks that come again and again.
const BLOCKS: usize = 100;
/// Memory that a longer batch may take in addition: oxmca keeps 8 MiB of answers, which a short batch
/// does not fill.
const TOLERANCE_BYTES: u64 = 8 << 20;

/// Measured batches: a name, whether all blocks are different, arguments, and the share of requests
/// that is enough.
const CASES: [(&str, bool, &[&str], usize); 4] = [
    ("distinct", true, &[], 1),
    ("repeated", false, &[], 1),
    ("distinct, steady state", true, &["--steady-state"], 1),
    ("distinct, full reports", true, &["--json=full"], 10),
];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask batch").chain(arguments.iter().map(String::as_str)),
    );
    match measure_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("batch: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// Measures all batches. Returns whether memory stays the same.
fn measure_all(options: &Options) -> anyhow::Result<bool> {
    let top = workspace::folder()?;
    let program = Candidate::find(options.binary.as_deref(), &top)?;
    if !program.knows("batch") {
        bail!("`{}` has no batch mode", program.path.display());
    }
    let folder = top.join("target/bench");
    std::fs::create_dir_all(&folder)?;
    let mut is_constant = true;
    for target in target::selected(&options.target)? {
        is_constant &= measure_target(target, options, &program, &folder.join("batch.jsonl"))?;
    }
    if !is_constant {
        println!("longer batches take more memory");
    }
    Ok(is_constant)
}

/// Measures the batches of a target. Returns whether memory stays the same.
fn measure_target(
    target: &dyn ProvedTarget,
    options: &Options,
    program: &Candidate,
    file: &Path,
) -> anyhow::Result<bool> {
    let workload = target.workload();
    let mut is_constant = true;
    println!("{}", target.name());
    println!("{:<24}{:>9}{:>10}{:>12}{:>10}", "requests", "count", "CPU s", "per CPU s", "MiB");
    for (name, is_distinct, more, share) in CASES {
        let mut peaks = Vec::new();
        for count in [options.requests as usize, options.requests as usize * LONGER]
            .map(|count| count / share)
        {
            write(file, workload, count, is_distinct)?;
            let mut arguments = vec![
                "--batch".to_owned(),
                format!("-mtriple={}", workload.triple),
                format!("-mcpu={}", workload.cpu),
            ];
            arguments.push(format!("-j{}", options.jobs));
            arguments.extend(more.iter().map(|argument| (*argument).to_owned()));
            let usage = measure::run(&program.path, &arguments, file)?;
            let seconds = usage.cpu.as_secs_f64();
            let (rate, mib) = (count as f64 / seconds, usage.peak_bytes as f64 / (1 << 20) as f64);
            println!("{name:<24}{count:>9}{seconds:>10.2}{rate:>12.0}{mib:>10.1}");
            peaks.push(usage.peak_bytes);
        }
        is_constant &= peaks[1] <= peaks[0] + TOLERANCE_BYTES;
    }
    std::fs::remove_file(file)?;
    Ok(is_constant)
}

/// Writes requests for blocks of 4 to 16 instructions. They are not kept, see
/// [`measure::Usage::peak_bytes`].
fn write(file: &Path, workload: &Workload, count: usize, is_distinct: bool) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(file)?);
    for number in 0..count {
        let seed = if is_distinct { number } else { number % BLOCKS };
        let asm = workload.mixed(seed as u64 + 1, 4 + seed % 13);
        writeln!(file, "{}", json!({"id": number, "asm": asm}))?;
    }
    Ok(file.flush()?)
}
