//! Distances in machine code.

use serde::{Deserialize, Serialize};

use crate::status;

/// The part of an instruction that holds the distance to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Field {
    /// Bytes, 1 or 4. They count bytes from the next instruction, which begins `to_next_bytes` after them.
    Bytes { width: u8, to_next_bytes: u8 },
    /// Bits of an instruction of four bytes. They count units of 2 to the power of `unit_log2` bytes between the units that
    /// the instruction and the place are in.
    Bits { low: BitRange, high: BitRange, unit_log2: u8 },
}

/// Bits that follow each other in an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct BitRange {
    pub first: u8,
    pub count: u8,
}

#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "such a build runs no code")
)]
impl BitRange {
    /// Returns the lower bits of a number in the place of these.
    fn of(self, number: i64) -> u32 {
        let bits = number & ((1 << self.count) - 1);
        (bits as u32).wrapping_shl(self.first.into())
    }
}

/// Bytes of an instruction with a [`Field::Bits`].
const INSTRUCTION_BYTES: usize = 4;

#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "such a build runs no code")
)]
impl Field {
    /// Returns the bytes that it is in.
    pub fn bytes(self) -> usize {
        match self {
            Field::Bytes { width, .. } => width.into(),
            Field::Bits { .. } => INSTRUCTION_BYTES,
        }
    }

    /// Returns the offset of the next instruction, given the field's own.
    pub fn next(self, at: usize) -> usize {
        match self {
            Field::Bytes { width, to_next_bytes } => {
                at + usize::from(width) + usize::from(to_next_bytes)
            }
            Field::Bits { .. } => at + INSTRUCTION_BYTES,
        }
    }

    /// Sets the distance at an offset of the code to that of a place.
    ///
    /// # Errors
    /// The exit status that says that the place is out of reach, or that there is no such field.
    pub fn set(self, code: &mut [u8], at: usize, place: usize) -> Result<(), i32> {
        match self {
            Field::Bytes { width, .. } => {
                let distance = place as i64 - self.next(at) as i64;
                let end = at + usize::from(width);
                let bytes = code.get_mut(at..end).ok_or(status::BAD_JOB)?;
                match width {
                    1 => {
                        let short = i8::try_from(distance).map_err(|_| status::OUT_OF_REACH)?;
                        bytes.copy_from_slice(&short.to_le_bytes());
                    }
                    4 => bytes.copy_from_slice(&(distance as i32).to_le_bytes()),
                    _ => return Err(status::BAD_JOB),
                }
            }
            Field::Bits { low, high, unit_log2 } => {
                let bits = u32::from(low.count) + u32::from(high.count);
                let ends = [low, high].map(|it| u32::from(it.first) + u32::from(it.count));
                if !(1..=32).contains(&bits) || ends.into_iter().any(|it| it > 32) || unit_log2 > 31
                {
                    return Err(status::BAD_JOB);
                }
                let distance = (place as i64 >> unit_log2) - (at as i64 >> unit_log2);
                let limit = 1 << (bits - 1);
                if !(-limit..limit).contains(&distance) {
                    return Err(status::OUT_OF_REACH);
                }
                let bytes = code.get_mut(at..at + INSTRUCTION_BYTES).ok_or(status::BAD_JOB)?;
                let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                let mask = low.of(-1) | high.of(-1);
                let number = low.of(distance) | high.of(distance >> low.count);
                let word = word & !mask | number;
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_bits_of_an_instruction() {
        let field = |low: (u8, u8), high: (u8, u8), unit_log2| {
            let range = |(first, count)| BitRange { first, count };
            Field::Bits { low: range(low), high: range(high), unit_log2 }
        };
        let (branch, address) = (field((5, 19), (0, 0), 2), field((29, 2), (5, 19), 0));
        let page = field((29, 2), (5, 19), 12);
        let mut code = vec![0; 8 << 20];
        let mut set = |field: Field, at: usize, place: usize, word: u32| {
            code[at..at + 4].copy_from_slice(&word.to_le_bytes());
            let set = field.set(&mut code, at, place);
            set.map(|()| u32::from_le_bytes(code[at..at + 4].try_into().unwrap()))
        };
        // b.ne .-8, adr x0, .+5, adrp x0, two pages on and one back.
        assert_eq!(set(branch, 16, 8, 0x5400_0001), Ok(0x54ff_ffc1));
        assert_eq!(set(address, 16, 21, 0x1000_0000), Ok(0x3000_0020));
        assert_eq!(set(page, 0x1ffc, 0x3010, 0x9000_0000), Ok(0xd000_0000));
        assert_eq!(set(page, 0x2000, 0x1ffc, 0x9000_0000), Ok(0xf0ff_ffe0));
        assert_eq!(set(branch, 0, 1 << 20, 0x5400_0001), Err(status::OUT_OF_REACH));
        assert_eq!(set(branch, 1 << 20, 0, 0x5400_0001), Ok(0x5480_0001));
        assert_eq!(set(branch, (1 << 20) + 4, 0, 0x5400_0001), Err(status::OUT_OF_REACH));
        assert_eq!(set(field((5, 30), (0, 0), 0), 0, 4, 0), Err(status::BAD_JOB));
        let bytes = Field::Bytes { width: 1, to_next_bytes: 0 };
        assert_eq!(bytes.set(&mut [0; 2], 1, 129), Ok(()));
        assert_eq!(bytes.set(&mut [0; 2], 1, 130), Err(status::OUT_OF_REACH));
        assert_eq!(bytes.next(1), 2);
    }
}
