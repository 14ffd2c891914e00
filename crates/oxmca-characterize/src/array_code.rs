//! Code that goes through arrays.

use oxmca_measure::ArrayPlace;

/// The code of a target that tells what caches and memory cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayCodes {
    /// A load of the address of the next element.
    pub chase: ArrayCode,
    /// Loads, stores and copies by vectors, each [`SWEEP_BYTES`] an iteration: those with the widest vectors first. Vectors that this
    /// machine does not have are left out.
    pub sweeps: &'static [Sweeps],
}

/// Sweeps by vectors of one width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweeps {
    pub vector_bytes: u32,
    pub loads: ArrayCode,
    pub stores: ArrayCode,
    /// From the first half of the array to the second.
    pub copies: ArrayCode,
}

/// The text of an iteration, and the registers that begin with addresses, by their numbers in machine code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayCode {
    pub text: fn() -> String,
    pub registers: &'static [(usize, ArrayPlace)],
}

/// Bytes that an iteration of a sweep loads, stores or copies.
pub(crate) const SWEEP_BYTES: u32 = 4096;
/// Bytes between elements that a chase goes through: a line of most caches.
pub(crate) const ELEMENT_BYTES: u32 = 64;
