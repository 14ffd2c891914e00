//! A factor by which reservation stations are larger or smaller than a model has them.

use std::hash::{Hash, Hasher};

/// A factor of a number of entries.
#[derive(Clone, Copy, Debug)]
pub struct ScaleFactor(f32);

impl ScaleFactor {
    /// Leaves sizes as they are.
    pub const ONE: ScaleFactor = ScaleFactor(1.0);

    /// Creates a factor. One that is not above zero, or not finite, leaves sizes as they are.
    pub const fn new(factor: f32) -> ScaleFactor {
        ScaleFactor(factor)
    }

    /// Returns the factor.
    pub const fn get(self) -> f32 {
        self.0
    }

    /// Returns a number of entries times the factor, without its fraction. Numbers up to 1 have meanings of their own:
    /// they stay, and no other number becomes one of them.
    pub fn scale_entries(self, entries: i32) -> i32 {
        if entries <= 1 {
            return entries;
        }
        let product = (f64::from(entries) * f64::from(self.0)).trunc();
        let is_size = product > 1.0 && product < f64::from(i32::MAX);
        if is_size { toward_zero(product) as i32 } else { entries }
    }
}

/// Returns the number of 24 significant bits, which LLVM computes with, that is nearest below a positive number.
fn toward_zero(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) > number { f32::from_bits(nearest.to_bits() - 1) } else { nearest }
}

impl Default for ScaleFactor {
    fn default() -> ScaleFactor {
        ScaleFactor::ONE
    }
}

// Options are compared as they were given: NaN is equal to itself.
impl PartialEq for ScaleFactor {
    fn eq(&self, other: &ScaleFactor) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for ScaleFactor {}

impl Hash for ScaleFactor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::ScaleFactor;

    /// Sizes that llvm-mca 23.1.1 shows for `-sched-model-reservation-station-scale-factor`.
    #[test]
    fn entries_are_scaled_as_llvm_does_it() {
        for (factor, entries, scaled) in [
            (0.5, 60, 30),
            (0.5, 97, 48),
            (2.5, 60, 150),
            (0.01, 60, 60),
            (0.025, 60, 60),
            (0.05, 60, 3),
            (0.0, 60, 60),
            (-1.0, 60, 60),
            (1e30, 60, 60),
            (f32::INFINITY, 60, 60),
            (f32::NAN, 60, 60),
            (1e-40, 60, 60),
            (16.0, 60, 960),
            (4.0, 1, 1),
            (4.0, 0, 0),
            (4.0, -1, -1),
            (1e6, 97, 97_000_000),
        ] {
            assert_eq!(
                ScaleFactor::new(factor).scale_entries(entries),
                scaled,
                "{factor} {entries}"
            );
        }
    }
}
