//! Times of many repeats as one.

/// Returns the mean of the lower half, of one at least. Disturbances only make times longer; the clock has steps, of 25 ticks
/// and more on some processors, which cancel out among many.
pub(crate) fn mean_of_lower(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let lower = &sorted[..values.len().div_ceil(2)];
    (!lower.is_empty()).then(|| lower.iter().sum::<f64>() / lower.len() as f64)
}

/// Returns the slope of a line through points: the median of those through two of them, so that single ones that are off do
/// not count. `None` if no two are at different places.
pub(crate) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let mut slopes = Vec::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let others = points[..at].iter().filter(|it| it.0 != *x);
        slopes.extend(others.map(|(other_x, other_y)| (y - other_y) / (x - other_x)));
    }
    median(&slopes)
}

/// Returns the median.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disturbances_do_not_count() {
        let mut times = vec![100.0; 20];
        times.extend([500.0; 12]);
        assert_eq!(mean_of_lower(&times), Some(100.0));
        assert_eq!(mean_of_lower(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(
            slope(&[(1.0, 13.0), (2.0, 16.0), (3.0, 190.0), (4.0, 22.0), (5.0, 25.0)]),
            Some(3.0)
        );
        assert_eq!(slope(&[(1.0, 1.0)]), None);
    }
}
