//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms, not negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// Zero.
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };

    /// Creates a fraction, reduced. A denominator of 0 is taken for 1.
    pub const fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = if denominator == 0 { 1 } else { denominator };
        let divisor = greatest_common_divisor(numerator, denominator);
        Ratio { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// Returns the numerator.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// Returns the denominator, at least 1.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// Returns the nearest double.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the difference, if it is not negative and fits.
    pub fn checked_sub(self, other: Ratio) -> Option<Ratio> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Some(Ratio::new(left.checked_sub(right)?, denominator))
    }
}

/// Returns the greatest common divisor of two numbers that are not both 0.
pub(crate) const fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => self.numerator.fmt(f),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn fractions_are_reduced_and_ordered() {
        assert_eq!(Ratio::new(6, 4), Ratio::new(3, 2));
        assert_eq!(Ratio::new(6, 4).to_string(), "3/2");
        assert_eq!(Ratio::new(6, 3).to_string(), "2");
        assert_eq!(Ratio::new(0, 7), Ratio::ZERO);
        assert!(Ratio::new(1, 3) < Ratio::new(1, 2));
        assert_eq!(Ratio::new(1, 2).checked_sub(Ratio::new(1, 3)), Some(Ratio::new(1, 6)));
        assert_eq!(Ratio::new(1, 3).checked_sub(Ratio::new(1, 2)), None);
    }
}
