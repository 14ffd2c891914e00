//! The reasons why it is not known how much work an iteration does.

use std::fmt;

/// The reason why the amount of work of an iteration is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnknownWork {
    /// Its target does not describe its instructions.
    NotDescribed,
    /// It has too many instructions to be followed.
    TooLong,
    /// It accesses no memory.
    NoMemory,
    /// All addresses stay the same.
    SamePlaces,
    /// All addresses that change depend on data, as in lists and tables.
    AddressesAreData,
    /// It goes on through memory by different amounts.
    DifferentStreams,
    /// It counts in vectors, which are as long as the processor has them.
    VectorLength,
}

impl UnknownWork {
    /// Returns its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            UnknownWork::NotDescribed => "not_described",
            UnknownWork::TooLong => "too_long",
            UnknownWork::NoMemory => "no_memory",
            UnknownWork::SamePlaces => "same_places",
            UnknownWork::AddressesAreData => "addresses_are_data",
            UnknownWork::DifferentStreams => "different_streams",
            UnknownWork::VectorLength => "vector_length",
        }
    }
}

impl fmt::Display for UnknownWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownWork::NotDescribed => "instructions of this target are not followed",
            UnknownWork::TooLong => "there are too many instructions to follow",
            UnknownWork::NoMemory => "no memory is accessed",
            UnknownWork::SamePlaces => "each iteration accesses the same places in memory",
            UnknownWork::AddressesAreData => "addresses depend on data",
            UnknownWork::DifferentStreams => "iterations go on through memory by different amounts",
            UnknownWork::VectorLength => "it depends on how long the processor's vectors are",
        })
    }
}
