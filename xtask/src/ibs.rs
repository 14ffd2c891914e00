//! `xtask ibs`: attribution by `oxmca ibs report` and `oxmca ibs annotate` on a compiled program, beside
//! known shares, and beside those of `perf annotate` if that is installed.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use serde_json::Value;

/// Compiles the reference program, writes the recording of its samples, and compares the shares of
/// functions and instructions that oxmca reports with those that perf reports.
#[derive(Parser, Debug)]
#[command(name = "xtask ibs")]
struct Options {
    /// The folder with target.c, hot.jsonl and gen.py
    reference: PathBuf,
    /// The program to check
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
}

/// Percent by function, as `perf report` prints them.
const FUNCTIONS: &[(&str, &str)] =
    &[("sum_loop", "68.29"), ("store_loop", "17.07"), ("branchy", "14.63")];
/// Percent by instruction of `sum_loop`, as `perf annotate` prints them, by address.
const SUM_LOOP: &[&str] = &["71.43", "10.71", "17.86"];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask ibs").chain(arguments.iter().map(String::as_str)),
    );
    let needed = ["target.c", "hot.jsonl", "gen.py"];
    if let Some(name) = needed.iter().find(|name| !options.reference.join(name).is_file()) {
        println!("ibs: no {name} in {}: not checked", options.reference.display());
        return ExitCode::SUCCESS;
    }
    for program in ["gcc", "python3", "readelf"] {
        if Command::new(program).arg("--version").output().is_err() {
            println!("ibs: {program} is not installed: not checked");
            return ExitCode::SUCCESS;
        }
    }
    let folder = std::env::temp_dir().join(format!("oxmca-ibs-{}", std::process::id()));
    let outcome = check(&options, &folder);
    // Nothing depends on what stays behind.
    let _ = std::fs::remove_dir_all(&folder);
    match outcome {
        Ok(()) => {
            println!("ibs: shares of functions and instructions are those of perf");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("ibs: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn check(options: &Options, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (program, data) = (folder.join("target_pie"), folder.join("hot.data"));
    let reference = |name: &str| options.reference.join(name);
    call(
        Command::new("gcc")
            .args(["-O1", "-g", "-pie", "-o"])
            .arg(&program)
            .arg(reference("target.c")),
    )?;
    let mut generate = Command::new("python3");
    generate.arg(reference("gen.py")).arg(&data).arg("--samples").arg(reference("hot.jsonl"));
    call(generate.arg("--elf").arg(&program).arg("--zen4"))?;
    let report = |arguments: &[&str]| {
        let mut command = Command::new(&options.binary);
        command.args(["ibs", "report"]).arg(&data).args(["--format=json", "--view=all-ops"]);
        rows(&call(command.args(arguments))?)
    };
    let functions = report(&[])?;
    for (name, percent) in FUNCTIONS {
        let row = functions.iter().find(|row| row["function"] == *name);
        let found = shown(row.with_context(|| format!("`{name}` has no row"))?);
        ensure!(found == *percent, "`{name}` has {found} %, not {percent} %");
    }
    let mut instructions = report(&["--by=instruction", "--symbol=sum_loop"])?;
    instructions.retain(|row| row["op_samples"] != 0);
    instructions.sort_by_key(|row| row["address"].as_u64());
    let found: Vec<String> = instructions.iter().map(shown).collect();
    ensure!(found == SUM_LOOP, "instructions of `sum_loop` have {found:?} %, not {SUM_LOOP:?}");
    check_fetches(&report(&["--by=instruction", "--symbol=sum_loop"])?, &data)?;
    for (name, _) in FUNCTIONS {
        check_annotated(options, &data, name)?;
    }
    Ok(())
}

/// Compares the shares of a function's instructions with perf's, and looks for its loop and its lines.
fn check_annotated(options: &Options, data: &Path, name: &str) -> anyhow::Result<()> {
    let mut command = Command::new(&options.binary);
    command.args(["ibs", "annotate"]).arg(data).args(["--format=json", "-s", name]);
    let document: Value = serde_json::from_slice(&call(&mut command)?)?;
    let rows = document["instructions"].as_array().context("there are no instructions")?;
    let in_loop = document["loop"]["path_op_samples"].as_u64();
    ensure!(in_loop > Some(0), "`{name}` has no loop with samples");
    let cycles = document["simulation"]["cycles_per_iteration"].as_f64();
    ensure!(cycles > Some(0.0), "the loop of `{name}` is not simulated");
    let has_line = |row: &Value| {
        let file = row["source_file"].as_str().unwrap_or_default();
        file.ends_with("target.c") && row["source_line"].as_u64() > Some(0)
    };
    ensure!(rows.iter().all(has_line), "instructions of `{name}` lack source lines");
    let expected = perf_annotate(data, name, "ibs_op");
    if expected.is_empty() {
        println!("ibs: perf annotate shows nothing here: `{name}` is not compared with it");
        return Ok(());
    }
    let found: Vec<(u64, String)> =
        rows.iter().map(|row| (row["address"].as_u64().unwrap_or_default(), shown(row))).collect();
    ensure!(found == expected, "`{name}` has {found:x?}, perf annotate has {expected:x?}");
    Ok(())
}

/// Compares the instructions that fetches are counted at with perf's: some begin within one.
fn check_fetches(rows: &[Value], data: &Path) -> anyhow::Result<()> {
    let mut expected = perf_annotate(data, "sum_loop", "ibs_fetch");
    if expected.is_empty() {
        return Ok(());
    }
    expected.retain(|(_, percent)| percent != "0.00");
    let mut found: Vec<(u64, String)> = rows
        .iter()
        .filter(|row| row["fetch_samples"] != 0)
        .map(|row| (row["address"].as_u64().unwrap_or_default(), percent(&row["fetch_share"])))
        .collect();
    found.sort();
    ensure!(
        found == expected && found.len() > 1,
        "fetches in `sum_loop` are at {found:x?}, perf annotate has {expected:x?}"
    );
    Ok(())
}

/// Addresses and percent of a function's instructions, as `perf annotate` prints them for an event. None
/// without perf, or without the programs that it calls.
fn perf_annotate(data: &Path, name: &str, event: &str) -> Vec<(u64, String)> {
    let mut command = Command::new("perf");
    command.args(["annotate", "--stdio", "-s", name, "-i"]).arg(data);
    let text = command.output().map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    let text = text.unwrap_or_default();
    let event = format!("for {event}");
    let part = text.split(" Percent |").find(|part| part.contains(&event));
    let row = |line: &str| {
        let (percent, rest) = line.split_once(':')?;
        let (address, _) = rest.split_once(':')?;
        let address = u64::from_str_radix(address.trim(), 16).ok()?;
        percent.trim().parse::<f64>().ok()?;
        Some((address, percent.trim().to_owned()))
    };
    part.unwrap_or_default().lines().filter_map(row).collect()
}

/// Returns the share of a row in ops, in percent.
fn shown(row: &Value) -> String {
    percent(&row["op_share"])
}

fn percent(share: &Value) -> String {
    format!("{:.2}", share.as_f64().unwrap_or(f64::NAN) * 100.0)
}

fn rows(document: &[u8]) -> anyhow::Result<Vec<Value>> {
    let document: Value = serde_json::from_slice(document)?;
    Ok(document["rows"].as_array().context("the report has no rows")?.clone())
}

fn call(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}
