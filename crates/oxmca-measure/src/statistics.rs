//! Times of many repeats as one.

/// Returns the mean of the lower half, of one at least. Disturbances only make times longer; the clock has steps, of 25 ticks
/// and more on some processors, which cancel out among many.
pub(crate) fn mean_of_lower(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let lower = &sorted[..values.len().div_ceil(2)];
    (!lower.is_empty()).then(|| lower.iter().sum::<f64>() / lower.len() as f64)
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
    }
}
