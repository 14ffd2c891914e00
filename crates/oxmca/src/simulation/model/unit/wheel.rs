//! A timing wheel: events at known cycles, by index, without allocation.

use super::boxed::boxed;
use crate::simulation::model::program::NONE32;

const BUCKETS: usize = 256;
const WORDS: usize = BUCKETS / 64;

/// Indices by the cycle of their event.
///
/// Each index can be scheduled once at a time. Entries further away than the wheel has buckets
/// stay in their bucket until their turn comes round.
#[derive(Clone, Debug)]
pub struct Wheel {
    heads: Box<[u32; BUCKETS]>,
    /// One bit per bucket that is not empty.
    occupied: [u64; WORDS],
    entries: Vec<WheelEntry>,
}

#[derive(Clone, Copy, Debug)]
struct WheelEntry {
    next: u32,
    due: u64,
}

impl Wheel {
    /// Creates a wheel for indices below `capacity`.
    pub fn new(capacity: usize) -> Self {
        Wheel {
            heads: boxed(NONE32),
            occupied: [0; WORDS],
            entries: vec![WheelEntry { next: NONE32, due: 0 }; capacity],
        }
    }

    /// Removes all indices.
    pub fn clear(&mut self) {
        for (number, word) in self.occupied.iter_mut().enumerate() {
            while *word != 0 {
                self.heads[number * 64 + word.trailing_zeros() as usize] = NONE32;
                *word &= *word - 1;
            }
        }
    }

    /// Schedules `index` for cycle `due`, which must lie ahead.
    #[inline]
    pub fn schedule(&mut self, index: u32, due: u64) {
        let bucket = due as usize % BUCKETS;
        let head = &mut self.heads[bucket];
        self.entries[index as usize] = WheelEntry { next: *head, due };
        *head = index;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Returns whether an index may be due at cycle `now`.
    #[inline(always)]
    pub fn may_be_due(&self, now: u64) -> bool {
        self.heads[now as usize % BUCKETS] != NONE32
    }

    /// Removes and returns an index that is due at cycle `now`. Every cycle in which one is due
    /// must be drained.
    #[inline]
    pub fn pop(&mut self, now: u64) -> Option<u32> {
        let bucket = now as usize % BUCKETS;
        let first = self.heads[bucket];
        if first == NONE32 {
            return None;
        }
        let entry = self.entries[first as usize];
        if entry.due == now {
            self.heads[bucket] = entry.next;
            let is_empty = u64::from(entry.next == NONE32);
            self.occupied[bucket / 64] ^= is_empty << (bucket % 64);
            return Some(first);
        }
        self.pop_behind(first, now)
    }

    /// Removes and returns an index that is due, behind one that is not.
    #[cold]
    fn pop_behind(&mut self, first: u32, now: u64) -> Option<u32> {
        let mut before = first;
        loop {
            let index = self.entries[before as usize].next;
            if index == NONE32 {
                return None;
            }
            let entry = self.entries[index as usize];
            if entry.due == now {
                self.entries[before as usize].next = entry.next;
                return Some(index);
            }
            before = index;
        }
    }

    /// Returns the earliest cycle, from `now` on, for which an index is scheduled.
    #[inline]
    pub fn next_due(&self, now: u64) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        // Most often it is among the next buckets, the first entry of its own.
        let start = now as usize % BUCKETS;
        let next = self.occupied[start / 64] >> (start % 64);
        if next != 0 {
            let turn = now + u64::from(next.trailing_zeros());
            let first = self.heads[turn as usize % BUCKETS];
            if self.entries[first as usize].due == turn {
                return Some(turn);
            }
        }
        self.search_next_due(now)
    }

    /// Does the same as [`Wheel::next_due`], wherever the entry is.
    #[inline(never)]
    fn search_next_due(&self, now: u64) -> Option<u64> {
        let start = now as usize % BUCKETS;
        let mut earliest: Option<u64> = None;
        // The word of the first bucket is looked at in two parts, the lower one at the end.
        for step in 0..=WORDS {
            let word = (start / 64 + step) % WORDS;
            let from_start = u64::MAX << (start % 64);
            let mut buckets = self.occupied[word]
                & match step {
                    0 => from_start,
                    WORDS => !from_start,
                    _ => u64::MAX,
                };
            while buckets != 0 {
                let bucket = word * 64 + buckets.trailing_zeros() as usize;
                buckets &= buckets - 1;
                let turn = now + ((bucket + BUCKETS - start) % BUCKETS) as u64;
                let due = self.earliest_in(bucket);
                if due == turn {
                    return Some(earliest.map_or(due, |earliest| earliest.min(due)));
                }
                earliest = Some(earliest.map_or(due, |earliest| earliest.min(due)));
            }
        }
        earliest
    }

    fn earliest_in(&self, bucket: usize) -> u64 {
        let mut earliest = u64::MAX;
        let mut index = self.heads[bucket];
        while index != NONE32 {
            let entry = self.entries[index as usize];
            earliest = earliest.min(entry.due);
            index = entry.next;
        }
        earliest
    }

    /// Returns whether no index is scheduled.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        matches!(self.occupied, [0, 0, 0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_entries_wait_for_their_turn() {
        let mut wheel = Wheel::new(8);
        wheel.schedule(0, 3);
        wheel.schedule(1, 3 + BUCKETS as u64);
        wheel.schedule(2, 3);
        wheel.schedule(3, 4);
        let mut seen = Vec::new();
        for now in 0..1000 {
            while let Some(index) = wheel.pop(now) {
                seen.push((now, index));
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, [(3, 0), (3, 2), (4, 3), (3 + BUCKETS as u64, 1)]);
        assert!(wheel.is_empty());
    }

    #[test]
    fn the_earliest_entry_is_found_wherever_it_is() {
        let mut wheel = Wheel::new(4);
        assert_eq!(wheel.next_due(7), None);
        for now in [0, 5, 63, 64, 200, 255, 256, 1000] {
            for ahead in [0, 1, 59, 64, 191, 255, 256, 300, 700] {
                wheel.schedule(1, now + ahead + 3);
                wheel.schedule(0, now + ahead);
                assert_eq!(wheel.next_due(now), Some(now + ahead), "{ahead} from {now}");
                assert_eq!(wheel.pop(now + ahead), Some(0));
                assert_eq!(wheel.next_due(now), Some(now + ahead + 3));
                assert_eq!(wheel.pop(now + ahead + 3), Some(1));
            }
        }
        assert!(wheel.is_empty());
    }
}
