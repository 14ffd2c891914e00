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
//! - **The length of vectors is an unknown of its own**, unless the CPU has one. Numbers that follow from it are in
//!   [granules](oxmca_asm::target::scalable), so that loops of SVE and RISC-V's vectors are compared with each other.
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

pub use oxmca_asm::target::arithmetic::NumberClass;
use oxmca_asm::target::hardware::Place;
use oxmca_asm::target::{Arithmetic, Target};
use oxmca_asm::{Inst, Subtarget};
use oxmca_tables::Reg;

pub use comparison::{Incomparable, iterations_of};
use elements::Elements;
pub(crate) use fixed_address::{FixedAddress, FixedAddresses, fixed_addresses};
use linear::Scaled;
pub use stream::Stream;
use trace::{Followed, SetElements, Trace};
pub use unknown::UnknownWork;

use crate::ratio::Ratio;

/// Instructions of the longest loop whose work is looked for.
const MAX_INSTRUCTIONS: usize = 1 << 12;

/// The work that an iteration does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Work {
    /// Memory that iterations work through, in the order of the first accesses.
    pub streams: Vec<Stream>,
    /// By how much the two numbers that decide about the next iteration approach each other; `None` if they do not do so
    /// by a constant or by a multiple of the length of vectors.
    pub counter_step: Option<CounterStep>,
    /// Bytes of a granule, a whole number of which are as long as a vector; `None` if no number of this work depends on the
    /// length of vectors.
    pub granule_bytes: Option<u16>,
    /// Accesses to memory whose addresses do not go on by a constant: gathers, lists, tables.
    pub unknown_accesses: u32,
    /// Set if some addresses of accesses stay the same.
    pub has_fixed_accesses: bool,
    /// Set if it computes with vectors that are as long as the processor has them.
    pub depends_on_vector_length: bool,
    /// Operations on numbers, those of the loop itself left out: floating-point numbers first, the narrowest first.
    pub operations: Vec<Operations>,
}

/// The step of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CounterStep {
    /// The step.
    pub by: u64,
    /// Set if it is that for each granule of a vector.
    pub is_scalable: bool,
}

impl CounterStep {
    /// Creates a step.
    pub const fn new(by: u64, is_scalable: bool) -> CounterStep {
        CounterStep { by, is_scalable }
    }
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
    /// Set if these are the operations for each granule of a vector.
    pub is_scalable: bool,
}

impl Operations {
    /// Creates operations of one kind.
    pub const fn new(class: NumberClass, bits: u16, count: u64) -> Operations {
        Operations { class, bits, count, is_scalable: false }
    }

    /// Returns the operations as those for each granule of a vector.
    #[must_use]
    pub const fn scalable(self) -> Operations {
        Operations { is_scalable: true, ..self }
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
    /// Vectors, which are as long as the processor has them.
    Vectors {
        /// Bytes of an element of them, if all are worked on.
        element_bytes: Option<u16>,
    },
}

/// An amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Amount {
    /// The number of units, which is whole but for vectors.
    pub count: Ratio,
    /// The unit.
    pub unit: Unit,
}

impl Work {
    /// Returns the work of instructions that are the body of a loop, for the CPU of a subtarget.
    ///
    /// # Errors
    /// [`UnknownWork::NotDescribed`] and [`UnknownWork::TooLong`].
    pub fn of_loop(
        target: &dyn Target,
        subtarget: &Subtarget,
        insts: &[Inst],
    ) -> Result<Work, UnknownWork> {
        if insts.len() > MAX_INSTRUCTIONS {
            return Err(UnknownWork::TooLong);
        }
        let followed = insts.iter().map(|inst| Followed::new(target, inst));
        let followed: Vec<Followed<'_>> =
            followed.collect::<Option<_>>().ok_or(UnknownWork::NotDescribed)?;
        let granule_bytes = target.granule_bytes();
        let granules = granule_bytes
            .zip(target.vector_bits(subtarget))
            .and_then(|(granule, bits)| (bits / 8).checked_div(granule).filter(|it| *it > 0));
        let trace = trace::trace(target, &followed, granules);
        let elements = Elements::new(target, &followed);
        let found = streams::streams(&elements, &followed, &trace);
        let counter_step = counter_step(&elements, &followed, &trace);
        let vectors = Vectors { granule_bytes: granule_bytes.unwrap_or_default(), granules };
        let operations = operations(&elements, &followed, &trace, vectors);
        let is_scalable = found.streams.iter().any(|it| it.is_scalable)
            || counter_step.is_some_and(|it| it.is_scalable)
            || operations.iter().any(|it| it.is_scalable);
        let has_no_lanes = |index: usize| {
            elements.arithmetic(index).is_some_and(|arithmetic| arithmetic.lanes.is_none())
        };
        Ok(Work {
            streams: found.streams,
            counter_step,
            granule_bytes: granule_bytes.filter(|_| is_scalable),
            unknown_accesses: found.unknown_accesses,
            has_fixed_accesses: found.has_fixed_accesses,
            depends_on_vector_length: granules.is_none() && (0..followed.len()).any(has_no_lanes),
            operations,
        })
    }

    /// Returns the amount of work of an iteration: by what it writes, else by what it reads.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn amount(&self) -> Result<Amount, UnknownWork> {
        let amount = |streams: &[Stream]| amount_of(streams, self.granule_bytes);
        let found = amount(&self.written()).or_else(|| amount(&self.streams));
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

    /// Returns the work if vectors are as short as they can be, of one granule.
    #[must_use]
    pub fn with_shortest_vectors(mut self) -> Work {
        self.streams.iter_mut().for_each(|it| it.is_scalable = false);
        self.operations.iter_mut().for_each(|it| it.is_scalable = false);
        if let Some(step) = &mut self.counter_step {
            step.is_scalable = false;
        }
        Work { granule_bytes: None, ..self }
    }

    /// Returns the number of operations on floating-point numbers, with vectors of one granule.
    pub fn float_operations(&self) -> u64 {
        let floats = self.operations.iter().filter(|it| it.class == NumberClass::Float);
        floats.map(|it| it.count).sum()
    }
}

/// The vectors whose length the processor decides.
#[derive(Clone, Copy)]
struct Vectors {
    granule_bytes: u16,
    /// The granules of a vector, if they are known.
    granules: Option<u16>,
}

/// Returns the amount that streams agree on.
fn amount_of(streams: &[Stream], granule_bytes: Option<u16>) -> Option<Amount> {
    let all_are = |first: Option<u64>, of: &dyn Fn(&Stream) -> Option<u64>| {
        first.filter(|first| streams.iter().all(|it| of(it) == Some(*first)))
    };
    let first = streams.first()?;
    if streams.iter().any(|it| it.is_scalable != first.is_scalable) {
        return None;
    }
    let vectors = |bytes: u64, element_bytes: Option<u16>| {
        let count = Ratio::new(bytes, u64::from(granule_bytes.unwrap_or(1)));
        Some(Amount { count, unit: Unit::Vectors { element_bytes } })
    };
    let is_dense = streams.iter().all(Stream::is_dense);
    let count = all_are(first.elements(), &Stream::elements).filter(|_| is_dense);
    if let (Some(count), Some(bytes)) = (count, first.element_bytes) {
        return match first.is_scalable {
            true => vectors(count * u64::from(bytes), Some(bytes)),
            false => Some(Amount { count: Ratio::new(count, 1), unit: Unit::Elements { bytes } }),
        };
    }
    let advance = |it: &Stream| Some(it.stride_bytes.unsigned_abs());
    let count = all_are(advance(first), &advance)?;
    match first.is_scalable {
        true => vectors(count, None),
        false => Some(Amount { count: Ratio::new(count, 1), unit: Unit::Bytes }),
    }
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
fn counter_step(
    elements: &Elements<'_>,
    insts: &[Followed<'_>],
    trace: &Trace,
) -> Option<CounterStep> {
    let decider = decider(insts)?;
    let step = |reg: Reg| {
        let found = trace.steps.iter().find(|it| elements.is_part_of(reg, it.0));
        found.map_or_else(Scaled::default, |it| it.1)
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
            let (one, two) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
            one.minus(two)
        }
    };
    let (by, is_scalable) = difference.pure().filter(|it| it.0 != 0)?;
    Some(CounterStep { by: by.unsigned_abs(), is_scalable })
}

/// Returns the operations of an iteration, without those that only run the loop.
fn operations(
    elements: &Elements<'_>,
    insts: &[Followed<'_>],
    trace: &Trace,
    vectors: Vectors,
) -> Vec<Operations> {
    let decider = decider(insts);
    let is_step = |inst: &Followed<'_>| {
        let steps = |reg: &Reg| trace.steps.iter().any(|it| elements.is_part_of(*reg, it.0));
        inst.written.iter().any(steps)
    };
    let mut found: Vec<Operations> = Vec::new();
    for (index, inst) in insts.iter().enumerate() {
        if is_step(inst) || decider == Some(index) {
            continue;
        }
        let of_instruction = match elements.arithmetic(index).filter(|it| it.operations > 0) {
            Some(arithmetic) => of_arithmetic(&arithmetic, vectors),
            None => of_set_elements(inst, trace.elements[index]),
        };
        let Some(it) = of_instruction.filter(|it| it.count > 0) else { continue };
        let is_same = |known: &Operations| Operations { count: it.count, ..*known } == it;
        match found.iter_mut().find(|known| is_same(known)) {
            Some(known) => known.count += it.count,
            None => found.push(it),
        }
    }
    found.sort_by_key(|it| (it.class == NumberClass::Integer, it.bits, it.is_scalable));
    found
}

/// Returns the operations of an instruction whose elements follow from its own operands.
fn of_arithmetic(arithmetic: &Arithmetic, vectors: Vectors) -> Option<Operations> {
    let (class, bits) = (arithmetic.class, arithmetic.result_bits);
    let operations = u64::from(arithmetic.operations);
    let of = |lanes: u64| Operations::new(class, bits, lanes * operations);
    let in_granule = || (8 * u64::from(vectors.granule_bytes)).checked_div(u64::from(bits));
    match (arithmetic.lanes, vectors.granules) {
        (Some(lanes), _) => Some(of(lanes.into())),
        (None, Some(granules)) => Some(of(in_granule()? * u64::from(granules))),
        (None, None) => Some(of(in_granule()?).scalable()),
    }
}

/// Returns the operations of an instruction whose elements others have set.
fn of_set_elements(inst: &Followed<'_>, elements: Option<SetElements>) -> Option<Operations> {
    let (class, operations) = inst.scalable.as_ref()?.operation?;
    let SetElements { count, bits } = elements?;
    let (lanes, is_scalable) = count.pure()?;
    let count = lanes.unsigned_abs().checked_mul(operations.into())?;
    let operations = Operations::new(class, bits, count);
    Some(if is_scalable { operations.scalable() } else { operations })
}
