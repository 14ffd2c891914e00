//! A timing wheel: things that happen at a known cycle, by index, without allocation.

use crate::program::NONE32;

const BUCKETS: usize = 256;

/// Indices by the cycle at which something happens to them.
///
/// Each index can be scheduled once at a time. Entries further away than the wheel has buckets
/// stay in their bucket until their turn comes round.
#[derive(Clone, Debug)]
pub struct Wheel {
    heads: Box<[u32; BUCKETS]>,
    entries: Vec<Entry>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    next: u32,
    due: u64,
}

impl Wheel {
    /// A wheel for indices below `capacity`.
    pub fn new(capacity: usize) -> Self {
        Wheel {
            heads: Box::new([NONE32; BUCKETS]),
            entries: vec![Entry { next: NONE32, due: 0 }; capacity],
            len: 0,
        }
    }

    /// Schedules `index` for cycle `due`, which must lie ahead.
    #[inline]
    pub fn schedule(&mut self, index: u32, due: u64) {
        let head = &mut self.heads[due as usize % BUCKETS];
        self.entries[index as usize] = Entry { next: *head, due };
        *head = index;
        self.len += 1;
    }

    /// Takes an index that is due at cycle `now`; each cycle must be drained in turn.
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
            self.len -= 1;
            return Some(first);
        }
        self.pop_behind(first, now)
    }

    /// Takes an index that is due behind one that is not.
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
                self.len -= 1;
                return Some(index);
            }
            before = index;
        }
    }

    /// The earliest cycle for which something is scheduled. Looks at everything.
    pub fn next_due(&self) -> Option<u64> {
        let mut earliest = None;
        for head in self.heads.iter() {
            let mut index = *head;
            while index != NONE32 {
                let entry = self.entries[index as usize];
                earliest = Some(earliest.map_or(entry.due, |due: u64| due.min(entry.due)));
                index = entry.next;
            }
        }
        earliest
    }

    /// Whether nothing is scheduled.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
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
}
