//! Methods that print operands, as the tables name them.

use super::template::Template;
use crate::target::known_names::Known;

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    /// So many bits of a constant above an offset.
    Unsigned {
        bits: u32,
        offset: i64,
    },
    BranchTarget,
    JumpTarget,
    /// `offset(base)`
    Memory,
    /// `base, offset`
    Address,
    /// The condition of a comparison of floating-point numbers.
    Condition,
    RegisterList,
}

/// The names that [`Method::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::new(name)?;
        Some(match it.name {
            "printOperand" => Self::Operand,
            "printUImm" => Self::Unsigned { bits: it.bits(), offset: it.number(1) },
            "printBranchOperand" => Self::BranchTarget,
            "printJumpOperand" => Self::JumpTarget,
            "printMemOperand" => Self::Memory,
            "printMemOperandEA" => Self::Address,
            "printFCCOperand" => Self::Condition,
            "printRegisterList" => Self::RegisterList,
            _ => return None,
        })
    }
}
