//! Functions, loops and source lines of object files and of assembly.
//!
//! [`flow`] finds the loops of a function from the ways in which control leaves its instructions. [`Listing`] has the
//! instructions of one function, decoded from machine code or read from assembly, and [`Listing::loops`] its loops.
//! [`ObjectFile`] has the functions of an object file, their machine code and names, [`Lines`] its source lines, and
//! [`members`] finds the objects in an archive.
//!
//! Deliberately absent: opening files, cycles, threads, printing.
#![deny(missing_docs)]

mod container;
mod demangle;
mod file;
pub mod flow;
mod lines;
mod listing;
mod object_listing;

pub use container::{Member, is_relocatable, members};
pub use demangle::demangle;
pub use file::{
    CodePart, Function, FunctionOrigin, Name, ObjectError, ObjectFile, Relocation, Section,
};
pub use lines::{Frame, InlinedFunction, Lines, SourceLine};
pub use listing::{FoundLoops, ListedInst, ListedLoop, Listing};
