//! Instances of every form in the assembler's tables.

use oxmca_tables::schema::{MatchClass, MatchEntry, Register, match_class_kind};
use oxmca_tables::{MatchClassId, Tables};

use crate::random::Random;
use crate::target::{Mode, ProvedTarget};

/// Lines in the default dialect for every form that is tried in a mode.
pub fn lines(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    mode: Mode,
    instances: usize,
    every: usize,
    seed: u64,
) -> Vec<String> {
    let mut random = Random(seed ^ (mode.index as u64) << 32);
    let mut lines = Vec::new();
    let variant = &tables.variants[0];
    let entries = tables.mnemonics[variant.mnemonics.range()].iter().flat_map(|mnemonic| {
        let text = tables.text(mnemonic.text);
        tables.match_entries[mnemonic.entries.range()].iter().map(move |entry| (text, entry))
    });
    for (index, (mnemonic, entry)) in entries.enumerate() {
        if index % every != 0 || !target.tries(tables, mode, entry, index) {
            continue;
        }
        let mnemonic = target.written_mnemonic(mnemonic);
        for instance in 0..instances {
            if let Some(operands) = operands(target, tables, mode, entry, &mut random) {
                let prefix = match instance {
                    0 => target.form_prefix(tables.opcode_name(entry.opcode)),
                    _ => "",
                };
                lines.push(format!("{prefix}{mnemonic}{operands}"));
            }
        }
    }
    for alias in &tables.mnemonic_aliases[variant.mnemonic_aliases.range()] {
        let entries = tables.match_entries(0, tables.text(alias.to).as_bytes());
        let operands =
            entries.first().and_then(|entry| operands(target, tables, mode, entry, &mut random));
        lines.push(format!("{}{}", tables.text(alias.from), operands.unwrap_or_default()));
    }
    lines
}

/// The operands of an instance as text, with a leading tab; `None` if a class has no sample.
fn operands(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    mode: Mode,
    entry: &MatchEntry,
    random: &mut Random,
) -> Option<String> {
    let mut text = String::new();
    let mut glue = true;
    let mut last = String::new();
    for &class in &tables.match_class_lists[entry.classes.range()] {
        let row = &tables.match_classes[class.index()];
        let sample = sample(target, tables, mode, class, row, random)?;
        if sample.is_empty() {
            continue;
        }
        let attaches = target.follows_without_comma(&sample, &last);
        if text.is_empty() {
            text.push('\t');
        } else if !glue && !attaches {
            text.push_str(", ");
        }
        text.push_str(&sample);
        glue = target.precedes_without_comma(&sample);
        last = sample;
    }
    Some(text)
}

fn sample(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    mode: Mode,
    id: MatchClassId,
    class: &MatchClass,
    random: &mut Random,
) -> Option<String> {
    match class.kind {
        match_class_kind::TOKEN => Some(tables.text(class.text).to_owned()),
        match_class_kind::REGISTER => register(target, tables, mode, id, random),
        _ => target.operand(tables.text(class.name), mode, random).or_else(|| {
            let message = format!("no sample of operand class {}", tables.text(class.name));
            panic!("{message}")
        }),
    }
}

/// A register of a class, usually one that exists in the mode.
fn register(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    mode: Mode,
    class: MatchClassId,
    random: &mut Random,
) -> Option<String> {
    let names: Vec<&str> = tables
        .registers
        .iter()
        .filter(|row| {
            let own = &tables.match_classes[row.match_class.index()];
            row.match_class == class
                || tables.match_class_lists[own.supers.range()].contains(&class)
        })
        .flat_map(|row| names_of(tables, row))
        .filter(|name| !name.is_empty() && target.register_exists(name, mode))
        .collect();
    (!names.is_empty()).then(|| format!("{}{}", target.register_prefix(), random.pick(&names)))
}

/// The names that a register is written by.
fn names_of<'t>(tables: &Tables<'t>, row: &Register) -> Vec<&'t str> {
    let others = &tables.register_names[row.other_names.range()];
    let names = std::iter::once(&row.asm_name).chain(others);
    names.map(|name| tables.text(*name)).collect()
}
