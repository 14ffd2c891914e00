//! Errors of predictions and their statistics, of blocks that count several times.

use crate::kendall::{RankedPairs, sorted_indices};

/// Errors up to this, as a share of the measured cycles, make a good prediction.
const GOOD_ERROR: f64 = 0.1;

/// Returns the error of a prediction, as a share of the measured cycles, which are above 0.
pub fn relative_error(measured_cycles: f64, predicted_cycles: f64) -> f64 {
    (predicted_cycles - measured_cycles).abs() / measured_cycles
}

/// Returns whether a prediction is within a tenth of what was measured. Rounding of the last digit does not count.
fn is_good(error: f64) -> bool {
    error <= GOOD_ERROR + 1e-9
}

/// Statistics of predictions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Statistics {
    /// Mean absolute percentage error.
    pub mape_percent: f64,
    /// Median absolute percentage error.
    pub median_error_percent: f64,
    /// Kendall's tau-b; `None` if all measured or all predicted cycles are equal.
    pub kendall_tau_b: Option<f64>,
    /// Share of blocks whose prediction is within 10 % of what was measured.
    pub share_within_a_tenth_percent: f64,
}

/// Measured and predicted cycles of blocks, prepared for statistics of any choice of them.
#[derive(Clone, Debug)]
pub struct Sample {
    errors: Vec<f64>,
    /// Indices of blocks, smallest error first.
    by_error: Vec<u32>,
    pairs: RankedPairs,
}

impl Sample {
    /// Prepares predictions of as many blocks as there are measurements, which are above 0.
    pub fn new(measured_cycles: &[f64], predicted_cycles: &[f64]) -> Sample {
        let both = measured_cycles.iter().zip(predicted_cycles);
        let errors: Vec<f64> =
            both.map(|(&measured, &predicted)| relative_error(measured, predicted)).collect();
        let by_error = sorted_indices(&errors);
        Sample { errors, by_error, pairs: RankedPairs::new(measured_cycles, predicted_cycles) }
    }

    /// Returns the number of blocks.
    pub fn len(&self) -> usize {
        self.errors.len()
    }

    /// Returns the statistics of the blocks, each of which is there as often as `counts` has it. `None` if there are
    /// none.
    pub fn statistics(&self, counts: &[u32]) -> Option<Statistics> {
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if total == 0 {
            return None;
        }
        let (mut sum, mut good) = (0.0, 0_u64);
        for (&error, &count) in self.errors.iter().zip(counts) {
            sum += f64::from(count) * error;
            good += if is_good(error) { u64::from(count) } else { 0 };
        }
        let share = |part: f64| 100.0 * part / total as f64;
        Some(Statistics {
            mape_percent: share(sum),
            median_error_percent: 100.0 * self.median_error(counts, total),
            kendall_tau_b: self.pairs.tau_b(counts),
            share_within_a_tenth_percent: share(good as f64),
        })
    }

    /// Returns the error in the middle, or the mean of the two in the middle.
    fn median_error(&self, counts: &[u32], total: u64) -> f64 {
        let (lower_place, upper_place) = ((total - 1) / 2, total / 2);
        let mut passed = 0;
        let mut lower = None;
        for &index in &self.by_error {
            passed += u64::from(counts[index as usize]);
            let error = self.errors[index as usize];
            if lower.is_none() && passed > lower_place {
                lower = Some(error);
            }
            if passed > upper_place {
                return f64::midpoint(lower.unwrap_or(error), error);
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn statistics_are_those_made_by_hand() {
        // Errors: 0, 10, 50 and 100 percent.
        let sample = Sample::new(&[1.0, 2.0, 4.0, 5.0], &[1.0, 2.2, 2.0, 10.0]);
        let all = sample.statistics(&[1, 1, 1, 1]).unwrap();
        near(all.mape_percent, 40.0);
        near(all.median_error_percent, 30.0);
        near(all.share_within_a_tenth_percent, 50.0);
        // Of 6 pairs only (2, 2.2) and (4, 2) is discordant.
        near(all.kendall_tau_b.unwrap(), 4.0 / 6.0);
        let odd = sample.statistics(&[1, 1, 0, 1]).unwrap();
        near(odd.mape_percent, 110.0 / 3.0);
        near(odd.median_error_percent, 10.0);
        near(odd.share_within_a_tenth_percent, 200.0 / 3.0);
        near(odd.kendall_tau_b.unwrap(), 1.0);
    }

    #[test]
    fn repeated_blocks_weigh_more() {
        let sample = Sample::new(&[1.0, 1.0, 1.0], &[1.0, 1.2, 3.0]);
        let found = sample.statistics(&[1, 2, 1]).unwrap();
        near(found.mape_percent, 60.0);
        near(found.median_error_percent, 20.0);
        assert_eq!(found.kendall_tau_b, None);
        let found = sample.statistics(&[2, 0, 2]).unwrap();
        near(found.median_error_percent, 100.0);
    }

    #[test]
    fn nothing_has_no_statistics_and_a_prediction_of_zero_is_off_by_all() {
        assert_eq!(Sample::new(&[], &[]).statistics(&[]), None);
        assert_eq!(Sample::new(&[1.0], &[1.0]).statistics(&[0]), None);
        let zero = Sample::new(&[0.25], &[0.0]).statistics(&[1]).unwrap();
        near(zero.mape_percent, 100.0);
        near(zero.median_error_percent, 100.0);
    }

    #[test]
    fn a_tenth_is_within_a_tenth() {
        // 2.2 is not exact, and a little more than 2 and a tenth.
        for (measured, predicted) in [(2.0, 2.2), (3.0, 3.3), (1.0, 0.9), (0.7, 0.77)] {
            let found = Sample::new(&[measured], &[predicted]).statistics(&[1]).unwrap();
            near(found.share_within_a_tenth_percent, 100.0);
        }
        let found = Sample::new(&[2.0], &[2.201]).statistics(&[1]).unwrap();
        near(found.share_within_a_tenth_percent, 0.0);
    }
}
