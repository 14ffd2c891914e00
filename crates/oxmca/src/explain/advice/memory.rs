//! Accesses of a loop that can meet.

use oxmca_asm::target::hardware::{Access, Direction};

use super::body::Body;
use crate::work::FixedAddress;

/// An access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AccessAt {
    /// The instruction.
    pub(super) at: usize,
    /// The access of it.
    pub(super) access: usize,
}

/// The iterations from one access to another one that meets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// They never meet.
    Never,
    /// The second has the same bytes as the first had so many iterations before; 0 if it is in the same one. Of an address
    /// that stays, it is `None`: they are the same in all.
    Exact(Option<i64>),
    /// They have some bytes in common.
    Partial,
    /// It is not known.
    Unknown,
}

impl Body<'_> {
    /// Returns all accesses in a direction.
    pub(super) fn accesses(&self, direction: Direction) -> Vec<AccessAt> {
        let all = self.steps.iter().enumerate().flat_map(|(at, step)| {
            let accesses = step.facts.accesses.iter().enumerate();
            accesses.map(move |(access, it)| (AccessAt { at, access }, it.direction))
        });
        all.filter(|it| it.1 == direction).map(|it| it.0).collect()
    }

    pub(super) fn access(&self, it: AccessAt) -> Access {
        self.steps[it.at].facts.accesses[it.access]
    }

    pub(super) fn address(&self, it: AccessAt) -> Option<&FixedAddress> {
        self.addresses[it.at].get(it.access)?.as_ref()
    }

    /// Returns whether an access is to the same address in all iterations.
    pub(super) fn is_at_fixed_place(&self, it: AccessAt) -> bool {
        self.address(it).is_some_and(|address| address.stride_bytes == 0)
    }

    /// Returns when a later access meets an earlier one.
    pub(super) fn meeting(&self, earlier: AccessAt, later: AccessAt) -> Meeting {
        let (Some(one), Some(two)) = (self.address(earlier), self.address(later)) else {
            return Meeting::Unknown;
        };
        let bytes = [self.access(earlier).bytes, self.access(later).bytes].map(i64::from);
        // The second one is so much further in the same iteration.
        let Some(distance) = two.distance_from(one).filter(|_| !bytes.contains(&0)) else {
            return Meeting::Unknown;
        };
        if one.stride_bytes != two.stride_bytes {
            return Meeting::Unknown;
        }
        let [first, second] = bytes;
        let overlaps = |distance: i64| distance < first && -distance < second;
        let stride = one.stride_bytes;
        if stride == 0 {
            return match overlaps(distance) {
                true if distance == 0 && first == second => Meeting::Exact(None),
                true => Meeting::Partial,
                false => Meeting::Never,
            };
        }
        // distance + stride * lag = 0
        if distance % stride == 0 && first == second {
            let lag = -distance / stride;
            return if lag >= 0 { Meeting::Exact(Some(lag)) } else { Meeting::Never };
        }
        let nearest = -distance / stride;
        let meets = (nearest - 1..=nearest + 1).any(|lag| overlaps(distance + stride * lag));
        if meets { Meeting::Partial } else { Meeting::Never }
    }
}
