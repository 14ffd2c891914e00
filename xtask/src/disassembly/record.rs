//! Codes recorded with their texts, which `cargo test` decodes without LLVM.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use oxmca_asm::triple::Triple;
use oxmca_tables::Tables;
use oxmca_tables::schema::Decoding;

use super::codes::Codes;
use super::reference::{self, Answer};
use super::setting::{Disassembler, Setting};
use crate::random::Random;
use crate::workspace;

/// Rows that are recorded of those with the same operands.
const ROWS: usize = 3;

/// Rows that are recorded of each triple of a target whose code is bytes.
const ROWS_OF_TRIPLE: usize = 1500;

/// Codes by triple, features and CPU.
type Groups = BTreeMap<(&'static str, String, &'static str), Vec<Vec<u8>>>;

/// Writes the recorded codes of a target.
pub fn record(target: &dyn Codes, reference: &Path) -> Result<()> {
    let groups = match target.recorded_triples() {
        [narrow, wide] => of_words(target, narrow, wide)?,
        triples => of_opcodes(target, triples)?,
    };
    let mut out = String::from(
        "# Machine code and the text that llvm-mc disassembles it to. Recorded by `cargo xtask disassembly --record`.\n",
    );
    for ((triple, features, cpu), codes) in &groups {
        let setting = Setting {
            triple: (*triple).to_owned(),
            cpu: (*cpu).to_owned(),
            features: features.clone(),
            ..Setting::default()
        };
        let _ = writeln!(out, "target {triple} {} {features}", setting.cpu);
        let texts = reference::disassemble(reference, &setting, codes)?;
        for (code, text) in codes.iter().zip(texts).filter(|it| it.1 != Answer::Crash) {
            let bytes: Vec<String> = code.iter().map(|byte| format!("{byte:02x}")).collect();
            let text = text.text().map_or("invalid", str::trim_start);
            let _ = writeln!(out, "{} = {}", bytes.join(" "), text.replace('\t', " "));
        }
    }
    let path = workspace::folder()?
        .join("crates/oxmca-asm/tests/decode")
        .join(format!("{}.txt", target.name()));
    fs::write(&path, out).with_context(|| path.display().to_string())
}

/// Returns codes of each way to decode words.
fn of_words(target: &dyn Codes, narrow: &'static str, wide: &'static str) -> Result<Groups> {
    let created = oxmca_asm::target::create(Triple::new(wide))?;
    let tables = created.tables();
    let mut random = Random(1);
    let mut recorded: HashMap<usize, usize> = HashMap::new();
    let mut groups = Groups::new();
    for row in tables.decodings {
        let count = recorded.entry(row.steps.range().start).or_default();
        *count += 1;
        if *count > ROWS {
            continue;
        }
        let features = features(tables, row);
        let is_narrow = features.iter().any(|(name, is_on)| name == "64bit" && !is_on);
        let names = features.iter().filter(|(name, is_on)| *is_on && name != "64bit");
        let names: Vec<String> = names.map(|(name, _)| format!("+{name}")).collect();
        let code = row.fixed_bits | random.next() & !row.fixed_mask;
        let length = width_bits(tables, row) / 8;
        let code = code.to_le_bytes()[..usize::from(length)].to_vec();
        let triple = if is_narrow { narrow } else { wide };
        // Without its features, the code is another instruction or none.
        if *count == 1 {
            groups
                .entry((wide, String::new(), target.default_cpu(wide)))
                .or_default()
                .push(code.clone());
        }
        groups.entry((triple, names.join(","), target.default_cpu(triple))).or_default().push(code);
    }
    Ok(groups)
}

/// Returns random codes: the first of each opcode, and a few that are none.
fn of_opcodes(target: &dyn Codes, triples: &[&'static str]) -> Result<Groups> {
    let mut groups = Groups::new();
    let mut random = Random(1);
    for (triple, cpu) in
        triples.iter().flat_map(|it| target.recorded_cpus(it).into_iter().map(move |cpu| (it, cpu)))
    {
        let setting =
            Setting { triple: (*triple).to_owned(), cpu: cpu.to_owned(), ..Setting::default() };
        let disassembler = Disassembler::new(&setting)?;
        let mut seen = HashSet::new();
        let codes = groups.entry((*triple, String::new(), cpu)).or_default();
        let rows = ROWS_OF_TRIPLE / target.recorded_cpus(triple).len();
        while codes.len() < rows {
            let code = target.code(&disassembler, &mut random);
            let decoded = disassembler.target.decode(&disassembler.subtarget, &code, 0);
            let is_new = match decoded {
                Ok(decoded) => seen.insert(decoded.inst.opcode),
                Err(_) => random.below(100) == 0,
            };
            if is_new {
                codes.push(code);
            }
        }
    }
    Ok(groups)
}

/// Returns the width of the codes of a row.
fn width_bits(tables: &Tables<'_>, row: &Decoding) -> u16 {
    tables.encoding(row.opcode).map_or(32, |encoding| encoding.width_bits)
}

/// Returns features with which a row's condition holds, by name, and whether they are on: of alternatives,
/// the last.
fn features(tables: &Tables<'_>, row: &Decoding) -> Vec<(String, bool)> {
    let literals = &tables.feature_literals[row.condition.range()];
    let groups = literals.chunk_by(|a, b| a.group == b.group);
    let last = groups.filter_map(|group| group.last());
    let feature = |bit| tables.features.iter().find(|feature| feature.bit == bit);
    last.filter_map(|literal| {
        let name = tables.text(feature(literal.bit)?.name);
        Some((name.to_owned(), literal.negated == 0))
    })
    .collect()
}
