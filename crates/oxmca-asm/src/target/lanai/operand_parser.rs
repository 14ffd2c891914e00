//! Methods that parse operands, as the tables name them.

use crate::target::known_names::Known;

/// The method that the tables name for parsing operands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    Memory,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        (name == "parseMemoryOperand").then_some(Self::Memory)
    }
}
