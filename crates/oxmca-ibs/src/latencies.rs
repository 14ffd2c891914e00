//! Distributions of latencies, small enough to have one for each instruction.

use std::ops::AddAssign;

/// Values below this have a bucket each.
const EXACT: u16 = 64;
/// Buckets for each doubling above: a percentile is at most 1/32 off.
const PER_OCTAVE: u16 = 32;

/// How often latencies of 16 bits occurred. Up to 63 cycles each has a bucket of its own; above,
/// buckets are about 3% wide. The hardware's counters end at 65535, which stands for more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latencies {
    /// Buckets that are not empty, by number.
    buckets: Vec<(u16, u32)>,
}

fn bucket_of(value: u16) -> u16 {
    if value < EXACT {
        return value;
    }
    let octave = value.ilog2() as u16;
    let shift = octave - PER_OCTAVE.ilog2() as u16;
    EXACT + (octave - EXACT.ilog2() as u16) * PER_OCTAVE + (value >> shift) - PER_OCTAVE
}

/// The largest value in a bucket.
fn value_of(bucket: u16) -> u16 {
    if bucket < EXACT {
        return bucket;
    }
    let (octave, step) = ((bucket - EXACT) / PER_OCTAVE, (bucket - EXACT) % PER_OCTAVE);
    let shift = u32::from(octave) + EXACT.ilog2() - PER_OCTAVE.ilog2();
    let first = u32::from(PER_OCTAVE + step) << shift;
    (first + (1 << shift) - 1) as u16
}

impl Latencies {
    /// Adds a value.
    pub fn add(&mut self, value: u16) {
        self.add_many(bucket_of(value), 1);
    }

    fn add_many(&mut self, bucket: u16, count: u32) {
        match self.buckets.binary_search_by_key(&bucket, |it| it.0) {
            Ok(at) => self.buckets[at].1 = self.buckets[at].1.saturating_add(count),
            Err(at) => self.buckets.insert(at, (bucket, count)),
        }
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|it| u64::from(it.1)).sum()
    }

    /// The smallest value that a share of the values, e.g. 0.9, does not exceed; at most 1/32 too
    /// large. `None` without values.
    #[must_use]
    pub fn percentile(&self, share: f64) -> Option<u16> {
        let wanted = (self.count() as f64 * share.clamp(0.0, 1.0)).ceil().max(1.0) as u64;
        let mut seen = 0;
        let bucket = self.buckets.iter().find(|it| {
            seen += u64::from(it.1);
            seen >= wanted
        });
        bucket.map(|it| value_of(it.0))
    }
}

impl AddAssign<&Self> for Latencies {
    fn add_assign(&mut self, other: &Self) {
        for (bucket, count) in &other.buckets {
            self.add_many(*bucket, *count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_in_order_and_narrow() {
        let mut last = 0;
        for value in 0..=u16::MAX {
            let bucket = bucket_of(value);
            assert!(bucket == last || bucket == last + 1, "{value}");
            last = bucket;
            let end = value_of(bucket);
            assert!(end >= value && u32::from(end - value) * 32 <= u32::from(value), "{value}");
        }
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.percentile(0.5), None);
        for value in 1..=50 {
            latencies.add(value);
        }
        assert_eq!(latencies.percentile(0.0), Some(1));
        assert_eq!(latencies.percentile(0.5), Some(25));
        assert_eq!(latencies.percentile(0.9), Some(45));
        assert_eq!(latencies.percentile(1.0), Some(50));
        latencies.add(u16::MAX);
        assert_eq!(latencies.percentile(1.0), Some(u16::MAX));
        assert_eq!(latencies.count(), 51);
    }
}
