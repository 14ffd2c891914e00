//! Multiples of a number in an arithmetic progression.

/// Numbers that grow by the same step, seen modulo another number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progression {
    divisor: u64,
    /// Greatest common divisor of the step and the divisor.
    common: u64,
    /// Distance of the multiples among the numbers, if there are any.
    cycle: u64,
    /// Inverse of `step / common` modulo `cycle`.
    inverse: u64,
}

impl Progression {
    /// Creates numbers in steps of `step`. `divisor` is not zero and has 32 bits.
    pub(super) fn new(step: u64, divisor: u64) -> Self {
        let (common, inverse) = bezout(step % divisor, divisor);
        let cycle = divisor / common;
        Progression { divisor, common, cycle, inverse: inverse.rem_euclid(cycle as i64) as u64 }
    }

    /// Returns how many of `count` numbers, the first of which is `first`, are multiples of the
    /// divisor.
    pub(super) fn multiples(&self, first: u64, count: u64) -> u64 {
        let missing = (self.divisor - first % self.divisor) % self.divisor;
        if !missing.is_multiple_of(self.common) {
            return 0;
        }
        let place = missing / self.common % self.cycle * self.inverse % self.cycle;
        if place < count { (count - 1 - place) / self.cycle + 1 } else { 0 }
    }
}

/// Returns the greatest common divisor of two numbers, and the factor by which the first gives it,
/// modulo the second.
fn bezout(a: u64, b: u64) -> (u64, i64) {
    let (mut previous, mut rest) = ((a, 1i64), (b, 0i64));
    while rest.0 != 0 {
        let quotient = previous.0 / rest.0;
        let next = (previous.0 % rest.0, previous.1 - quotient as i64 * rest.1);
        (previous, rest) = (rest, next);
    }
    previous
}

#[cfg(test)]
mod tests {
    use super::Progression;

    #[test]
    fn counts_what_counting_one_by_one_counts() {
        for divisor in 1..25 {
            for step in 0..30 {
                let progression = Progression::new(step, divisor);
                for first in 0..30 {
                    for count in [0, 1, 2, 7, 50] {
                        let numbers = (0..count).map(|place| first + place * step);
                        let expected =
                            numbers.filter(|number: &u64| number.is_multiple_of(divisor)).count();
                        let found = progression.multiples(first, count);
                        assert_eq!(
                            found, expected as u64,
                            "{first} + {count} * {step} in {divisor}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn takes_numbers_of_32_bits() {
        let divisor = u64::from(u32::MAX);
        let progression = Progression::new(divisor - 1, divisor);
        // Each step is one less than a multiple.
        assert_eq!(progression.multiples(5, 5), 0);
        assert_eq!(progression.multiples(5, 6), 1);
        assert_eq!(progression.multiples(5, divisor + 6), 2);
    }
}
