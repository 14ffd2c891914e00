//! `xtask pairs`: two versions of a loop, measured on this machine beside what `oxmca diff` says of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use oxmca_testing::pairs::{self, Measured, Pair, TOLERANCE, Version};
use serde_json::Value;

use crate::workspace;

/// Compiles the pairs of tests/pairs with the compilers that are there, measures how many cycles each version takes for an
/// element on this machine, and sets the ratio beside that of `oxmca diff`
#[derive(Parser, Debug)]
#[command(name = "cargo xtask pairs")]
struct Options {
    /// Only pairs whose names contain this
    #[arg(default_value = "")]
    only: String,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The CPU of this machine, as LLVM calls it
    #[arg(long, default_value = "znver4")]
    mcpu: String,
    /// Measure the assembly that is recorded, and compile nothing
    #[arg(long)]
    recorded: bool,
    /// Record the assembly and what was measured; the machine's kind and the date, as `AMD EPYC, Zen 4, 2026-11-24`
    #[arg(long, value_name = "MACHINE")]
    record: Option<String>,
    /// Repeats of each measurement
    #[arg(long, default_value_t = 400)]
    repeats: u32,
}

/// The models that predict, each with its heading.
const MODELS: [(&str, &str); 2] = [("LLVM's", "llvm"), ("hardware", "hardware")];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("xtask pairs");
    let options = Options::parse_from(name.chain(arguments.iter().map(String::as_str)));
    match measure_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pairs: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether all signs are right and all deviations are as they are recorded.
fn measure_all(options: &Options) -> anyhow::Result<bool> {
    let top = workspace::folder()?;
    let folder = top.join("target/pairs");
    fs::create_dir_all(&folder)?;
    println!(
        "Cycles per element on {}; ratios are those of the new version to the old one.\n",
        options.mcpu
    );
    print!("{:12} {:>8} {:>8} {:>8} {:>15}", "pair", "old", "new", "measured", "between");
    MODELS.iter().for_each(|it| print!(" {:>9} {:>8}", it.0, "off by"));
    println!("  versions");
    let mut is_right = true;
    for mut pair in pairs::find(&top)?.into_iter().filter(|it| it.name.contains(&options.only)) {
        if !options.recorded {
            compile(&mut pair, &top, &folder)?;
        }
        let mut measured = measure(&pair, &top, &folder, options.repeats)
            .with_context(|| format!("measuring {}", pair.name))?;
        measured.cpu.clone_from(&options.mcpu);
        let ([old, new], [ratio, least, greatest]) = (measured.cycles, measured.ratio);
        print!(
            "{:12} {old:8.3} {new:8.3} {ratio:8.3} {:>15}",
            pair.name,
            format!("{least:.3}-{greatest:.3}")
        );
        let mut notes = String::new();
        for (_, model) in MODELS {
            let setting = format!("{} {model}", options.mcpu);
            let predicted = predicted(options, &pair, model)?;
            let deviation = predicted / ratio - 1.0;
            print!(" {predicted:9.3} {:>+7.1}%", 100.0 * deviation);
            if (predicted - 1.0).signum() != (ratio - 1.0).signum() {
                notes.push_str(&format!("\n  {setting}: the sign is wrong"));
                is_right = false;
            }
            match (pair.deviation(&setting), deviation.abs() > TOLERANCE) {
                (None, true) => {
                    notes.push_str(&format!(
                        "\n  {setting}: far off, and the pair does not say why"
                    ));
                    is_right = false;
                }
                (Some(reason), true) => notes.push_str(&format!("\n  {setting}: {reason}")),
                (Some(_), false) => {
                    notes.push_str(&format!("\n  {setting}: not as far off as the pair says"))
                }
                (None, false) => {}
            }
        }
        println!("  {}{notes}", pair.title);
        if let Some(machine) = &options.record {
            measured.machine.clone_from(machine);
            record(pair, &top, measured)?;
        }
    }
    Ok(is_right)
}

/// Compiles both versions; those whose compiler is missing stay as they are recorded.
fn compile(pair: &mut Pair, top: &Path, folder: &Path) -> anyhow::Result<()> {
    for (version, which) in pair.versions.iter_mut().zip(["old", "new"]) {
        let output = folder.join(format!("{}-{which}.s", pair.name));
        match compiler(version, &output).current_dir(top.join(pairs::FOLDER)).status() {
            Ok(status) => ensure!(status.success(), "{} {which} does not compile", pair.name),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                eprintln!(
                    "{} is absent: {} {which} as it is recorded",
                    version.compiler, pair.name
                );
                continue;
            }
            Err(error) => bail!("{}: {error}", version.compiler),
        }
        version.assembly = output;
    }
    Ok(())
}

/// Returns the command that compiles a version from the folder of its source.
fn compiler(version: &Version, output: &Path) -> Command {
    let mut command = match version.compiler.as_str() {
        "rustc" => {
            let mut command = Command::new("rustc");
            command.args(["--edition=2024", "--crate-type=lib", "--emit=asm", "-O"]);
            command.args(["-Cpanic=abort", "-Crelocation-model=pic"]);
            command
        }
        name => {
            let mut command = Command::new(if name == "clang" { "clang-23" } else { name });
            command.args([
                "-S",
                "-fPIC",
                "-fno-asynchronous-unwind-tables",
                "-fno-stack-protector",
            ]);
            command
        }
    };
    command.args(&version.arguments).arg("-o").arg(output);
    command
}

/// Links both versions with the program that measures, and runs it.
fn measure(pair: &Pair, top: &Path, folder: &Path, repeats: u32) -> anyhow::Result<Measured> {
    let program = folder.join(&pair.name);
    let mut linker = Command::new("gcc");
    linker.args(["-O2", "-o"]).arg(&program).arg(top.join(pairs::FOLDER).join("measure.c"));
    // Checks that fail in Rust's code would call what is not linked.
    linker.args(["-Wl,--unresolved-symbols=ignore-all", "-Wl,--allow-multiple-definition"]);
    for (version, which) in pair.versions.iter().zip(["old", "new"]) {
        let path = folder.join(format!("{}-{which}-renamed.s", pair.name));
        fs::write(&path, renamed(&fs::read_to_string(&version.assembly)?, which))?;
        linker.arg(path);
    }
    ensure!(linker.status()?.success(), "it cannot be linked");
    let [old, new] = &pair.versions;
    let numbers = [pair.count() as u32, repeats].map(|it| it.to_string());
    let output = Command::new(&program).args(numbers).args([&old.arrays, &new.arrays]).output()?;
    let text = String::from_utf8(output.stdout)?;
    let found: Vec<f64> = text.split_whitespace().map_while(|it| it.parse().ok()).collect();
    let &[old, new, least, greatest] = found.as_slice() else {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
    };
    ensure!(old > 0.0 && new > 0.0, "no time passed");
    Ok(Measured { cycles: [old, new], ratio: [new / old, least, greatest], ..Measured::default() })
}

/// Returns assembly whose function has the name of its version, without what only clang's assembler knows.
fn renamed(text: &str, version: &str) -> String {
    let is_name = |it: char| it.is_ascii_alphanumeric() || "_.$".contains(it);
    let mut renamed = String::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with(".addrsig")) {
        for word in line.split_inclusive(|it| !is_name(it)) {
            match word.strip_prefix("kernel") {
                Some(rest) if !rest.starts_with(is_name) => {
                    renamed.push_str(&format!("kernel_{version}{rest}"));
                }
                _ => renamed.push_str(word),
            }
        }
        renamed.push('\n');
    }
    renamed
}

/// Returns the ratio of cycles for the same work that `oxmca diff` gives.
fn predicted(options: &Options, pair: &Pair, model: &str) -> anyhow::Result<f64> {
    let mut command = Command::new(&options.binary);
    command.args(["diff", "--format=json", "--mtriple=x86_64-linux-gnu", "--mcpu", &options.mcpu]);
    command.arg(format!("--model-of={model}"));
    let output = command.args(pair.versions.iter().map(|it| &it.assembly)).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim_end());
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let loops = document["comparisons"][0]["loops"].as_array().context("no loops")?;
    let kernel = loops.iter().find(|it| it["name"] == "kernel#1").context("no loop of `kernel`")?;
    kernel["cycles_ratio"].as_f64().with_context(|| format!("{}: not comparable", pair.name))
}

/// Writes the assembly and the measurement beside the sources.
fn record(mut pair: Pair, top: &Path, measured: Measured) -> anyhow::Result<()> {
    let folder = top.join(pairs::FOLDER);
    for (version, which) in pair.versions.iter().zip(["old", "new"]) {
        let path = folder.join(format!("{}-{which}.s", pair.name));
        if version.assembly != path {
            fs::copy(&version.assembly, path)?;
        }
    }
    pair.measured = Some(measured);
    fs::write(folder.join(format!("{}.pair", pair.name)), pair.to_text())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_function_is_renamed() {
        let text = "\t.globl\tkernel\nkernel:\n\tjmp .Lkernel\n\t.size kernel, .-kernel\n\t.addrsig\n\tcall kernel2\n";
        let expected = "\t.globl\tkernel_old\nkernel_old:\n\tjmp .Lkernel\n\t.size kernel_old, .-kernel_old\n\tcall kernel2\n";
        assert_eq!(renamed(text, "old"), expected);
    }
}
