//! Kinds of instructions by the resources they need, in the form in which these are looked up and
//! taken.

use smallvec::SmallVec;

use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::simulation::model::program::Span32;

/// A kind: the needs of its instructions, and the resources that must be free for them in the
/// common case.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Sets of resources, of each of which one must be free. Empty unless the kind is simple.
    one_of: [u64; MAX_SIMPLE_NEEDS],
    /// Resources taken then, in the first `num_takes` places. None unless the kind is simple.
    takes: [Take; MAX_SIMPLE_NEEDS],
    num_takes: usize,
    /// Own bits of resources whose reservation stations are occupied from dispatch to issue.
    pub buffers: u64,
    /// All needs: rows of [`Resources::needs`](super::resources::Resources).
    pub(super) needs: Span32,
    /// Own bits of groups used.
    pub(super) groups: u64,
    /// Set if two groups share members, so that the choice of units needs care.
    pub(super) has_overlapping_groups: bool,
    filter: Filter,
    /// Set if the two masks of `filter` decide alone whether an instruction can issue, unless a
    /// resource is reserved.
    is_filter_exact: bool,
}

/// Two sets of resources, of each of which one must be free: all needs of an instruction, or the
/// two that are hardest to meet. Small, so that those of many kinds lie close together.
#[derive(Clone, Copy, Debug)]
pub struct Filter([u32; 2]);

impl Filter {
    /// A bit that is always free.
    pub const ALWAYS: u32 = 1 << 31;

    /// Returns whether one of each set is `free`.
    #[inline(always)]
    pub const fn is_met_by(self, free: u32) -> bool {
        (self.0[0] & free != 0) & (self.0[1] & free != 0)
    }

    /// Chooses the two smallest of the `sets` of which one resource must be free each. Returns
    /// whether these are all.
    fn new(mut sets: SmallVec<[u64; MAX_SIMPLE_NEEDS]>) -> (Filter, bool) {
        // The smallest sets are the hardest to meet.
        sets.sort_unstable_by_key(|set| set.count_ones());
        let narrow = |set: &u64| u32::try_from(*set).ok().filter(|set| *set < Self::ALWAYS);
        let mut chosen = sets.iter().filter_map(narrow);
        let first = chosen.next();
        let second = chosen.next().or(first);
        let is_exact = matches!(sets.len(), 1..=2) && sets.iter().all(|set| narrow(set).is_some());
        (Filter([first, second].map(|set| set.unwrap_or(Self::ALWAYS))), is_exact)
    }
}

/// The parts of a resource.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) units: u64,
    /// Free units, when there are several.
    pub(super) ready: u64,
    /// Members of a group.
    pub(super) members: u64,
    /// Position of a group among those that are used, or [`NO_GROUP`].
    pub(super) group: u32,
    /// Index of unit 0, or of a group as a whole, in `busy_until`.
    pub(super) first_pipe: u32,
    pub(super) num_units: u32,
}

/// A unit that is taken, or a member of a group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Take {
    /// Own bit of the resource.
    pub(super) bit: u64,
    /// Position of the group, or [`NO_GROUP`].
    pub(super) group: u32,
    pub(super) cycles: u32,
}

/// Marks a resource that is no group, or a group that is not used.
pub(super) const NO_GROUP: u32 = u32::MAX;

const MAX_SIMPLE_NEEDS: usize = 4;

impl Kind {
    /// Creates the kind with these needs, which are at `rows`, on a processor of such resources.
    /// `groups` are own bits of all groups, `unusual` those of resources that are not taken in the
    /// simple way.
    pub(super) fn new(
        needs: &ResourceNeeds,
        rows: Span32,
        shapes: &[Shape; 64],
        groups: u64,
        unusual: u64,
    ) -> Self {
        let is_simple = !needs.has_overlapping_groups
            && needs.needs.len() <= MAX_SIMPLE_NEEDS
            && needs.needs.iter().all(|need| {
                let has_groups = shapes[need.index().index()].members & groups != 0;
                let is_usual = need.index().bit() & unusual == 0;
                need.units == 1 && !need.reserved && !has_groups && is_usual
            });
        let take = |need: &ResourceNeed| Take {
            bit: need.index().bit(),
            group: shapes[need.index().index()].group,
            cycles: need.cycles,
        };
        let mut takes = [Take::default(); MAX_SIMPLE_NEEDS];
        takes.iter_mut().zip(&needs.needs).for_each(|(entry, need)| *entry = take(need));
        // The mask of a group has its own bit, which is always free, above its members.
        let one_of = |need: &ResourceNeed| match need.mask ^ need.index().bit() {
            0 => need.mask,
            members => members,
        };
        let sets = needs.needs.iter().filter(|_| is_simple).map(one_of).cycle();
        let mut one_of = [0; MAX_SIMPLE_NEEDS];
        one_of.iter_mut().zip(sets).for_each(|(entry, set)| *entry = set);
        let num_takes = if is_simple { needs.needs.len() } else { 0 };
        let (filter, is_filter_exact) = Filter::new(SmallVec::from_slice(&one_of[..num_takes]));
        Kind {
            one_of,
            takes,
            num_takes,
            buffers: needs.buffers,
            needs: rows,
            groups: needs.groups,
            has_overlapping_groups: needs.has_overlapping_groups,
            filter,
            is_filter_exact,
        }
    }

    /// Returns the two sets that keep most instructions of the kind from issuing when they cannot.
    #[inline]
    pub const fn filter(&self) -> Filter {
        self.filter
    }

    /// Returns whether instructions that pass the filter can issue, unless a resource is reserved.
    #[inline(always)]
    pub(super) const fn is_filter_exact(&self) -> bool {
        self.is_filter_exact
    }

    /// Returns the resources taken; none unless the kind is simple, or if it needs none.
    #[inline(always)]
    pub(super) fn takes(&self) -> &[Take] {
        self.takes.get(..self.num_takes).unwrap_or(&[])
    }

    /// Returns whether the kind is simple: its instructions can issue if of each of up to four sets
    /// of resources one is free.
    #[inline(always)]
    pub(super) const fn is_simple(&self) -> bool {
        self.num_takes != 0
    }

    /// Returns whether the needs are met when nothing is reserved and these resources are `free`.
    /// Only meaningful if the kind is simple.
    #[inline(always)]
    pub(super) fn is_met_by(&self, free: u64) -> bool {
        // Without branches, which could not be predicted.
        self.one_of.iter().fold(true, |is_met, set| is_met & (set & free != 0))
    }

    /// Returns the masks of all resources that are lacking, of those in `needs`; `None` unless the
    /// kind is simple.
    #[inline(always)]
    pub(super) fn lacking(&self, needs: &[ResourceNeed], free: u64) -> Option<u64> {
        let sets = self.one_of.iter().zip(needs);
        let lacking = sets.filter(|(set, _)| *set & free == 0);
        self.is_simple().then(|| lacking.fold(0, |mask, (_, need)| mask | need.mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_stop_only_what_cannot_issue() {
        let wide = 1 << 40;
        let cases: [&[u64]; 7] =
            [&[], &[5], &[3, 3], &[6, 9], &[1, 2, 12], &[wide], &[2 | wide, 5]];
        for sets in cases {
            let (filter, is_exact) = Filter::new(SmallVec::from_slice(sets));
            assert_eq!(is_exact, matches!(sets, [5] | [3, 3] | [6, 9]), "{sets:?}");
            for free in (0..16).chain([wide, wide | 5]) {
                let is_met = sets.iter().all(|set| set & free != 0);
                let passes = filter.is_met_by(free as u32 | Filter::ALWAYS);
                assert!(passes || !is_met, "{sets:?}, {free:#x}");
                assert!(is_met || !passes || !is_exact, "{sets:?}, {free:#x}");
            }
        }
    }
}
