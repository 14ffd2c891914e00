//! Kendall's rank correlation tau-b, of pairs that count several times.

/// Pairs of values in the orders that tau-b needs, so that it takes no sorting for other counts of the same pairs.
#[derive(Clone, Debug)]
pub struct RankedPairs {
    /// Indices of pairs by their first value.
    order: Vec<u32>,
    /// Ends of the runs of equal first values in `order`.
    run_ends: Vec<u32>,
    /// For each place in `order`, the rank of the pair's second value, from 0; equal ones share a rank.
    ranks: Vec<u32>,
    /// Number of different second values.
    rank_count: usize,
}

impl RankedPairs {
    /// Ranks pairs of numbers that are not NaN: at most 2^31.
    pub fn new(first: &[f64], second: &[f64]) -> RankedPairs {
        let mut order = sorted_indices(second);
        let mut rank_of = vec![0; second.len()];
        let mut rank_count = 0;
        let mut previous = None;
        for &index in &order {
            let value = second[index as usize];
            rank_count += usize::from(previous != Some(value));
            previous = Some(value);
            rank_of[index as usize] = rank_count as u32 - 1;
        }
        order = sorted_indices(first);
        let runs = order.chunk_by(|&a, &b| first[a as usize] == first[b as usize]);
        let run_ends = runs
            .scan(0, |end, run| {
                *end += run.len() as u32;
                Some(*end)
            })
            .collect();
        let ranks = order.iter().map(|&index| rank_of[index as usize]).collect();
        RankedPairs { order, run_ends, ranks, rank_count }
    }

    /// Returns tau-b of the pairs, each of which is there as often as `counts` has it. `None` if all first values are
    /// equal, or all second ones. Takes O(n log n) steps.
    pub fn tau_b(&self, counts: &[u32]) -> Option<f64> {
        let mut before = PrefixSums::new(self.rank_count);
        let mut of_rank = vec![0_u64; self.rank_count];
        let (mut all, mut tied_first) = (0_u64, 0_u64);
        let mut concordant_minus_discordant = 0_i64;
        let mut start = 0;
        for &end in &self.run_ends {
            let run = start..end as usize;
            start = run.end;
            let mut in_run = 0;
            for at in run.clone() {
                let count = u64::from(counts[self.order[at] as usize]);
                if count == 0 {
                    continue;
                }
                let rank = self.ranks[at] as usize;
                let smaller = before.below(rank);
                let greater = all - smaller - of_rank[rank];
                concordant_minus_discordant += count as i64 * (smaller as i64 - greater as i64);
                in_run += count;
            }
            // Pairs with equal first values are neither, so they are added when the run is over.
            for at in run {
                let count = u64::from(counts[self.order[at] as usize]);
                if count != 0 {
                    before.add(self.ranks[at] as usize, count);
                    of_rank[self.ranks[at] as usize] += count;
                }
            }
            all += in_run;
            tied_first += pairs_of(in_run);
        }
        let tied_second: u64 = of_rank.iter().map(|&count| pairs_of(count)).sum();
        let untied_first = (pairs_of(all) - tied_first) as f64;
        let untied_second = (pairs_of(all) - tied_second) as f64;
        let scale = (untied_first * untied_second).sqrt();
        (scale > 0.0).then(|| (concordant_minus_discordant as f64 / scale).clamp(-1.0, 1.0))
    }
}

/// Returns the indices of numbers, smallest number first, and equal ones as they stand.
pub fn sorted_indices(numbers: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_by(|&a, &b| numbers[a as usize].total_cmp(&numbers[b as usize]));
    order
}

/// Returns the number of pairs of `count` things.
fn pairs_of(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

/// Sums over the beginning of a list that changes (a Fenwick tree).
struct PrefixSums(Vec<u64>);

impl PrefixSums {
    fn new(len: usize) -> PrefixSums {
        PrefixSums(vec![0; len + 1])
    }

    /// Adds to the number at an index.
    fn add(&mut self, index: usize, amount: u64) {
        let mut at = index + 1;
        while let Some(sum) = self.0.get_mut(at) {
            *sum += amount;
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the sum of all numbers before an index.
    fn below(&self, index: usize) -> u64 {
        let mut at = index;
        let mut sum = 0;
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tau(first: &[f64], second: &[f64]) -> Option<f64> {
        RankedPairs::new(first, second).tau_b(&vec![1; first.len()])
    }

    #[track_caller]
    fn check(first: &[f64], second: &[f64], expected: f64) {
        let found = tau(first, second).unwrap();
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }

    #[test]
    fn without_ties_it_is_the_excess_of_concordant_pairs() {
        check(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0], 1.0);
        check(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0], -1.0);
        // 6 pairs, of which (2, 3) of the second values are the other way round: (5 - 1) / 6.
        check(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0], 4.0 / 6.0);
    }

    #[test]
    fn ties_leave_the_scale() {
        // Pairs: 10. Tied in the first: (1, 1), (2, 2): 2. Tied in the second: (1, 1): 1. Concordant: of (1, 1) with
        // the three others 3, of (1, 2) likewise with (2, 1) none, as 1 < 2 but 2 > 1.
        //   (1,1)-(1,2) tie, (1,1)-(2,1) tie, (1,1)-(2,3) +, (1,1)-(3,4) +,
        //   (1,2)-(2,1) -, (1,2)-(2,3) +, (1,2)-(3,4) +, (2,1)-(2,3) tie, (2,1)-(3,4) +, (2,3)-(3,4) +
        // 6 - 1 = 5 over the root of (10 - 2) * (10 - 1).
        check(&[1.0, 1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 1.0, 3.0, 4.0], 5.0 / 72_f64.sqrt());
        // A pair that is tied in both: 3 pairs, 1 tied in each, 2 concordant: 2 / 2.
        check(&[1.0, 1.0, 2.0], &[5.0, 5.0, 6.0], 1.0);
    }

    #[test]
    fn without_differences_there_is_none() {
        assert_eq!(tau(&[], &[]), None);
        assert_eq!(tau(&[1.0], &[1.0]), None);
        assert_eq!(tau(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(tau(&[1.0, 2.0], &[0.0, -0.0]), None);
    }

    #[test]
    fn counts_mean_repeated_pairs() {
        let (first, second) = ([3.0, 1.0, 2.0, 2.0], [1.0, 1.0, 4.0, 2.5]);
        let counts = [2, 0, 3, 1];
        let repeat = |values: &[f64]| -> Vec<f64> {
            let all = values.iter().zip(counts);
            all.flat_map(|(&value, count)| std::iter::repeat_n(value, count as usize)).collect()
        };
        let expected = tau(&repeat(&first), &repeat(&second)).unwrap();
        let found = RankedPairs::new(&first, &second).tau_b(&counts).unwrap();
        assert!((found - expected).abs() < 1e-12);
    }

    /// Compares with the definition, pair by pair.
    #[test]
    fn it_is_what_all_pairs_give() {
        let mut state = 1_u64;
        let mut value = |of: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % of) as f64
        };
        for (count, of) in [(40, 5), (60, 30), (80, 1000)] {
            let first: Vec<f64> = (0..count).map(|_| value(of)).collect();
            let second: Vec<f64> = (0..count).map(|_| value(of)).collect();
            let (mut excess, mut untied_first, mut untied_second) = (0.0, 0.0_f64, 0.0_f64);
            for i in 0..count {
                for j in 0..i {
                    let sign = |values: &[f64]| (values[i] - values[j]).partial_cmp(&0.0).unwrap();
                    let (a, b) = (sign(&first) as i8, sign(&second) as i8);
                    excess += f64::from(a * b);
                    untied_first += f64::from(a.abs());
                    untied_second += f64::from(b.abs());
                }
            }
            check(&first, &second, excess / (untied_first * untied_second).sqrt());
        }
    }
}
