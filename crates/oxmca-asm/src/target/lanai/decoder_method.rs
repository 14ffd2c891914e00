//! Methods that decode operands, as the tables name them.

use crate::target::known_names::Known;

/// A decoder method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderMethod {
    Register,
    /// A base, and a constant of so many bits with a sign.
    Offset {
        bits: u32,
    },
    /// A base and an index.
    Index,
    /// The target of a branch.
    Target,
    /// A distance with a sign.
    Shift,
    Condition,
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "DecodeGPRRegisterClass" => Self::Register,
            "decodeRiMemoryValue" => Self::Offset { bits: 16 },
            "decodeSplsValue" => Self::Offset { bits: 10 },
            "decodeRrMemoryValue" => Self::Index,
            "decodeBranch" => Self::Target,
            "decodeShiftImm" => Self::Shift,
            "decodePredicateOperand" => Self::Condition,
            _ => return None,
        })
    }
}
