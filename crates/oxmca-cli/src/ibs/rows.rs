//! Sums by what a row stands for.

use std::cmp::Ordering;

use oxmca_ibs::attribution::{FunctionId, Place};
use oxmca_ibs::view::{Cell, Column};
use oxmca_ibs::{Counts, ModuleId, ProcessId, Profile};

use super::options::By;
use super::selection::Selection;

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Process(ProcessId),
    Module(ModuleId),
    Function(FunctionId),
    Instruction(Place),
}

/// The sums over the samples of a process, module, function or instruction.
#[derive(Debug)]
pub struct Row {
    pub key: Key,
    pub counts: Counts,
}

/// The rows of all selected samples, in the order in which they first occur.
pub fn rows(profile: &Profile, selection: &Selection<'_>, by: By) -> Vec<Row> {
    let sums = profile.sums_by(|site| {
        let place = selection.place(site)?;
        Some(match by {
            By::Process => Key::Process(profile.site(site).process),
            By::Module => Key::Module(place.function.module),
            By::Function => Key::Function(place.function),
            By::Instruction => Key::Instruction(place),
        })
    });
    sums.into_iter().map(|(key, counts)| Row { key, counts }).collect()
}

/// A cell as a number, to sort by; what is not available comes last.
fn number(cell: Cell) -> f64 {
    match cell {
        Cell::NotAvailable => -1.0,
        Cell::Count(count) => count as f64,
        Cell::Ratio(ratio, _) => ratio,
    }
}

/// Compares rows by a column, largest first.
pub fn compare(profile: &Profile, column: &Column, left: &Row, right: &Row) -> Ordering {
    let number = |row: &Row| number(column.cell(profile, &row.counts));
    number(right).total_cmp(&number(left))
}
