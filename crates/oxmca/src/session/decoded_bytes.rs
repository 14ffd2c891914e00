//! The machine code of instructions that were decoded.

use std::ops::Range;

/// The machine code of instructions that were decoded.
#[derive(Debug, Default)]
pub(super) struct DecodedBytes {
    /// All bytes, also those that are no instruction's.
    pub bytes: Vec<u8>,
    /// The bytes of each instruction.
    pub ranges: Vec<Range<u32>>,
    /// The address from which the distances in each instruction count.
    pub distance_bases: Vec<u64>,
}

impl DecodedBytes {
    /// Returns the bytes of an instruction.
    pub fn of_instruction(&self, index: usize) -> &[u8] {
        let range = &self.ranges[index];
        &self.bytes[range.start as usize..range.end as usize]
    }
}
