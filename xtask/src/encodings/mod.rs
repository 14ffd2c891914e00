//! `xtask encodings`: the machine code of every form of the assembler's tables, beside llvm-mc's.

mod candidate;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use oxmca_testing::machine_code::{Rows, hex};

use crate::differential::generate;
use crate::reference::LLVM_MC;
use crate::target::{self, Dialect, Mode, ProvedTarget};
use candidate::Encoded;
use reference::Outcome;

/// Folder of the recorded instructions.
const RECORDED: &str = "crates/oxmca-asm/tests/encode";

/// Compares machine code with llvm-mc's, or records it.
#[derive(Parser, Debug)]
#[command(name = "xtask encodings")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// CPUs; by default those that the target names, if its forms depend on them
    #[arg(long, value_delimiter = ',')]
    cpu: Vec<String>,
    /// The reference
    #[arg(long, default_value = LLVM_MC)]
    reference: PathBuf,
    /// Instances of each form
    #[arg(long, default_value_t = 1)]
    instances: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print at most this many differences for each mode
    #[arg(long, default_value_t = 20)]
    show: usize,
    /// Write the reference's bytes into the test's rows instead
    #[arg(long)]
    record: bool,
    /// Compare the files alone, and read them in another dialect of the target
    #[arg(long)]
    dialect: Option<String>,
    /// The same as --dialect=intel
    #[arg(long, conflicts_with = "dialect")]
    intel: bool,
    /// Files of assembly whose instructions are compared too, each line by itself
    files: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask encodings").chain(arguments.iter().map(String::as_str)),
    );
    let result = if options.record { record(&options) } else { compare(&options) };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("encodings: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Counts of the lines of one mode.
#[derive(Default)]
struct Totals {
    lines: usize,
    equal: usize,
    different: usize,
    rejected_by_both: usize,
    without_code: usize,
    rejected: usize,
    accepted: usize,
    crashes: usize,
}

/// Compares all lines of the selected targets. Returns whether all give the same code in both programs.
fn compare(options: &Options) -> anyhow::Result<bool> {
    let name = options.dialect.as_deref().or(options.intel.then_some("intel"));
    let mut agrees = true;
    for target in target::selected(&options.target)? {
        let dialect = name.map(|name| target::dialect(target, name)).transpose()?;
        agrees &= compare_target(target, dialect, options)?;
    }
    Ok(agrees)
}

fn compare_target(
    target: &dyn ProvedTarget,
    dialect: Option<&Dialect>,
    options: &Options,
) -> anyhow::Result<bool> {
    let tables = target.tables()?;
    let more = instructions(&options.files)?;
    let cpus: Vec<&str> = match options.cpu.is_empty() {
        true => target.encoded_cpus().to_vec(),
        false => options.cpu.iter().map(String::as_str).collect(),
    };
    let mut agrees = true;
    for &mode in target.modes() {
        let mut lines = match dialect {
            Some(_) => Vec::new(),
            None => generate::lines(target, &tables, mode, options.instances, 1, options.seed),
        };
        lines.extend(more.iter().cloned());
        let mut batch = reference::batch(&lines, target.end_of_blocks(mode));
        if let Some(dialect) = dialect {
            // On the line of the first label, so that lines keep their numbers.
            batch.insert_str(0, &format!("{}; ", dialect.directive));
        }
        for cpu in &cpus {
            agrees &= compare_lines(mode, cpu, &lines, &batch, options)?;
        }
    }
    Ok(agrees)
}

/// Compares the lines of a mode on a CPU.
fn compare_lines(
    mode: Mode,
    cpu: &str,
    lines: &[String],
    batch: &str,
    options: &Options,
) -> anyhow::Result<bool> {
    let setting = (mode.triple, cpu, mode.features);
    let theirs = reference::encode(&options.reference, setting, batch, lines.len())?;
    let ours = candidate::encode(mode, cpu, batch, lines.len())?;
    let mut totals = Totals { lines: lines.len(), ..Totals::default() };
    let mut shown = 0;
    for (line, (theirs, ours)) in lines.iter().zip(theirs.iter().zip(&ours)) {
        let (counter, is_equal) = match (theirs, ours) {
            (Outcome::Crash, _) => (&mut totals.crashes, true),
            (Outcome::Rejected, Encoded::Rejected) => (&mut totals.rejected_by_both, true),
            (Outcome::Code(_), Encoded::Rejected) => (&mut totals.rejected, false),
            (Outcome::Rejected, _) => (&mut totals.accepted, false),
            // The reference encodes the address of the expression.
            (Outcome::Code(_), Encoded::NoNumber) => (&mut totals.without_code, true),
            (Outcome::Code(theirs), Encoded::Code(ours)) if theirs.agrees_with(ours) => {
                (&mut totals.equal, true)
            }
            (Outcome::Code(_), Encoded::Code(_)) => (&mut totals.different, false),
        };
        *counter += 1;
        if !is_equal && shown < options.show {
            shown += 1;
            let theirs = match theirs {
                Outcome::Code(code) => hex(&code.bytes),
                _ => "rejected".to_owned(),
            };
            let ours = match ours {
                Encoded::Code(code) => hex(code),
                Encoded::NoNumber => "no number".to_owned(),
                Encoded::Rejected => "rejected".to_owned(),
            };
            println!("{line}\n    - {theirs}\n    + {ours}");
        }
    }
    print(mode, cpu, &totals);
    Ok(totals.different + totals.rejected + totals.accepted == 0)
}

fn print(mode: Mode, cpu: &str, totals: &Totals) {
    println!("{} {cpu}", mode.name());
    println!("  lines                  {}", totals.lines);
    println!("  equal                  {}", totals.equal);
    println!("  different              {}", totals.different);
    println!("  rejected by both       {}", totals.rejected_by_both);
    println!("  rejected, LLVM accepts {}", totals.rejected);
    println!("  accepted, LLVM rejects {}", totals.accepted);
    println!("  no number, but symbol  {}", totals.without_code);
    println!("  LLVM crashes           {}", totals.crashes);
}

/// Returns the lines of assembly files that are instructions, each once.
fn instructions(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut lines = std::collections::BTreeSet::new();
    for path in files {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        for line in text.lines() {
            let line = line.split(['#', ';']).next().unwrap_or_default();
            let line = line.split("//").next().unwrap_or_default().trim();
            let starts_instruction =
                line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{');
            if starts_instruction && !line.contains([':', '=', '\\', '"', '\0']) || has_fields(line)
            {
                lines.insert(line.to_owned());
            }
        }
    }
    Ok(lines.into_iter().collect())
}

/// Returns whether `:` or `=` in a line are parts of an instruction: a segment, or flags of `ccmp`.
fn has_fields(line: &str) -> bool {
    let is_plain = !line.contains(['\\', '"', '\0']);
    is_plain && (line.contains("s:") && line.contains(['%', '[']) || line.contains("{dfv="))
}

/// Replaces the bytes of all recorded rows by the reference's.
fn record(options: &Options) -> anyhow::Result<bool> {
    let mut recorded = true;
    for entry in fs::read_dir(Path::new(RECORDED))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let file = Rows::parse(&fs::read_to_string(&path)?)
            .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        let lines: Vec<String> = file.rows.iter().map(|row| row.text.clone()).collect();
        let batch = reference::batch(&lines, "");
        let Rows { triple, features, .. } = &file;
        let codes = reference::encode(
            &options.reference,
            (triple, "generic", features),
            &batch,
            lines.len(),
        )?;
        let mut text = file.header.join("\n") + "\n";
        for (row, code) in file.rows.iter().zip(codes) {
            match code {
                Outcome::Code(code) => text += &format!("{}  {}\n", hex(&code.bytes), row.text),
                Outcome::Rejected | Outcome::Crash => {
                    recorded = false;
                    text += &format!("{}  {}\n", row.bytes, row.text);
                    println!("{}:{}: the reference has no code for this", path.display(), row.line);
                }
            }
        }
        fs::write(&path, text)?;
    }
    Ok(recorded)
}
