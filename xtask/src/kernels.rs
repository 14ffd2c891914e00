//! `xtask kernels`: loops of compiled kernels, measured on this machine beside what both models say of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use serde_json::Value;

use crate::workspace;

/// The folder with the kernels.
const FOLDER: &str = "tests/kernels";

/// Compiles the kernels of tests/kernels with the compilers that are there, measures their innermost loops on this machine, and
/// sets the cycles beside those that both models predict
#[derive(Parser, Debug)]
#[command(name = "cargo xtask kernels")]
struct Options {
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The CPU of this machine, as LLVM calls it
    #[arg(long, default_value = "native")]
    mcpu: String,
    /// A hardware file to predict by, in place of the built-in data
    #[arg(long, value_name = "FILE")]
    hardware: Option<PathBuf>,
    /// The folder for objects and measured loops
    #[arg(long, value_name = "FOLDER", default_value = "target/kernels")]
    folder: PathBuf,
    /// Measure nothing: take the loops that were measured last time
    #[arg(long)]
    measured: bool,
    /// Show so many loops of each set with the largest errors
    #[arg(long, default_value_t = 0)]
    worst: usize,
    /// Only sets whose names contain this
    #[arg(default_value = "")]
    only: String,
}

/// Options of compilers that belong together.
struct Set {
    name: &'static str,
    options: &'static [&'static str],
    /// The flag of /proc/cpuinfo without which its loops do not run.
    feature: &'static str,
}

const SETS: [Set; 3] = [
    Set { name: "O2", options: &["-O2"], feature: "sse2" },
    Set { name: "AVX2", options: &["-O3", "-mavx2", "-mfma", "-ffast-math"], feature: "avx2" },
    Set {
        name: "AVX-512",
        options: &["-O3", "-march=x86-64-v4", "-ffast-math"],
        feature: "avx512vl",
    },
];
const COMPILERS: [&str; 2] = ["gcc", "clang-23"];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("xtask kernels");
    let options = Options::parse_from(name.chain(arguments.iter().map(String::as_str)));
    match run_sets(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kernels: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run_sets(options: &Options) -> anyhow::Result<()> {
    let top = workspace::folder()?;
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    println!(
        "{:8} {:>5} {:>12}  {:>18} {:>8}  {:>18} {:>8}",
        "set", "loops", "not measured", "hardware: mean", "within 5", "LLVM: mean", "within 5"
    );
    for set in SETS.iter().filter(|it| it.name.contains(&options.only)) {
        if !options.measured && !cpuinfo.split_whitespace().any(|it| it == set.feature) {
            continue;
        }
        let folder = top.join(&options.folder);
        let lines = folder.join(format!("{}.jsonl", set.name));
        if options.measured && !lines.exists() {
            continue;
        }
        if !options.measured {
            let objects = compile(set, &top, &folder)?;
            measure(options, &top, &objects, &lines)?;
        }
        let [hardware, llvm] = ["hardware", "llvm"].map(|it| errors(options, &lines, it));
        let (hardware, llvm) = (hardware?, llvm?);
        println!(
            "{:8} {:>5} {:>12}  {}  {}",
            set.name,
            hardware.errors.len(),
            hardware.unmeasured,
            hardware.text(),
            llvm.text()
        );
        for worst in hardware.errors.iter().take(options.worst) {
            println!("  {worst}");
        }
    }
    Ok(())
}

/// Compiles all kernels with the compilers that are there, and returns the objects.
fn compile(set: &Set, top: &Path, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut sources: Vec<PathBuf> =
        fs::read_dir(top.join(FOLDER))?.map(|it| Ok(it?.path())).collect::<io::Result<_>>()?;
    sources.sort();
    let mut objects = Vec::new();
    for compiler in COMPILERS {
        let folder = folder.join(set.name).join(compiler);
        fs::create_dir_all(&folder)?;
        for source in &sources {
            let name = source.file_stem().context("a source without a name")?;
            let object = folder.join(name).with_extension("o");
            let mut command = Command::new(compiler);
            command
                .args(set.options)
                .args(["-c", "-fno-math-errno", "-o"])
                .arg(&object)
                .arg(source);
            match command.status() {
                Ok(status) => ensure!(status.success(), "{} does not compile", source.display()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    eprintln!("{compiler} is absent");
                    break;
                }
                Err(error) => bail!("{compiler}: {error}"),
            }
            objects.push(object);
        }
    }
    Ok(objects)
}

/// Measures the loops of objects, and writes lines with what they took.
fn measure(options: &Options, top: &Path, objects: &[PathBuf], lines: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(top.join(&options.binary));
    command.args(["measure", "--mcpu", &options.mcpu, "--output", "/dev/null", "--keep"]);
    command.arg(lines).args(objects);
    let status = command.status()?;
    // 3: some were not measured.
    ensure!(matches!(status.code(), Some(0 | 3)), "`oxmca measure` ends with {status}");
    Ok(())
}

/// The errors of a model, largest first.
struct Errors {
    errors: Vec<Error>,
    unmeasured: u64,
}

struct Error {
    name: String,
    measured_cycles: f64,
    predicted_cycles: f64,
    /// Of the measured cycles, in percent.
    percent: f64,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Error { name, measured_cycles, predicted_cycles, percent } = self;
        write!(f, "{percent:6.1} % {measured_cycles:8.2} {predicted_cycles:8.2}  {name}")
    }
}

impl Errors {
    /// Returns the mean, the median and the share within 5 %.
    fn text(&self) -> String {
        let percents: Vec<f64> = self.errors.iter().map(|it| it.percent.abs()).collect();
        let count = percents.len().max(1) as f64;
        let mean = percents.iter().sum::<f64>() / count;
        let median = percents.get(percents.len() / 2).copied().unwrap_or_default();
        let within = percents.iter().filter(|it| **it <= 5.0).count() as f64 / count;
        format!("{mean:6.2} % ({median:5.2} %) {:6.1} %", 100.0 * within)
    }
}

/// Has measured loops predicted by a model.
fn errors(options: &Options, lines: &Path, model: &str) -> anyhow::Result<Errors> {
    let mut command = Command::new(workspace::folder()?.join(&options.binary));
    command.args(["validate", "--json", "--draws=0", "--worst=1000000", "--model-of", model]);
    command.args(["--mcpu", &options.mcpu]);
    if let Some(file) = options.hardware.as_ref().filter(|_| model == "hardware") {
        command.arg(format!("--hardware={}", file.display()));
    }
    let output = command.arg(lines).output()?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let cpu = &document["cpus"][0];
    let error = |it: &Value| {
        Some(Error {
            name: it["id"].as_str()?.to_owned(),
            measured_cycles: it["measured_cycles"].as_f64()?,
            predicted_cycles: it["predicted_cycles"].as_f64()?,
            percent: it["error_percent"].as_f64()?,
        })
    };
    let errors = cpu["largest_errors"].as_array().context("no CPU")?.iter().map(error);
    Ok(Errors {
        errors: errors.collect::<Option<_>>().context("an error without a number")?,
        unmeasured: cpu["unmeasured_blocks"].as_u64().unwrap_or_default(),
    })
}
