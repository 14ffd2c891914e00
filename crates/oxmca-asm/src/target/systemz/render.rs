//! Methods that add machine operands, as the tables name them.

use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Render {
    Register,
    Value,
    /// A target, and the symbol behind it if there is one.
    CallTarget,
    /// Base and displacement.
    Address,
    /// Base, displacement, and an index or a length.
    LongAddress,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "addRegOperands" => Self::Register,
            "addImmOperands" => Self::Value,
            "addImmTLSOperands" => Self::CallTarget,
            "addBDAddrOperands" => Self::Address,
            "addBDXAddrOperands" | "addBDLAddrOperands" | "addBDRAddrOperands"
            | "addBDVAddrOperands" | "addLXAAddrOperands" => Self::LongAddress,
            _ => return None,
        })
    }
}
