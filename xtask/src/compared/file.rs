//! The files that are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context;
use oxmca_tables::hardware::{Comparison, HardwareFile, HardwareModels};
use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Opcode, Tables};

use super::evidence::Evidence;
use super::{families, patterns};

/// Columns of a line.
const WIDTH: usize = 132;
/// Latency and throughput.
type Numbers = [Comparison; 2];

/// Adds evidence to the file of a hardware model of the target whose tables are in that folder of `data`. What was there
/// before stays where nothing speaks of it, unless it is made `anew`.
pub fn update(
    top: &Path,
    folder: &str,
    model: &str,
    evidence: &Evidence,
    anew: bool,
) -> anyhow::Result<()> {
    let tables = Tables::embedded(folder)?;
    let before = match anew {
        true => None,
        false => Some(HardwareModels::new(folder, &[]).named(model).context("no such model")??),
    };
    let mut of_encodings = BTreeMap::<String, Numbers>::new();
    for (opcode, numbers) in evidence.comparisons() {
        let known = of_encodings.entry(families::encodings(opcode)).or_default();
        known.iter_mut().zip(numbers).for_each(|(known, number)| {
            *known = match (*known, number) {
                (Comparison::Never, it) | (it, Comparison::Never) => it,
                (Comparison::Agrees, it) => it,
                (Comparison::Differs, _) => Comparison::Differs,
            };
        });
    }
    let mut names: Vec<(&str, Numbers)> = Vec::new();
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
        let latency = first([own[0], others[0], before.latency]);
        let throughput = first([own[1], others[1], before.throughput]);
        names.push((name, [latency, throughput]));
    }
    names.sort_unstable_by_key(|it| it.0);
    names.dedup_by_key(|it| it.0);
    let file = file_of(top, folder, model)?;
    let path = top.join(format!("crates/oxmca-tables/data/{folder}/hardware/compared/{file}"));
    let count = |number: usize, comparison| {
        evidence.comparisons().filter(|(_, it)| it[number] == comparison).count()
    };
    println!(
        "{model}: {} latencies and {} throughputs agree, {} and {} differ",
        count(0, Comparison::Agrees),
        count(1, Comparison::Agrees),
        count(0, Comparison::Differs),
        count(1, Comparison::Differs),
    );
    fs::create_dir_all(path.parent().context("no folder")?)?;
    fs::write(&path, text(model, &names)).with_context(|| path.display().to_string())
}

fn text(model: &str, names: &[(&str, Numbers)]) -> String {
    let all: Vec<&str> = names.iter().map(|it| it.0).collect();
    let mut text = format!(
        "# Instructions of which {model}'s numbers have been compared with measurements (docs/hardware-mode.md).\n\
         # `cargo xtask compared` writes this file.\n"
    );
    let mut rows = |keyword: &str, is_in: &dyn Fn(Numbers) -> bool| {
        let chosen: BTreeSet<&str> =
            names.iter().filter(|(_, numbers)| is_in(*numbers)).map(|it| it.0).collect();
        let mut column = WIDTH;
        for pattern in patterns::of(&chosen, &all) {
            if column == WIDTH {
                let _ = write!(text, "\n{keyword} for");
                column = keyword.len() + 4;
            } else if column + 1 + pattern.len() > WIDTH {
                text.push_str("\n   ");
                column = 3;
            }
            let _ = write!(text, " {pattern}");
            column += 1 + pattern.len();
        }
    };
    let both = |numbers: Numbers| numbers == [Comparison::Agrees; 2];
    rows("compared latency throughput", &both);
    rows("compared latency", &|it| it[0] == Comparison::Agrees && !both(it));
    rows("compared throughput", &|it| it[1] == Comparison::Agrees && !both(it));
    rows("differs latency", &|it| it[0] == Comparison::Differs);
    rows("differs throughput", &|it| it[1] == Comparison::Differs);
    text.push('\n');
    text
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
