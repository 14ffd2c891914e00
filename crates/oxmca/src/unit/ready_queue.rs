//! Ready instructions, best first.

use crate::program::NONE32;

/// Rank of a ready instruction: lower goes first. Older instructions and those with more known
/// users go first; of equals, the older.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u64);

impl Rank {
    const WORST: Rank = Rank(u64::MAX);

    /// Rank of the instruction of that dynamic index with that many known users.
    #[inline]
    pub const fn new(index: u32, users: u32) -> Self {
        // Signed comparison of the difference, in an unsigned key.
        let rank = index.wrapping_sub(users) ^ 1 << 31;
        Rank((rank as u64) << 32 | index as u64)
    }
}

/// Ready instructions by what they need.
///
/// Instructions of equal needs can issue or not together, so only the best of each kind has to be
/// looked at.
#[derive(Clone, Debug)]
pub struct ReadyQueue {
    /// Best rank of each kind, the worst possible one if it has no instructions.
    best: Vec<Rank>,
    /// By kind, its instructions in the order of their ranks.
    lists: Vec<List>,
    /// By slot.
    entries: Vec<Entry>,
    /// 64 kinds each: which have instructions, and which were found busy this cycle. Nothing
    /// becomes free within a cycle.
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    occupied: u64,
    busy: u64,
}

#[derive(Clone, Copy, Debug)]
struct List {
    first: u32,
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    rank: Rank,
    next: u32,
}

impl ReadyQueue {
    /// Empty queues for `kinds` kinds of needs and `slots` instructions.
    pub fn new(kinds: usize, slots: usize) -> Self {
        ReadyQueue {
            best: vec![Rank::WORST; kinds],
            lists: vec![List { first: NONE32, last: NONE32 }; kinds],
            entries: vec![Entry { rank: Rank::WORST, next: NONE32 }; slots],
            words: vec![Word::default(); kinds.div_ceil(64)],
        }
    }

    /// Adds the instruction in `slot`.
    #[inline]
    pub fn push(&mut self, kind: u32, slot: u32, rank: Rank) {
        let list = &mut self.lists[kind as usize];
        self.entries[slot as usize] = Entry { rank, next: NONE32 };
        if list.first == NONE32 {
            *list = List { first: slot, last: slot };
            self.best[kind as usize] = rank;
            self.words[kind as usize / 64].occupied |= 1 << (kind % 64);
        } else if self.entries[list.last as usize].rank < rank {
            self.entries[list.last as usize].next = slot;
            list.last = slot;
        } else {
            self.insert(kind, slot, rank);
        }
    }

    /// Puts an instruction before others, the last one of its kind at least.
    fn insert(&mut self, kind: u32, slot: u32, rank: Rank) {
        let list = &mut self.lists[kind as usize];
        if rank < self.best[kind as usize] {
            self.best[kind as usize] = rank;
            self.entries[slot as usize].next = list.first;
            list.first = slot;
            return;
        }
        let mut before = list.first;
        let mut next = self.entries[before as usize].next;
        while next != NONE32 && self.entries[next as usize].rank < rank {
            before = next;
            next = self.entries[next as usize].next;
        }
        self.entries[slot as usize].next = next;
        self.entries[before as usize].next = slot;
    }

    /// Changes the rank of the instruction in `slot` to a better one.
    pub fn improve(&mut self, kind: u32, slot: u32, rank: Rank) {
        let list = &mut self.lists[kind as usize];
        if list.first == slot {
            self.entries[slot as usize].rank = rank;
            self.best[kind as usize] = rank;
            return;
        }
        let mut before = list.first;
        while before != NONE32 && self.entries[before as usize].next != slot {
            before = self.entries[before as usize].next;
        }
        if before == NONE32 {
            return;
        }
        let next = self.entries[slot as usize].next;
        self.entries[before as usize].next = next;
        if list.last == slot {
            list.last = before;
        }
        self.push(kind, slot, rank);
    }

    /// Starts a cycle.
    #[inline]
    pub fn start_cycle(&mut self) {
        for word in &mut self.words {
            word.busy = 0;
        }
    }

    /// Takes the best instruction among those whose kind can issue, and gives its slot.
    #[inline]
    pub fn pop(&mut self, can_issue: impl Fn(u32) -> bool) -> Option<u32> {
        let mut best = Rank::WORST;
        let mut kind = 0;
        for (number, word) in self.words.iter_mut().enumerate() {
            let mut candidates = word.occupied & !word.busy;
            while candidates != 0 {
                let candidate = number as u32 * 64 + candidates.trailing_zeros();
                let rank = self.best[candidate as usize];
                if rank < best {
                    if can_issue(candidate) {
                        best = rank;
                        kind = candidate;
                    } else {
                        word.busy |= candidates & candidates.wrapping_neg();
                    }
                }
                candidates &= candidates - 1;
            }
        }
        if best == Rank::WORST {
            return None;
        }
        let list = &mut self.lists[kind as usize];
        let slot = list.first;
        list.first = self.entries[slot as usize].next;
        self.best[kind as usize] = match list.first {
            NONE32 => {
                self.words[kind as usize / 64].occupied &= !(1 << (kind % 64));
                Rank::WORST
            }
            first => self.entries[first as usize].rank,
        };
        Some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(queue: &mut ReadyQueue) -> Vec<u32> {
        queue.start_cycle();
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn older_first_unless_users_outweigh_age() {
        let mut queue = ReadyQueue::new(2, 8);
        queue.push(0, 7, Rank::new(7, 0));
        queue.push(1, 5, Rank::new(5, 0));
        queue.push(0, 6, Rank::new(6, 0));
        queue.improve(0, 7, Rank::new(7, 3));
        assert_eq!(drain(&mut queue), [7, 5, 6]);
    }

    #[test]
    fn entries_keep_their_order_wherever_they_enter_and_improve() {
        let mut queue = ReadyQueue::new(1, 8);
        for slot in [4, 2, 6, 3, 5] {
            queue.push(0, slot, Rank::new(slot, 0));
        }
        queue.improve(0, 6, Rank::new(6, 3));
        queue.improve(0, 5, Rank::new(5, 1));
        queue.improve(0, 2, Rank::new(2, 1));
        assert_eq!(drain(&mut queue), [2, 3, 6, 4, 5]);
        queue.push(0, 1, Rank::new(9, 0));
        queue.push(0, 0, Rank::new(8, 0));
        queue.improve(0, 1, Rank::new(9, 0));
        assert_eq!(drain(&mut queue), [0, 1]);
    }

    #[test]
    fn a_busy_kind_waits_for_the_next_cycle() {
        let mut queue = ReadyQueue::new(70, 3);
        queue.push(69, 1, Rank::new(1, 0));
        queue.push(3, 2, Rank::new(2, 0));
        assert_eq!(queue.pop(|kind| kind != 69), Some(2));
        assert_eq!(queue.pop(|_| true), None);
        assert_eq!(drain(&mut queue), [1]);
    }

    #[test]
    fn ranks_below_zero_go_first() {
        assert!(Rank::new(0, 3) < Rank::new(0, 0));
        assert!(Rank::new(1, 3) < Rank::new(0, 0));
    }
}
