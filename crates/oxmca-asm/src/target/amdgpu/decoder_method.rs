//! Methods that decode operands, as the tables name them.

use super::registers::RegisterKind;
use crate::target::known_names::Known;

/// A decoder method of the tables. Widths are in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderMethod {
    /// A vector register or accumulator by its number, of which there may be `count`.
    Vector {
        kind: RegisterKind,
        width: u32,
        count: u64,
    },
    /// A source: a register of any kind or a constant. The bits in `added` are set in its code.
    Source {
        width: u32,
        added: u64,
    },
    /// A register of as many bits as waves have lanes, or another source.
    LaneMask,
    /// A vector register of 16 bits, whose half bit 9 tells.
    Half,
    /// The same among the lower half of registers, whose half bit 7 tells.
    LowHalf,
    /// A source of 16 bits, by the same bits.
    HalfSource,
    LowHalfSource,
    /// The offset of a scalar load.
    ScalarOffset,
    /// The code of 8 lanes' order that also tells whether inactive lanes are read.
    FetchInactive,
    /// A literal that an instruction always has.
    Literal,
    WideLiteral,
    /// The result of the second instruction of a pair.
    SecondResult,
    /// A source of the encoding with parts of registers.
    PartSource {
        width: u32,
    },
    /// The result of a comparison in that encoding.
    PartResult,
    /// The distance of a branch.
    Branch,
    /// A number of `s_version`.
    Version,
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(class) = name.strip_prefix("Decode") {
            return match class.strip_suffix("RegClassByHwMode") {
                Some("SReg_1" | "SReg_1_XEXEC") => Some(Self::LaneMask),
                Some(_) => None,
                None => Self::of_class(class.strip_suffix("RegisterClass")?),
            };
        }
        let (name, width) = match name.split_once('<') {
            Some((name, width)) => (name, width.strip_suffix('>')?.parse().ok()?),
            None => (name, 32),
        };
        let source = |added| Self::Source { width, added };
        Some(match name {
            "decodeSrcRegOrImm9" | "decodeSrcReg9" | "decodeSrcAV10" | "decodeSplitBarrier" => {
                source(0)
            }
            "decodeSrcRegOrImmA9" | "decodeSrcA9" => source(512),
            "decodeAV10" | "decodeAVLdSt" => source(256),
            "decodeOperand_VSrc_f64" => Self::Source { width: 64, added: 0 },
            "decodeBoolReg" => Self::LaneMask,
            "decodeOperand_VGPR_16" => Self::Half,
            "decodeOperand_VSrcT16" => Self::HalfSource,
            "decodeOperand_VSrcT16_Lo128" => Self::LowHalfSource,
            "decodeSMEMOffset" => Self::ScalarOffset,
            "decodeDpp8FI" => Self::FetchInactive,
            "decodeOperand_KImmFP" => Self::Literal,
            "decodeOperand_KImmFP64" => Self::WideLiteral,
            "decodeOperandVOPDDstY" => Self::SecondResult,
            "decodeSDWASrc32" => Self::PartSource { width: 32 },
            "decodeSDWASrc16" => Self::PartSource { width: 16 },
            "decodeSDWAVopcDst" => Self::PartResult,
            "decodeSOPPBrTarget" => Self::Branch,
            "decodeVersionImm" => Self::Version,
            _ => return None,
        })
    }

    /// Returns the method of a class of registers.
    fn of_class(class: &str) -> Option<Self> {
        let vector = |kind, width, count| Some(Self::Vector { kind, width, count });
        match class {
            "VGPR_16" => return Some(Self::Half),
            "VGPR_16_Lo128" => return Some(Self::LowHalf),
            "VGPR_32" => return vector(RegisterKind::Vector, 32, 256),
            "VGPR_32_Lo128" => return vector(RegisterKind::Vector, 32, 128),
            "AGPR_32" => return vector(RegisterKind::Accumulator, 32, 256),
            _ => {}
        }
        let (kind, rest) = class.split_once('_')?;
        let width = rest.split('_').next()?.parse().ok()?;
        match kind {
            "VReg" => vector(RegisterKind::Vector, width, 256),
            "AReg" => vector(RegisterKind::Accumulator, width, 256),
            "SReg" => Some(Self::Source { width, added: 0 }),
            _ => None,
        }
    }
}
