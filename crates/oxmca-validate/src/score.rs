//! Statistics with intervals, of one tool's predictions or of two tools' for the same blocks.

use oxmca_driver::Pool;

use crate::bootstrap::{Estimate, draw};
use crate::statistics::{Sample, Statistics};

/// Statistics of predictions, each with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Mean absolute percentage error.
    pub mape_percent: Estimate,
    /// Median absolute percentage error.
    pub median_error_percent: Estimate,
    /// Kendall's tau-b; `None` if all measured or all predicted cycles are equal.
    pub kendall_tau_b: Option<Estimate>,
    /// Share of blocks whose prediction is within 10 % of what was measured.
    pub share_within_a_tenth_percent: Estimate,
}

impl Score {
    /// Returns the score of predictions, with intervals of `draws` draws. `None` without blocks.
    pub(crate) fn new(
        measured_cycles: &[f64],
        predicted_cycles: &[f64],
        draws: u32,
        pool: &Pool,
    ) -> Option<Score> {
        let sample = Sample::new(measured_cycles, predicted_cycles);
        let found = sample.statistics(&vec![1; sample.len()])?;
        let numbers: Vec<u32> = (0..draws).collect();
        let drawn = pool.map(&numbers, |&number| sample.statistics(&draw(number, sample.len())));
        Some(Score::of(&found, &drawn.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// Statistics with those of draws.
    fn of(found: &Statistics, drawn: &[Statistics]) -> Score {
        let estimate = |value: &dyn Fn(&Statistics) -> f64| {
            Estimate::new(value(found), drawn.iter().map(value).collect())
        };
        let taus = drawn.iter().filter_map(|it| it.kendall_tau_b).collect();
        Score {
            mape_percent: estimate(&|it| it.mape_percent),
            median_error_percent: estimate(&|it| it.median_error_percent),
            kendall_tau_b: found.kendall_tau_b.map(|tau| Estimate::new(tau, taus)),
            share_within_a_tenth_percent: estimate(&|it| it.share_within_a_tenth_percent),
        }
    }
}

/// Two tools' predictions for the same blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// Number of blocks that both predict.
    pub blocks: usize,
    /// The score of our predictions for these blocks.
    pub own: Score,
    /// The score of the other tool's.
    pub other: Score,
    /// Our mean error less the other's, in percentage points. In each draw both have the same blocks.
    pub mape_difference_points: Estimate,
}

impl Comparison {
    /// Compares predictions, with intervals of `draws` draws. `None` without blocks.
    pub(crate) fn new(
        measured_cycles: &[f64],
        own_cycles: &[f64],
        other_cycles: &[f64],
        draws: u32,
        pool: &Pool,
    ) -> Option<Comparison> {
        let own = Sample::new(measured_cycles, own_cycles);
        let other = Sample::new(measured_cycles, other_cycles);
        let both = |counts: &[u32]| Some((own.statistics(counts)?, other.statistics(counts)?));
        let found = both(&vec![1; own.len()])?;
        let numbers: Vec<u32> = (0..draws).collect();
        let drawn = pool.map(&numbers, |&number| both(&draw(number, own.len())));
        let drawn: Vec<_> = drawn.into_iter().flatten().collect();
        let difference =
            |(own, other): &(Statistics, Statistics)| own.mape_percent - other.mape_percent;
        let (drawn_own, drawn_other): (Vec<_>, Vec<_>) = drawn.iter().copied().unzip();
        Some(Comparison {
            blocks: own.len(),
            own: Score::of(&found.0, &drawn_own),
            other: Score::of(&found.1, &drawn_other),
            mape_difference_points: Estimate::new(
                difference(&found),
                drawn.iter().map(difference).collect(),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_around_their_values_and_the_same_again() {
        let measured: Vec<f64> = (1..200).map(|it| f64::from(it % 17 + 1)).collect();
        let predicted: Vec<f64> = measured.iter().map(|it| it + 0.5 * (it % 3.0)).collect();
        let score = || Score::new(&measured, &predicted, 200, &Pool::single()).unwrap();
        let found = score();
        assert_eq!(found, score());
        let estimates = [
            found.mape_percent,
            found.median_error_percent,
            found.kendall_tau_b.unwrap(),
            found.share_within_a_tenth_percent,
        ];
        for Estimate { value, interval } in estimates {
            let [low, high] = interval.unwrap();
            assert!(low <= value && value <= high && low < high, "{low} {value} {high}");
        }
    }

    #[test]
    fn tools_are_compared_in_the_same_draws() {
        // Errors vary from 0 to 99 %, and those of the other tool are larger by one point each.
        let measured = vec![1.0; 100];
        let own: Vec<f64> = (0..100).map(|it| 1.0 + f64::from(it) / 100.0).collect();
        let other: Vec<f64> = own.iter().map(|it| it + 0.01).collect();
        let found = Comparison::new(&measured, &own, &other, 100, &Pool::single()).unwrap();
        let [low, high] = found.own.mape_percent.interval.unwrap();
        assert!(high - low > 5.0);
        let difference = found.mape_difference_points;
        let ends = difference.interval.unwrap();
        assert!([difference.value, ends[0], ends[1]].iter().all(|it| (it + 1.0).abs() < 1e-9));
        assert!(Comparison::new(&[], &[], &[], 100, &Pool::single()).is_none());
    }
}
