//! `cargo xtask ibs-speed`: how long a long recording takes to read, and how much memory.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use oxmca_ibs::{EventId, Profile, ReadOptions};

use super::Numbers;
use oxmca_testing::perf_data::{Sample, Setting, finished_round, payload};

/// Writes a recording, then reads and adds it up.
#[derive(Parser)]
#[command(name = "cargo xtask ibs-speed")]
struct Arguments {
    /// Samples, three ops for each fetch.
    #[arg(long, default_value_t = 10_000_000)]
    samples: u64,
    /// Processes.
    #[arg(long, default_value_t = 16)]
    processes: u32,
    /// Addresses with samples, in each process.
    #[arg(long, default_value_t = 10_000)]
    addresses: u64,
    /// Leave out the marks between rounds, as no perf does.
    #[arg(long)]
    no_rounds: bool,
    /// Fail if it takes more than 10 seconds or 500 MiB.
    #[arg(long)]
    check: bool,
    /// Path to keep the file at.
    #[arg(long)]
    file: Option<PathBuf>,
}

/// Limits for ten million samples.
const MOST_TIME: Duration = Duration::from_secs(10);
const MOST_MIB: u64 = 500;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments = std::iter::once("ibs-speed".to_owned()).chain(arguments.iter().cloned());
    match measure(&Arguments::parse_from(arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ibs-speed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<()> {
    let path = arguments.file.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("oxmca-ibs-speed-{}.data", std::process::id()))
    });
    let len = write(arguments, &path).context("writing the recording")?;
    let outcome = read(arguments, &path, len);
    if arguments.file.is_none() {
        std::fs::remove_file(&path).context("deleting the recording")?;
    }
    outcome
}

/// Writes the recording; returns its length.
fn write(arguments: &Arguments, path: &PathBuf) -> Result<u64> {
    /// Samples from mark to mark.
    const ROUND: u64 = 4096;
    let setting = Setting::default();
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let (before, _) = setting.around(0);
    file.write_all(&before)?;
    let mut len = 0;
    let mut bytes = Vec::new();
    for pid in 1..=arguments.processes {
        bytes.extend(setting.name(pid, 1, "program", true));
        for library in 0..20 {
            let place = [0x10_0000 + library * 0x10_0000, 0x10_0000, 0];
            bytes.extend(setting.map(pid, 2, place, &format!("/lib/library-{library}"), None));
        }
    }
    let mut numbers = Numbers(1);
    for at in 0..arguments.samples {
        let any = numbers.next();
        let is_op = any & 0b11 != 0;
        let pid = 1 + (any >> 8) as u32 % arguments.processes;
        let ip = 0x10_0000 + (any >> 16) % arguments.addresses * 5;
        let latency = 1 + numbers.next() % 300;
        let registers = if is_op {
            let data = (latency / 3) | latency << 16 | (any >> 40 & 0xf) << 34;
            [6 << 16, ip, data, any >> 50 & 0b111, any >> 30 & 0xff_ffff | latency << 32, ip, ip, 0]
        } else {
            [0x0017_0000_0000_0000 | latency << 32, ip, ip, 3, 0, 0, 0, 0]
        };
        // Two processors whose buffers are written one after the other.
        let time = 1000 + (at ^ 1024);
        setting.push_sample(
            &mut bytes,
            &Sample {
                event: usize::from(!is_op),
                ip,
                pid,
                time,
                cpu: (at >> 10 & 1) as u32,
                period: 100_000,
                mode: 2,
                payload: &payload(0xbff, &registers[..if is_op { 8 } else { 4 }]),
            },
        );
        if (at + 1).is_multiple_of(ROUND) {
            if !arguments.no_rounds {
                bytes.extend(finished_round());
            }
            file.write_all(&bytes)?;
            len += bytes.len() as u64;
            bytes.clear();
        }
    }
    file.write_all(&bytes)?;
    len += bytes.len() as u64;
    let (before, after) = setting.around(len);
    file.write_all(&after)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&before)?;
    file.flush()?;
    Ok((before.len() + after.len()) as u64 + len)
}

fn read(arguments: &Arguments, path: &PathBuf, len: u64) -> Result<()> {
    let start = Instant::now();
    let mut go_on = |_, _| ControlFlow::Continue(());
    let profile = Profile::read_file(File::open(path)?, &ReadOptions::default(), &mut go_on)?;
    let read = start.elapsed();
    let total = profile.total();
    let added = start.elapsed() - read;
    let all = |code| EventId::of_code(code).map_or(0, |id| total.get(id));
    ensure!(all(0xF000) + all(0xF100) == arguments.samples, "samples are missing");
    println!(
        "ibs-speed: {} samples, {} MiB, {} sites: read in {:.2} s, added up in {:.2} s; at most {} MiB",
        arguments.samples,
        len >> 20,
        profile.sites().len(),
        read.as_secs_f64(),
        added.as_secs_f64(),
        peak_kib().unwrap_or(0) >> 10
    );
    if arguments.check {
        ensure!(read + added <= MOST_TIME, "it takes more than {MOST_TIME:?}");
        ensure!(peak_kib().is_none_or(|kib| kib <= MOST_MIB << 10), "more than {MOST_MIB} MiB");
    }
    Ok(())
}

/// Returns the most memory that this process had, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
