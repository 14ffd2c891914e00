//! Methods that give the value of an operand in machine code, as the tables name them.

use crate::target::known_names::Known;

/// An encoder method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// The number, or 0 where the linker fills it in.
    Value,
    /// Only so many of its lowest bits, after it is shifted.
    Bits { shift: u32, bits: u32 },
    /// The number of a pair of vectors, twice.
    VectorPair,
    /// The register of the thread pointer.
    ThreadPointer,
    /// The mask with the bit of a condition field.
    ConditionMask,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "getDirectBrEncoding"
            | "getCondBrEncoding"
            | "getAbsDirectBrEncoding"
            | "getAbsCondBrEncoding"
            | "getTLSCallEncoding" => Self::Value,
            _ if name.starts_with("getImmEncoding") => Self::Value,
            "getDispRIEncoding" => Self::Bits { shift: 0, bits: 16 },
            "getDispRIXEncoding" => Self::Bits { shift: 2, bits: 14 },
            "getDispRIX16Encoding" => Self::Bits { shift: 4, bits: 12 },
            "getDispRIHashEncoding" => Self::Bits { shift: 3, bits: 6 },
            "getDispRI34PCRelEncoding" | "getDispRI34Encoding" => Self::Bits { shift: 0, bits: 34 },
            "getDispSPE8Encoding" => Self::Bits { shift: 3, bits: 64 },
            "getDispSPE4Encoding" => Self::Bits { shift: 2, bits: 64 },
            "getDispSPE2Encoding" => Self::Bits { shift: 1, bits: 64 },
            "getVSRpEvenEncoding" => Self::VectorPair,
            "getTLSRegEncoding" => Self::ThreadPointer,
            "get_crbitm_encoding" => Self::ConditionMask,
            _ => return None,
        })
    }
}
