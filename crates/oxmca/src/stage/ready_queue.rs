//! Ready instructions, best first.

use super::slot::Slot;
use crate::program::NONE32;

/// Rank of a ready instruction: lower goes first. Older instructions and those with more known
/// users go first; of equals, the older.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank(u64);

impl Rank {
    /// Rank of the instruction of that dynamic index with that many known users.
    #[inline]
    pub(super) const fn new(index: u32, users: u32) -> Self {
        // Signed comparison of the difference, in an unsigned key.
        let rank = index.wrapping_sub(users) ^ 1 << 31;
        Rank((rank as u64) << 32 | index as u64)
    }

    /// Rank of an instruction.
    #[inline]
    pub(super) const fn of(slot: &Slot) -> Self {
        Rank::new(slot.index, slot.users)
    }
}

/// Ready instructions by what they need.
///
/// Instructions of equal needs can issue or not together, so only the best of each kind has to be
/// looked at. Kinds are kept in the order of their best instructions; lists of the others go
/// through the slots.
#[derive(Clone, Debug)]
pub(super) struct ReadyQueue {
    /// Kinds that have instructions, best first.
    order: Vec<Head>,
    /// Those before this one cannot issue this cycle: nothing becomes free within a cycle.
    cursor: usize,
    /// By kind, the slot of the worst instruction.
    last: Vec<u32>,
}

/// The best instruction of a kind.
#[derive(Clone, Copy, Debug)]
struct Head {
    rank: Rank,
    kind: u32,
    slot: u32,
}

impl ReadyQueue {
    /// Empty queues for `kinds` kinds of needs.
    pub(super) fn new(kinds: usize) -> Self {
        ReadyQueue { order: Vec::with_capacity(kinds), cursor: 0, last: vec![NONE32; kinds] }
    }

    /// Adds an instruction.
    #[inline]
    pub(super) fn push(&mut self, slots: &mut [Slot], slot: u32) {
        let entry = &mut slots[slot as usize];
        entry.next = NONE32;
        let (rank, kind) = (Rank::of(entry), entry.needs);
        let last = &mut self.last[kind as usize];
        let Some(worst) = slots.get_mut(*last as usize) else {
            *last = slot;
            self.order.push(Head { rank, kind, slot });
            self.move_up(self.order.len() - 1);
            return;
        };
        if Rank::of(worst) < rank {
            worst.next = slot;
            *last = slot;
        } else {
            self.insert(slots, slot, rank);
        }
    }

    /// Puts an instruction before others, the last one of its kind at least.
    #[inline(never)]
    fn insert(&mut self, slots: &mut [Slot], slot: u32, rank: Rank) {
        let kind = slots[slot as usize].needs;
        let place = self.place_of(kind);
        let head = &mut self.order[place];
        if rank < head.rank {
            slots[slot as usize].next = head.slot;
            *head = Head { rank, kind, slot };
            self.move_up(place);
            return;
        }
        let mut before = head.slot;
        let mut next = slots[before as usize].next;
        while next != NONE32 && Rank::of(&slots[next as usize]) < rank {
            before = next;
            next = slots[next as usize].next;
        }
        slots[slot as usize].next = next;
        slots[before as usize].next = slot;
    }

    /// Where a kind that has instructions is in the order.
    fn place_of(&self, kind: u32) -> usize {
        self.order.iter().position(|head| head.kind == kind).unwrap_or(0)
    }

    /// Restores the order after the rank at `place` has become better.
    #[inline]
    fn move_up(&mut self, mut place: usize) {
        let head = self.order[place];
        while place != 0 && head.rank < self.order[place - 1].rank {
            self.order[place] = self.order[place - 1];
            place -= 1;
        }
        self.order[place] = head;
        self.cursor = self.cursor.min(place);
    }

    /// Accounts for more users of an instruction than there were when it was added.
    #[inline(never)]
    pub(super) fn improve(&mut self, slots: &mut [Slot], slot: u32) {
        let kind = slots[slot as usize].needs;
        let place = self.place_of(kind);
        let head = &mut self.order[place];
        if head.slot == slot {
            head.rank = Rank::of(&slots[slot as usize]);
            self.move_up(place);
            return;
        }
        let mut before = head.slot;
        while before != NONE32 && slots[before as usize].next != slot {
            before = slots[before as usize].next;
        }
        if before == NONE32 {
            return;
        }
        slots[before as usize].next = slots[slot as usize].next;
        let last = &mut self.last[kind as usize];
        if *last == slot {
            *last = before;
        }
        self.push(slots, slot);
    }

    /// Starts a cycle.
    #[inline]
    pub(super) fn start_cycle(&mut self) {
        self.cursor = 0;
    }

    /// Takes the best instruction among those whose kind can issue, and gives its slot.
    #[inline(always)]
    pub(super) fn pop(&mut self, slots: &[Slot], can_issue: impl Fn(u32) -> bool) -> Option<u32> {
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
        let slot = slots[taken.slot as usize].next;
        let Some(entry) = slots.get(slot as usize) else {
            self.last[taken.kind as usize] = NONE32;
            for later in place + 1..order.len() {
                order[later - 1] = order[later];
            }
            self.order.pop();
            return Some(taken.slot);
        };
        let head = Head { rank: Rank::of(entry), kind: taken.kind, slot };
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
        slots: Vec<Slot>,
    }

    impl Queue {
        fn new(kinds: usize) -> Self {
            Queue { queue: ReadyQueue::new(kinds), slots: vec![Slot::EMPTY; 16] }
        }

        /// Slot and index are the same.
        fn push(&mut self, needs: u32, index: u32) {
            self.slots[index as usize] = Slot { index, needs, ..Slot::EMPTY };
            self.queue.push(&mut self.slots, index);
        }

        fn improve(&mut self, slot: u32, users: u32) {
            self.slots[slot as usize].users = users;
            self.queue.improve(&mut self.slots, slot);
        }

        fn pop(&mut self, can_issue: impl Fn(u32) -> bool) -> Option<u32> {
            self.queue.pop(&self.slots, can_issue)
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
