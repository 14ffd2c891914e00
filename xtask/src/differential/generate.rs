//! Instances of every form in the assembler's tables.

use std::collections::BTreeMap;

use oxmca_tables::schema::{MatchClass, MatchEntry, Register, convert_kind, match_class_kind};
use oxmca_tables::{MatchClassId, Tables, Text};

use crate::random::Random;
use crate::target::{Mode, ProvedTarget};

/// Returns lines in the default dialect for every form that is tried in a mode.
pub fn lines(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    mode: Mode,
    instances: usize,
    every: usize,
    seed: u64,
) -> Vec<String> {
    let random = Random(seed ^ (mode.index as u64) << 32);
    let mut generator = Generator { target, tables, mode, random, registers: BTreeMap::new() };
    let mut lines = Vec::new();
    let variant = &tables.variants[target.variant(mode)];
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
            if let Some(line) = generator.form(&mnemonic, entry) {
                let prefix = match instance {
                    0 => target.form_prefix(tables.opcode_name(entry.opcode)),
                    _ => "",
                };
                lines.push(format!("{prefix}{line}"));
            }
        }
    }
    for alias in &tables.mnemonic_aliases[variant.mnemonic_aliases.range()] {
        let entries = tables.match_entries(target.variant(mode), tables.text(alias.to).as_bytes());
        let from = tables.text(alias.from);
        let line = entries.first().and_then(|entry| generator.form(from, entry));
        lines.push(line.unwrap_or_else(|| from.to_owned()));
    }
    lines
}

/// Writes instances of forms in a mode.
struct Generator<'g> {
    target: &'g dyn ProvedTarget,
    tables: &'g Tables<'g>,
    mode: Mode,
    random: Random,
    /// By operand class, the names of its registers that exist in the mode, once they are asked for.
    registers: BTreeMap<u16, Vec<&'g str>>,
}

impl Generator<'_> {
    /// Returns an instance of a form as text; `None` if a class has no sample.
    fn form(&mut self, mnemonic: &str, entry: &MatchEntry) -> Option<String> {
        let (target, tables) = (self.target, self.tables);
        let mut line = mnemonic.to_owned();
        let mut written: Vec<String> = Vec::new();
        let mut last = String::new();
        for &class in &tables.match_class_lists[entry.classes.range()] {
            let row = &tables.match_classes[class.index()];
            let tied = tied_to(tables, entry, written.len() + 1).and_then(|at| written.get(at - 1));
            let sample = match tied {
                Some(tied) => target.tied_operand(tables.text(row.name), tied),
                None => self.sample(class, row)?,
            };
            if !sample.is_empty() {
                line.push_str(target.separator(&line, &last, &sample));
                line.push_str(&sample);
                last.clone_from(&sample);
            }
            written.push(sample);
        }
        Some(target.completed_line(self.mode, line))
    }

    fn sample(&mut self, id: MatchClassId, class: &MatchClass) -> Option<String> {
        let name = self.tables.text(class.name);
        match class.kind {
            match_class_kind::TOKEN => Some(self.tables.text(class.text).to_owned()),
            match_class_kind::REGISTER => self.register(id),
            _ => self.target.operand(name, self.mode, &mut self.random).or_else(|| {
                let message = format!("no sample of operand class {name}");
                panic!("{message}")
            }),
        }
    }

    /// Returns a register of a class, usually one that exists in the mode.
    fn register(&mut self, class: MatchClassId) -> Option<String> {
        let (target, tables, mode) = (self.target, self.tables, self.mode);
        let find = || {
            let is_of = |row: &&Register| {
                let own = &tables.match_classes[row.match_class.index()];
                row.match_class == class
                    || tables.match_class_lists[own.supers.range()].contains(&class)
            };
            let names = tables.registers.iter().filter(is_of).flat_map(|row| names_of(tables, row));
            names.filter(|name| !name.is_empty() && target.register_exists(name, mode)).collect()
        };
        let names = self.registers.entry(class.0).or_insert_with(find);
        let prefix = target.register_prefix();
        (!names.is_empty()).then(|| format!("{prefix}{}", self.random.pick(names)))
    }
}

/// Returns the written operand that a later one must repeat, both counted from 1.
fn tied_to(tables: &Tables<'_>, entry: &MatchEntry, operand: usize) -> Option<usize> {
    let steps = tables.convert_steps[entry.conversion.range()].iter();
    let mut ties = steps.filter(|step| step.kind == convert_kind::TIED && step.value != 0);
    let tie = ties.find(|step| step.value as usize & 0xff == operand)?;
    Some(tie.value as usize >> 8)
}

/// Returns the names that a register is written by.
fn names_of<'t>(tables: &Tables<'t>, row: &Register) -> Vec<&'t str> {
    let others = tables.other_names(row).iter().copied();
    let names = std::iter::once(row.asm_name.into()).chain(others);
    names.map(|name: Text| tables.text(name)).collect()
}
