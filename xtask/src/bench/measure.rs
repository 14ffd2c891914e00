//! Running a program once and measuring it.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use wait4::Wait4;

/// Time and memory of one run.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// From before it was started to its end.
    pub wall: Duration,
    /// Time on all processors, in the program and in the system on its behalf.
    pub cpu: Duration,
    /// Most memory that was resident. Linux counts what was so before the new program took over, so
    /// it is never less than what xtask itself uses.
    pub peak_bytes: u64,
}

/// Runs a program and drops what it prints.
pub fn run(program: &Path, arguments: &[String], input: &Path) -> anyhow::Result<Usage> {
    let mut command = Command::new(program);
    command.args(arguments).arg(input);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| cannot_run(program))?;
    let ended = child.wait4()?;
    let wall = start.elapsed();
    if !ended.status.success() {
        bail!("`{}` failed: {}", program.display(), ended.status);
    }
    let cpu = ended.rusage.utime + ended.rusage.stime;
    Ok(Usage { wall, cpu, peak_bytes: ended.rusage.maxrss })
}

/// Runs a program and keeps what it prints, on both channels, in a file. Nothing of it is read here:
/// see [`Usage::peak_bytes`].
pub fn record(
    program: &Path,
    arguments: &[String],
    input: &Path,
    output: &Path,
) -> anyhow::Result<()> {
    let file = File::create(output).with_context(|| format!("{}", output.display()))?;
    let status = Command::new(program)
        .args(arguments)
        .arg(input)
        .stdin(Stdio::null())
        .stderr(file.try_clone()?)
        .stdout(file)
        .status()
        .with_context(|| cannot_run(program))?;
    if !status.success() {
        bail!("`{}` failed: {status}, see {}", program.display(), output.display());
    }
    Ok(())
}

/// Returns whether two files have the same bytes, of which there are some.
pub fn same(a: &Path, b: &Path) -> io::Result<bool> {
    let length = fs::metadata(a)?.len();
    if length == 0 || length != fs::metadata(b)?.len() {
        return Ok(false);
    }
    let (mut a, mut b) = (BufReader::new(File::open(a)?), BufReader::new(File::open(b)?));
    let (mut left, mut right) = ([0; 4096], [0; 4096]);
    let mut rest = usize::try_from(length).unwrap_or(usize::MAX);
    while rest > 0 {
        let take = rest.min(left.len());
        a.read_exact(&mut left[..take])?;
        b.read_exact(&mut right[..take])?;
        if left[..take] != right[..take] {
            return Ok(false);
        }
        rest -= take;
    }
    Ok(true)
}

/// Returns the most memory that this process has had, on systems that say so.
pub fn own_peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn cannot_run(program: &Path) -> String {
    format!("`{}` cannot be run", program.display())
}
