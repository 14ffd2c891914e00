//! The contents of arrays, and places in them.

use serde::{Deserialize, Serialize};

/// A place of an array, whose address a register begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayPlace {
    /// The first byte.
    Start,
    /// The first byte of the second half.
    Middle,
    /// The byte after the last one.
    End,
}

/// The contents of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrayOrder {
    /// All words are the number 1 as `double`: code goes from one address to the next.
    Sequential,
    /// The first word of each element is the address of another one. They lead through all elements and back to the first, in an
    /// order that prefetchers do not follow. It goes through 2 MiB before it goes on elsewhere, so that few accesses wait for
    /// address translation; neighbours are accessed in different laps.
    RandomCycle,
    /// The same, but the next element can be anywhere: of large arrays, most accesses wait for address translation.
    RandomCycleOfPages,
}
