//! Finding the memory that iterations work through.

use oxmca_asm::target::hardware::Direction;

use super::elements::Elements;
use super::linear::{Linear, Scaled};
use super::stream::Stream;
use super::trace::{Followed, Trace};

/// Accesses that go on together.
struct Group {
    /// The address that they have in common, but for a constant.
    at: Linear,
    stride: Scaled,
    read: Vec<Interval>,
    written: Vec<Interval>,
    /// Bits of an element, by each access that tells it.
    element_bits: Vec<u16>,
}

/// Bytes of an access, from the first one to the one after the last.
type Interval = (i64, i64);

/// The accesses of a loop.
pub(super) struct Accesses {
    /// Memory that is worked through, in the order of the first accesses.
    pub(super) streams: Vec<Stream>,
    /// The number of accesses whose addresses could not be followed.
    pub(super) unknown_accesses: u32,
    /// Set if some addresses stay the same.
    pub(super) has_fixed_accesses: bool,
}

/// Returns the accesses of a loop.
pub(super) fn streams(elements: &Elements<'_>, insts: &[Followed<'_>], trace: &Trace) -> Accesses {
    let mut has_fixed_accesses = false;
    let mut groups: Vec<Group> = Vec::new();
    let mut unknown_accesses = 0;
    for (index, (inst, addresses)) in insts.iter().zip(&trace.accesses).enumerate() {
        for (access, traced) in inst.facts.accesses.iter().zip(addresses) {
            let Some(traced) = traced else {
                unknown_accesses += 1;
                continue;
            };
            let Some((stride_bytes, is_scalable)) = traced.stride.pure() else {
                unknown_accesses += 1;
                continue;
            };
            if stride_bytes == 0 {
                has_fixed_accesses = true;
                continue;
            }
            // Places that are a number of bytes apart are not in order with those that are vectors apart.
            let at = traced.at.base(is_scalable);
            let start = traced.at.difference(&at).unwrap_or_default();
            let in_unit = |it: Scaled| if is_scalable { it.granules } else { it.constant };
            let is_it = |it: &Group| it.at == at && it.stride == traced.stride;
            let place = groups.iter().position(is_it).unwrap_or_else(|| {
                groups.push(Group {
                    at,
                    stride: traced.stride,
                    read: Vec::new(),
                    written: Vec::new(),
                    element_bits: Vec::new(),
                });
                groups.len() - 1
            });
            let group = &mut groups[place];
            let start = in_unit(start);
            let interval = (start, start.saturating_add(in_unit(traced.length)));
            match access.direction {
                Direction::Load => group.read.push(interval),
                Direction::Store => group.written.push(interval),
            }
            group.element_bits.extend(elements.of_access(index, access.direction));
        }
    }
    let stream = |it: Group| Stream {
        stride_bytes: it.stride.pure().map_or(0, |it| it.0),
        read_bytes: covered(it.read),
        written_bytes: covered(it.written),
        element_bytes: agreed(&it.element_bits),
        is_scalable: it.stride.granules != 0,
    };
    let streams = groups.into_iter().map(stream).collect();
    Accesses { streams, unknown_accesses, has_fixed_accesses }
}

/// Returns the number of bytes in intervals, each once.
fn covered(mut intervals: Vec<Interval>) -> u64 {
    intervals.sort_unstable();
    let mut bytes = 0;
    let mut end = i64::MIN;
    for (start, stop) in intervals {
        let start = start.max(end);
        if stop > start {
            bytes += stop.abs_diff(start);
            end = stop;
        }
    }
    bytes
}

/// Returns the whole bytes of an element, if all accesses say the same.
fn agreed(bits: &[u16]) -> Option<u16> {
    let (first, rest) = bits.split_first()?;
    (first % 8 == 0 && *first > 0 && rest.iter().all(|it| it == first)).then_some(first / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_once() {
        assert_eq!(covered(vec![]), 0);
        assert_eq!(covered(vec![(8, 12), (0, 4), (2, 6), (8, 12)]), 10);
        assert_eq!(covered(vec![(-4, 4), (0, 2), (4, 5)]), 9);
    }

    #[test]
    fn elements_are_those_that_all_accesses_have() {
        assert_eq!(agreed(&[32, 32]), Some(4));
        assert_eq!(agreed(&[32, 64]), None);
        assert_eq!(agreed(&[]), None);
    }
}
