//! Histograms: counts per number.

use std::collections::BTreeMap;

use super::repeated;

const DENSE: usize = 64;

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

    /// Returns the numbers seen with their counts, ascending.
    pub fn rows(&self) -> Vec<(u32, u32)> {
        let small = self.small.iter().enumerate().map(|(number, count)| (number as u32, *count));
        let large = self.large.iter().map(|(number, count)| (*number, *count));
        small.filter(|(_, count)| *count != 0).chain(large).collect()
    }
}
