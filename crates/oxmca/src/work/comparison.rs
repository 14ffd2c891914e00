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
    /// Both only count iterations, and do not compute the same.
    OnlyCounters,
}

impl fmt::Display for Incomparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Incomparable::Unknown => "it is not known what an iteration works through",
            Incomparable::OtherWork => "only one of them goes on through memory",
            Incomparable::OtherStreams => "their iterations go on through memory in different ways",
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
    by_streams(&old.written(), &new.written())
        .or_else(|| by_streams(&old.streams, &new.streams))
        .ok_or(Incomparable::OtherStreams)
}

/// Returns the ratio that all streams have in common: of elements where computations say how long they are, since other
/// elements may do the same work, else of bytes.
fn by_streams(old: &[Stream], new: &[Stream]) -> Option<Ratio> {
    let in_elements =
        |streams: &[Stream]| -> Option<Vec<u64>> { streams.iter().map(Stream::elements).collect() };
    let in_bytes = |streams: &[Stream]| -> Vec<u64> {
        streams.iter().map(|it| it.stride_bytes.unsigned_abs()).collect()
    };
    let by_elements = in_elements(old).zip(in_elements(new));
    let by_elements = by_elements.and_then(|(old, new)| common_ratio(old, new));
    by_elements.or_else(|| common_ratio(in_bytes(old), in_bytes(new)))
}

/// Returns the one ratio between the different numbers of two lists.
fn common_ratio(mut old: Vec<u64>, mut new: Vec<u64>) -> Option<Ratio> {
    for list in [&mut old, &mut new] {
        list.sort_unstable();
        list.dedup();
    }
    if old.len() != new.len() {
        return None;
    }
    let mut ratios = old.into_iter().zip(new).map(|(old, new)| Ratio::new(new, old));
    let first = ratios.next()?;
    ratios.all(|it| it == first).then_some(first)
}

/// Compares loops that work through no memory. A counter that goes down by one says nothing of what an iteration does.
fn by_counters(old: &Work, new: &Work) -> Result<Ratio, Incomparable> {
    let (Some(before), Some(after)) = (old.counter_step, new.counter_step) else {
        return Err(Incomparable::Unknown);
    };
    match before.max(after) > 1 || old.operations == new.operations {
        true => Ok(Ratio::new(after, before)),
        false => Err(Incomparable::OnlyCounters),
    }
}
