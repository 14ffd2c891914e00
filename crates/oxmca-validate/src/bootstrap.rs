//! Intervals by the bootstrap: statistics of blocks that are drawn again and again, with replacement.

/// The seed of all draws, so that the same blocks give the same intervals.
const SEED: u64 = 0x6f78_6d63_6121_2026;
/// The share of draws below an interval of 95 %, and above it.
const TAIL: f64 = 0.025;

/// A value with the interval that it has in 95 % of all draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Its value for the blocks themselves.
    pub value: f64,
    /// The ends of the interval; `None` if nothing was drawn.
    pub interval: Option<[f64; 2]>,
}

impl Estimate {
    /// Creates a value with the interval of what draws gave, in any order.
    pub fn new(value: f64, mut drawn: Vec<f64>) -> Estimate {
        drawn.sort_by(f64::total_cmp);
        let interval = [quantile(&drawn, TAIL), quantile(&drawn, 1.0 - TAIL)];
        Estimate { value, interval: interval[0].zip(interval[1]).map(|(low, high)| [low, high]) }
    }
}

/// Returns how often each of some things is there in a draw of as many. The number of the draw decides.
pub fn draw(number: u32, len: usize) -> Vec<u32> {
    let mut random = SplitMix64(SEED ^ u64::from(number).wrapping_mul(0xd6e8_feb8_6659_fd93));
    let mut counts = vec![0; len];
    for _ in 0..len {
        counts[random.below(len)] += 1;
    }
    counts
}

/// Returns the value below which a share of sorted values lies, between two of them in proportion.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let lower = *sorted.get(place.floor() as usize)?;
    let upper = *sorted.get(place.ceil() as usize)?;
    Some(lower + (upper - lower) * place.fract())
}

/// Steele, Lea and Flood's generator SplitMix64.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64(1234567);
        assert_eq!([random.next(), random.next()], [6457827717110365317, 3203168211198807973]);
    }

    #[test]
    fn draws_have_as_many_things_and_repeat() {
        for len in [0, 1, 7, 1000] {
            let counts = draw(3, len);
            assert_eq!(counts.iter().sum::<u32>() as usize, len);
            assert_eq!(counts, draw(3, len));
        }
        assert_ne!(draw(0, 100), draw(1, 100));
        // Each of 1,000 is left out with a probability of 1/e.
        let absent = draw(0, 1000).iter().filter(|&&count| count == 0).count();
        assert!((330..410).contains(&absent), "{absent}");
    }

    #[test]
    fn intervals_leave_out_the_tails() {
        // Of 0 to 1000, the 2.5 % point is at 25.
        let drawn = (0..=1000).rev().map(f64::from).collect();
        assert_eq!(Estimate::new(7.0, drawn).interval, Some([25.0, 975.0]));
        assert_eq!(Estimate::new(7.0, vec![1.0, 2.0]).interval, Some([1.025, 1.975]));
        assert_eq!(Estimate::new(7.0, Vec::new()), Estimate { value: 7.0, interval: None });
    }

    // The standard error of a mean is known: the interval of the mean of n values is about 1.96 of it to each side.
    #[test]
    fn the_interval_of_a_mean_is_as_wide_as_its_standard_error_says() {
        let values: Vec<f64> = (0..400).map(|it| f64::from(it % 20)).collect();
        let mean = |counts: &[u32]| {
            let sum: f64 = values.iter().zip(counts).map(|(it, &n)| it * f64::from(n)).sum();
            sum / values.len() as f64
        };
        let drawn = (0..2000).map(|number| mean(&draw(number, values.len()))).collect();
        let [low, high] = Estimate::new(9.5, drawn).interval.unwrap();
        // The variance of 0 to 19 is 33.25.
        let half = 1.96 * (33.25_f64 / 400.0).sqrt();
        assert!(
            (low - (9.5 - half)).abs() < 0.05 && (high - (9.5 + half)).abs() < 0.05,
            "{low} {high}"
        );
    }
}
