//! When instructions wake up.

use super::slot::Slot;
use crate::program::NONE32;

const BUCKETS: usize = 256;
const WORDS: usize = BUCKETS / 64;

/// Slots by the cycle in which they are ready: a timing wheel whose lists go through the slots.
///
/// Those further away than there are buckets stay in their bucket until their turn comes round.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    first: Box<[u32; BUCKETS]>,
    /// One bit per bucket that is not empty.
    occupied: [u64; WORDS],
}

impl Calendar {
    pub(super) fn new() -> Self {
        Calendar { first: Box::new([NONE32; BUCKETS]), occupied: [0; WORDS] }
    }

    /// Enters a slot, which is ready in some later cycle.
    #[inline]
    pub(super) fn enter(&mut self, slots: &mut [Slot], slot: u32) {
        let entry = &mut slots[slot as usize];
        let bucket = entry.ready_at as usize % BUCKETS;
        entry.next = self.first[bucket];
        self.first[bucket] = slot;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Empties the bucket of a cycle. Gives the first slot of the list that was in it.
    #[inline]
    pub(super) fn take(&mut self, now: u64) -> u32 {
        let bucket = now as usize % BUCKETS;
        self.occupied[bucket / 64] &= !(1 << (bucket % 64));
        std::mem::replace(&mut self.first[bucket], NONE32)
    }

    /// The earliest cycle, from `now` on, in which a slot is ready.
    pub(super) fn next_due(&self, slots: &[Slot], now: u64) -> Option<u64> {
        let mut earliest: Option<u64> = None;
        for ahead in 0..BUCKETS as u64 {
            let bucket = (now + ahead) as usize % BUCKETS;
            if self.occupied[bucket / 64] & 1 << (bucket % 64) == 0 {
                continue;
            }
            let mut slot = self.first[bucket];
            while slot != NONE32 {
                let entry = &slots[slot as usize];
                let due = entry.ready_at as u64;
                earliest = Some(earliest.map_or(due, |earliest| earliest.min(due)));
                slot = entry.next;
            }
            if earliest == Some(now + ahead) {
                break;
            }
        }
        earliest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready_at(cycles: &[i64]) -> (Calendar, Vec<Slot>) {
        let mut calendar = Calendar::new();
        let slot = |ready_at: &i64| Slot { ready_at: *ready_at, ..Slot::EMPTY };
        let mut slots: Vec<Slot> = cycles.iter().map(slot).collect();
        for slot in 0..slots.len() as u32 {
            calendar.enter(&mut slots, slot);
        }
        (calendar, slots)
    }

    #[test]
    fn slots_come_in_their_cycle_or_a_turn_before() {
        let (mut calendar, mut slots) = ready_at(&[3, 3 + 256, 3, 4]);
        let mut seen = Vec::new();
        for now in 0..1000 {
            let mut slot = calendar.take(now);
            while slot != NONE32 {
                let Slot { next, ready_at, .. } = slots[slot as usize];
                match ready_at == now as i64 {
                    true => seen.push((now, slot)),
                    false => calendar.enter(&mut slots, slot),
                }
                slot = next;
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, [(3, 0), (3, 2), (4, 3), (259, 1)]);
        assert_eq!(calendar.next_due(&slots, 1000), None);
    }

    #[test]
    fn the_earliest_is_found_wherever_it_is() {
        for now in [0, 5, 63, 64, 200, 255, 256, 1000] {
            for ahead in [0, 1, 59, 64, 191, 255, 256, 300, 700] {
                let due = now + ahead;
                let (calendar, slots) = ready_at(&[due as i64 + 3, due as i64]);
                assert_eq!(calendar.next_due(&slots, now), Some(due), "{ahead} from {now}");
            }
        }
    }
}
