//! The files that are written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use oxmca_asm::target::TargetDescriptor;
use oxmca_tables::hardware::{Comparison, Comparisons, HardwareFile, comparison_lines};
use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Opcode, Tables};

use super::evidence::Evidence;
use super::families;

/// Adds evidence to the file of a hardware model of a target. Comparisons that were there stay where nothing speaks of them, unless
/// it is made `anew`.
pub fn update(
    top: &Path,
    target: &TargetDescriptor,
    model: &str,
    evidence: &Evidence,
    anew: bool,
) -> anyhow::Result<()> {
    let folder = target.name;
    let tables = Tables::embedded(folder)?;
    let before = match anew {
        true => None,
        false => Some(target.hardware_models().named(model).context("no such model")??),
    };
    let mut of_encodings = BTreeMap::<String, Comparisons>::new();
    for (opcode, found) in evidence.comparisons() {
        let known = of_encodings.entry(families::encodings(opcode)).or_default();
        let worse = |one, other| match (one, other) {
            (Comparison::Never, it) | (it, Comparison::Never) => it,
            (Comparison::Agrees, it) => it,
            (Comparison::Differs, _) => Comparison::Differs,
        };
        known.latency = worse(known.latency, found.latency);
        known.throughput = worse(known.throughput, found.throughput);
    }
    let mut names: Vec<(&str, Comparisons)> = Vec::new();
    for opcode in (0..tables.instructions.len()).map(|at| Opcode(at as u16)) {
        let name = tables.opcode_name(opcode);
        let accesses = instr_flag::MAY_LOAD | instr_flag::MAY_STORE;
        let only_loads = tables.instruction(opcode).flags & accesses == instr_flag::MAY_LOAD;
        let own = of_encodings.get(&families::encodings(name)).copied().unwrap_or_default();
        let mut others = families::with_register(name).filter(|_| only_loads);
        let others = others.find_map(|it| of_encodings.get(&families::encodings(&it)).copied());
        let others = others.unwrap_or_default();
        let before = before.as_ref().map(|it| it.comparisons(name)).unwrap_or_default();
        let first = |numbers: [Comparison; 3]| {
            numbers.into_iter().find(|it| *it != Comparison::Never).unwrap_or_default()
        };
        let latency = first([own.latency, others.latency, before.latency]);
        let throughput = first([own.throughput, others.throughput, before.throughput]);
        names.push((name, Comparisons { latency, throughput }));
    }
    let file = file_of(top, folder, model)?;
    let path = top.join(format!("crates/oxmca-tables/data/{folder}/hardware/compared/{file}"));
    let count = |is_in: fn(Comparisons) -> Comparison, comparison| {
        evidence.comparisons().filter(|(_, it)| is_in(*it) == comparison).count()
    };
    println!(
        "{model}: {} latencies and {} throughputs agree, {} and {} differ",
        count(|it| it.latency, Comparison::Agrees),
        count(|it| it.throughput, Comparison::Agrees),
        count(|it| it.latency, Comparison::Differs),
        count(|it| it.throughput, Comparison::Differs),
    );
    fs::create_dir_all(path.parent().context("no folder")?)?;
    fs::write(&path, text(model, &names)).with_context(|| path.display().to_string())
}

/// Returns the file with what is known of each opcode.
fn text(model: &str, names: &[(&str, Comparisons)]) -> String {
    format!(
        "# Instructions of which {model}'s numbers have been compared with measurements (docs/hardware-mode.md).\n\
         # `cargo xtask compared` writes this file.\n\n{}",
        comparison_lines(names.iter().copied())
    )
}

/// Returns the name of the file that a hardware model is in.
fn file_of(top: &Path, folder: &str, model: &str) -> anyhow::Result<String> {
    let folder = top.join(format!("crates/oxmca-tables/data/{folder}/hardware"));
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".tbl") {
            continue;
        }
        let text = fs::read_to_string(entry.path())?;
        if (HardwareFile { name: &name, text: &text }).model_name() == Some(model) {
            return Ok(name);
        }
    }
    anyhow::bail!("no file of {model}")
}
