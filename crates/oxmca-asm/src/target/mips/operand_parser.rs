//! Methods that parse operands, as the tables name them.

use crate::target::known_names::Known;

/// The method that the tables name for parsing operands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    Register,
    /// `offset(base)`
    Memory,
    /// A register, a number or an expression.
    JumpTarget,
    /// A number that the instruction has with the other sign.
    Inverted,
    /// `$16-$18,$31, offset(base)`
    RegisterList,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "parseAnyRegister" => Self::Register,
            "parseMemOperand" => Self::Memory,
            "parseJumpTarget" => Self::JumpTarget,
            "parseInvNum" => Self::Inverted,
            "parseRegisterList" => Self::RegisterList,
            _ => return None,
        })
    }
}
