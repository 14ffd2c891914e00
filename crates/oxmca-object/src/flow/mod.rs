//! Control flow within a function, and its loops.
//!
//! Control flow is that of direct branches within the function. Calls return. Blocks that nothing leads to, such as
//! cases of a jump table, count as entries. A loop is a natural loop: a block, its *header*, that is passed on every way
//! to a branch back to it, and all blocks between.

mod graph;
mod loops;

pub use graph::{Block, Graph};
pub use loops::{Loop, Loops, Path, PathSearch};

/// The way in which control leaves an instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the instruction with this index.
    Jump(u32),
    /// To the instruction with this index or, if there is none in the function, elsewhere; or to the next instruction.
    Branch(Option<u32>),
    /// Elsewhere.
    Leave,
}
