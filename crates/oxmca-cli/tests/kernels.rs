//! Loops of `tests/hardware` (x86) and of the folders in it (other targets) in hardware mode, on one CPU of each hardware model
//! and on those that borrow one: cycles of an iteration and what limits them. A line `# measured: CPU CYCLES` of a loop stands beside its row; CPUs of `# lacking: CPU...`
//! have not all of its instructions. A line `# expected: CPU LIMIT` is what an expert expected before the model was asked: a
//! chain, ports, the front end, or several parts; for each folder, a floor is set to the share that agrees.
//!
//! `cargo xtask bless` records the tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use oxmca_asm::target;
use oxmca_testing::trials::{self, Failed, Trial};
use serde_json::{Value, json};

/// The loops of a target.
#[derive(Debug)]
struct Loops {
    target: &'static str,
    /// The beginning of the names of its trials.
    prefix: &'static str,
    triple: &'static str,
    folder: &'static str,
    /// CPUs beside the first of each hardware model.
    others: &'static [&'static str],
    comment: &'static str,
    /// Expectations that agree at least: of how many, by CPU.
    agreements: &'static [(&'static str, usize, usize)],
}

const LOOPS: &[Loops] = &[
    Loops {
        target: "x86",
        prefix: "",
        triple: "x86_64-unknown-linux-gnu",
        folder: "tests/hardware",
        others: &["broadwell", "skylake-avx512", "alderlake"],
        comment: "#",
        agreements: &[],
    },
    Loops {
        target: "aarch64",
        prefix: "aarch64/",
        triple: "aarch64-unknown-linux-gnu",
        folder: "tests/hardware/aarch64",
        others: &[],
        comment: "//",
        agreements: &[],
    },
    Loops {
        target: "aarch64",
        prefix: "aarch64/compiled/",
        triple: "aarch64-unknown-linux-gnu",
        folder: "tests/hardware/aarch64/compiled",
        others: &[],
        comment: "//",
        agreements: &[("neoverse-n1", 32, 40), ("neoverse-v1", 38, 40)],
    },
    Loops {
        target: "aarch64",
        prefix: "aarch64/compiled-later/",
        triple: "aarch64-unknown-linux-gnu",
        folder: "tests/hardware/aarch64/compiled-later",
        others: &[],
        comment: "//",
        agreements: &[("neoverse-n1", 38, 40), ("cortex-a72", 28, 40), ("apple-a14", 37, 40)],
    },
    Loops {
        target: "riscv",
        prefix: "riscv/",
        triple: "riscv64-unknown-linux-gnu",
        folder: "tests/hardware/riscv",
        others: &[],
        comment: "#",
        agreements: &[("sifive-p670", 28, 30), ("spacemit-x60", 10, 12)],
    },
];

/// The limits of reports that an expert's word covers.
const EXPECTATIONS: &[(&str, &[&str])] = &[
    ("chain", &["chain"]),
    ("front end", &["predecoding", "decoding", "micro op cache", "loop buffer", "renaming"]),
    ("ports", &["ports", "divider"]),
    ("several parts", &["several parts"]),
];

fn main() -> ExitCode {
    let mut all = Vec::new();
    for loops in LOOPS {
        let folder = trials::folder(loops.folder);
        all.extend(trials::of_files(loops.prefix, &folder, "s", check));
        let name = format!("every_expected_table_of_{}_has_a_loop", loops.target);
        let tables = folder.clone();
        all.push(Trial::test(name, move || no_table_is_left_over(&tables)));
        let name = format!("{}expectations_agree", loops.prefix);
        all.push(Trial::test(name, move || expectations_agree(loops, &folder)));
    }
    trials::run(all)
}

/// A table whose loop is gone would never be compared.
fn no_table_is_left_over(folder: &Path) -> Result<(), Failed> {
    let tables = trials::files(folder, "expected").unwrap_or_default();
    match tables.iter().find(|it| !it.with_extension("s").exists()) {
        Some(table) => Err(format!("{}: no loop", table.display()).into()),
        None => Ok(()),
    }
}

/// Compares the expectations of all loops of a folder with its tables.
fn expectations_agree(loops: &Loops, folder: &Path) -> Result<(), Failed> {
    let mark = format!("{} expected: ", loops.comment);
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for path in trials::files(folder, "s")? {
        let text = fs::read_to_string(&path)?;
        let table = fs::read_to_string(path.with_extension("expected"))?;
        for expected in text.lines().filter_map(|line| line.strip_prefix(&*mark)) {
            let (cpu, word) = expected.split_once(' ').ok_or("no limit is expected")?;
            let limits = EXPECTATIONS.iter().find(|it| it.0 == word);
            let (_, limits) = limits.ok_or_else(|| format!("{}: `{word}`", path.display()))?;
            let row = table.lines().find(|line| line.split(' ').next() == Some(cpu));
            let row = row.ok_or_else(|| format!("{}: no row of {cpu}", path.display()))?;
            let (agree, of) = found.entry(cpu.to_owned()).or_default();
            *agree += usize::from(limits.iter().any(|it| row.contains(it)));
            *of += 1;
        }
    }
    let least = |cpu: &str| loops.agreements.iter().find(|it| it.0 == cpu);
    for (cpu, (agree, of)) in &found {
        match least(cpu) {
            Some((_, floor, all)) if agree >= floor && of == all => {}
            _ => return Err(format!("{cpu}: {agree} of {of} agree").into()),
        }
    }
    match loops.agreements.len() == found.len() {
        true => Ok(()),
        false => Err("no expectation of a CPU is left".into()),
    }
}

fn check(path: &Path) -> Result<(), Failed> {
    let is_in = |it: &&Loops| path.parent().is_some_and(|folder| folder.ends_with(it.folder));
    let loops = LOOPS.iter().find(is_in).ok_or("a loop of no target")?;
    let text = fs::read_to_string(path)?;
    trials::compare(&path.with_extension("expected"), table(loops, &text)?)
}

fn cpus(loops: &Loops) -> Vec<String> {
    let mut targets = target::descriptors();
    let target = targets.find(|it| it.name == loops.target).expect("a target that is built in");
    let models = target.hardware_models();
    let models = (0..models.len()).filter_map(|index| models.get(index)?.ok());
    let mut cpus: Vec<String> = models.filter_map(|it| it.cpus.first().cloned()).collect();
    cpus.extend(loops.others.iter().map(|cpu| (*cpu).to_owned()));
    cpus
}

/// A row for each CPU.
fn table(loops: &Loops, text: &str) -> Result<String, Failed> {
    let mut cpus = cpus(loops);
    let lacking = format!("{} lacking: ", loops.comment);
    let lacking = text.lines().find_map(|line| line.strip_prefix(&*lacking));
    cpus.retain(|cpu| lacking.is_none_or(|it| it.split(' ').all(|other| other != cpu)));
    let requests: String = cpus
        .iter()
        .map(|cpu| format!("{}\n", json!({ "id": cpu, "cpu": cpu, "asm": text })))
        .collect();
    let mut table = format!("{:<16}{:>6}  Limited by\n", "CPU", "Cycles");
    for line in answers(loops, &requests)?.lines() {
        let answer: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let cpu = answer["id"].as_str().unwrap_or_default();
        if let Some(message) = answer["error"]["message"].as_str() {
            let _ = writeln!(table, "{cpu:<16}{:>6}  {message}", "-");
            continue;
        }
        let steady = &answer["steady_state"];
        let cycles = steady["cycles_per_iteration"]["value"].as_f64().unwrap_or(f64::NAN);
        let limits = steady["limited_by"].as_array().cloned().unwrap_or_default();
        let limits: Vec<_> = limits.iter().filter_map(Value::as_str).collect();
        let limits = limits.join(", ").replace('_', " ").replace("several", "several parts");
        let _ = write!(table, "{cpu:<16}{cycles:>6.2}  {limits}");
        let mark = format!("{} measured: {cpu} ", loops.comment);
        if let Some(measured) = text.lines().find_map(|line| line.strip_prefix(&*mark)) {
            let _ = write!(table, " (measured: {measured})");
        }
        table.push('\n');
    }
    Ok(table)
}

fn answers(loops: &Loops, requests: &str) -> Result<String, Failed> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_oxmca"));
    let mut child = Command::new(program)
        .args(["--batch", "--hardware", "-j1", "-mtriple", loops.triple])
        .arg("--steady-state")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(requests.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    Ok(String::from_utf8(output.stdout)?)
}
