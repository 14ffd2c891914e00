//! Methods that decode operands, as the tables name them.

use crate::target::known_names::Known;

/// The decoder methods that the tables name.
#[derive(Clone, Copy, Debug)]
pub enum DecoderMethod {
    /// The mask of a vector instruction: `v0`, or none.
    Mask,
    /// A shift amount below the width of registers.
    ShiftAmount,
    /// The upper immediate of `c.lui`, which is shown as 20 bits.
    CompressedUpper,
    /// A list of saved registers.
    RegisterList,
    /// One of eight masks.
    Mask8,
    /// A number other than 0, or -1 as 0.
    NonzeroOrMinusOne,
    /// The width of registers, and no other number.
    RegisterWidth,
    /// The length of a capability's bounds.
    CapabilityLength,
    /// `s0` to `s7`.
    Saved,
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "decodeVMaskReg" => Self::Mask,
            "decodeUImmLog2XLenOperand" => Self::ShiftAmount,
            "decodeCLUIImmOperand" => Self::CompressedUpper,
            "decodeZcmpRlist" => Self::RegisterList,
            "decodeUImmSlistOperand" => Self::Mask8,
            "decodeImmZibiOperand" => Self::NonzeroOrMinusOne,
            "decodeUImm7EqXLenOperand" => Self::RegisterWidth,
            "DecodeYBNDSWImm" => Self::CapabilityLength,
            "DecodeSR07RegisterClass" => Self::Saved,
            _ => return None,
        })
    }
}
