//! Reproducible pseudo-random numbers.

/// A linear congruential generator: the same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    /// Returns `len` bytes.
    pub fn bytes(&mut self, len: usize) -> impl Iterator<Item = u8> {
        (0..len).map(|_| self.below(256) as u8)
    }

    /// Returns any 64-bit number.
    pub fn bits(&mut self) -> u64 {
        self.bytes(8).fold(0, |bits, byte| bits << 8 | u64::from(byte))
    }
}
