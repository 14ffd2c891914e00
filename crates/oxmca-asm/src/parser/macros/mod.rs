//! Macros and repeated text. Both work on text: an expansion is a new buffer, read in place of the
//! statement that asked for it.

mod arguments;
mod definition;
mod expand;
mod expansion;
