//! Ready instructions, best first.

use crate::simulation::model::program::NONE32;

/// Returns the priority of an instruction with a number of known users; the lowest goes first.
/// Older instructions and those with more users go first; of equals, the older one should.
#[inline(always)]
pub(super) const fn priority(index: u32, users: u32) -> u32 {
    // Signed comparison of the difference, in an unsigned number.
    index.wrapping_sub(users) ^ 1 << 31
}

/// Rank of a ready instruction: lower goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank(u64);

impl Rank {
    /// Creates the rank of an instruction with a number of known users.
    #[inline]
    pub(super) const fn new(index: u32, users: u32) -> Self {
        Rank((priority(index, users) as u64) << 32 | index as u64)
    }
}

/// Ready instructions by the resources they need.
///
/// Instructions of equal needs can issue or not together, so only the best of each kind has to be
/// looked at. Kinds are kept in the order of their best instructions.
#[derive(Clone, Debug)]
pub(super) struct ReadyQueue {
    /// Kinds that have instructions, best first.
    order: Vec<Head>,
    /// Place of the first kind that may still issue in this cycle: nothing becomes free within a
    /// cycle.
    cursor: usize,
    /// By kind, the slot of the worst instruction.
    last: Vec<u32>,
    /// By slot.
    links: Vec<Link>,
}

/// The best instruction of a kind.
#[derive(Clone, Copy, Debug)]
struct Head {
    rank: Rank,
    kind: u32,
    slot: u32,
}

/// A ready instruction in the list of its kind.
#[derive(Clone, Copy, Debug)]
struct Link {
    rank: Rank,
    /// Slot of the next best, or [`NONE32`].
    next: u32,
}

impl ReadyQueue {
    /// Creates empty queues for `kinds` kinds of needs and slots below `capacity`.
    pub(super) fn new(kinds: usize, capacity: usize) -> Self {
        ReadyQueue {
            order: Vec::with_capacity(kinds),
            cursor: 0,
            last: vec![NONE32; kinds],
            links: vec![Link { rank: Rank(0), next: NONE32 }; capacity],
        }
    }

    /// Adds an instruction.
    #[inline]
    pub(super) fn push(&mut self, slot: u32, kind: u32, rank: Rank) {
        let links = &mut self.links[..];
        links[slot as usize] = Link { rank, next: NONE32 };
        let last = &mut self.last[kind as usize];
        let Some(worst) = links.get_mut(*last as usize) else {
            *last = slot;
            self.order.push(Head { rank, kind, slot });
            self.move_up(self.order.len() - 1);
            return;
        };
        if worst.rank < rank {
            worst.next = slot;
            *last = slot;
        } else {
            self.insert(slot, kind, rank);
        }
    }

    /// Inserts an instruction before others, at least the last one of its kind.
    #[inline(never)]
    fn insert(&mut self, slot: u32, kind: u32, rank: Rank) {
        let place = self.place_of(kind);
        let head = &mut self.order[place];
        let links = &mut self.links[..];
        if rank < head.rank {
            links[slot as usize].next = head.slot;
            *head = Head { rank, kind, slot };
            self.move_up(place);
            return;
        }
        let mut before = head.slot;
        let mut next = links[before as usize].next;
        while let Some(link) = links.get(next as usize)
            && link.rank < rank
        {
            before = next;
            next = link.next;
        }
        links[slot as usize].next = next;
        links[before as usize].next = slot;
    }

    /// Returns the place in the order of a kind that has instructions.
    fn place_of(&self, kind: u32) -> usize {
        self.order.iter().position(|head| head.kind == kind).unwrap_or(0)
    }

    /// Restores the order after the rank at `place` has become better.
    #[inline]
    fn move_up(&mut self, mut place: usize) {
        let order = &mut self.order[..];
        let head = order[place];
        while place != 0 && head.rank < order[place - 1].rank {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = head;
        self.cursor = self.cursor.min(place);
    }

    /// Accounts for a better rank than when the instruction was added.
    #[inline(never)]
    pub(super) fn improve(&mut self, slot: u32, kind: u32, rank: Rank) {
        let place = self.place_of(kind);
        let head = &mut self.order[place];
        let links = &mut self.links[..];
        if head.slot == slot {
            links[slot as usize].rank = rank;
            head.rank = rank;
            self.move_up(place);
            return;
        }
        let mut before = head.slot;
        while let Some(link) = links.get(before as usize)
            && link.next != slot
        {
            before = link.next;
        }
        let next = links[slot as usize].next;
        let Some(link) = links.get_mut(before as usize) else { return };
        link.next = next;
        let last = &mut self.last[kind as usize];
        if *last == slot {
            *last = before;
        }
        self.push(slot, kind, rank);
    }

    /// Returns the kinds that have instructions, each with the slots of these, best first.
    pub(super) fn by_kind(&self) -> impl Iterator<Item = (u32, impl Iterator<Item = u32>)> {
        self.order.iter().map(|head| {
            let links = &self.links[..];
            let next = |slot: &u32| Some(links[*slot as usize].next).filter(|next| *next != NONE32);
            (head.kind, std::iter::successors(Some(head.slot), next))
        })
    }

    /// Starts a cycle.
    #[inline]
    pub(super) fn start_cycle(&mut self) {
        self.cursor = 0;
    }

    /// Removes the best instruction among those whose kind can issue, and returns its slot.
    #[inline(always)]
    pub(super) fn pop(&mut self, can_issue: impl Fn(u32) -> bool) -> Option<u32> {
        let order = &mut self.order[..];
        let mut place = self.cursor;
        let taken = loop {
            let Some(head) = order.get(place) else {
                self.cursor = place;
                return None;
            };
            if can_issue(head.kind) {
                break *head;
            }
            place += 1;
        };
        self.cursor = place;
        let links = &self.links[..];
        let slot = links[taken.slot as usize].next;
        let Some(link) = links.get(slot as usize) else {
            self.last[taken.kind as usize] = NONE32;
            for later in place + 1..order.len() {
                order[later - 1] = order[later];
            }
            self.order.pop();
            return Some(taken.slot);
        };
        let head = Head { rank: link.rank, kind: taken.kind, slot };
        while let Some(next) = order.get(place + 1).copied()
            && next.rank < head.rank
        {
            order[place] = next;
            place += 1;
        }
        order[place] = head;
        Some(taken.slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Queue {
        queue: ReadyQueue,
        kinds: [u32; 16],
    }

    impl Queue {
        fn new(kinds: usize) -> Self {
            Queue { queue: ReadyQueue::new(kinds, 16), kinds: [0; 16] }
        }

        // Slot and index are the same.
        fn push(&mut self, kind: u32, index: u32) {
            self.kinds[index as usize] = kind;
            self.queue.push(index, kind, Rank::new(index, 0));
        }

        fn improve(&mut self, slot: u32, users: u32) {
            self.queue.improve(slot, self.kinds[slot as usize], Rank::new(slot, users));
        }

        fn pop(&mut self, can_issue: impl Fn(u32) -> bool) -> Option<u32> {
            self.queue.pop(can_issue)
        }

        fn drain(&mut self) -> Vec<u32> {
            self.queue.start_cycle();
            std::iter::from_fn(|| self.pop(|_| true)).collect()
        }
    }

    #[test]
    fn older_first_unless_users_outweigh_age() {
        let mut queue = Queue::new(2);
        queue.push(0, 7);
        queue.push(1, 5);
        queue.push(0, 6);
        queue.improve(7, 3);
        assert_eq!(queue.drain(), [7, 5, 6]);
    }

    #[test]
    fn instructions_keep_their_order_wherever_they_enter_and_improve() {
        let mut queue = Queue::new(1);
        for index in [4, 2, 6, 3, 5] {
            queue.push(0, index);
        }
        queue.improve(6, 3);
        queue.improve(5, 1);
        queue.improve(2, 1);
        assert_eq!(queue.drain(), [2, 3, 6, 4, 5]);
        queue.push(0, 9);
        queue.push(0, 8);
        queue.improve(9, 2);
        assert_eq!(queue.drain(), [9, 8]);
    }

    #[test]
    fn a_busy_kind_waits_for_the_next_cycle() {
        let mut queue = Queue::new(70);
        queue.push(69, 1);
        queue.push(3, 2);
        assert_eq!(queue.pop(|kind| kind != 69), Some(2));
        assert_eq!(queue.pop(|_| true), None);
        assert_eq!(queue.drain(), [1]);
    }

    #[test]
    fn a_better_one_that_comes_late_is_still_seen() {
        let mut queue = Queue::new(3);
        queue.push(0, 2);
        queue.push(1, 3);
        assert_eq!(queue.pop(|kind| kind == 1), Some(3));
        queue.push(2, 1);
        assert_eq!(queue.pop(|kind| kind == 2), Some(1));
        assert_eq!(queue.pop(|kind| kind == 2), None);
    }

    #[test]
    fn ranks_below_zero_go_first() {
        assert!(Rank::new(0, 3) < Rank::new(0, 0));
        assert!(Rank::new(1, 3) < Rank::new(0, 0));
    }
}
