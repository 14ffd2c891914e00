//! What kinds of instructions need, in the form in which it is looked up and taken.

use super::resources::Shape;
use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::program::Span32;

/// Needs of instructions, and what has to be free for them in the common case.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Of each of these sets of resources one must be free. Empty ones when there is more to it.
    one_of: [u64; MAX_SIMPLE_NEEDS],
    /// What is taken then, so many from the first. None when there is more to it.
    takes: [Take; MAX_SIMPLE_NEEDS],
    num_takes: usize,
    /// Own bits of resources whose reservation stations are occupied from dispatch to issue.
    pub buffers: u64,
    /// All needs: rows of [`Resources::needs`](super::resources::Resources).
    pub(super) needs: Span32,
    /// Own bits of groups used.
    pub(super) groups: u64,
    /// Two groups share members, so the choice of units needs care.
    pub(super) has_overlapping_groups: bool,
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

/// What is no group, or one that is not used.
pub(super) const NO_GROUP: u32 = u32::MAX;

const MAX_SIMPLE_NEEDS: usize = 4;

impl Kind {
    /// Needs, which are at `rows`, in a machine of such resources. `groups` are own bits of all
    /// groups.
    pub(super) fn new(
        needs: &ResourceNeeds,
        rows: Span32,
        shapes: &[Shape; 64],
        groups: u64,
    ) -> Self {
        let is_simple = !needs.has_overlapping_groups
            && needs.needs.len() <= MAX_SIMPLE_NEEDS
            && needs.needs.iter().all(|need| {
                let has_groups = shapes[need.index().index()].members & groups != 0;
                need.units == 1 && !need.reserved && !has_groups
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
        Kind {
            one_of,
            takes,
            num_takes: if is_simple { needs.needs.len() } else { 0 },
            buffers: needs.buffers,
            needs: rows,
            groups: needs.groups,
            has_overlapping_groups: needs.has_overlapping_groups,
        }
    }

    /// What is taken, unless there is more to it, or nothing at all.
    #[inline(always)]
    pub(super) fn takes(&self) -> &[Take] {
        self.takes.get(..self.num_takes).unwrap_or(&[])
    }

    /// Whether there is no more to it than that some resources have to be free.
    #[inline(always)]
    pub(super) const fn is_simple(&self) -> bool {
        self.num_takes != 0
    }

    /// Whether its needs are met when nothing is reserved and these resources are `free`. It may
    /// not look so if there is more to it.
    #[inline(always)]
    pub(super) fn is_met_by(&self, free: u64) -> bool {
        // Without branches: which of them fails is hard to predict.
        self.one_of.iter().fold(true, |is_met, set| is_met & (set & free != 0))
    }

    /// As [`Kind::is_met_by`], the masks of all resources that are lacking, of those in `needs`; none
    /// if there is more to it.
    #[inline(always)]
    pub(super) fn lacking(&self, needs: &[ResourceNeed], free: u64) -> Option<u64> {
        let sets = self.one_of.iter().zip(needs);
        let lacking = sets.filter(|(set, _)| *set & free == 0);
        self.is_simple().then(|| lacking.fold(0, |mask, (_, need)| mask | need.mask))
    }
}
