//! Distributions of latencies, small enough to have one for each instruction.

use std::ops::AddAssign;

/// Values below this have a bucket each.
const EXACT: u16 = 64;
/// Buckets for each doubling above: a percentile is at most 1/32 off.
const PER_OCTAVE: u16 = 32;

/// The number of buckets.
const BUCKETS: usize = bucket_of(u16::MAX) as usize + 1;
/// The most values that are kept one by one. With more, a counter for each bucket takes no more memory.
const MAX_VALUES: usize = BUCKETS * 2;

/// A distribution of latencies of 16 bits. Up to 63 cycles each has a bucket of its own; above,
/// buckets are about 3% wide. The hardware's counters end at 65535, which stands for more.
#[derive(Clone, Debug)]
pub struct Latencies(Form);

/// Most instructions have few samples.
#[derive(Clone, Debug)]
enum Form {
    /// The bucket of each value, in any order.
    Few(Vec<u16>),
    /// The number of values in each bucket.
    Many(Box<[u32; BUCKETS]>),
}

const fn bucket_of(value: u16) -> u16 {
    if value < EXACT {
        return value;
    }
    let octave = value.ilog2() as u16;
    let shift = octave - PER_OCTAVE.ilog2() as u16;
    EXACT + (octave - EXACT.ilog2() as u16) * PER_OCTAVE + (value >> shift) - PER_OCTAVE
}

/// Returns the largest value in a bucket.
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
        self.add_bucket(bucket_of(value));
    }

    fn add_bucket(&mut self, bucket: u16) {
        match &mut self.0 {
            Form::Few(values) if values.len() < MAX_VALUES => values.push(bucket),
            Form::Few(values) => {
                let mut counters = Box::new(counted(values));
                counters[usize::from(bucket)] += 1;
                self.0 = Form::Many(counters);
            }
            Form::Many(counters) => {
                let counter = &mut counters[usize::from(bucket)];
                *counter = counter.saturating_add(1);
            }
        }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.0 {
            Form::Few(values) => values.len() as u64,
            Form::Many(counters) => counters.iter().map(|it| u64::from(*it)).sum(),
        }
    }

    /// Returns the smallest value that a share of the values, e.g. 0.9, does not exceed; at most
    /// 1/32 too large. `None` without values.
    #[must_use]
    pub fn percentile(&self, share: f64) -> Option<u16> {
        let wanted = (self.count() as f64 * share.clamp(0.0, 1.0)).ceil().max(1.0) as u64;
        let counted;
        let counters = match &self.0 {
            Form::Many(counters) => counters.as_ref(),
            Form::Few(values) => {
                counted = self::counted(values);
                &counted
            }
        };
        let mut seen = 0;
        let bucket = counters.iter().position(|count| {
            seen += u64::from(*count);
            seen >= wanted
        });
        bucket.map(|it| value_of(it as u16))
    }
}

/// Returns the number of values in each bucket.
fn counted(values: &[u16]) -> [u32; BUCKETS] {
    let mut counters = [0; BUCKETS];
    for bucket in values {
        counters[usize::from(*bucket)] += 1;
    }
    counters
}

impl Default for Latencies {
    fn default() -> Self {
        Self(Form::Few(Vec::new()))
    }
}

impl PartialEq for Latencies {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Form::Few(left), Form::Few(right)) if left.len() != right.len() => false,
            (Form::Few(left), Form::Few(right)) => left == right || counted(left) == counted(right),
            (Form::Many(left), Form::Many(right)) => left == right,
            (Form::Few(values), Form::Many(counters))
            | (Form::Many(counters), Form::Few(values)) => counted(values) == **counters,
        }
    }
}

impl Eq for Latencies {}

impl AddAssign<&Self> for Latencies {
    fn add_assign(&mut self, other: &Self) {
        match &other.0 {
            Form::Few(values) => values.iter().for_each(|bucket| self.add_bucket(*bucket)),
            Form::Many(counters) => {
                let mut sums = match std::mem::take(self).0 {
                    Form::Few(values) => Box::new(counted(&values)),
                    Form::Many(sums) => sums,
                };
                for (sum, count) in sums.iter_mut().zip(counters.iter()) {
                    *sum = sum.saturating_add(*count);
                }
                self.0 = Form::Many(sums);
            }
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

    #[test]
    fn few_and_many_values_are_the_same_distribution() {
        let values = |range: std::ops::Range<usize>| {
            let mut latencies = Latencies::default();
            range.for_each(|at| latencies.add((at * 7919 % 5000) as u16));
            latencies
        };
        for (middle, end) in [(10, 20), (10, MAX_VALUES + 1), (MAX_VALUES + 5, MAX_VALUES + 9)] {
            let whole = values(0..end);
            for (first, second) in [(0..middle, middle..end), (middle..end, 0..middle)] {
                let mut sum = values(first);
                sum += &values(second);
                assert_eq!(sum, whole);
                assert_eq!((sum.count(), sum.percentile(0.5)), (end as u64, whole.percentile(0.5)));
            }
            assert_ne!(whole, values(0..end + 1));
            assert_ne!(whole, values(1..end + 1));
        }
    }
}
