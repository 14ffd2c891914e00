//! Methods that parse operands, as the tables name them.

use super::operand::MemoryForm;
use super::registers::Kind;
use crate::target::known_names::Known;

/// The method that the tables name for parsing operands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    Register(Kind),
    /// A register of any group, or a number.
    AnyRegister,
    Address(MemoryForm, Kind),
    /// A place relative to the instruction, whose distance in bytes has so many bits and a sign.
    Relative {
        bits: u32,
        is_call: bool,
    },
    /// No statement has such an operand.
    Impossible,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let relative = |bits, is_call| Self::Relative { bits, is_call };
        Some(match name.strip_prefix("parse")? {
            "AnyReg" => Self::AnyRegister,
            "BDAddr32" => Self::Address(MemoryForm::Base, Kind::General32),
            "BDAddr64" => Self::Address(MemoryForm::Base, Kind::General64),
            "BDXAddr64" => Self::Address(MemoryForm::Index, Kind::General64),
            "BDLAddr64" => Self::Address(MemoryForm::Length, Kind::General64),
            "BDRAddr64" => Self::Address(MemoryForm::RegisterLength, Kind::General64),
            "BDVAddr64" => Self::Address(MemoryForm::VectorIndex, Kind::General64),
            "LXAAddr64" => Self::Address(MemoryForm::ShortIndex, Kind::General64),
            "PCRel12" => relative(13, false),
            "PCRel16" => relative(17, false),
            "PCRel24" => relative(25, false),
            "PCRel32" => relative(33, false),
            "PCRelTLS16" => relative(17, true),
            "PCRelTLS32" => relative(33, true),
            "GRX32" | "ADDR128" | "VF128" => Self::Impossible,
            name => Self::Register(Kind::named(name)?),
        })
    }
}
