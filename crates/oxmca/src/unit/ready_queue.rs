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
    /// The first kinds; most programs have no others.
    first: Bank,
    others: Vec<Bank>,
    /// By slot.
    entries: Vec<Entry>,
}

/// 64 kinds.
#[derive(Clone, Debug)]
struct Bank {
    /// Kinds with instructions.
    occupied: u64,
    /// Kinds found busy this cycle. Nothing becomes free within a cycle.
    busy: u64,
    /// Best rank of each kind that has instructions.
    best: [Rank; 64],
    /// Its instructions in the order of their ranks.
    lists: [List; 64],
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

/// The best instruction found so far.
#[derive(Clone, Copy)]
struct Candidate {
    rank: Rank,
    kind: u32,
}

impl Candidate {
    const NONE: Candidate = Candidate { rank: Rank::WORST, kind: 0 };
}

/// The bank of a kind.
#[inline]
fn bank<'a>(first: &'a mut Bank, others: &'a mut [Bank], kind: u32) -> &'a mut Bank {
    match kind as usize / 64 {
        0 => first,
        number => &mut others[number - 1],
    }
}

impl ReadyQueue {
    /// Empty queues for `kinds` kinds of needs and `slots` instructions.
    pub fn new(kinds: usize, slots: usize) -> Self {
        let bank = Bank {
            occupied: 0,
            busy: 0,
            best: [Rank::WORST; 64],
            lists: [List { first: NONE32, last: NONE32 }; 64],
        };
        ReadyQueue {
            others: vec![bank.clone(); kinds.saturating_sub(1) / 64],
            first: bank,
            entries: vec![Entry { rank: Rank::WORST, next: NONE32 }; slots],
        }
    }

    /// Adds the instruction in `slot`.
    #[inline]
    pub fn push(&mut self, kind: u32, slot: u32, rank: Rank) {
        let bank = bank(&mut self.first, &mut self.others, kind);
        let (bit, kind_in_bank) = (1 << (kind % 64), kind as usize % 64);
        self.entries[slot as usize] = Entry { rank, next: NONE32 };
        let list = &mut bank.lists[kind_in_bank];
        if bank.occupied & bit == 0 {
            bank.occupied |= bit;
            bank.best[kind_in_bank] = rank;
            *list = List { first: slot, last: slot };
            return;
        }
        let last = &mut self.entries[list.last as usize];
        if last.rank < rank {
            last.next = slot;
            list.last = slot;
        } else {
            self.insert(kind, slot, rank);
        }
    }

    /// Puts an instruction before others, the last one of its kind at least.
    fn insert(&mut self, kind: u32, slot: u32, rank: Rank) {
        let bank = bank(&mut self.first, &mut self.others, kind);
        let list = &mut bank.lists[kind as usize % 64];
        let best = &mut bank.best[kind as usize % 64];
        if rank < *best {
            *best = rank;
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
        let bank = bank(&mut self.first, &mut self.others, kind);
        let list = &mut bank.lists[kind as usize % 64];
        if list.first == slot {
            self.entries[slot as usize].rank = rank;
            bank.best[kind as usize % 64] = rank;
            return;
        }
        let mut before = list.first;
        while before != NONE32 && self.entries[before as usize].next != slot {
            before = self.entries[before as usize].next;
        }
        if before == NONE32 {
            return;
        }
        self.entries[before as usize].next = self.entries[slot as usize].next;
        if list.last == slot {
            list.last = before;
        }
        self.push(kind, slot, rank);
    }

    /// Starts a cycle.
    #[inline]
    pub fn start_cycle(&mut self) {
        self.first.busy = 0;
        for bank in &mut self.others {
            bank.busy = 0;
        }
    }

    /// Takes the best instruction among those whose kind can issue, and gives its slot.
    #[inline]
    pub fn pop(&mut self, can_issue: impl Fn(u32) -> bool) -> Option<u32> {
        let mut best = self.first.best(0, Candidate::NONE, &can_issue);
        if !self.others.is_empty() {
            for (number, bank) in self.others.iter_mut().enumerate() {
                best = bank.best(number as u32 * 64 + 64, best, &can_issue);
            }
        }
        if best.rank == Rank::WORST {
            return None;
        }
        let kind_in_bank = best.kind as usize % 64;
        let bank = bank(&mut self.first, &mut self.others, best.kind);
        let list = &mut bank.lists[kind_in_bank];
        let slot = list.first;
        list.first = self.entries[slot as usize].next;
        match self.entries.get(list.first as usize) {
            Some(first) => bank.best[kind_in_bank] = first.rank,
            None => bank.occupied ^= 1 << kind_in_bank,
        }
        Some(slot)
    }
}

impl Bank {
    /// The best of its instructions that can issue, or `best` if that is better. Kinds are counted
    /// from `first_kind`.
    #[inline(always)]
    fn best(
        &mut self,
        first_kind: u32,
        mut best: Candidate,
        can_issue: &impl Fn(u32) -> bool,
    ) -> Candidate {
        let mut candidates = self.occupied & !self.busy;
        while candidates != 0 {
            let kind_in_bank = candidates.trailing_zeros() % 64;
            let rank = self.best[kind_in_bank as usize];
            if rank < best.rank {
                let kind = first_kind + kind_in_bank;
                if can_issue(kind) {
                    best = Candidate { rank, kind };
                } else {
                    self.busy |= 1 << kind_in_bank;
                }
            }
            candidates &= candidates - 1;
        }
        best
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
