//! Methods that give the value of an operand in machine code, or finish it, as the tables name them.

use crate::target::known_names::Known;

/// An encoder method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// A register, a constant of a source, or another constant as it is.
    Value,
    /// The same of operands of 16 bits, whose modifiers have the half of a register.
    Half,
    /// The same of operands of 16 bits in the lower half of the registers.
    LowHalf,
    /// A vector register or an accumulator.
    VectorOrAccumulator,
    /// The distance of a branch.
    Branch,
    /// A source of the encoding with parts of registers.
    PartSource,
    /// The result of a comparison in the encoding with parts of registers.
    PartResult,
}

/// A method that finishes machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostMethod {
    /// Fills sources that an instruction of three sources has not.
    UnusedSources { used: [bool; 3] },
    /// Names the result of a comparison that writes the mask of lanes.
    LaneMaskResult,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

/// The names that [`PostMethod::named`] takes.
pub const KNOWN_POST: Known =
    Known { knows: |_, it| PostMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "getMachineOpValue" | "getSMEMOffsetEncoding" => Self::Value,
            "getMachineOpValueT16" => Self::Half,
            "getMachineOpValueT16Lo128" => Self::LowHalf,
            "getAVOperandEncoding" => Self::VectorOrAccumulator,
            "getSOPPBrEncoding" => Self::Branch,
            "getSDWASrcEncoding" => Self::PartSource,
            "getSDWAVopcDstEncoding" => Self::PartResult,
            _ => return None,
        })
    }
}

impl PostMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        if name == "postEncodeVOPCX" {
            return Some(Self::LaneMaskResult);
        }
        let used = name.strip_prefix("postEncodeVOP3<")?.strip_suffix('>')?;
        let mut used = used.split(',').map(|it| matches!(it.trim(), "1" | "true"));
        Some(Self::UnusedSources { used: [used.next()?, used.next()?, used.next()?] })
    }
}
