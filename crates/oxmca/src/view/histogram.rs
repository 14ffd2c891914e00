//! Histograms: counts per number.

use std::collections::BTreeMap;

use super::repeated;

const DENSE: usize = 64;

/// Cycles in which there were so many of something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CyclesWith {
    /// The number of micro-ops or instructions.
    pub number: u32,
    /// The cycles.
    pub cycles: u32,
}

/// Counts per number. Small numbers, which is nearly all of them, cost one addition.
#[derive(Clone, Debug)]
pub struct Histogram {
    small: [u32; DENSE],
    large: BTreeMap<u32, u32>,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { small: [0; DENSE], large: BTreeMap::new() }
    }
}

impl Histogram {
    /// Counts `number` once.
    #[inline]
    pub fn count(&mut self, number: u32) {
        match self.small.get_mut(number as usize) {
            Some(count) => *count = count.wrapping_add(1),
            None => {
                let count = self.large.entry(number).or_default();
                *count = count.wrapping_add(1);
            }
        }
    }

    /// Adds the growth since `marked` another `times` times.
    pub fn repeat(&mut self, marked: &Histogram, times: u32) {
        for (count, marked) in self.small.iter_mut().zip(marked.small) {
            *count = repeated(marked, *count, times);
        }
        for (number, count) in &mut self.large {
            let marked = marked.large.get(number).copied().unwrap_or(0);
            *count = repeated(marked, *count, times);
        }
    }

    /// Returns the numbers seen in a cycle each with the cycles, ascending.
    pub fn rows(&self) -> Vec<CyclesWith> {
        let row = |number: u32, count: &u32| CyclesWith { number, cycles: *count };
        let small = self.small.iter().enumerate().map(|(number, count)| row(number as u32, count));
        let large = self.large.iter().map(|(number, count)| row(*number, count));
        small.filter(|it| it.cycles != 0).chain(large).collect()
    }
}
