//! `xtask disassembly`: decoders beside llvm-mc's and llvm-objdump's disassemblers.
//!
//! Random codes and LLVM's own tests go through `llvm-mc --disassemble`, object files through `llvm-objdump -d`. The
//! same codes must be instructions in both programs, of the same length, with the same text.

#[cfg(feature = "amdgpu")]
mod amdgpu;
mod arm;
mod codes;
#[cfg(feature = "lanai")]
mod lanai;
#[cfg(feature = "mips")]
mod mips;
mod objects;
mod powerpc;
mod record;
mod reference;
mod setting;
mod speed;
mod stream;
mod systemz;
mod targets;
mod tests;
mod x86;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::random::Random;
use crate::reference::{LLVM_MC, LLVM_OBJDUMP};
use crate::target::is_selected;
use codes::Codes;
use reference::Answer;
use setting::{Disassembler, Setting};
use targets::TARGETS;

/// Codes that go through one run of the reference. It is run again on halves of them where it crashes.
const BATCH: usize = 5_000;

/// Compares decoders with llvm-mc --disassemble and llvm-objdump
#[derive(Parser, Debug)]
#[command(name = "xtask disassembly")]
struct Options {
    /// Targets; by default all
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// Compare that many random codes of each target
    #[arg(long, default_value_t = 0)]
    random: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compare the codes of LLVM's tests of disassemblers
    #[arg(long)]
    tests: bool,
    /// Record codes with their texts in crates/oxmca-asm/tests/decode
    #[arg(long)]
    record: bool,
    /// Print at most this many differences for each target
    #[arg(long, default_value_t = 20)]
    show: usize,
    /// The reference for object files
    #[arg(long, default_value = LLVM_OBJDUMP)]
    object_reference: PathBuf,
    /// Compare object files in Intel syntax (x86)
    #[arg(long)]
    intel: bool,
    /// Compare object files and random codes for this machine: triple, CPU and perhaps features, `thumbv7em:cortex-m4:+fp16`
    #[arg(long, value_name = "TRIPLE:CPU[:FEATURES]")]
    machine: Option<String>,
    /// Instead of comparing files, decode their code that many times and print instructions a second (ELF of 64 bits)
    #[arg(long, value_name = "ROUNDS")]
    speed: Option<usize>,
    /// Object files, libraries and archives whose code is compared
    files: Vec<PathBuf>,
    /// The reference
    #[arg(long, default_value = LLVM_MC)]
    reference: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask disassembly").chain(arguments.iter().map(String::as_str)),
    );
    match compare(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("disassembly: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares what the options ask for. Returns whether nothing differs.
fn compare(options: &Options) -> Result<bool> {
    let mut agrees = true;
    for name in &options.target {
        ensure!(
            TARGETS.iter().any(|target| target.name() == name),
            "`{name}` has no comparison of disassemblers"
        );
    }
    let machine = options.machine.as_deref().map(machine);
    if let Some(rounds) = options.speed {
        speed::measure(&options.files, rounds)?;
    } else if !options.files.is_empty() {
        agrees &= objects::compare(
            &options.files,
            &options.object_reference,
            machine.as_ref(),
            options.intel,
            options.show,
        )?;
    }
    let is_selected = |target: &&&dyn Codes| is_selected(target.name(), &options.target);
    for target in TARGETS.iter().filter(is_selected) {
        if options.random > 0 {
            agrees &= compare_random(*target, machine.as_ref(), options)?;
        }
        if options.record {
            record::record(*target, &options.reference)?;
        }
        if options.tests {
            agrees &= tests::compare(*target, &options.reference, options.show)?;
        }
    }
    Ok(agrees)
}

/// Returns the setting of a machine as an option names it.
fn machine(text: &str) -> Setting {
    let mut parts = text.splitn(3, ':').map(str::to_owned);
    let mut next = || parts.next().unwrap_or_default();
    let (triple, cpu, features) = (next(), next(), next());
    Setting { triple, cpu, features, dialect: 0, is_hexadecimal: true }
}

/// Counts of the codes of a target.
#[derive(Default)]
struct Totals {
    codes: usize,
    instructions: usize,
    /// Codes on which the reference crashes, or of which it shows operands that it has no registers for.
    undefined: usize,
    different: usize,
}

/// Compares random codes for a machine or, by default, for all of the target's in turn.
fn compare_random(
    target: &dyn Codes,
    machine: Option<&Setting>,
    options: &Options,
) -> Result<bool> {
    let mut random = Random(options.seed);
    let mut totals = Totals::default();
    while totals.codes < options.random {
        let setting = match machine {
            Some(machine) => machine.clone(),
            None => target.setting(&mut random)?,
        };
        let ours = Disassembler::new(&setting)?;
        let features = &ours.subtarget.features;
        if machine.is_none() && ours.target.check_simulated_features(features).is_err() {
            continue;
        }
        let count = BATCH.min(options.random - totals.codes);
        let codes: Vec<Vec<u8>> = (0..count).map(|_| target.code(&ours, &mut random)).collect();
        let theirs = reference::disassemble(&options.reference, &setting, &codes)
            .with_context(|| setting.to_string())?;
        let mut is_setting_shown = false;
        for (code, theirs) in codes.iter().zip(&theirs) {
            totals.codes += 1;
            totals.instructions += usize::from(theirs.text().is_some());
            let ours = ours.instruction(code);
            if ours.as_deref() == theirs.text() && *theirs != Answer::Crash {
                continue;
            }
            let is_undefined = match theirs {
                Answer::Crash => true,
                Answer::Text(text) => ours.is_none() && target.is_undefined(text),
                Answer::Invalid => false,
            };
            if is_undefined {
                totals.undefined += 1;
                continue;
            }
            totals.different += 1;
            if totals.different <= options.show {
                if !is_setting_shown {
                    println!("{setting}");
                    is_setting_shown = true;
                }
                let (theirs, ours) = (theirs.text(), ours.as_deref());
                println!("  {}", reference::block(code));
                println!("  reference: {}", theirs.unwrap_or("invalid"));
                println!("  oxmca:     {}", ours.unwrap_or("invalid"));
            }
        }
    }
    println!(
        "{}: {} codes, {} of them instructions, {} with undefined behaviour of the reference, {} different",
        target.name(),
        totals.codes,
        totals.instructions,
        totals.undefined,
        totals.different
    );
    Ok(totals.different == 0)
}
