//! The blocks of conditional instructions that the instructions before one have begun.

/// The condition that always holds.
const ALWAYS: i64 = 14;

/// Conditions of the instructions that follow: the last of the list is that of the next one.
///
/// Blocks within blocks, which are not allowed, make the list longer; conditions beyond [`MAX_CONDITIONS`] are lost.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Pending {
    /// Four bits for each, the last one lowest.
    conditions: u64,
    count: u8,
}

/// The most conditions of a list.
const MAX_CONDITIONS: u8 = 15;

impl Pending {
    fn push(&mut self, condition: i64) {
        self.conditions = self.conditions << 4 | condition as u64 & 15;
        self.count = MAX_CONDITIONS.min(self.count + 1);
    }

    fn next(self) -> Option<i64> {
        (self.count > 0).then_some((self.conditions & 15) as i64)
    }

    fn advance(&mut self) {
        self.conditions >>= 4;
        self.count = self.count.saturating_sub(1);
    }

    fn of_bits(bits: u64) -> Self {
        Self { conditions: bits & !(15 << 60), count: (bits >> 60) as u8 }
    }

    fn bits(self) -> u64 {
        self.conditions & !(15 << 60) | u64::from(self.count) << 60
    }
}

/// Both kinds of blocks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Blocks {
    conditions: Pending,
    vectors: Pending,
}

impl Blocks {
    /// Returns the blocks that [`bits`](Self::bits) stand for.
    pub fn of_bits([conditions, vectors]: [u64; 2]) -> Self {
        Self { conditions: Pending::of_bits(conditions), vectors: Pending::of_bits(vectors) }
    }

    /// Returns the blocks as numbers, 0 outside of blocks.
    pub fn bits(self) -> [u64; 2] {
        [self.conditions.bits(), self.vectors.bits()]
    }

    /// Returns the condition of the next instruction.
    pub fn condition(self) -> i64 {
        self.conditions.next().unwrap_or(ALWAYS)
    }

    /// Returns the predicate of the next instruction of vectors: 0 outside of blocks.
    pub fn vector_predicate(self) -> i64 {
        self.vectors.next().unwrap_or_default()
    }

    /// Returns whether the next instruction is in a block of conditions.
    pub fn is_in_conditions(self) -> bool {
        self.conditions.count > 0
    }

    /// Returns whether the next instruction is the last of such a block.
    pub fn is_last_of_conditions(self) -> bool {
        self.conditions.count == 1
    }

    /// Returns whether the next instruction is in a block of vector instructions.
    pub fn is_in_vectors(self) -> bool {
        self.vectors.count > 0
    }

    /// Leaves an instruction of a block of conditions behind.
    pub fn advance_conditions(&mut self) {
        self.conditions.advance();
    }

    /// Leaves an instruction behind.
    pub fn advance(&mut self) {
        if self.is_in_conditions() {
            self.conditions.advance();
        } else {
            self.vectors.advance();
        }
    }

    /// Begins a block. Ones above the lowest bit of the mask stand for the opposite.
    pub fn begin_conditions(&mut self, condition: i64, mask: i64) {
        let lowest = mask.trailing_zeros();
        for bit in lowest + 1..4 {
            self.conditions.push(condition ^ (mask >> bit & 1));
        }
        self.conditions.push(condition);
    }

    /// Begins a block of vector instructions.
    pub fn begin_vectors(&mut self, mask: i64) {
        let lowest = mask.trailing_zeros();
        for bit in lowest + 1..4 {
            self.vectors.push(1 + (mask >> bit & 1));
        }
        self.vectors.push(1);
    }
}
