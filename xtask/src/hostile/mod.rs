//! `xtask hostile`: damaged inputs of every kind through the release build, with little memory and little time.
//!
//! Kernels, LLVM's tests of its assembler where its source tree is, batch requests, recordings with the files that they
//! name, object files and archives, debug information, columnar files, baselines, and models of one's own are damaged. The
//! program may refuse any of them, but not end by a signal, nor run for longer than the limit. A damaged baseline must be
//! refused or say the same; archives of the same objects in another order under other names, and objects whose debug
//! information alone is damaged, have the same loops. An answer of llvm-mca to the same text must be the same. Input N of a
//! seed is always the same; those that fail are kept in target/hostile.

mod columns;
mod damage;
mod debug;
mod inputs;
mod objects;
mod verdicts;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Parser;
use rayon::prelude::*;

use crate::reference;
use crate::workspace;
use inputs::{Input, Kind, Sources};
use verdicts::Expected;

/// Runs the release build on damaged inputs.
#[derive(Parser, Debug)]
#[command(name = "xtask hostile")]
struct Options {
    /// Number of inputs
    #[arg(long, default_value_t = 2000)]
    count: usize,
    /// Number of the first input
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The program that reads columnar files
    #[arg(long, default_value = "target/tool/oxmca-batch")]
    batch_binary: PathBuf,
    /// The reference; it is left out if it cannot be run
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// Address space of the program in MiB
    #[arg(long, default_value_t = 512)]
    memory: u32,
    /// Seconds that a program may run
    #[arg(long, default_value_t = 10)]
    limit: u32,
    /// Only inputs of this kind, as results name it, such as "objects"
    #[arg(long)]
    kind: Option<String>,
    /// Compare texts with the reference
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    compare: bool,
}

/// The status of a program that was ended after its time, which no program has by itself.
const TIMED_OUT: i32 = 1000;
/// Time until a program is looked at for the first time.
const SHORTEST_PAUSE: Duration = Duration::from_micros(500);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// Words in the errors of limits that llvm-mca does not have, or has elsewhere. docs/limits.md lists them.
const LIMITS: [&str; 12] = [
    "more than ",
    "giving up",
    "macro expansion is too large",
    "too many",
    "too long",
    "too deeply",
    "makes no progress",
    "File too large",
    ".include",
    ".incbin",
    "Could not find in",
    "nested more than",
];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask hostile").chain(arguments.iter().map(String::as_str)),
    );
    match run_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hostile: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The results of all inputs so far.
#[derive(Default)]
struct Totals {
    /// Inputs by kind and result.
    counts: BTreeMap<(&'static str, &'static str), usize>,
    slowest: Option<(f64, usize)>,
}

/// The result of a run.
struct Outcome {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    seconds: f64,
}

fn run_all(options: &Options) -> Result<bool> {
    let top = workspace::folder()?;
    let found = |path: &Path| fs::canonicalize(path).with_context(|| path.display().to_string());
    let (binary, batch_binary) = (found(&options.binary)?, found(&options.batch_binary)?);
    let results = top.join("target/hostile");
    fs::create_dir_all(&results)?;
    let sources = Sources::read(&top, &binary, &results)?;
    let has_reference = options.compare && is_there(&options.reference);
    let totals = Mutex::new(Totals::default());
    let end = options.first.saturating_add(options.count);
    let is_wanted =
        |number: &usize| options.kind.as_ref().is_none_or(|it| Kind::of(*number).name() == it);
    (options.first..end).into_par_iter().filter(is_wanted).try_for_each(
        |number| -> Result<()> {
            let folder = results.join(format!("input-{number}"));
            fs::create_dir_all(&folder)?;
            let input = sources.input(options.seed, number, &folder)?;
            let program = if input.kind == Kind::Columns { &batch_binary } else { &binary };
            let outcome = execute(program, options.memory, options.limit, &input, &folder)?;
            let reference = || {
                let has_answer = has_reference
                    && input.kind == Kind::Text
                    && !is_limited(&outcome)
                    && !has_expansions_in_regions(&folder.join("input.s"));
                let memory = options.memory * 8;
                has_answer
                    .then(|| execute(&options.reference, memory, options.limit, &input, &folder))
            };
            let result = match outcome.status {
                Some(TIMED_OUT) => "timed out",
                None | Some(128..) => "aborted",
                Some(status) if input.expected.is_some() => {
                    let expected = input.expected.unwrap_or(Expected::Any);
                    verdicts::result(expected, status, &outcome.stdout, &outcome.stderr)
                }
                Some(status) if input.kind == Kind::Object => {
                    object_result(status, &input, &outcome)
                }
                Some(1) if outcome.stderr.is_empty() => "silent",
                Some(0 | 1) => match reference().transpose()? {
                    Some(it) if !matches!(it.status, Some(0 | 1)) => "no answer of llvm-mca",
                    Some(it) if !is_same(&it, &outcome) => "differs",
                    _ if outcome.status == Some(0) => "reported",
                    _ => "refused",
                },
                Some(_) => "another status",
            };
            let mut totals = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *totals.counts.entry((input.kind.name(), result)).or_default() += 1;
            if totals.slowest.is_none_or(|slowest| slowest.0 < outcome.seconds) {
                totals.slowest = Some((outcome.seconds, number));
            }
            match is_failure(result) {
                true => println!("input {number}: {result}: {}", input.arguments.join(" ")),
                false => fs::remove_dir_all(&folder)?,
            }
            Ok(())
        },
    )?;
    let totals = totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for ((kind, result), count) in &totals.counts {
        println!("{kind:12} {result:24} {count:8}");
    }
    if let Some((seconds, number)) = totals.slowest {
        println!("the slowest, {number}, took {seconds:.1} seconds");
    }
    if !has_reference {
        println!("nothing was compared: there is no {}", options.reference.display());
    }
    Ok(!totals.counts.keys().any(|(_, result)| is_failure(result)))
}

fn is_failure(result: &str) -> bool {
    matches!(
        result,
        "timed out" | "aborted" | "differs" | "another status" | "another verdict" | "silent"
    )
}

/// Returns the result of a command about an object, which says something whatever its status is. Only `oxmca check`
/// may find that something is slower or could not be checked.
fn object_result(status: i32, input: &Input, outcome: &Outcome) -> &'static str {
    let is_check = input.arguments.first().is_some_and(|it| it == "check");
    match status {
        0 if !outcome.stdout.is_empty() => "reported",
        1 if !outcome.stderr.is_empty() => "refused",
        2 if is_check && !outcome.stderr.is_empty() => "baseline refused",
        0 | 1 => "silent",
        3 if is_check => "slower",
        4 if is_check => "not checked",
        _ => "another status",
    }
}

fn is_there(program: &Path) -> bool {
    let mut command = Command::new(program);
    let command = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a program in a folder, with so much address space and time.
fn execute(
    program: &Path,
    memory_mebibytes: u32,
    limit_seconds: u32,
    input: &Input,
    folder: &Path,
) -> Result<Outcome> {
    let kibibytes = u64::from(memory_mebibytes) << 10;
    let limits = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    // Files take what is printed without anyone who reads it meanwhile.
    let printed = ["stdout", "stderr"].map(|name| folder.join(name));
    let start = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", &limits]).arg(program).args(&input.arguments).current_dir(folder);
    command.stdout(File::create(&printed[0])?).stderr(File::create(&printed[1])?);
    let mut child = command.stdin(Stdio::null()).spawn()?;
    let limit = Duration::from_secs(limit_seconds.into());
    let mut pause = SHORTEST_PAUSE;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break Some(TIMED_OUT);
        }
        std::thread::sleep(pause);
        pause = (pause * 5 / 4).min(LONGEST_PAUSE);
    };
    let seconds = start.elapsed().as_secs_f64();
    let [stdout, stderr] = printed.map(fs::read);
    Ok(Outcome { status, stdout: stdout?, stderr: stderr?, seconds })
}

/// Returns whether a limit, or something else that llvm-mca does not have, decided the outcome.
fn is_limited(outcome: &Outcome) -> bool {
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    LIMITS.iter().any(|limit| stderr.contains(limit))
}

/// Returns whether a text marks regions and has expansions, of which llvm-mca decides by their places in memory if
/// they are in a region.
fn has_expansions_in_regions(text: &Path) -> bool {
    let text = fs::read(text).unwrap_or_default();
    let has = |word: &str| text.windows(word.len()).any(|it| it == word.as_bytes());
    has("LLVM-MCA-") && [".rept", ".irp", ".macro"].iter().any(|word| has(word))
}

/// Returns whether two programs had the same to say. Both name themselves in errors about options.
fn is_same(reference: &Outcome, outcome: &Outcome) -> bool {
    reference.status == outcome.status
        && reference.stdout == outcome.stdout
        && reference.stderr == outcome.stderr
}
