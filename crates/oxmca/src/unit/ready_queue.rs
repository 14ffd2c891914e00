//! Ready instructions, best first.

/// Rank of a ready instruction: lower goes first. Older instructions and those with more known
/// users go first; of equals, the older.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u64);

impl Rank {
    /// Rank of the instruction of that dynamic index with that many known users.
    #[inline]
    pub const fn new(index: u32, users: u32) -> Self {
        // Signed comparison of the difference, in an unsigned key.
        let rank = index.wrapping_sub(users) ^ 1 << 31;
        Rank((rank as u64) << 32 | index as u64)
    }

    /// The dynamic index.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

/// Ready instructions by what they need.
///
/// Instructions of equal needs can issue or not together, so only the best of each kind has to be
/// looked at.
#[derive(Clone, Debug)]
pub struct ReadyQueue {
    queues: Vec<SortedQueue>,
    /// 64 kinds each: which have instructions, and which were found busy this cycle. Nothing
    /// becomes free within a cycle.
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    occupied: u64,
    busy: u64,
}

/// Ranks in ascending order. Leaving at the front is common, entering near the end is.
#[derive(Clone, Debug)]
struct SortedQueue {
    ranks: Vec<Rank>,
    /// Ranks before this one have left.
    start: usize,
    /// The rank at the front, or the highest possible one.
    best: Rank,
}

impl Rank {
    const WORST: Rank = Rank(u64::MAX);
}

impl ReadyQueue {
    /// Empty queues for `kinds` kinds of needs.
    pub fn new(kinds: usize) -> Self {
        let queue = SortedQueue { ranks: Vec::with_capacity(32), start: 0, best: Rank::WORST };
        ReadyQueue { queues: vec![queue; kinds], words: vec![Word::default(); kinds.div_ceil(64)] }
    }

    /// Adds an instruction of a kind.
    #[inline]
    pub fn push(&mut self, kind: u32, rank: Rank) {
        self.queues[kind as usize].push(rank);
        self.words[kind as usize / 64].occupied |= 1 << (kind % 64);
    }

    /// Changes the rank of an instruction to a better one.
    #[inline]
    pub fn improve(&mut self, kind: u32, from: Rank, to: Rank) {
        self.queues[kind as usize].improve(from, to);
    }

    /// Starts a cycle.
    #[inline]
    pub fn start_cycle(&mut self) {
        for word in &mut self.words {
            word.busy = 0;
        }
    }

    /// Takes the best instruction among those whose kind can issue.
    #[inline]
    pub fn pop(&mut self, mut can_issue: impl FnMut(u32) -> bool) -> Option<Rank> {
        let mut best = Rank::WORST;
        let mut kind = 0;
        for (number, word) in self.words.iter_mut().enumerate() {
            let mut candidates = word.occupied & !word.busy;
            while candidates != 0 {
                let bit = candidates & candidates.wrapping_neg();
                candidates ^= bit;
                let candidate = number as u32 * 64 + bit.trailing_zeros();
                let rank = self.queues[candidate as usize].best;
                if rank < best {
                    if can_issue(candidate) {
                        best = rank;
                        kind = candidate;
                    } else {
                        word.busy |= bit;
                    }
                }
            }
        }
        if best == Rank::WORST {
            return None;
        }
        if self.queues[kind as usize].pop() {
            self.words[kind as usize / 64].occupied &= !(1 << (kind % 64));
        }
        Some(best)
    }
}

impl SortedQueue {
    #[inline]
    fn push(&mut self, rank: Rank) {
        self.ranks.push(rank);
        self.move_up(self.ranks.len() - 1);
    }

    fn improve(&mut self, from: Rank, to: Rank) {
        let queued = &self.ranks[self.start..];
        let index = self.start + queued.partition_point(|rank| *rank < from);
        if self.ranks.get(index) == Some(&from) {
            self.ranks[index] = to;
            self.move_up(index);
        }
    }

    #[inline]
    fn move_up(&mut self, mut index: usize) {
        while index > self.start && self.ranks[index] < self.ranks[index - 1] {
            self.ranks.swap(index, index - 1);
            index -= 1;
        }
        self.best = self.ranks[self.start];
    }

    /// Removes the front and says whether nothing is left.
    #[inline]
    fn pop(&mut self) -> bool {
        self.start += 1;
        if let Some(rank) = self.ranks.get(self.start) {
            self.best = *rank;
            if self.start >= 64 {
                self.ranks.drain(..self.start);
                self.start = 0;
            }
            return false;
        }
        self.ranks.clear();
        self.start = 0;
        self.best = Rank::WORST;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_first_unless_users_outweigh_age() {
        let mut queue = ReadyQueue::new(2);
        queue.push(0, Rank::new(7, 0));
        queue.push(1, Rank::new(5, 0));
        queue.push(0, Rank::new(6, 0));
        queue.improve(0, Rank::new(7, 0), Rank::new(7, 3));
        queue.start_cycle();
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(|_| true)).map(Rank::index).collect();
        assert_eq!(order, [7, 5, 6]);
    }

    #[test]
    fn a_busy_kind_waits_for_the_next_cycle() {
        let mut queue = ReadyQueue::new(70);
        queue.push(69, Rank::new(1, 0));
        queue.push(3, Rank::new(2, 0));
        assert_eq!(queue.pop(|kind| kind != 69).map(Rank::index), Some(2));
        assert_eq!(queue.pop(|_| true), None);
        queue.start_cycle();
        assert_eq!(queue.pop(|_| true).map(Rank::index), Some(1));
    }

    #[test]
    fn ranks_below_zero_go_first() {
        assert!(Rank::new(0, 3) < Rank::new(0, 0));
        assert!(Rank::new(1, 3) < Rank::new(0, 0));
    }
}
