//! `xtask compared`: writes down which instructions' numbers in hardware mode agree with measurements.

mod evidence;
mod families;
mod file;
mod measurements;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use oxmca::Session;
use rayon::prelude::*;

use crate::workspace;
use evidence::Evidence;
use measurements::Measurement;

/// Compares hardware mode with measurements and adds to `data/*/hardware/compared` which instructions agree and which
/// differ
///
/// FILE has one measurement a line, as JSON: `cpu`, `cycles`, and `asm` or `hex`. With `kind` it is of single instructions
/// (`latency` or `throughput`, `copies` of one), with `form` it has measured `latency` and `ports` of an opcode; any other is a
/// block, whose instructions are taken for compared if it is predicted within ten per cent. The output of `oxmca characterize --json`
/// is read as well, and the pieces of `tests/hardware` that were measured on these CPUs are among the blocks.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask compared")]
struct Options {
    /// Files with measurements
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The CPU of measurements that name none, or another than this
    #[arg(long)]
    mcpu: Option<String>,
    /// Forget what was compared before on the CPUs of these measurements
    #[arg(long)]
    anew: bool,
}

pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("compared".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    match compare(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compared: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn compare(options: &Options) -> anyhow::Result<()> {
    let top = workspace::folder()?;
    let mut all = Vec::new();
    for path in &options.files {
        let read = measurements::read(path, options.mcpu.as_deref());
        all.extend(read.with_context(|| path.display().to_string())?);
    }
    // One session for all measurements of a CPU.
    let mut of_cpus = BTreeMap::<(String, String), Vec<Measurement>>::new();
    for it in all {
        of_cpus.entry((it.triple.clone(), it.cpu.clone())).or_default().push(it);
    }
    for it in measurements::of_pieces(&top.join("tests/hardware"))? {
        if let Some(them) = of_cpus.get_mut(&(it.triple.clone(), it.cpu.clone())) {
            them.push(it);
        }
    }
    let mut of_models = BTreeMap::new();
    for ((triple, cpu), measurements) in of_cpus {
        let session = match Session::new(&triple, &cpu, []) {
            Ok(session) => session,
            Err(error) => {
                eprintln!("compared: left out: {error}");
                continue;
            }
        };
        let Some(model) = session.hardware_model_name() else { continue };
        let found: Vec<Evidence> =
            measurements.par_iter().map(|it| Evidence::of(it, &session)).collect();
        let target = session.target().descriptor();
        let of_model = of_models
            .entry((target.name, model.to_owned()))
            .or_insert_with(|| (target, Evidence::default()));
        found.into_iter().for_each(|it| of_model.1.merge(it));
    }
    for ((_, model), (target, evidence)) in &of_models {
        file::update(&top, target, model, evidence, options.anew)?;
    }
    Ok(())
}
