//! Places: of a position in the input, and of an instruction in the source that it was compiled from.

mod lines;
mod place;

pub use lines::{SourceFrame, SourceLines};
pub use place::{Lines, Place};
