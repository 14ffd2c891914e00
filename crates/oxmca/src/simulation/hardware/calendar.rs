//! Micro-ops by the cycle in which they become ready.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cycles that have a list each.
const DAYS: u32 = u64::BITS;
const NONE: u32 = u32::MAX;

/// Slots of micro-ops by the cycle in which they become ready. Those of the next cycles are in lists, which need no sorting; few
/// instructions take longer.
#[derive(Debug)]
pub(super) struct Calendar {
    /// The first of the list of each cycle from `cycle` on, at the place of the cycle's last bits.
    first: [u32; DAYS as usize],
    /// By slot, the next one of the same list.
    next: Vec<u32>,
    /// Bits of the lists that have any.
    occupied: u64,
    /// The first cycle whose micro-ops have not been taken.
    cycle: u32,
    later: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Calendar {
    pub const fn new() -> Calendar {
        Calendar {
            first: [NONE; DAYS as usize],
            next: Vec::new(),
            occupied: 0,
            cycle: 0,
            later: BinaryHeap::new(),
        }
    }

    /// Adds a micro-op that is ready in a cycle, or in the next one that is taken if that one has passed.
    pub fn add(&mut self, slot: u32, cycle: u32) {
        let cycle = cycle.max(self.cycle);
        if cycle - self.cycle >= DAYS {
            self.later.push(Reverse((cycle, slot)));
            return;
        }
        let day = cycle % DAYS;
        if slot as usize >= self.next.len() {
            self.next.resize(slot as usize + 1, NONE);
        }
        self.next[slot as usize] = self.first[day as usize];
        self.first[day as usize] = slot;
        self.occupied |= 1 << day;
    }

    /// Gives `visit` the micro-ops that are ready in a cycle and were not before, in any order.
    pub fn take(&mut self, cycle: u32, mut visit: impl FnMut(u32)) {
        while let Some(due) = self.next_day()
            && due <= cycle
        {
            let day = due % DAYS;
            self.occupied &= !(1 << day);
            let mut slot = std::mem::replace(&mut self.first[day as usize], NONE);
            while slot != NONE {
                visit(slot);
                slot = self.next[slot as usize];
            }
        }
        while let Some(Reverse((due, slot))) = self.later.peek().copied()
            && due <= cycle
        {
            self.later.pop();
            visit(slot);
        }
        self.cycle = cycle + 1;
    }

    /// Returns the next cycle in which a micro-op becomes ready.
    pub fn next_due(&self) -> Option<u32> {
        let later = self.later.peek().map(|Reverse((cycle, _))| *cycle);
        self.next_day().into_iter().chain(later).min()
    }

    /// Returns the first cycle with a list that is not empty.
    const fn next_day(&self) -> Option<u32> {
        match self.occupied.rotate_right(self.cycle % DAYS) {
            0 => None,
            bits => Some(self.cycle + bits.trailing_zeros()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn micro_ops_come_in_their_cycles() {
        let mut calendar = Calendar::new();
        let mut state = 1_u32;
        let mut expected = Vec::new();
        for now in 0..2000 {
            for slot in 0..3 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (slot, cycle) = (3 * now + slot, now + (state >> 24) % 90);
                calendar.add(slot, cycle);
                expected.push((cycle, slot));
            }
            let next = expected.iter().map(|it| it.0).min();
            assert_eq!(calendar.next_due(), next);
            // Cycles in which nothing is due may be passed over.
            if now % 4 == 3 && next != Some(now) {
                expected.iter_mut().for_each(|it| it.0 = it.0.max(now + 1));
                continue;
            }
            let mut taken = Vec::new();
            calendar.take(now, |slot| taken.push(slot));
            taken.sort_unstable();
            let due = expected.extract_if(.., |it| it.0 <= now).map(|it| it.1);
            assert_eq!(taken, due.collect::<Vec<u32>>(), "in cycle {now}");
        }
    }
}
