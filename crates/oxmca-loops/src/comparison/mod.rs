//! Two versions of a program side by side.

mod alignment;
pub mod json;
mod text;

use std::fmt;

use oxmca::session::PredictionModel;
use oxmca::steady_state::Ratio;
use oxmca::work::Incomparable;

use crate::item::{Item, SAME, cycles_ratio};
use crate::matching::{Traits, matches};
use crate::measured::MeasuredCycles;

pub use alignment::{AlignedLine, aligned};
pub use json::{ComparisonDocument, DiffDocument};
pub use text::{Style, render, render_instructions};

/// The loops of two versions of a program, on one CPU.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The CPU, and the model that cycles are from.
    pub model: PredictionModel,
    /// The loops, in the order of the new version; those that are gone come last.
    pub rows: Vec<Row>,
    /// The functions as a whole, in the same order; `None` if they are not compared.
    pub functions: Option<Vec<Row>>,
}

/// A loop or function before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The loop in the old version; `None` if it is new.
    pub old: Option<Item>,
    /// The loop in the new version; `None` if it is gone.
    pub new: Option<Item>,
    /// No other loop of the old version could have become the new one.
    pub is_certain: bool,
}

/// The change of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It takes fewer cycles for the same work.
    Faster,
    /// It takes more cycles for the same work.
    Slower,
    /// It takes as many cycles for the same work, with other instructions.
    Same,
    /// Instructions and cycles are the same.
    Unchanged,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// Its cycles are not known before or after.
    Unknown,
    /// It is not known whether it is the same loop, or how much of the old work an iteration does.
    Incomparable(Doubt),
}

/// The reason why the cycles of two loops cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// It is not known how much of the old work an iteration does.
    Work(Incomparable),
    /// They may be different loops.
    Pair,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Work(reason) => reason.fmt(f),
            Doubt::Pair => f.write_str("it is not certain which loop it was before"),
        }
    }
}

/// Cycles of an iteration before and after, where they are known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OldAndNewCycles {
    /// Before.
    pub old: Option<f64>,
    /// After.
    pub new: Option<f64>,
}

impl Comparison {
    /// Pairs the loops of two versions.
    pub fn new(model: PredictionModel, old: &[Item], new: &[Item]) -> Comparison {
        Comparison { model, rows: rows(old, new), functions: None }
    }

    /// Pairs the functions of two versions, too.
    #[must_use]
    pub fn with_functions(self, old: &[Item], new: &[Item]) -> Comparison {
        Comparison { functions: Some(rows(old, new)), ..self }
    }

    /// Returns whether loops were measured, or it was tried.
    pub fn is_measured(&self) -> bool {
        let items = self.rows.iter().flat_map(|it| it.old.iter().chain(&it.new));
        items.into_iter().any(|it| it.measured.is_some())
    }

    /// Returns the loops, and the functions if they are compared.
    pub fn all_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().chain(self.functions.iter().flatten())
    }
}

/// Pairs the items of two versions. Those that are gone come last.
fn rows(old: &[Item], new: &[Item]) -> Vec<Row> {
    let of_old: Vec<Traits<'_>> = old.iter().map(Item::traits).collect();
    let of_new: Vec<Traits<'_>> = new.iter().map(Item::traits).collect();
    let found = matches(&of_old, &of_new);
    let mut is_gone = vec![true; old.len()];
    found.iter().flatten().for_each(|it| is_gone[it.old] = false);
    let now = new.iter().zip(&found).map(|(new, found)| Row {
        old: found.map(|it| old[it.old].clone()),
        new: Some(new.clone()),
        is_certain: found.is_none_or(|it| it.is_certain),
    });
    let gone = old.iter().zip(is_gone).filter(|it| it.1);
    let gone = gone.map(|it| Row { old: Some(it.0.clone()), new: None, is_certain: true });
    now.chain(gone).collect()
}

impl Row {
    /// Returns the name of the loop now, else as it was.
    pub fn name(&self) -> String {
        self.new.as_ref().or(self.old.as_ref()).map(Item::name).unwrap_or_default()
    }

    /// Returns the old name, if it is another one.
    pub fn old_name(&self) -> Option<String> {
        let (old, new) = (self.old.as_ref()?, self.new.as_ref()?);
        (old.name() != new.name()).then(|| old.name())
    }

    /// Returns cycles of an iteration before and after, where they are known.
    pub fn cycles(&self) -> OldAndNewCycles {
        let cycles = |item: &Option<Item>| Some(item.as_ref()?.cost.as_ref().ok()?.cycles.to_f64());
        OldAndNewCycles { old: cycles(&self.old), new: cycles(&self.new) }
    }

    /// Returns how much of an old iteration a new one does; `None` if the loop is new or gone.
    ///
    /// # Errors
    /// When it is not known.
    pub fn portion(&self) -> Option<Result<Ratio, Doubt>> {
        let portion = self.old.as_ref()?.portion_of(self.new.as_ref()?);
        Some(if self.is_certain { portion.map_err(Doubt::Work) } else { Err(Doubt::Pair) })
    }

    /// Returns the cycles for the same work after, as a multiple of those before; `None` where that is not known.
    pub fn factor(&self) -> Option<f64> {
        let OldAndNewCycles { old, new } = self.cycles();
        let before = old.filter(|it| *it > 0.0)?;
        Some(cycles_ratio(before, self.portion()?.ok()?, new?))
    }

    /// Returns the measured cycles for the same work after, as a multiple of those before; `None` where that is not known.
    pub fn measured_factor(&self) -> Option<f64> {
        let [old, new] = self.measured()?;
        Some(cycles_ratio(old.cycles, self.portion()?.ok()?, new.cycles))
    }

    /// Returns whether it was measured to be faster where it is predicted to be slower, or the other way round, by more
    /// than measurements of the same differ.
    pub fn is_measured_otherwise(&self) -> bool {
        let (Some([old, new]), Some(factor)) = (self.measured(), self.measured_factor()) else {
            return false;
        };
        let spread = old.spread + new.spread;
        match self.change(0.0) {
            Change::Slower => factor < 1.0 - spread,
            Change::Faster => factor > 1.0 + spread,
            _ => false,
        }
    }

    /// Returns what iterations took before and after, if both were measured.
    fn measured(&self) -> Option<[MeasuredCycles; 2]> {
        let measured =
            |item: &Option<Item>| item.as_ref()?.measured.as_ref()?.as_ref().ok().copied();
        Some([measured(&self.old)?, measured(&self.new)?])
    }

    /// Returns the change, where cycles for the same work that differ by less than a share of `tolerance` are the same.
    pub fn change(&self, tolerance: f64) -> Change {
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return if self.new.is_some() { Change::Added } else { Change::Removed };
        };
        let OldAndNewCycles { old: Some(before), new: Some(after) } = self.cycles() else {
            let is_same = old.instructions == new.instructions && old.cost == new.cost;
            return if is_same { Change::Unchanged } else { Change::Unknown };
        };
        let factor = match self.portion() {
            Some(Ok(portion)) => cycles_ratio(before, portion, after),
            Some(Err(reason)) => return Change::Incomparable(reason),
            None => return Change::Unknown,
        };
        let tolerance = tolerance.max(SAME);
        if factor > 1.0 + tolerance {
            Change::Slower
        } else if factor < 1.0 - tolerance {
            Change::Faster
        } else if old.instructions == new.instructions {
            Change::Unchanged
        } else {
            Change::Same
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;

    fn item(instruction: &str, predicted: u64, measured: f64) -> Option<Item> {
        Some(Item {
            owner: "f".to_owned(),
            number: 1,
            line: None,
            instructions: vec![instruction.to_owned()],
            length_bytes: None,
            cost: Ok(Cost {
                cycles: Ratio::new(predicted, 1),
                is_exact: true,
                micro_ops: 1,
                limits: Vec::new(),
                unexplained_cycles: None,
            }),
            is_once: false,
            work: None,
            remainders: Vec::new(),
            measured: Some(Ok(MeasuredCycles { cycles: measured, spread: 0.01 })),
        })
    }

    #[test]
    fn a_measurement_disagrees_if_it_has_the_other_sign() {
        let row = |new: Option<Item>| Row {
            old: item("addl\t%eax, %eax", 4, 4.0),
            new,
            is_certain: true,
        };
        for (predicted, measured, disagrees) in [
            (5, 5.0, false),
            (5, 3.0, true),
            // As much as measurements of the same differ.
            (5, 3.95, false),
            (3, 4.5, true),
            (3, 2.0, false),
            (4, 9.0, false),
        ] {
            let row = row(item("addl\t%eax, %ebx", predicted, measured));
            assert_eq!(row.measured_factor(), Some(measured / 4.0));
            assert_eq!(row.is_measured_otherwise(), disagrees, "{predicted} {measured}");
        }
        let mut unknown = item("addl\t%eax, %ebx", 5, 3.0);
        unknown.as_mut().unwrap().measured = Some(Err("busy".to_owned()));
        let row = row(unknown);
        assert_eq!((row.measured_factor(), row.is_measured_otherwise()), (None, false));
    }
}
