//! Measured times beside predicted ones: where they differ by more than chance, and likely reasons.
//!
//! A sample is one op. The mean of n samples with standard deviation s has a standard error of
//! s / sqrt(n). A difference is marked if it is more than [`ERRORS`] such errors and at least
//! [`MIN_DIFFERENCE_CYCLES`], with at least [`MIN_SAMPLES`] samples. Counters count whole cycles, so
//! that s is never taken to be less than that of rounding.

mod reason;

pub use reason::{AccessKind, Finding, LoopInstruction, LoopTiming, Reason, findings};

use crate::counts::Counts;
use crate::event::EventId;

/// The number of standard errors that a difference must exceed.
pub const ERRORS: f64 = 3.0;
/// Fewer samples are not compared.
pub const MIN_SAMPLES: u64 = 10;
/// Smaller differences are not marked, however small the error is: counters do not tell in which part
/// of a cycle something happened.
pub const MIN_DIFFERENCE_CYCLES: f64 = 1.0;
/// The variance of rounding to whole cycles.
const MIN_VARIANCE: f64 = 1.0 / 12.0;

/// Something for each of the three times of an op. The second and third add up to the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times<T> {
    /// From dispatch, when hardware tags, to retirement.
    pub tag_to_retire: T,
    /// From dispatch to completion: waiting for operands and units, and executing.
    pub dispatch_to_complete: T,
    /// From completion to retirement: waiting for older ops.
    pub completion_to_retire: T,
}

/// A mean of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub cycles: f64,
    /// Its standard error; none of a single sample.
    pub error_cycles: Option<f64>,
}

/// The result of comparing a measured time with the predicted one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// There are too few samples, or there is no prediction.
    #[default]
    Unknown,
    /// They differ by no more than chance may make them.
    Same,
    /// Hardware took longer.
    Longer,
    /// Hardware was quicker.
    Shorter,
}

impl Mean {
    fn of(samples: u64, sum: u64, squares: u64) -> Option<Self> {
        if samples == 0 {
            return None;
        }
        let count = samples as f64;
        let mean = sum as f64 / count;
        let error = (samples > 1).then(|| {
            let variance = (squares as f64 - count * mean * mean) / (count - 1.0);
            (variance.max(MIN_VARIANCE) / count).sqrt()
        });
        Some(Self { cycles: mean, error_cycles: error })
    }
}

impl Times<Mean> {
    /// Returns the means over some samples of ops. `None` without any.
    #[must_use]
    pub fn measured(counts: &Counts) -> Option<Self> {
        let samples = counts.get(OPS);
        let (retire, wait) = (counts.get(TAG_TO_RETIRE), counts.get(COMPLETION_TO_RETIRE));
        let squares = &counts.squares;
        Some(Self {
            tag_to_retire: Mean::of(samples, retire, squares.tag_to_retire)?,
            dispatch_to_complete: Mean::of(
                samples,
                retire.saturating_sub(wait),
                squares.dispatch_to_complete,
            )?,
            completion_to_retire: Mean::of(samples, wait, squares.completion_to_retire)?,
        })
    }
}

impl<T: Copy> Times<T> {
    /// Returns the three values, in order.
    pub fn values(&self) -> [T; 3] {
        [self.tag_to_retire, self.dispatch_to_complete, self.completion_to_retire]
    }

    /// Makes something of each value and its neighbour's.
    pub fn with<U: Copy, V>(&self, other: &Times<U>, make: impl Fn(T, U) -> V) -> Times<V> {
        Times {
            tag_to_retire: make(self.tag_to_retire, other.tag_to_retire),
            dispatch_to_complete: make(self.dispatch_to_complete, other.dispatch_to_complete),
            completion_to_retire: make(self.completion_to_retire, other.completion_to_retire),
        }
    }
}

/// Compares the times of some samples with predicted ones.
#[must_use]
pub fn compare(counts: &Counts, predicted: &Times<f64>) -> Times<Verdict> {
    let samples = counts.get(OPS);
    let Some(measured) = Times::measured(counts).filter(|_| samples >= MIN_SAMPLES) else {
        return Times::default();
    };
    measured.with(predicted, |measured, predicted| {
        let difference = measured.cycles - predicted;
        let chance = ERRORS * measured.error_cycles.unwrap_or(f64::INFINITY);
        match difference {
            _ if difference.abs() <= chance.max(MIN_DIFFERENCE_CYCLES) => Verdict::Same,
            _ if difference > 0.0 => Verdict::Longer,
            _ => Verdict::Shorter,
        }
    })
}

const OPS: EventId = EventId::coded(0xF100);
const TAG_TO_RETIRE: EventId = EventId::coded(0xF101);
const COMPLETION_TO_RETIRE: EventId = EventId::coded(0xF102);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Traits;
    use crate::payload::OpRegisters;

    fn counts(times: &[(u64, u64)]) -> Counts {
        let mut counts = Counts::default();
        for (tag_to_retire, completion_to_retire) in times {
            let data = tag_to_retire << 16 | completion_to_retire;
            counts.add_op(&OpRegisters { data, ..OpRegisters::default() }, Traits::empty(), 1);
        }
        counts
    }

    #[test]
    fn errors_are_those_of_means() {
        let measured = Times::measured(&counts(&[(10, 2), (14, 2), (12, 8), (16, 4)])).unwrap();
        let near = |mean: Mean, cycles: f64, variance: f64| {
            assert_eq!(mean.cycles, cycles);
            let error = mean.error_cycles.unwrap();
            assert!((error - (variance / 4.0).sqrt()).abs() < 1e-12, "{error}");
        };
        near(measured.tag_to_retire, 13.0, 20.0 / 3.0);
        near(measured.dispatch_to_complete, 9.0, 44.0 / 3.0);
        near(measured.completion_to_retire, 4.0, 8.0);
        let same = Times::measured(&counts(&[(7, 1); 4])).unwrap();
        near(same.tag_to_retire, 7.0, MIN_VARIANCE);
        assert_eq!(Times::measured(&counts(&[(7, 1)])).unwrap().tag_to_retire.error_cycles, None);
        assert_eq!(Times::measured(&Counts::default()), None);
    }

    #[test]
    fn differences_count_from_three_errors_and_a_cycle_on() {
        let verdicts = |times: &[(u64, u64)], predicted: [f64; 3]| {
            let [tag_to_retire, dispatch_to_complete, completion_to_retire] = predicted;
            let predicted = Times { tag_to_retire, dispatch_to_complete, completion_to_retire };
            compare(&counts(times), &predicted).values()
        };
        use Verdict::{Longer, Same, Shorter, Unknown};
        let spread: Vec<(u64, u64)> = (0..16).map(|at| (20 + at % 2 * 8, 4)).collect();
        // The mean is 24, its error 4.13 / 4.
        assert_eq!(verdicts(&spread, [27.0, 16.0, 5.0]), [Same, Longer, Same]);
        assert_eq!(verdicts(&spread, [27.2, 20.0, 5.1]), [Shorter, Same, Shorter]);
        assert_eq!(verdicts(&spread[..9], [27.2, 20.0, 5.1]), [Unknown; 3]);
    }
}
