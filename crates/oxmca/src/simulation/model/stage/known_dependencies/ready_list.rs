//! Ready instructions, best first.

use crate::simulation::model::stage::ready_queue::priority;
use crate::simulation::model::unit::boxed::boxed;

/// A ready instruction: its priority and its needs, in one number. Lower numbers go first; of equal
/// priority, the instruction with fewer users, which is the older.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ReadyEntry(u64);

impl ReadyEntry {
    /// Creates the entry of an instruction with a number of known users, of a kind.
    #[inline(always)]
    pub(super) const fn new(index: u32, users: u16, kind: u16) -> Self {
        let priority = priority(index, users as u32);
        ReadyEntry((priority as u64) << 32 | (users as u64) << 16 | kind as u64)
    }

    /// Returns the dynamic index.
    #[inline(always)]
    pub(super) const fn index(self) -> u32 {
        let difference = (self.0 >> 32) as u32 ^ 1 << 31;
        difference.wrapping_add((self.0 >> 16) as u32 & 0xffff)
    }

    #[inline(always)]
    pub(super) const fn kind(self) -> u16 {
        self.0 as u16
    }
}

/// Ready instructions, of which at most `CAP` are in flight.
pub(super) struct ReadyList<const CAP: usize> {
    /// In order.
    entries: Box<[ReadyEntry; CAP]>,
    len: usize,
    /// Instructions that became ready since `entries` were sorted.
    new: Box<[ReadyEntry; CAP]>,
    num_new: usize,
}

impl<const CAP: usize> ReadyList<CAP> {
    pub(super) fn new() -> Self {
        ReadyList { entries: boxed(ReadyEntry(0)), len: 0, new: boxed(ReadyEntry(0)), num_new: 0 }
    }

    /// Adds an instruction, to be seen after [`ReadyList::insert_added`].
    #[inline(always)]
    pub(super) fn add(&mut self, entry: ReadyEntry) {
        self.new[self.num_new % CAP] = entry;
        self.num_new += 1;
    }

    /// Returns whether instructions were added that are not in their places yet.
    #[inline(always)]
    pub(super) fn has_new(&self) -> bool {
        self.num_new != 0
    }

    /// Puts added instructions into their places. The last ones come first, because instructions
    /// wake up youngest first.
    #[inline(always)]
    pub(super) fn insert_added(&mut self) {
        while self.num_new != 0 {
            self.num_new -= 1;
            self.insert(self.new[self.num_new % CAP]);
        }
    }

    #[inline(always)]
    fn insert(&mut self, entry: ReadyEntry) {
        let mut place = self.len;
        self.len += 1;
        let entries = &mut *self.entries;
        while place != 0 && entry < entries[(place - 1) % CAP] {
            entries[place % CAP] = entries[(place - 1) % CAP];
            place -= 1;
        }
        entries[place % CAP] = entry;
    }

    /// Replaces an entry by a better one.
    #[inline(never)]
    pub(super) fn improve(&mut self, old: ReadyEntry, new: ReadyEntry) {
        let entries = &mut self.entries[..self.len];
        let Ok(mut place) = entries.binary_search(&old) else {
            let added = self.new[..self.num_new].iter_mut();
            added.filter(|entry| **entry == old).for_each(|entry| *entry = new);
            return;
        };
        while place != 0 && new < entries[place - 1] {
            entries[place] = entries[place - 1];
            place -= 1;
        }
        entries[place] = new;
    }

    /// Returns the number of instructions.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the instruction at a place before [`ReadyList::len`].
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> ReadyEntry {
        self.entries[place % CAP]
    }

    /// Moves an instruction to an earlier place whose own instruction has left.
    #[inline(always)]
    pub(super) fn move_up(&mut self, place: usize, entry: ReadyEntry) {
        self.entries[place % CAP] = entry;
    }

    /// Drops the instructions from `kept` to before `next`.
    #[inline(always)]
    pub(super) fn remove_range(&mut self, kept: usize, next: usize) {
        // Mostly none or few are left, for which a call would take longer than the moves.
        let entries = &mut *self.entries;
        let mut place = kept;
        for from in next..self.len {
            entries[place % CAP] = entries[from % CAP];
            place += 1;
        }
        self.len = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(entries: &[ReadyEntry]) -> ReadyList<16> {
        let mut ready = ReadyList::new();
        entries.iter().for_each(|entry| ready.add(*entry));
        ready.insert_added();
        ready
    }

    fn indices(ready: &ReadyList<16>) -> Vec<u32> {
        (0..ready.len()).map(|place| ready.get(place).index()).collect()
    }

    #[test]
    fn older_first_unless_users_outweigh_age() {
        let mut ready = ready(&[7, 5, 6].map(|index| ReadyEntry::new(index, 0, 1)));
        assert_eq!(indices(&ready), [5, 6, 7]);
        ready.improve(ReadyEntry::new(7, 0, 1), ReadyEntry::new(7, 3, 1));
        assert_eq!(indices(&ready), [7, 5, 6]);
        ready.improve(ReadyEntry::new(6, 0, 1), ReadyEntry::new(6, 1, 1));
        assert_eq!(indices(&ready), [7, 5, 6]);
    }

    #[test]
    fn what_was_just_added_improves_too() {
        let mut ready = ready(&[ReadyEntry::new(5, 0, 1)]);
        ready.add(ReadyEntry::new(7, 0, 1));
        ready.improve(ReadyEntry::new(7, 0, 1), ReadyEntry::new(7, 3, 1));
        ready.insert_added();
        assert_eq!(indices(&ready), [7, 5]);
    }

    #[test]
    fn ranks_below_zero_go_first() {
        let ready =
            ready(&[ReadyEntry::new(0, 0, 0), ReadyEntry::new(2, 3, 0), ReadyEntry::new(1, 3, 0)]);
        assert_eq!(indices(&ready), [1, 2, 0]);
    }

    #[test]
    fn gaps_close() {
        let mut ready = ready(&[1, 2, 3, 4, 5].map(|index| ReadyEntry::new(index, 0, 0)));
        ready.move_up(0, ready.get(1));
        ready.remove_range(1, 3);
        assert_eq!(indices(&ready), [2, 4, 5]);
    }
}
