//! The work of one loop beside that of another.

use std::fmt;

use super::Work;
use super::stream::Stream;
use crate::steady_state::Ratio;

/// The reason why the work of two loops cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Incomparable {
    /// The work of one of them is not known.
    Unknown,
    /// One works through memory, the other one does not.
    OtherWork,
    /// Some streams of one go on by other multiples of those of the other than the rest.
    OtherStreams,
    /// The length of the processor's vectors decides by which factor one does more.
    VectorLength,
    /// Both only count iterations, and do not compute the same.
    OnlyCounters,
}

impl fmt::Display for Incomparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Incomparable::Unknown => "it is not known what an iteration works through",
            Incomparable::OtherWork => "only one of them goes on through memory",
            Incomparable::OtherStreams => "their iterations go on through memory in different ways",
            Incomparable::VectorLength => {
                "how much one of them does depends on how long the processor's vectors are"
            }
            Incomparable::OnlyCounters => "they only count iterations, which differ",
        })
    }
}

/// Returns how much of an iteration of `old` an iteration of `new` does: 8 if it does eight times as much.
///
/// # Errors
/// When what both have in common does not tell.
pub fn iterations_of(old: &Work, new: &Work) -> Result<Ratio, Incomparable> {
    if old.streams.is_empty() != new.streams.is_empty() {
        return Err(Incomparable::OtherWork);
    }
    if old.streams.is_empty() {
        return by_counters(old, new);
    }
    let found = by_streams(&old.written(), &new.written())
        .or_else(|| by_streams(&old.streams, &new.streams));
    let is_scalable = |work: &Work| work.streams.iter().any(|it| it.is_scalable);
    found.ok_or(match is_scalable(old) == is_scalable(new) {
        true => Incomparable::OtherStreams,
        false => Incomparable::VectorLength,
    })
}

/// A number, and whether it is one for each granule of a vector.
type Scalable = (bool, u64);

/// Returns the ratio that all streams have in common: of elements where computations say how long they are, since other
/// elements may do the same work, else of bytes.
fn by_streams(old: &[Stream], new: &[Stream]) -> Option<Ratio> {
    let in_elements = |streams: &[Stream]| -> Option<Vec<Scalable>> {
        streams.iter().map(|it| Some((it.is_scalable, it.elements()?))).collect()
    };
    let in_bytes = |streams: &[Stream]| -> Vec<Scalable> {
        streams.iter().map(|it| (it.is_scalable, it.stride_bytes.unsigned_abs())).collect()
    };
    let by_elements = in_elements(old).zip(in_elements(new));
    let by_elements = by_elements.and_then(|(old, new)| common_ratio(old, new));
    by_elements.or_else(|| common_ratio(in_bytes(old), in_bytes(new)))
}

/// Returns the one ratio between the different numbers of two lists.
fn common_ratio(mut old: Vec<Scalable>, mut new: Vec<Scalable>) -> Option<Ratio> {
    for list in [&mut old, &mut new] {
        list.sort_unstable();
        list.dedup();
    }
    let is_same = |(old, new): (&Scalable, &Scalable)| old.0 == new.0;
    if old.len() != new.len() || !old.iter().zip(&new).all(is_same) {
        return None;
    }
    let mut ratios = old.into_iter().zip(new).map(|(old, new)| Ratio::new(new.1, old.1));
    let first = ratios.next()?;
    ratios.all(|it| it == first).then_some(first)
}

/// Compares loops that work through no memory. A counter that goes down by one says nothing of what an iteration does.
fn by_counters(old: &Work, new: &Work) -> Result<Ratio, Incomparable> {
    let (Some(before), Some(after)) = (old.counter_step, new.counter_step) else {
        return Err(Incomparable::Unknown);
    };
    if before.is_scalable != after.is_scalable {
        return Err(Incomparable::VectorLength);
    }
    let (before, after) = (before.by, after.by);
    match before.max(after) > 1 || old.operations == new.operations {
        true => Ok(Ratio::new(after, before)),
        false => Err(Incomparable::OnlyCounters),
    }
}
