//! Sums of the samples of each process, module, function or instruction.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use oxmca_asm::Subtarget;
use oxmca_asm::target::{self, Target};
use oxmca_asm::triple::Triple;
use oxmca_ibs::attribution::{Attribution, FunctionId, Place};
use oxmca_ibs::code::Code;
use oxmca_ibs::view::{Cell, Column};
use oxmca_ibs::{Counts, ModuleId, ProcessId, Profile};
use oxmca_object::ListedInst;

use super::options::Grouping;
use super::selection::SampleSelection;
use crate::processor;
use crate::recording::Recording;

/// The process, module, function or instruction that a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKey {
    /// A process.
    Process(ProcessId),
    /// A module.
    Module(ModuleId),
    /// A function.
    Function(FunctionId),
    /// The instruction at a place.
    Instruction(Place),
}

/// The sums over the samples of a process, module, function or instruction.
#[derive(Debug)]
pub struct Row {
    /// The process, module, function or instruction.
    pub key: RowKey,
    /// The sums.
    pub counts: Counts,
}

/// Returns the rows of all selected samples, in the order in which they first occur.
pub fn rows(
    recording: &Recording,
    selection: &SampleSelection<'_>,
    grouping: Grouping,
) -> Vec<Row> {
    let profile = &recording.profile;
    let mut instructions = InstructionRanges::new(&recording.attribution);
    let sums = profile.sums_by(|site| {
        let place = selection.place(site)?;
        Some(match grouping {
            Grouping::Process => RowKey::Process(profile.site(site).process),
            Grouping::Module => RowKey::Module(place.function.module),
            Grouping::Function => RowKey::Function(place.function),
            Grouping::Instruction if profile.site(site).has_ops() => RowKey::Instruction(place),
            Grouping::Instruction => RowKey::Instruction(instructions.around(place)),
        })
    });
    sums.into_iter().map(|(key, counts)| Row { key, counts }).collect()
}

/// The extents of functions' instructions. A function is decoded when it is first asked for.
struct InstructionRanges<'a> {
    attribution: &'a Attribution,
    /// Addresses from the start of each instruction to its end.
    ranges: HashMap<FunctionId, Vec<Range<u64>>>,
    /// Decoders of programs in 32-bit and in 64-bit mode, once they are needed.
    decoders: [OnceCell<Option<Decoder>>; 2],
}

/// A target, and a CPU of it.
type Decoder = (Box<dyn Target>, Subtarget);

impl<'a> InstructionRanges<'a> {
    fn new(attribution: &'a Attribution) -> Self {
        Self { attribution, ranges: HashMap::new(), decoders: Default::default() }
    }

    /// Returns the start of the instruction around a place, or the place itself if the code is not known. A
    /// fetch can begin within an instruction.
    fn around(&mut self, place: Place) -> Place {
        let attribution = self.attribution;
        let ranges = self.ranges.entry(place.function).or_insert_with(|| {
            let loaded = attribution.loaded(place.function.module);
            let code = loaded.zip(attribution.function(place.function));
            let code = code.and_then(|(loaded, function)| {
                let is_64_bit = loaded.is_64_bit();
                let decoder = self.decoders[usize::from(is_64_bit)].get_or_init(|| {
                    let triple = Triple::new(processor::triple(is_64_bit));
                    let target = target::create(triple).ok()?;
                    let cpu = Subtarget::resolve(&*target, processor::DEFAULT_CPU, []).0?;
                    Some((target, cpu))
                });
                let (target, cpu) = decoder.as_ref()?;
                Some(Code::of(&**target, cpu, &loaded.image, &function))
            });
            let instructions = code.unwrap_or_default().listing.instructions;
            let end = |it: &ListedInst| it.address.saturating_add(it.length_bytes.into());
            instructions.iter().map(|it| it.address..end(it)).collect()
        });
        let end = ranges.partition_point(|it| it.start <= place.address);
        let around = end.checked_sub(1).map(|index| &ranges[index]);
        match around.filter(|it| it.contains(&place.address)) {
            Some(around) => Place { address: around.start, ..place },
            None => place,
        }
    }
}

/// Returns a number to sort a cell by. Cells that are not available come last.
fn number(cell: Cell) -> f64 {
    match cell {
        Cell::NotAvailable => -1.0,
        Cell::Count(count) => count as f64,
        Cell::Ratio(ratio, _) => ratio,
    }
}

/// Orders rows by a column, largest first.
pub fn compare(profile: &Profile, column: &Column, left: &Row, right: &Row) -> Ordering {
    let number = |row: &Row| number(column.cell(profile, &row.counts));
    number(right).total_cmp(&number(left))
}
