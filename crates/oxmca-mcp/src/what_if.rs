//! The tool `what_if`: a loop as it is, beside variants of it.

use oxmca_loops::{Cost, table};
use oxmca_queries::{Change, ChangedLoop, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::{MAX_INSTRUCTIONS, MAX_VARIANTS, bounded, deadline, shortened};
use crate::work::{CodeArguments, MachineArguments, PartArguments, Workshop};

/// A variant of a loop.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantArguments {
    /// Changes that are made together.
    pub changes: Vec<ChangeArguments>,
}

/// A change: instructions are left out, assembly is put in, or an instruction gives its results later.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeArguments {
    /// Number of an instruction of the loop as it is, from 1; one more than there are stands for the end.
    pub instruction: usize,
    /// Instructions that are left out from this one on: 1 leaves it out or replaces it, 0 keeps it.
    #[serde(default)]
    pub remove: usize,
    /// Assembly before the instruction, or in place of those that are left out; in the syntax of the code.
    #[serde(default)]
    pub insert: String,
    /// Cycles after which the instruction gives its results, in place of the model's: for a load, those of another level of
    /// the memory. By LLVM's model only, so with `model_of` `llvm`.
    #[serde(default)]
    pub latency_cycles: Option<u32>,
}

/// The answer of `what_if`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct WhatIfAnswer {
    /// The CPU and the model that predicts, and how far it was compared with measurements.
    pub model: String,
    /// The name of the loop.
    pub name: String,
    /// Its instructions as they are; the first one has number 1.
    pub instructions: Vec<String>,
    /// Instructions that are left out here because there are too many.
    pub omitted_instructions: usize,
    /// The loop as it is.
    pub as_it_is: VariantRow,
    /// The variants, in the order in which they were given. Without any, these are the loop without each of its instructions.
    pub variants: Vec<VariantRow>,
    /// Variants that are left out because there are too many.
    pub omitted_variants: usize,
}

/// A variant of a loop, simulated.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct VariantRow {
    /// The changes, in words; empty for the loop as it is.
    pub changes: String,
    /// Instructions of an iteration.
    pub instructions: usize,
    /// Cycles of an iteration, in the long run.
    pub cycles_per_iteration: Option<f64>,
    /// Set if these are exact; otherwise they are an average.
    pub is_exact: bool,
    /// The limit of iterations, in words; or the reason why nothing is known.
    pub limited_by: String,
    /// Cycles beside those of the loop as it is, in percent: -50 is half of them.
    pub difference_percent: Option<f64>,
}

impl VariantRow {
    fn new(changes: String, variant: &Variant, as_it_is: Option<f64>) -> VariantRow {
        let cost: Option<&Cost> = variant.cost.as_ref().ok();
        let cycles = cost.map(|it| it.cycles.to_f64());
        let difference = as_it_is.filter(|it| *it > 0.0).zip(cycles);
        VariantRow {
            changes,
            instructions: variant.instructions,
            cycles_per_iteration: cycles,
            is_exact: cost.is_some_and(|it| it.is_exact),
            limited_by: match &variant.cost {
                Ok(cost) => table::limits(cost),
                Err(reason) => bounded(reason.clone()),
            },
            difference_percent: difference
                .map(|(before, after)| ((after / before - 1.0) * 1000.0).round() / 10.0),
        }
    }
}

impl ChangeArguments {
    /// Returns the changes that it stands for.
    fn changes(&self) -> Result<Vec<Change>, String> {
        let at = self.instruction.checked_sub(1).ok_or("instructions are numbered from 1")?;
        let mut changes = Vec::new();
        if self.remove > 0 || !self.insert.trim_ascii().is_empty() {
            let instructions = at..at.saturating_add(self.remove);
            changes.push(Change::Replace { instructions, text: self.insert.clone() });
        }
        match self.latency_cycles {
            Some(_) if self.remove > 0 => {
                return Err("an instruction that is left out has no latency".to_owned());
            }
            Some(cycles) => changes.push(Change::Latency { instruction: at, cycles }),
            None if changes.is_empty() => {
                return Err(format!(
                    "the change at instruction {} has none of 'remove', 'insert' and 'latency_cycles'",
                    self.instruction
                ));
            }
            None => {}
        }
        Ok(changes)
    }

    /// Returns the change in words.
    fn words(&self) -> String {
        let number = self.instruction;
        let mut words = Vec::new();
        let removed = match self.remove {
            0 | 1 => number.to_string(),
            count => format!("{number} to {}", number.saturating_add(count - 1)),
        };
        match (self.remove, self.insert.trim_ascii()) {
            (0, "") => {}
            (0, text) => words.push(format!("before {number}: {}", in_line(text))),
            (_, "") => words.push(format!("without {removed}")),
            (_, text) => words.push(format!("in place of {removed}: {}", in_line(text))),
        }
        words.extend(self.latency_cycles.map(|it| format!("latency of {number}: {it}")));
        words.join("; ")
    }
}

/// Returns assembly in a line.
fn in_line(text: &str) -> String {
    let lines = text.lines().map(str::trim_ascii).filter(|it| !it.is_empty());
    lines.collect::<Vec<_>>().join("; ").replace('\t', " ")
}

impl Workshop {
    /// Simulates a loop as it is, and variants of it; without any, the loop without each of its instructions.
    pub fn what_if(
        &self,
        code: &CodeArguments,
        machine: &MachineArguments,
        part: &PartArguments,
        variants: &[VariantArguments],
    ) -> Result<WhatIfAnswer, String> {
        let most = variants.iter().map(|it| it.changes.len()).chain([variants.len()]).max();
        if most.is_some_and(|it| it > MAX_VARIANTS) {
            return Err(format!("give at most {MAX_VARIANTS} variants, with as many changes each"));
        }
        let deadline = deadline();
        let selection = part.selection()?;
        let changed = ChangedLoop::choose(self.load(code, machine)?, &selection, &deadline)?;
        let without = |instruction: usize| VariantArguments {
            changes: vec![ChangeArguments {
                instruction,
                remove: 1,
                insert: String::new(),
                latency_cycles: None,
            }],
        };
        let count = changed.texts().len();
        let each: Vec<VariantArguments> = match variants.is_empty() && count > 1 {
            true => (1..=count.min(MAX_VARIANTS)).map(without).collect(),
            false => Vec::new(),
        };
        let omitted_variants = if each.is_empty() { 0 } else { count - each.len() };
        let as_it_is =
            VariantRow::new(String::new(), &changed.variant(self.machines(), &[])?, None);
        let mut rows = Vec::new();
        for (number, variant) in (1..).zip(variants.iter().chain(&each)) {
            if deadline.is_requested() {
                return Err("it takes too long: give fewer variants, or a shorter loop".to_owned());
            }
            let about = |reason: String| bounded(format!("variant {number}: {reason}"));
            if variant.changes.is_empty() {
                return Err(about("it has no changes".to_owned()));
            }
            let mut changes = Vec::new();
            for change in &variant.changes {
                changes.extend(change.changes().map_err(about)?);
            }
            let simulated = changed.variant(self.machines(), &changes).map_err(about)?;
            let words: Vec<String> = variant.changes.iter().map(ChangeArguments::words).collect();
            let words = shortened(&words.join("; "));
            rows.push(VariantRow::new(words, &simulated, as_it_is.cycles_per_iteration));
        }
        Ok(WhatIfAnswer {
            model: changed.machine().model().to_string(),
            name: shortened(changed.name()),
            instructions: changed
                .texts()
                .iter()
                .take(MAX_INSTRUCTIONS)
                .map(|it| shortened(it))
                .collect(),
            omitted_instructions: count.saturating_sub(MAX_INSTRUCTIONS),
            as_it_is,
            variants: rows,
            omitted_variants,
        })
    }
}
