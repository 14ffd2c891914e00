//! Levels of a memory hierarchy, found by the steps of a curve: latency over the bytes that are gone through.

use std::ops::Range;

/// A point of the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CurvePoint {
    pub bytes: u64,
    pub cycles: f64,
}

/// Latency that grows by more for twice the bytes is part of a step: misses of address translation that a second level answers,
/// and distances within a cache, make it grow by less.
const STEEP_PER_OCTAVE: f64 = 1.4;
/// A step makes latency grow by more.
const LEAST_STEP: f64 = 1.35;
/// A level goes on for more: its last size is so many times its first one. Neighbours make pieces of a step flat for less.
const LEAST_WIDTH: f64 = 1.9;

/// Returns the points of each level, the first level first. Between two levels are the points of a step, if it has some. Points
/// begin with the smallest size.
///
/// Latencies that are off by chance make no levels: one that is higher or lower than both beside it counts as the nearer of these,
/// and where a larger size takes less time, the smaller one counts as that, since what disturbs makes time longer.
pub(crate) fn levels(curve: &[CurvePoint]) -> Vec<Range<usize>> {
    let heights = rising(curve);
    let octaves = |from: usize, to: usize| {
        (curve[to].bytes as f64 / curve[from].bytes.max(1) as f64).log2().max(f64::MIN_POSITIVE)
    };
    // Steep pieces, as places of their first and last points.
    let mut steps: Vec<(usize, usize)> = Vec::new();
    for from in 0..curve.len().saturating_sub(1) {
        let to = from + 1;
        if (heights[to] - heights[from]) / octaves(from, to) <= STEEP_PER_OCTAVE.ln() {
            continue;
        }
        match steps.last_mut() {
            // A narrow flat piece is none of a level.
            Some(last) if from == last.1 || octaves(last.1, from) < LEAST_WIDTH.log2() => {
                last.1 = to;
            }
            _ => steps.push((from, to)),
        }
    }
    steps.retain(|(from, to)| heights[*to] - heights[*from] >= LEAST_STEP.ln());
    let starts = [0].into_iter().chain(steps.iter().map(|it| it.1));
    let ends = steps.iter().map(|it| it.0 + 1).chain([curve.len()]);
    starts.zip(ends).map(|(start, end)| start..end).filter(|it| !it.is_empty()).collect()
}

/// Returns logarithms of latencies that never fall, without single ones that are off.
fn rising(curve: &[CurvePoint]) -> Vec<f64> {
    let heights = curve.iter().map(|it| it.cycles.max(f64::MIN_POSITIVE).ln());
    least_of_rest(&medians_of_three(&heights.collect::<Vec<_>>()))
}

/// Returns the medians of each value and those beside it; the first and the last are what they are.
pub(crate) fn medians_of_three(values: &[f64]) -> Vec<f64> {
    let mut medians = values.to_vec();
    for (at, three) in values.windows(3).enumerate() {
        let mut three = [three[0], three[1], three[2]];
        three.sort_unstable_by(f64::total_cmp);
        medians[at + 1] = three[1];
    }
    medians
}

/// Returns the least of each value and those after it.
pub(crate) fn least_of_rest(values: &[f64]) -> Vec<f64> {
    let mut least = values.to_vec();
    for at in (1..least.len()).rev() {
        least[at - 1] = least[at - 1].min(least[at]);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes as they are measured: four for each doubling.
    fn sizes() -> Vec<u64> {
        let octave = |at: u32| [4, 5, 6, 7].map(|it| it << (10 + at));
        (0..18).flat_map(octave).collect()
    }

    /// Returns a curve of caches of these bytes and latencies, then of memory. Each size is off by a share that `noise` tells.
    fn curve(caches: &[(u64, f64)], memory: f64, noise: impl Fn(usize) -> f64) -> Vec<CurvePoint> {
        let of = |(at, bytes): (usize, u64)| {
            // Of what is larger than a cache, a share of the accesses still hits.
            let missed = |cache: u64| (1.0 - cache as f64 / bytes as f64).max(0.0);
            let mut cycles = caches.first().map_or(memory, |it| it.1);
            for (number, (cache, own)) in caches.iter().enumerate() {
                let next = caches.get(number + 1).map_or(memory, |it| it.1);
                cycles += (next - own) * (3.0 * missed(*cache)).min(1.0);
            }
            CurvePoint { bytes, cycles: cycles * (1.0 + noise(at)) }
        };
        sizes().into_iter().enumerate().map(of).collect()
    }

    /// Returns a number between -1 and 1 for a place, the same each time.
    fn random(at: usize) -> f64 {
        let bits = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f64 / f64::from(1 << 23)
            - 1.0
    }

    /// Returns the last size of each level but the last one, and how many levels there are.
    fn found(curve: &[CurvePoint]) -> (Vec<u64>, usize) {
        let levels = levels(curve);
        let ends = levels.iter().map(|it| curve[it.end - 1].bytes);
        (ends.take(levels.len() - 1).collect(), levels.len())
    }

    const CACHES: [(u64, f64); 3] = [(48 << 10, 5.0), (2 << 20, 16.0), (32 << 20, 75.0)];
    const ENDS: [u64; 3] = [48 << 10, 2 << 20, 32 << 20];

    #[test]
    fn levels_end_where_latency_begins_to_rise() {
        assert_eq!(found(&curve(&CACHES, 320.0, |_| 0.0)), (ENDS.to_vec(), 4));
    }

    #[test]
    fn noise_makes_no_levels_and_hides_none() {
        // Other noise each time, up to 3 %.
        for seed in 0..20 {
            let noise = |at| 0.03 * random(100 * seed + at);
            assert_eq!(found(&curve(&CACHES, 320.0, noise)), (ENDS.to_vec(), 4), "{seed}");
        }
    }

    #[test]
    fn single_times_that_are_off_make_no_level() {
        // 8 KiB, 160 KiB, 8 MiB and 128 MiB.
        for (at, share) in [(4, 0.6), (21, 1.5), (44, 0.4), (60, 0.8), (21, -0.4), (44, -0.3)] {
            let noise = |it| if it == at { share } else { 0.0 };
            assert_eq!(found(&curve(&CACHES, 320.0, noise)), (ENDS.to_vec(), 4), "{at}: {share}");
        }
    }

    #[test]
    fn a_busy_neighbour_for_a_while_makes_no_level() {
        // Three sizes in a row, of which the larger ones take less again.
        let noise = |at| if (20..23).contains(&at) { 0.7 } else { 0.0 };
        assert_eq!(found(&curve(&CACHES, 320.0, noise)), (ENDS.to_vec(), 4));
    }

    #[test]
    fn a_flat_curve_is_one_level() {
        for noise in [0.0, 0.03] {
            assert_eq!(found(&curve(&[], 5.0, |at| noise * random(at))), (Vec::new(), 1));
        }
    }

    #[test]
    fn the_last_level_needs_no_step_to_memory() {
        // The largest size is within the last cache.
        let caches = [CACHES[0], CACHES[1], (4 << 30, 75.0)];
        assert_eq!(found(&curve(&caches, 320.0, |_| 0.0)), (ENDS[..2].to_vec(), 3));
    }

    #[test]
    fn slow_growth_is_no_step() {
        // 15 % for each doubling, as misses of address translation make it.
        let mut curve = curve(&[], 60.0, |_| 0.0);
        let first = curve[0].bytes as f64;
        for point in &mut curve {
            point.cycles *= 1.15_f64.powf((point.bytes as f64 / first).log2());
        }
        assert_eq!(found(&curve), (Vec::new(), 1));
    }

    #[test]
    fn misses_of_address_translation_make_no_level() {
        // 64 pages of 4 KiB, and 9 cycles for each miss.
        let mut curve = curve(&[CACHES[0], (2 << 20, 14.0)], 320.0, |_| 0.0);
        for point in &mut curve {
            point.cycles += 9.0 * (1.0 - 256.0 * 1024.0 / point.bytes as f64).max(0.0);
        }
        assert_eq!(found(&curve), (ENDS[..2].to_vec(), 3));
    }

    #[test]
    fn neighbours_make_no_level_of_a_piece_of_a_step() {
        // Measured while another program filled the cache that both share.
        let points = [
            (2560, 72.5),
            (3072, 86.7),
            (3584, 91.1),
            (4096, 91.4),
            (5120, 92.3),
            (6144, 91.9),
            (7168, 95.7),
            (8192, 138.3),
            (10240, 134.5),
            (12288, 112.1),
            (14336, 138.2),
            (16384, 175.2),
            (24576, 282.9),
            (32768, 282.7),
            (49152, 323.6),
            (65536, 283.7),
        ];
        let curve = points.map(|(kibibytes, cycles)| CurvePoint { bytes: kibibytes << 10, cycles });
        assert_eq!(levels(&curve).len(), 2);
    }

    #[test]
    fn few_points_are_no_error() {
        assert!(levels(&[]).is_empty());
        let one = [CurvePoint { bytes: 4096, cycles: 5.0 }];
        assert_eq!(levels(&one).first(), Some(&(0..1)));
        let two = [one[0], CurvePoint { bytes: 8192, cycles: 50.0 }];
        assert_eq!(levels(&two), [0..1, 1..2]);
    }
}
