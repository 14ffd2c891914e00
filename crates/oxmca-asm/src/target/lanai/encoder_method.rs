//! Methods that give values of operands in machine code, as the tables name them.

use crate::target::known_names::Known;

/// An encoder method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// The target of a branch.
    Target,
    /// A base, and a constant of so many bits.
    Offset { bits: u32 },
    /// A base, an index and the operation between them.
    Index,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "getBranchTargetOpValue" => Self::Target,
            "getRiMemoryOpValue" => Self::Offset { bits: 16 },
            "getSplsOpValue" => Self::Offset { bits: 10 },
            "getRrMemoryOpValue" => Self::Index,
            _ => return None,
        })
    }
}

/// The names that [`lower_mode_bit`] takes.
pub const KNOWN_POST: Known =
    Known { knows: |_, it| lower_mode_bit(it.text).is_some(), file: file!() };

/// Returns the lower of the two bits of machine code that a method of that name in the tables sets, which say whether there
/// is an offset, and whether the base is changed.
pub fn lower_mode_bit(name: &str) -> Option<u32> {
    match name {
        "adjustPqBitsRmAndRrm" => Some(16),
        "adjustPqBitsSpls" => Some(10),
        _ => None,
    }
}
