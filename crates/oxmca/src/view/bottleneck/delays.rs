//! Delays by pressure of each instruction in flight.

use std::collections::BTreeMap;

use crate::simulation::event::Pressure;
use crate::simulation::model::program::NONE32;
use crate::view::repeated;

/// Cycles by [`Pressure`] as an index.
type Cycles = [u32; 3];

#[derive(Clone, Copy)]
struct DelayEntry {
    /// Dynamic index, or [`NONE32`].
    index: u32,
    cycles: Cycles,
}

impl DelayEntry {
    const NONE: DelayEntry = DelayEntry { index: NONE32, cycles: [0; 3] };
}

/// Delays of instructions from dispatch until they have executed.
#[derive(Clone, Default)]
pub struct Delays {
    /// By dynamic index modulo length, a power of two.
    recent: Vec<DelayEntry>,
    /// Delays whose place another instruction needed. An instruction that is dispatched over
    /// several cycles and has executed before the last of them stays for ever, as in llvm-mca.
    old: BTreeMap<u32, Cycles>,
}

impl Delays {
    /// Creates an empty table with room for about `capacity` instructions.
    pub fn new(capacity: u32) -> Self {
        let len = capacity.clamp(1, 1 << 16).next_power_of_two() as usize;
        Delays { recent: vec![DelayEntry::NONE; len], old: BTreeMap::new() }
    }

    #[inline]
    fn place(&self, index: u32) -> usize {
        index as usize & (self.recent.len() - 1)
    }

    /// Adds an instruction that is in flight from now on, unless it is there already.
    #[inline]
    pub fn insert(&mut self, index: u32) {
        let place = self.place(index);
        let entry = &mut self.recent[place];
        if entry.index == NONE32 && self.old.is_empty() {
            *entry = DelayEntry { index, ..DelayEntry::NONE };
        } else if entry.index != index && !self.old.contains_key(&index) {
            let before = std::mem::replace(entry, DelayEntry { index, ..DelayEntry::NONE });
            if before.index != NONE32 {
                self.old.insert(before.index, before.cycles);
            }
        }
    }

    /// Removes an instruction that is no longer in flight.
    #[inline]
    pub fn remove(&mut self, index: u32) {
        let place = self.place(index);
        let entry = &mut self.recent[place];
        if entry.index == index {
            *entry = DelayEntry::NONE;
        } else {
            self.old.remove(&index);
        }
    }

    /// Returns the delays of an instruction, if it is in flight.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&Cycles> {
        match &self.recent[self.place(index)] {
            entry if entry.index == index => Some(&entry.cycles),
            _ => self.old.get(&index),
        }
    }

    /// Counts a cycle of delay of an instruction in flight.
    #[inline]
    pub fn add(&mut self, index: u32, reason: Pressure) {
        let place = self.place(index);
        let cycles = match &mut self.recent[place] {
            entry if entry.index == index => Some(&mut entry.cycles),
            _ => self.old.get_mut(&index),
        };
        if let Some(cycles) = cycles {
            cycles[reason as usize] = cycles[reason as usize].wrapping_add(1);
        }
    }

    /// Adds the growth since `marked` another `times` times. The instructions must be the same.
    pub fn repeat(&mut self, marked: &Delays, times: u32) {
        let recent = self.recent.iter_mut().map(|entry| (entry.index, &mut entry.cycles));
        let old = self.old.iter_mut().map(|(index, cycles)| (*index, cycles));
        for (index, cycles) in recent.chain(old) {
            let marked = marked.get(index).copied().unwrap_or_default();
            for (count, marked) in cycles.iter_mut().zip(marked) {
                *count = repeated(marked, *count, times);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_share_a_place_are_told_apart() {
        let mut delays = Delays::new(4);
        delays.insert(1);
        delays.add(1, Pressure::Memory);
        delays.insert(5);
        delays.add(5, Pressure::Registers);
        delays.add(1, Pressure::Memory);
        delays.insert(1);
        assert_eq!(delays.get(1), Some(&[0, 0, 2]));
        assert_eq!(delays.get(5), Some(&[0, 1, 0]));
        let marked = delays.clone();
        delays.add(1, Pressure::Memory);
        delays.add(5, Pressure::Memory);
        delays.repeat(&marked, 10);
        assert_eq!(delays.get(1), Some(&[0, 0, 13]));
        assert_eq!(delays.get(5), Some(&[0, 1, 11]));
        delays.remove(5);
        assert_eq!((delays.get(1).is_some(), delays.get(5)), (true, None));
        delays.remove(1);
        assert_eq!(delays.get(1), None);
    }
}
