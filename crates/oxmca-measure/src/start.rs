//! The state that code starts in.

use crate::registers::NUM_REGISTERS;
use crate::registers::here::{FRAME_POINTER, STACK_POINTER};

/// The value of all registers and words of memory where they are the same: larger than that of BHive, 0x2324000, at which
/// programs as large as this one have their code.
const SAME: u64 = 0x1232_4000;
/// The value of the first register where they differ, and the distance to the next one's.
const FIRST: u64 = 0x1000_0000;
const DISTANCE: u64 = 0x1_1240;
/// The value of words of memory otherwise: twice the number 1 in 32 bits, in 64 bits a number that takes divisions and roots
/// as long as others do, unlike zero.
const NUMBERS: u64 = 0x3f80_0000_3f80_0000;

/// Addresses near those that registers and memory hold at the beginning unless somebody sets others.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) const NEAR_STARTS: [std::ops::Range<u64>; 2] = {
    const NEAR_BYTES: u64 = 1 << 20;
    [
        SAME - NEAR_BYTES..SAME + NEAR_BYTES,
        FIRST - NEAR_BYTES..FIRST + DISTANCE * NUM_REGISTERS as u64 + NEAR_BYTES,
    ]
};

/// The memory that code finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum InitialMemory {
    /// Each page is one of its own.
    Pages,
    /// All pages are the same one.
    OnePage,
}

/// Registers and memory before the first iteration. Vector registers hold the number 1 in each element of 64 bits; words
/// of memory hold numbers, or a small address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Values of general purpose registers, by their number in machine code.
    pub(crate) registers: [u64; NUM_REGISTERS],
    pub(crate) memory: InitialMemory,
    /// The value of each word of memory.
    pub(crate) word: u64,
}

impl Start {
    /// Returns different values for all registers, each an address of memory of its own. No two are at the same place of
    /// a page, and bits above are those that arrays of one program have: processors of AMD guess the way of the cache from
    /// some of them, and arrays at a distance of 16 MiB push each other out (measured on Zen 3).
    pub fn distinct() -> Start {
        let mut registers = [0; NUM_REGISTERS];
        for (number, value) in (0..).zip(&mut registers) {
            *value = FIRST + number * DISTANCE;
        }
        Start { registers, memory: InitialMemory::Pages, word: NUMBERS }
    }

    /// Returns this with small addresses in memory, for code that takes addresses from there.
    pub(crate) fn with_addresses(&self) -> Start {
        Start { word: SAME, ..self.clone() }
    }

    /// Returns the same value for all registers and all words of memory, which is one page wherever it is
    /// accessed. Stack and frame pointer point into the middle of it.
    pub fn equal() -> Start {
        let mut registers = [SAME; NUM_REGISTERS];
        registers[STACK_POINTER] += 2048;
        registers[FRAME_POINTER] += 2032;
        Start { registers, memory: InitialMemory::OnePage, word: SAME }
    }

    /// Sets the value of a general purpose register by its number in machine code.
    pub fn set(&mut self, register: usize, value: u64) {
        if let Some(it) = self.registers.get_mut(register) {
            *it = value;
        }
    }
}
