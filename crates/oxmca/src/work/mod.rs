//! The work that an iteration of a loop does, whatever its instructions are.
//!
//! Iterations are followed with unknown registers: an address that is so many bytes further each time belongs to a
//! [`Stream`], and the arithmetic on what is there tells how long its elements are. So loops that differ in how much an
//! iteration does can be compared by their [`Unit`].
//!
//! # Decisions
//!
//! - **Numbers do not overflow, and stores do not change what other names load.** An index that a compiler widens is the
//!   index; a pointer that is loaded again is the pointer. This gives a unit of work, which no cycles depend on.
//! - **Values are followed apart from hardware mode's.** There, a value is what the processor has, with all of its bits;
//!   here it is a sum of multiples of unknowns, so that an index counts whatever it is multiplied by.

mod comparison;
mod elements;
mod fixed_address;
mod linear;
mod stream;
mod streams;
#[cfg(test)]
mod tests;
mod trace;
mod unknown;

use oxmca_asm::Inst;
use oxmca_asm::target::Target;
pub use oxmca_asm::target::arithmetic::NumberClass;
use oxmca_asm::target::hardware::Place;
use oxmca_tables::Reg;

pub use comparison::{Incomparable, iterations_of};
use elements::Elements;
pub(crate) use fixed_address::{FixedAddress, fixed_addresses};
pub use stream::Stream;
use trace::{Followed, Trace};
pub use unknown::UnknownWork;

/// Instructions of the longest loop whose work is looked for.
const MAX_INSTRUCTIONS: usize = 1 << 12;

/// The work that an iteration does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Work {
    /// Memory that iterations work through, in the order of the first accesses.
    pub streams: Vec<Stream>,
    /// By how much the two numbers that decide about the next iteration approach each other; `None` if they do not do so
    /// by a constant.
    pub counter_step: Option<u64>,
    /// Accesses to memory whose addresses do not go on by a constant: gathers, lists, tables.
    pub unknown_accesses: u32,
    /// Set if some addresses of accesses stay the same.
    pub has_fixed_accesses: bool,
    /// Set if it computes with vectors that are as long as the processor has them.
    pub depends_on_vector_length: bool,
    /// Operations on numbers, those of the loop itself left out: floating-point numbers first, the narrowest first.
    pub operations: Vec<Operations>,
}

/// Operations of one kind in an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Operations {
    /// The kind of numbers.
    pub class: NumberClass,
    /// Bits of a number.
    pub bits: u16,
    /// The operations; a product that is added counts twice.
    pub count: u64,
}

impl Operations {
    /// Creates operations of one kind.
    pub const fn new(class: NumberClass, bits: u16, count: u64) -> Operations {
        Operations { class, bits, count }
    }
}

/// The unit that work is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unit {
    /// Elements of so many bytes.
    Elements {
        /// Bytes of an element.
        bytes: u16,
    },
    /// Bytes that iterations go on by.
    Bytes,
}

/// An amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Amount {
    /// The number of units.
    pub count: u64,
    /// The unit.
    pub unit: Unit,
}

impl Work {
    /// Returns the work of instructions that are the body of a loop.
    ///
    /// # Errors
    /// [`UnknownWork::NotDescribed`] and [`UnknownWork::TooLong`].
    pub fn of_loop(target: &dyn Target, insts: &[Inst]) -> Result<Work, UnknownWork> {
        if insts.len() > MAX_INSTRUCTIONS {
            return Err(UnknownWork::TooLong);
        }
        let followed = insts.iter().map(|inst| Followed::new(target, inst));
        let followed: Vec<Followed<'_>> =
            followed.collect::<Option<_>>().ok_or(UnknownWork::NotDescribed)?;
        let trace = trace::trace(target, &followed);
        let elements = Elements::new(target, &followed);
        let found = streams::streams(&elements, &followed, &trace);
        let has_no_lanes = |index: usize| {
            elements.arithmetic(index).is_some_and(|arithmetic| arithmetic.lanes.is_none())
        };
        Ok(Work {
            streams: found.streams,
            counter_step: counter_step(&elements, &followed, &trace),
            unknown_accesses: found.unknown_accesses,
            has_fixed_accesses: found.has_fixed_accesses,
            depends_on_vector_length: (0..followed.len()).any(has_no_lanes),
            operations: operations(&elements, &followed, &trace),
        })
    }

    /// Returns the amount of work of an iteration: by what it writes, else by what it reads.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn amount(&self) -> Result<Amount, UnknownWork> {
        let found = amount_of(&self.written()).or_else(|| amount_of(&self.streams));
        found.ok_or(match self {
            Work { depends_on_vector_length: true, .. } => UnknownWork::VectorLength,
            Work { streams, .. } if !streams.is_empty() => UnknownWork::DifferentStreams,
            Work { unknown_accesses: 1.., .. } => UnknownWork::AddressesAreData,
            Work { has_fixed_accesses: true, .. } => UnknownWork::SamePlaces,
            _ => UnknownWork::NoMemory,
        })
    }

    /// Returns the streams that are written.
    pub fn written(&self) -> Vec<Stream> {
        self.streams.iter().copied().filter(|it| it.written_bytes > 0).collect()
    }

    /// Returns the number of operations on floating-point numbers.
    pub fn float_operations(&self) -> u64 {
        let floats = self.operations.iter().filter(|it| it.class == NumberClass::Float);
        floats.map(|it| it.count).sum()
    }
}

/// Returns the amount that streams agree on.
fn amount_of(streams: &[Stream]) -> Option<Amount> {
    let all_are = |first: Option<u64>, of: &dyn Fn(&Stream) -> Option<u64>| {
        first.filter(|first| streams.iter().all(|it| of(it) == Some(*first)))
    };
    let first = streams.first()?;
    let is_dense = streams.iter().all(Stream::is_dense);
    let count = all_are(first.elements(), &Stream::elements).filter(|_| is_dense);
    if let (Some(count), Some(bytes)) = (count, first.element_bytes) {
        return Some(Amount { count, unit: Unit::Elements { bytes } });
    }
    let advance = |it: &Stream| Some(it.stride_bytes.unsigned_abs());
    let count = all_are(advance(first), &advance)?;
    Some(Amount { count, unit: Unit::Bytes })
}

/// Returns the index of the instruction whose comparison the last branch depends on.
fn decider(insts: &[Followed<'_>]) -> Option<usize> {
    let (branch, before) = insts.split_last()?;
    match branch.facts.status_read.is_empty() {
        true => Some(before.len()),
        false => before
            .iter()
            .rposition(|it| it.facts.status_written.intersects(branch.facts.status_read)),
    }
}

/// Returns by how much the two numbers that the last branch depends on approach each other.
fn counter_step(elements: &Elements<'_>, insts: &[Followed<'_>], trace: &Trace) -> Option<u64> {
    let decider = decider(insts)?;
    let step = |reg: Reg| {
        let found = trace.steps.iter().find(|it| elements.is_part_of(reg, it.0));
        found.map_or(0, |it| it.1)
    };
    // A result is compared with zero.
    let written = insts[decider].facts.effect.only().and_then(|it| match it.destination {
        Place::Register(part) => Some(part.root),
        _ => None,
    });
    let difference = match written {
        Some(root) => step(root),
        None => {
            let mut steps = elements.values_read(decider).map(step);
            let (one, two) = (steps.next().unwrap_or(0), steps.next().unwrap_or(0));
            one.wrapping_sub(two)
        }
    };
    (difference != 0).then(|| difference.unsigned_abs())
}

/// Returns the operations of an iteration, without those that only run the loop.
fn operations(elements: &Elements<'_>, insts: &[Followed<'_>], trace: &Trace) -> Vec<Operations> {
    let decider = decider(insts);
    let is_step = |inst: &Followed<'_>| {
        let steps = |reg: &Reg| trace.steps.iter().any(|it| elements.is_part_of(*reg, it.0));
        inst.written.iter().any(steps)
    };
    let mut found: Vec<Operations> = Vec::new();
    for (index, inst) in insts.iter().enumerate() {
        let Some(arithmetic) = elements.arithmetic(index).filter(|it| it.operations > 0) else {
            continue;
        };
        let is_of_loop = is_step(inst) || decider == Some(index);
        let Some(lanes) = arithmetic.lanes.filter(|_| !is_of_loop) else { continue };
        let count = u64::from(lanes) * u64::from(arithmetic.operations);
        let (class, bits) = (arithmetic.class, arithmetic.result_bits);
        match found.iter_mut().find(|it| it.class == class && it.bits == bits) {
            Some(known) => known.count += count,
            None => found.push(Operations { class, bits, count }),
        }
    }
    found.sort_by_key(|it| (it.class == NumberClass::Integer, it.bits));
    found
}
