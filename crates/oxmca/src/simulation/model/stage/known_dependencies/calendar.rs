//! A timing wheel for instructions that wake up.

use std::hint::select_unpredictable;

use super::slot::CompactSlot;
use crate::simulation::model::program::NONE32;
use crate::simulation::model::unit::boxed::boxed;

const BUCKETS: usize = 256;

/// Slots by the cycle in which their operands are ready: a timing wheel of lists.
///
/// Slots further away than there are buckets stay in their bucket until their turn comes round.
pub(super) struct Calendar<const CAP: usize> {
    /// First slot by bucket. The last bucket takes slots that need not be entered.
    first: Box<[u32; BUCKETS + 1]>,
    /// By slot, the next one in its list.
    next: Box<[u32; CAP]>,
}

impl<const CAP: usize> Calendar<CAP> {
    pub(super) fn new() -> Self {
        Calendar { first: boxed(NONE32), next: boxed(NONE32) }
    }

    /// Enters a slot for the cycle in which it is ready, which lies ahead.
    #[inline(always)]
    pub(super) fn enter(&mut self, slot: usize, ready_at: i64) {
        self.put(slot, ready_at as usize % BUCKETS);
    }

    /// Enters a slot if `holds`, which is hard to predict. If not, the slot must not be in the
    /// wheel.
    #[inline(always)]
    pub(super) fn enter_if(&mut self, holds: bool, slot: usize, ready_at: i64) {
        self.put(slot, select_unpredictable(holds, ready_at as usize % BUCKETS, BUCKETS));
    }

    #[inline(always)]
    fn put(&mut self, slot: usize, bucket: usize) {
        let bucket = &mut self.first[bucket];
        self.next[slot % CAP] = *bucket;
        *bucket = slot as u32;
    }

    /// Empties the bucket of a cycle. Returns the first slot of its list, or [`NONE32`].
    #[inline(always)]
    pub(super) fn take(&mut self, now: u64) -> u32 {
        std::mem::replace(&mut self.first[now as usize % BUCKETS], NONE32)
    }

    /// Returns the slot after one of a list that was taken, or [`NONE32`].
    #[inline(always)]
    pub(super) fn after(&self, slot: usize) -> u32 {
        self.next[slot % CAP]
    }

    /// Returns the earliest cycle from `now` on in which a slot is ready, or `limit` if there is
    /// none before that.
    pub(super) fn next_due(&self, slots: &[CompactSlot; CAP], now: u64, limit: u64) -> u64 {
        let mut earliest = limit;
        for turn in now..limit.min(now + BUCKETS as u64) {
            let mut slot = self.first[turn as usize % BUCKETS];
            while slot != NONE32 {
                earliest = earliest.min(slots[slot as usize % CAP].ready_at as u64);
                slot = self.after(slot as usize);
            }
            if earliest == turn {
                break;
            }
        }
        earliest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_is_found_wherever_it_is() {
        for now in [0, 5, 63, 64, 200, 255, 256, 1000] {
            for ahead in [0, 1, 59, 64, 191, 255, 256, 300, 700] {
                let due = now + ahead;
                let mut calendar = Calendar::<4>::new();
                let mut slots = [CompactSlot::EMPTY; 4];
                for (slot, ready_at) in [due + 3, due].into_iter().enumerate() {
                    slots[slot].ready_at = ready_at as i64;
                    calendar.enter(slot, ready_at as i64);
                }
                assert_eq!(calendar.next_due(&slots, now, u64::MAX), due, "{ahead} from {now}");
                let limit = now + 60;
                assert_eq!(calendar.next_due(&slots, now, limit), due.min(limit));
            }
        }
        assert_eq!(Calendar::<4>::new().next_due(&[CompactSlot::EMPTY; 4], 7, 90), 90);
    }
}
