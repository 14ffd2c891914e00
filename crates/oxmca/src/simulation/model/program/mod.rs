//! A lowered region in the flat form the pipeline runs on.

pub mod cells;
pub mod dependencies;
mod flat;
mod ids;
pub mod renaming;

pub use flat::{FileInfo, Mapping, Move, MovePair, Op, Program, Query, ReadUse, WriteDef};
pub use ids::{NONE32, Span32};

/// Instructions of the largest region whose memory is worth keeping for the next one.
pub const MOST_KEPT_INSTRUCTIONS: usize = 1000;
