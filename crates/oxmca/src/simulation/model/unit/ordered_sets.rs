//! Sets of instructions in LLVM's order.
//!
//! The busy resources and dependencies that the bottleneck analysis counts may depend on the order
//! in which sets are searched. Removal changes that order: the last element fills the gap.

/// A set of slots with the position of each.
#[derive(Clone, Debug, Default)]
pub struct OrderedSet {
    slots: Vec<u32>,
    /// By slot: its position and whether it is about to be removed.
    positions: Vec<(u32, bool)>,
    leaving: Vec<u32>,
}

impl OrderedSet {
    /// Creates an empty set for `capacity` slots.
    pub fn new(capacity: usize) -> Self {
        OrderedSet {
            slots: Vec::with_capacity(capacity),
            positions: vec![(0, false); capacity],
            leaving: Vec::with_capacity(capacity),
        }
    }

    /// Returns the slots in order.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Appends a slot.
    pub fn push(&mut self, slot: u32) {
        self.positions[slot as usize] = (self.slots.len() as u32, false);
        self.slots.push(slot);
    }

    /// Removes a member; the last one fills the gap.
    pub fn remove(&mut self, slot: u32) {
        let (position, _) = self.positions[slot as usize];
        self.slots.swap_remove(position as usize);
        if let Some(moved) = self.slots.get(position as usize) {
            self.positions[*moved as usize].0 = position;
        }
    }

    /// Marks a member to be removed by the next [`OrderedSet::remove_marked`].
    pub fn mark(&mut self, slot: u32) {
        let (position, is_leaving) = &mut self.positions[slot as usize];
        if !*is_leaving {
            *is_leaving = true;
            self.leaving.push(*position);
        }
    }

    /// Removes marked slots in the order a search from the front finds them, each gap being filled
    /// with the last slot, and appends them to `removed`.
    pub fn remove_marked(&mut self, removed: &mut Vec<u32>) {
        let mut leaving = std::mem::take(&mut self.leaving);
        leaving.sort_unstable();
        let mut len = self.slots.len();
        for position in leaving.drain(..) {
            let position = position as usize;
            while position < len {
                let slot = self.slots[position];
                if !self.positions[slot as usize].1 {
                    break;
                }
                self.positions[slot as usize].1 = false;
                removed.push(slot);
                len -= 1;
                let last = self.slots[len];
                self.slots[position] = last;
                self.positions[last as usize].0 = position as u32;
            }
        }
        self.slots.truncate(len);
        self.leaving = leaving;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the search that the order is defined by.
    fn remove_by_search(slots: &mut Vec<u32>, marked: &[u32]) -> Vec<u32> {
        let (mut position, mut len) = (0, slots.len());
        let mut removed = Vec::new();
        while position < len {
            if marked.contains(&slots[position]) {
                removed.push(slots[position]);
                len -= 1;
                slots.swap(position, len);
            } else {
                position += 1;
            }
        }
        slots.truncate(len);
        removed
    }

    #[test]
    fn removal_equals_the_search_from_the_front() {
        for pattern in 0u32..256 {
            let mut set = OrderedSet::new(8);
            let mut expected: Vec<u32> = (0..8).rev().collect();
            expected.iter().for_each(|slot| set.push(*slot));
            let marked: Vec<u32> = (0..8).filter(|slot| pattern >> slot & 1 != 0).collect();
            marked.iter().for_each(|slot| set.mark(*slot));
            let mut removed = Vec::new();
            set.remove_marked(&mut removed);
            assert_eq!(removed, remove_by_search(&mut expected, &marked), "{pattern:#b}");
            assert_eq!(set.slots(), expected, "{pattern:#b}");
        }
    }
}
