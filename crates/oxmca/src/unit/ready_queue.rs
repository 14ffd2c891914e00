//! Ready instructions, best first.

use std::collections::VecDeque;

use smallvec::SmallVec;

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
    queues: Vec<VecDeque<Rank>>,
    /// Kinds with instructions.
    occupied: SmallVec<[u64; 4]>,
    /// Kinds found busy this cycle: nothing becomes free within a cycle.
    busy: SmallVec<[u64; 4]>,
}

impl ReadyQueue {
    /// Empty queues for `kinds` kinds of needs.
    pub fn new(kinds: usize) -> Self {
        let words = kinds.div_ceil(64);
        ReadyQueue {
            queues: vec![VecDeque::with_capacity(32); kinds],
            occupied: SmallVec::from_elem(0, words),
            busy: SmallVec::from_elem(0, words),
        }
    }

    /// Adds an instruction of a kind.
    #[inline]
    pub fn push(&mut self, kind: u32, rank: Rank) {
        let queue = &mut self.queues[kind as usize];
        queue.push_back(rank);
        let last = queue.len() - 1;
        move_up(queue, last);
        self.occupied[kind as usize / 64] |= 1 << (kind % 64);
    }

    /// Changes the rank of an instruction to a better one.
    pub fn improve(&mut self, kind: u32, from: Rank, to: Rank) {
        let queue = &mut self.queues[kind as usize];
        let index = queue.partition_point(|rank| *rank < from);
        if queue.get(index) == Some(&from) {
            queue[index] = to;
            move_up(queue, index);
        }
    }

    /// Starts a cycle.
    #[inline]
    pub fn start_cycle(&mut self) {
        self.busy.fill(0);
    }

    /// Takes the best instruction among those whose kind can issue.
    #[inline]
    pub fn pop(&mut self, mut can_issue: impl FnMut(u32) -> bool) -> Option<Rank> {
        loop {
            let mut best: Option<(Rank, u32)> = None;
            for (word, (occupied, busy)) in self.occupied.iter().zip(&self.busy).enumerate() {
                let mut candidates = occupied & !busy;
                while candidates != 0 {
                    let kind = word as u32 * 64 + candidates.trailing_zeros();
                    candidates &= candidates - 1;
                    if let Some(rank) = self.queues[kind as usize].front()
                        && best.is_none_or(|best| *rank < best.0)
                    {
                        best = Some((*rank, kind));
                    }
                }
            }
            let (rank, kind) = best?;
            let (word, bit) = (kind as usize / 64, 1u64 << (kind % 64));
            if !can_issue(kind) {
                self.busy[word] |= bit;
                continue;
            }
            let queue = &mut self.queues[kind as usize];
            queue.pop_front();
            if queue.is_empty() {
                self.occupied[word] &= !bit;
            }
            return Some(rank);
        }
    }
}

#[inline]
fn move_up(queue: &mut VecDeque<Rank>, mut index: usize) {
    while index > 0 && queue[index] < queue[index - 1] {
        queue.swap(index, index - 1);
        index -= 1;
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
