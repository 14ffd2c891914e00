//! Functions, loops and source lines of object files and of assembly.
//!
//! [`flow`] finds the loops of a function from the ways in which control leaves its instructions. [`Listing`] has the
//! instructions of one function, decoded from machine code or read from assembly, and [`Listing::loops`] its loops.
//!
//! Deliberately absent: opening files, cycles, threads, printing.
#![deny(missing_docs)]

pub mod flow;
mod listing;

pub use listing::{FoundLoops, ListedInst, ListedLoop, Listing};
