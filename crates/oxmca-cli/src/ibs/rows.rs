//! Sums by what a row stands for.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use oxmca_ibs::attribution::{Attribution, FunctionId, Place};
use oxmca_ibs::code::Code;
use oxmca_ibs::view::{Cell, Column};
use oxmca_ibs::{Counts, ModuleId, ProcessId, Profile};

use super::options::By;
use super::recording::Recording;
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
pub fn rows(recording: &Recording, selection: &Selection<'_>, by: By) -> Vec<Row> {
    let profile = &recording.profile;
    let mut instructions = Instructions::new(&recording.attribution);
    let sums = profile.sums_by(|site| {
        let place = selection.place(site)?;
        Some(match by {
            By::Process => Key::Process(profile.site(site).process),
            By::Module => Key::Module(place.function.module),
            By::Function => Key::Function(place.function),
            By::Instruction if profile.site(site).has_ops() => Key::Instruction(place),
            By::Instruction => Key::Instruction(instructions.around(place)),
        })
    });
    sums.into_iter().map(|(key, counts)| Row { key, counts }).collect()
}

/// The instructions of functions, decoded when they are asked for.
struct Instructions<'a> {
    attribution: &'a Attribution,
    /// Where instructions begin and end.
    ranges: HashMap<FunctionId, Vec<Range<u64>>>,
}

impl<'a> Instructions<'a> {
    fn new(attribution: &'a Attribution) -> Self {
        Self { attribution, ranges: HashMap::new() }
    }

    /// The place of the instruction that has the byte at a place, where its code is known. A fetch can
    /// begin within an instruction.
    fn around(&mut self, place: Place) -> Place {
        let attribution = self.attribution;
        let ranges = self.ranges.entry(place.function).or_insert_with(|| {
            let loaded = attribution.loaded(place.function.module);
            let code = loaded.zip(attribution.function(place.function));
            let code = code.map(|(loaded, function)| Code::of(&loaded.image, function));
            let instructions = code.unwrap_or_default().instructions;
            instructions.iter().map(|it| it.address()..it.end()).collect()
        });
        let end = ranges.partition_point(|it| it.start <= place.address);
        let around = end.checked_sub(1).map(|index| &ranges[index]);
        match around.filter(|it| it.contains(&place.address)) {
            Some(around) => Place { address: around.start, ..place },
            None => place,
        }
    }
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
