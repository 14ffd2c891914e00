//! Programs as lists of functions.

use std::fmt;
use std::ops::RangeInclusive;

use oxmca_object::Listing;

/// A function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name, demangled.
    pub name: String,
    /// Its name in the program.
    pub symbol: String,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The path of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A program, library, object file or assembly, whose functions can be listed one by one.
pub trait Program: Sync {
    /// Returns its functions, in their order.
    fn functions(&self) -> &[Function];

    /// Returns the instructions of a function, by its index.
    fn listing(&self, function: usize) -> Listing;

    /// Gives branches and calls in a listing the names of the places that they lead to, where they have distances.
    fn name_targets(&self, listing: &mut Listing);

    /// Returns the source lines of instructions at these addresses, which [`Listing`] gives.
    fn source_lines(&self, addresses: &[u64]) -> Vec<Option<SourceLine>>;

    /// Returns the functions that may have instructions in a range of
    /// [positions](Program::position).
    fn functions_between(&self, range: &RangeInclusive<u64>) -> Vec<usize>;

    /// Returns the position of an instruction that ranges are given by: its address, or its line in
    /// a text.
    fn position(&self, address: u64) -> u64;

    /// Returns whether addresses are those of machine code; otherwise they are numbers of instructions.
    fn has_addresses(&self) -> bool;
}
