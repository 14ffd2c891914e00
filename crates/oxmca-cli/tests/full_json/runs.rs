//! Runs of the program on the golden kernels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A kernel, and the options its first lines name.
pub struct Kernel {
    pub path: PathBuf,
    pub runs: Vec<Vec<String>>,
    pub target: &'static Target,
}

/// The golden kernels, in the order of their names.
pub fn kernels() -> Vec<Kernel> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "s")).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let kernel = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().take_while(|line| line.starts_with('#'));
        let arguments = lines.filter_map(|line| line.strip_prefix("# oxmca:"));
        // Here every kernel is read from its file.
        let words = |line: &str| {
            let words = line.split_whitespace().filter(|word| *word != "-");
            words.map(str::to_owned).collect()
        };
        let runs: Vec<Vec<String>> = arguments.map(words).collect();
        let is_for =
            |target: &&Target| runs.iter().flatten().any(|word| word.starts_with(target.arch));
        let target = TARGETS.iter().find(is_for).unwrap_or(&TARGETS[0]);
        Kernel { target, runs, path }
    };
    paths.into_iter().map(kernel).collect()
}

/// What the program prints, on standard output; `None` when it has no report.
pub fn run(path: &Path, options: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(options)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    match output.status.code() {
        Some(0) if !text.is_empty() => Some(text),
        Some(0 | 1) => None,
        status => panic!("{options:?} {}: status {status:?}", path.display()),
    }
}

/// The JSON document that the program prints.
pub fn document(path: &Path, options: &[&str]) -> Option<Value> {
    let text = run(path, options)?;
    let value = serde_json::from_str(&text);
    Some(value.unwrap_or_else(|error| panic!("{options:?} {}: {error}", path.display())))
}

/// Runs of a target's kernels beside those that they list.
pub struct Target {
    /// The beginning of the options by which its kernels are known.
    arch: &'static str,
    pub triple: &'static str,
    /// CPUs of different kinds.
    pub cpus: &'static [&'static str],
    /// A small core; where one retires no more than it dispatches, it is that.
    small_core: &'static str,
}

static TARGETS: [Target; 2] = [
    Target {
        arch: "-mtriple=x86_64",
        triple: "-mtriple=x86_64-unknown-unknown",
        // In order, with few and many ports, with and without load and store queues, with moves eliminated.
        cpus: &[
            "atom",
            "slm",
            "btver2",
            "bdver2",
            "znver1",
            "znver4",
            "sandybridge",
            "skylake-avx512",
            "sapphirerapids",
        ],
        small_core: "-mcpu=btver2",
    },
    Target {
        arch: "-mtriple=riscv",
        triple: "-mtriple=riscv64",
        // In order and out of order, with and without vectors, with resources that are acquired late.
        cpus: &[
            "rocket-rv64",
            "sifive-x280",
            "spacemit-x60",
            "andes-ax45mpv",
            "sifive-p550",
            "sifive-p670",
            "xiangshan-nanhu",
            "tt-ascalon-x",
            "mips-p8700",
        ],
        small_core: "-mcpu=sifive-p470",
    },
];

/// Options by which documents differ; those for a kernel and a CPU are taken in turns.
pub const OPTIONS: [&[&str]; 15] = [
    &[],
    &["-iterations=3", "-show-encoding", "-source"],
    &["-instruction-tables", "-source"],
    &["-instruction-tables=full", "-show-encoding"],
    &[
        "-dispatch=2",
        "-register-file-size=12",
        "-lqueue=2",
        "-squeue=2",
        "-noalias=false",
        "-sched-model-reservation-station-scale-factor=0.5",
    ],
    &["-resource-segments", "-iterations=3"],
    &["-micro-op-queue-size=8", "-decoder-throughput=2", "-timeline-max-iterations=2"],
    &["-timeline-max-cycles=9", "-call-latency=7", "-disable-cb", "-all-stats=false"],
    &["-all-views=false", "-bottleneck-analysis", "-summary-view", "-timeline"],
    &["-all-views=false", "-steady-state", "-noalias=false", "-call-latency=1000000"],
    &[
        "-all-views=false",
        "-steady-state",
        "-micro-op-queue-size=8",
        "-decoder-throughput=1",
        "-source",
    ],
    &["-all-views=false", "-explain", "-work"],
    &["-all-views=false", "-annotate", "-lqueue=1", "-squeue=1"],
    &["-all-views=false", "-ibs-sample=3"],
    &["-all-views=false", "-ibs-sample=4000000000"],
];

const X86: &str = "-mtriple=x86_64-unknown-unknown";

/// Inputs with source lines, and runs of hardware mode: from the top of the repository.
const FURTHER: [(&str, &[&str]); 15] = [
    (
        "crates/oxmca-object/tests/objects/elf-x86-64.o",
        &["--json=full", "-mcpu=skylake", "--function=*", "--source"],
    ),
    (
        "tests/own/source-lines-unnamed.s",
        &["--json=full", "-mtriple=x86_64", "-mcpu=skylake", "--lenient", "--source"],
    ),
    (
        // It has an instruction of unknown latency.
        "tests/golden/aarch64-syntax.s",
        &[
            "--json=full",
            "-mtriple=arm64-apple-macosx",
            "-mcpu=apple-a14",
            "-skip-unsupported-instructions=any",
            "--source",
            "--annotate",
        ],
    ),
    ("tests/own/hardware-loop.s", &["--json=full", X86, "-mcpu=skylake", "--hardware"]),
    ("tests/own/work.s", &["--json=full", X86, "-mcpu=skylake", "--work"]),
    (
        "crates/oxmca-cli/tests/vector-length.s",
        &[
            "--json=full",
            "-mtriple=aarch64-linux-gnu",
            "-mcpu=neoverse-512tvb",
            "--loop=1",
            "--work",
        ],
    ),
    (
        "crates/oxmca-cli/tests/vector-length.s",
        &[
            "--json=full",
            "-mtriple=aarch64-linux-gnu",
            "-mcpu=neoverse-512tvb",
            "--loop=3",
            "--work",
        ],
    ),
    (
        "tests/own/hardware-loop.s",
        &["--json=full", X86, "-mcpu=haswell", "--hardware", "--explain", "--work"],
    ),
    (
        "tests/own/hardware-loop.s",
        &["--json=full", X86, "-mcpu=ivybridge", "--hardware", "--delivery=unrolled"],
    ),
    (
        "tests/own/hardware-unrolled.s",
        &[
            "--json=full",
            X86,
            "-mcpu=skylake",
            "--hardware",
            "--delivery=loop",
            "--initial-registers=equal",
            "--smt",
            "--hardware-without=front-end",
        ],
    ),
    (
        "tests/own/hardware-registers.s",
        &[
            "--json=full",
            X86,
            "-mcpu=skylake",
            "--hardware",
            "--initial-registers=../../tests/own/hardware-registers.txt",
        ],
    ),
    (
        "tests/own/hardware-states.s",
        &["--json=full", X86, "-mcpu=haswell", "--hardware", "--annotate"],
    ),
    (
        "tests/own/sustained-rate.s",
        &["--json=full", X86, "-mcpu=graniterapids", "--hardware", "--explain", "--annotate"],
    ),
    ("tests/own/hardware-unrolled.s", &["--json=full", X86, "-mcpu=skylake", "--hardware"]),
    ("tests/own/hardware-unrolled.s", &["--json=full", X86, "-mcpu=sapphirerapids", "--hardware"]),
];

/// Calls `check` with the full document of every run that the kernels name, and of further CPUs and
/// options. Gives their number.
pub fn for_each_document(mut check: impl FnMut(&Path, &[&str], &Value)) -> usize {
    let mut count = 0;
    for (number, kernel) in kernels().iter().enumerate() {
        let mut visit = |options: &[&str]| {
            if let Some(document) = document(&kernel.path, options) {
                check(&kernel.path, options, &document);
                count += 1;
            }
        };
        for run in &kernel.runs {
            let mut options: Vec<&str> = run.iter().map(String::as_str).collect();
            options.push("--json=full");
            visit(&options);
        }
        // Whose turn it is changes with each new kernel; retirement limits loops on this CPU only.
        let Target { triple, cpus, small_core, .. } = kernel.target;
        visit(&["--json=full", triple, small_core, "-all-views=false", "-steady-state"]);
        for (at, cpu) in cpus.iter().enumerate() {
            let cpu = format!("-mcpu={cpu}");
            let mut options = vec![
                "--json=full",
                triple,
                "-skip-unsupported-instructions=any",
                "-iterations=10",
                &cpu,
            ];
            options.extend(OPTIONS[(number + at) % OPTIONS.len()]);
            visit(&options);
        }
    }
    for (path, options) in FURTHER {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        if let Some(document) = document(&path, options) {
            check(&path, options, &document);
            count += 1;
        }
    }
    count
}
