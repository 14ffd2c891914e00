//! Methods that print operands, as the tables name them.

use crate::target::known_names::Known;

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    /// `d(b)`
    Base,
    /// `d(x,b)`: the index follows the displacement.
    Index,
    /// `d(l,b)`: a length follows the displacement, a constant or a register.
    Length,
    Relative,
    CallTarget,
    Condition,
    Unsigned,
}

/// The names that [`Method::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "printOperand" | "printS8ImmOperand" | "printS16ImmOperand" | "printS32ImmOperand" => {
                Self::Operand
            }
            "printBDAddrOperand" => Self::Base,
            "printBDXAddrOperand" | "printBDVAddrOperand" | "printLXAAddrOperand" => Self::Index,
            "printBDLAddrOperand" | "printBDRAddrOperand" => Self::Length,
            "printPCRelOperand" => Self::Relative,
            "printPCRelTLSOperand" => Self::CallTarget,
            "printCond4Operand" => Self::Condition,
            "printU1ImmOperand" | "printU2ImmOperand" | "printU3ImmOperand"
            | "printU4ImmOperand" | "printU8ImmOperand" | "printU12ImmOperand"
            | "printU16ImmOperand" | "printU32ImmOperand" | "printU48ImmOperand" => Self::Unsigned,
            _ => return None,
        })
    }
}
