//! Instructions that execute in order of issue, and leave when they complete.
//!
//! The order in which instructions complete within a cycle is LLVM's: it looks through a list, and the last one takes
//! the place of one that leaves. While the list is short it is looked through every cycle. Long latencies
//! make it long; then the instructions that complete are found by their time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::simulation::event::InstRef;

/// An instruction that executes.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    pub(super) inst: InstRef,
    pub(super) group: u32,
    pub(super) issued_at: u64,
    pub(super) completes_at: u64,
}

/// Longer lists are not looked through every cycle.
const LONG: usize = 64;
/// Shorter lists are again.
const SHORT: usize = 16;

/// Instructions that execute.
pub(super) struct Executing {
    list: Vec<InFlight>,
    /// No instruction of a short list completes before this cycle.
    earliest: u64,
    /// The place in a short list up to which it has been looked through this cycle.
    place: usize,
    /// The earliest completion up to that place.
    earliest_kept: u64,
    long: Option<Box<LongList>>,
}

/// The places and the times of instructions in a long list.
struct LongList {
    /// Completion times of slots.
    times: BinaryHeap<Reverse<(u64, u32)>>,
    /// By place in the list.
    slots: Vec<u32>,
    /// By slot.
    places: Vec<u32>,
    free_slots: Vec<u32>,
    /// Places of instructions that complete in this cycle, the last place first.
    due: VecDeque<u32>,
    /// The instructions from `oldest` on: whether each executes.
    executes: VecDeque<bool>,
    oldest: u32,
}

impl Default for Executing {
    fn default() -> Self {
        Executing {
            list: Vec::new(),
            earliest: u64::MAX,
            place: 0,
            earliest_kept: u64::MAX,
            long: None,
        }
    }
}

impl Executing {
    #[inline]
    pub(super) fn push(&mut self, inst: InFlight) {
        self.earliest = self.earliest.min(inst.completes_at);
        self.list.push(inst);
        match &mut self.long {
            Some(long) => long.push(inst),
            None if self.list.len() > LONG => self.long = Some(Box::new(LongList::new(&self.list))),
            None => {}
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &InFlight> {
        self.list.iter()
    }

    /// Returns the dynamic index of the oldest.
    pub(super) fn oldest(&self) -> Option<u32> {
        match &self.long {
            Some(long) => (!self.list.is_empty()).then_some(long.oldest),
            None => self.list.iter().map(|it| it.inst.index).min(),
        }
    }

    /// Returns whether the instruction with that dynamic index executes.
    pub(super) fn contains(&self, index: u32) -> bool {
        match &self.long {
            Some(long) => {
                let place = index.checked_sub(long.oldest);
                place.is_some_and(|it| long.executes.get(it as usize) == Some(&true))
            }
            None => self.list.iter().any(|it| it.inst.index == index),
        }
    }

    /// Returns the cycle of the next completion.
    pub(super) fn next_completion(&self) -> Option<u64> {
        match &self.long {
            Some(long) => long.times.peek().map(|Reverse((time, _))| *time),
            None => self.list.iter().map(|it| it.completes_at).min(),
        }
    }

    /// Starts to look for instructions that complete in a cycle.
    #[inline]
    pub(super) fn start_cycle(&mut self, now: u64) {
        self.place = 0;
        self.earliest_kept = u64::MAX;
        if self.long.is_some() {
            self.start_cycle_of_long(now);
        }
    }

    #[cold]
    fn start_cycle_of_long(&mut self, now: u64) {
        if self.list.len() < SHORT {
            self.long = None;
            self.earliest = 0;
        } else if let Some(long) = &mut self.long {
            long.find_due(now);
        }
    }

    /// Removes the next instruction that completes in a cycle.
    #[inline]
    pub(super) fn take_completed(&mut self, now: u64) -> Option<InFlight> {
        if self.long.is_some() {
            return self.take_completed_of_long();
        }
        if now < self.earliest {
            return None;
        }
        while let Some(inst) = self.list.get(self.place) {
            if inst.completes_at <= now {
                return Some(self.list.swap_remove(self.place));
            }
            self.earliest_kept = self.earliest_kept.min(inst.completes_at);
            self.place += 1;
        }
        self.earliest = self.earliest_kept;
        None
    }

    #[cold]
    fn take_completed_of_long(&mut self) -> Option<InFlight> {
        let long = self.long.as_mut()?;
        let inst = self.list.swap_remove(long.take_due()?);
        long.note_end(inst.inst.index);
        Some(inst)
    }
}

impl LongList {
    fn new(list: &[InFlight]) -> LongList {
        let oldest = list.iter().map(|it| it.inst.index).min().unwrap_or_default();
        let mut long = LongList {
            times: BinaryHeap::new(),
            slots: Vec::new(),
            places: Vec::new(),
            free_slots: Vec::new(),
            due: VecDeque::new(),
            executes: VecDeque::from([false]),
            oldest,
        };
        for inst in list {
            long.push(*inst);
        }
        long
    }

    fn push(&mut self, inst: InFlight) {
        let place = self.slots.len() as u32;
        let slot = match self.free_slots.pop() {
            Some(slot) => {
                self.places[slot as usize] = place;
                slot
            }
            None => {
                self.places.push(place);
                self.places.len() as u32 - 1
            }
        };
        self.slots.push(slot);
        self.times.push(Reverse((inst.completes_at, slot)));
        if self.executes.is_empty() {
            self.oldest = inst.inst.index;
        }
        let age = (inst.inst.index - self.oldest) as usize;
        if age >= self.executes.len() {
            self.executes.resize(age + 1, false);
        }
        self.executes[age] = true;
    }

    fn find_due(&mut self, now: u64) {
        while let Some(Reverse((time, slot))) = self.times.peek().copied()
            && time <= now
        {
            self.times.pop();
            self.due.push_back(self.places[slot as usize]);
        }
        self.due.make_contiguous().sort_unstable_by_key(|place| Reverse(*place));
    }

    /// Takes the first place of an instruction that completes, which the last one of the list takes then.
    fn take_due(&mut self) -> Option<usize> {
        let place = self.due.pop_back()?;
        let last = self.slots.len() as u32 - 1;
        self.free_slots.push(self.slots.swap_remove(place as usize));
        if place != last {
            self.places[self.slots[place as usize] as usize] = place;
            if self.due.front() == Some(&last) {
                self.due.pop_front();
                self.due.push_back(place);
            }
        }
        Some(place as usize)
    }

    fn note_end(&mut self, index: u32) {
        self.executes[(index - self.oldest) as usize] = false;
        while self.executes.front() == Some(&false) {
            self.executes.pop_front();
            self.oldest += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::Random;

    #[test]
    fn long_lists_are_left_in_the_order_of_short_ones() {
        for seed in 0..20 {
            let mut numbers = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed + 1));
            let (mut executing, mut list) = (Executing::default(), Vec::<InFlight>::new());
            let mut index = 0;
            let mut longest = 0;
            for now in 0..2_000 {
                executing.start_cycle(now);
                let mut place = 0;
                while place < list.len() {
                    if list[place].completes_at > now {
                        place += 1;
                        continue;
                    }
                    let left = executing.take_completed(now).map(|it| it.inst.index);
                    assert_eq!(left, Some(list.swap_remove(place).inst.index));
                }
                assert!(executing.take_completed(now).is_none());
                for _ in 0..numbers.next(4) * u32::from(now % 700 < 500) {
                    let completes_at = now + 1 + u64::from(numbers.next(3)) * 120;
                    let inst = InstRef { index, position: 0 };
                    let inst = InFlight { inst, group: 0, issued_at: now, completes_at };
                    index += 1 + numbers.next(2);
                    executing.push(inst);
                    list.push(inst);
                }
                longest = longest.max(list.len());
                assert_eq!(executing.len(), list.len());
                assert_eq!(executing.oldest(), list.iter().map(|it| it.inst.index).min());
                assert_eq!(
                    executing.next_completion(),
                    list.iter().map(|it| it.completes_at).min()
                );
                let some = numbers.next(index + 1);
                assert_eq!(executing.contains(some), list.iter().any(|it| it.inst.index == some));
            }
            assert!(longest > 2 * LONG, "{longest}");
        }
    }
}
