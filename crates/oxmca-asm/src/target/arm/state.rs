//! State that directives and instructions change for later statements.

use std::collections::HashMap;

use oxmca_tables::Reg;

use super::condition::{VectorPredicate, opposite};
use super::frame::Frame;
use crate::target::TargetState;

/// State between statements.
#[derive(Debug, Default)]
pub struct State {
    /// Registers by the names in lower case that `.req` has given them.
    pub named: HashMap<Vec<u8>, Reg>,
    /// The `it` block that the next statement is in.
    pub block: Option<Block>,
    /// The same of vector instructions, which has no condition.
    pub vector_block: Option<Block>,
    /// The blocks that the instruction begins that is being parsed.
    pub begun: Option<Block>,
    pub begun_vectors: Option<Block>,
    /// The directives about how the open function is left.
    pub frame: Frame,
}

impl State {
    /// Goes on to the next instruction of blocks.
    pub fn leave_instruction(&mut self) {
        self.block = self.block.and_then(Block::behind);
        self.vector_block = self.vector_block.and_then(Block::behind);
    }
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        self.named.is_empty()
            && self.frame.is_initial()
            && self.block.is_none()
            && self.vector_block.is_none()
    }
}

/// A block of instructions under a condition or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The condition's code.
    condition: i64,
    /// The letters of the mnemonic, as machine operands have them: the lowest one ends them, a one above it means the
    /// opposite.
    mask: i64,
    /// The number of the next instruction, from 1.
    position: u32,
}

impl Block {
    /// Creates the block that an instruction begins.
    pub fn new(condition: i64, mask: i64) -> Block {
        Block { condition, mask: mask & 15, position: 1 }
    }

    /// Returns the number of its instructions.
    fn len(&self) -> u32 {
        4 - self.mask.trailing_zeros().min(4)
    }

    /// Returns whether the next instruction is under the opposite condition.
    fn is_else(&self) -> bool {
        self.mask >> (5 - self.position) & 1 != 0
    }

    /// Returns the condition of the next instruction.
    pub fn condition(&self) -> i64 {
        if self.is_else() { opposite(self.condition) } else { self.condition }
    }

    /// Returns the predicate of the next instruction.
    pub fn vector_predicate(&self) -> VectorPredicate {
        if self.is_else() { VectorPredicate::Else } else { VectorPredicate::Then }
    }

    /// Returns whether the next instruction is its last.
    pub fn is_last(&self) -> bool {
        self.position >= self.len()
    }

    /// Returns the block behind an instruction of it; `None` if it was the last.
    pub fn behind(self) -> Option<Block> {
        (!self.is_last()).then_some(Block { position: self.position + 1, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_behind_their_last_instruction() {
        // `itte eq`
        let first = Block::new(0, 0b0110);
        let second = first.behind().unwrap();
        let third = second.behind().unwrap();
        assert_eq!([first, second, third].map(|it| it.condition()), [0, 0, 1]);
        assert_eq!([first, second, third].map(|it| it.is_last()), [false, false, true]);
        assert_eq!(third.behind(), None);
        assert!(Block::new(0, 0b1000).is_last());
    }
}
