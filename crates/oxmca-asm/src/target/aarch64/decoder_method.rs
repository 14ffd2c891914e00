//! Methods that decode operands, as the tables name them.

use super::named_operands::OperandList;
use crate::target::known_names::Known;

/// The decoder methods that the tables name.
#[derive(Clone, Copy, Debug)]
pub enum DecoderMethod {
    /// The code of a logical immediate for registers of that many bits.
    LogicalImmediate(u32),
    /// A shift that moves in ones.
    ShiftOnes,
    /// Registers of 5 bits each, that must be different; the number of them.
    AllDifferent(u32),
    /// A number that the operand class of that name holds.
    OfClass(&'static str),
    /// A field of the processor's state, which has a name.
    NamedField(OperandList),
    /// A field of the processor's state with its number as `op2`, `op1` and upper bits of `CRm`.
    StateField(OperandList),
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "decodeLogicalImmediate<32>" => Self::LogicalImmediate(32),
            "decodeLogicalImmediate<64>" => Self::LogicalImmediate(64),
            "decodeMoveVecShift" => Self::ShiftOnes,
            "allDifferent<2>" => Self::AllDifferent(2),
            "allDifferent<3>" => Self::AllDifferent(3),
            "DecodeHinteUImm16" => Self::OfClass("HinteUImm16"),
            "DecodeSVCROp" => Self::NamedField(OperandList::StreamingControl),
            "DecodeSystemPStateImm0_1Instruction" => {
                Self::StateField(OperandList::ProcessStateOf1Bit)
            }
            "DecodeSystemPStateImm0_15Instruction" => {
                Self::StateField(OperandList::ProcessStateOf4Bits)
            }
            _ => return None,
        })
    }
}
