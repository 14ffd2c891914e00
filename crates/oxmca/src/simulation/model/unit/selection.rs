//! The choice among the free members of groups that do not choose round robin.

use super::state::StateSink;
use crate::processor::{Processor, ResourceIndex, Selection};

/// Groups that choose another way than round robin.
#[derive(Clone, Debug, Default)]
pub struct Selections {
    groups: Vec<GroupSelection>,
    /// Own bits of the groups.
    own_bits: u64,
    /// Set if one of them counts uses.
    counts_uses: bool,
}

/// The members of a group and how often each was used.
#[derive(Clone, Debug)]
struct GroupSelection {
    group: ResourceIndex,
    way: Selection,
    /// Own bits of the members, in the order of the model's list.
    members: Vec<u64>,
    /// Uses of each member, as many as it has more than the one used least.
    uses: Vec<u8>,
}

impl Selections {
    /// Finds the groups of a processor that do not choose round robin.
    pub fn new(processor: &Processor<'_>) -> Self {
        let mut selections = Selections::default();
        for (index, info) in processor.resources.iter().enumerate() {
            if !info.is_group || info.selection == Selection::RoundRobin {
                continue;
            }
            let group = ResourceIndex(index as u8);
            let mut members: Vec<u64> = Vec::new();
            for member in processor.members(info) {
                // A member is listed once for each of its units.
                if !members.contains(&member.bit()) {
                    members.push(member.bit());
                }
            }
            let uses = vec![0; members.len()];
            selections.own_bits |= group.bit();
            selections.counts_uses |= info.selection == Selection::LeastUsed;
            selections.groups.push(GroupSelection { group, way: info.selection, members, uses });
        }
        selections
    }

    /// Forgets all uses.
    pub fn start(&mut self) {
        self.groups.iter_mut().for_each(|group| group.uses.fill(0));
    }

    /// Returns the own bits of the groups.
    pub const fn own_bits(&self) -> u64 {
        self.own_bits
    }

    /// Returns whether each use of a resource has to be noted.
    pub const fn counts_uses(&self) -> bool {
        self.counts_uses
    }

    /// Chooses one of the `free` members of a group, the first one if none is free; `None` if the
    /// group chooses round robin.
    #[inline]
    pub fn choose(&self, group: ResourceIndex, free: u64) -> Option<ResourceIndex> {
        if self.own_bits & group.bit() == 0 {
            return None;
        }
        let selection = self.groups.iter().find(|it| it.group == group)?;
        let members = selection.members.iter().zip(&selection.uses);
        let mut free_members = members.filter(|(member, _)| *member & free != 0);
        let chosen = match selection.way {
            // The first one of several that are minimal.
            Selection::LeastUsed => free_members.min_by_key(|(_, uses)| **uses),
            Selection::RoundRobin | Selection::Ordered => free_members.next(),
        };
        let chosen = chosen.map(|(member, _)| *member).or(selection.members.first().copied());
        chosen.map(ResourceIndex::of_mask)
    }

    /// Counts a use of a resource, which may have been chosen by any group or none.
    #[inline]
    pub fn note_used(&mut self, resource: ResourceIndex) {
        if self.counts_uses {
            self.groups.iter_mut().for_each(|group| group.note_used(resource.bit()));
        }
    }

    /// Passes on the state that later choices depend on.
    pub fn put_state(&self, sink: &mut impl StateSink) {
        for group in self.groups.iter().filter(|it| it.way == Selection::LeastUsed) {
            group.uses.iter().for_each(|uses| sink.put((*uses).into()));
        }
    }
}

impl GroupSelection {
    /// Counts a use of a resource if it is a member. Differences are kept up to 255: a program that
    /// uses one member more often in each iteration comes back to the same state all the same.
    fn note_used(&mut self, bit: u64) {
        let Some(used) = self.members.iter().position(|member| *member == bit) else { return };
        let least = self.uses.iter().copied().min().unwrap_or(0);
        match self.uses[used].checked_add(1) {
            Some(uses) => self.uses[used] = uses,
            // The others fall back instead, so that their order stays.
            None => {
                let others = self.uses.iter_mut().enumerate().filter(|(it, _)| *it != used);
                others.for_each(|(_, uses)| *uses = uses.saturating_sub(1));
            }
        }
        if least == 0 && self.uses.iter().all(|uses| *uses > 0) {
            self.uses.iter_mut().for_each(|uses| *uses -= 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least_used() -> GroupSelection {
        GroupSelection {
            group: ResourceIndex(3),
            way: Selection::LeastUsed,
            members: vec![1, 4, 2],
            uses: vec![0; 3],
        }
    }

    #[test]
    fn uses_are_counted_from_the_least_used_member() {
        let mut group = least_used();
        [1, 1, 4, 64].into_iter().for_each(|bit| group.note_used(bit));
        assert_eq!(group.uses, [2, 1, 0]);
        group.note_used(2);
        assert_eq!(group.uses, [1, 0, 0]);
    }

    #[test]
    fn differences_are_bounded() {
        let mut group = least_used();
        (0..300).for_each(|_| group.note_used(1));
        (0..2).for_each(|_| group.note_used(4));
        assert_eq!(group.uses, [255, 2, 0]);
        group.note_used(1);
        assert_eq!(group.uses, [255, 1, 0]);
    }

    #[test]
    fn the_first_of_those_used_least_is_chosen() {
        let mut selections =
            Selections { groups: vec![least_used()], own_bits: 8, counts_uses: true };
        let group = ResourceIndex(3);
        assert_eq!(selections.choose(group, 0b111), Some(ResourceIndex(0)));
        selections.note_used(ResourceIndex(0));
        assert_eq!(selections.choose(group, 0b111), Some(ResourceIndex(2)));
        assert_eq!(selections.choose(group, 0b001), Some(ResourceIndex(0)));
        assert_eq!(selections.choose(ResourceIndex(4), 0b111), None);
    }
}
