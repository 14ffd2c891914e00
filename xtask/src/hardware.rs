//! `xtask hardware`: the points that hardware mode's error grows by without each of its parts.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use clap::Parser;
use oxmca::hardware::HardwareParts;
use serde_json::Value;

/// Shows by how many points the error of hardware mode on measured blocks grows without each of its parts
#[derive(Parser)]
#[command(name = "cargo xtask hardware")]
struct Options {
    /// Measured blocks, as `oxmca validate` takes them
    file: PathBuf,
    /// The program
    #[arg(long, default_value = "target/release/oxmca")]
    oxmca: PathBuf,
    /// The member with the measured cycles
    #[arg(long, default_value = "cycles")]
    label: String,
    /// The member with the machine code
    #[arg(long, default_value = "hex")]
    code: String,
    /// The way in which the processor gets the code
    #[arg(long, default_value = "unrolled")]
    delivery: String,
    /// Values of registers before the first iteration
    #[arg(long, default_value = "equal")]
    initial_registers: String,
}

/// Error in per cent and rank correlation of a CPU's predictions.
type Scores = Vec<(String, f64, f64)>;

pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("hardware".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    match ablate(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn ablate(options: &Options) -> anyhow::Result<()> {
    let whole = scores(options, None)?;
    for (cpu, error, tau) in &whole {
        println!("{cpu}: error {error:.2} %, tau {tau:.3}");
    }
    let cpus: Vec<&str> = whole.iter().map(|(cpu, ..)| cpu.as_str()).collect();
    println!(
        "\n{:24}{}",
        "without",
        cpus.iter().map(|cpu| format!("{cpu:>16}")).collect::<String>()
    );
    for name in HardwareParts::LIST.iter().map(|it| it.name) {
        let without = scores(options, Some(name))?;
        let lost = whole.iter().zip(&without).map(|(with, without)| without.1 - with.1);
        println!("{name:24}{}", lost.map(|points| format!("{points:>+16.2}")).collect::<String>());
    }
    Ok(())
}

fn scores(options: &Options, without: Option<&str>) -> anyhow::Result<Scores> {
    let program: &Path = &options.oxmca;
    let mut command = Command::new(program);
    command.args(["validate", "--hardware", "--json", "--draws=1", "--worst=0"]);
    command.arg(format!("--label={}", options.label)).arg(format!("--code={}", options.code));
    command.arg(format!("--delivery={}", options.delivery));
    command.arg(format!("--initial-registers={}", options.initial_registers));
    command.args(without.map(|name| format!("--hardware-without={name}")));
    let output = command.arg(&options.file).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let cpus = document["cpus"].as_array().context("no CPUs in the document")?;
    let score = |cpu: &Value| {
        let score = &cpu["score"];
        let number = |name: &str| score[name]["value"].as_f64();
        let name = cpu["cpu"].as_str()?.to_owned();
        Some((name, number("mape_percent")?, number("kendall_tau_b")?))
    };
    Ok(cpus.iter().filter_map(score).collect())
}
