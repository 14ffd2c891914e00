//! The names in the tables behind which there is code.

use super::{
    decoder_method, encode, matching, operand_parser, operand_type, predicate, print_method, render,
};
use crate::target::known_names::{Known, KnownNames, NameKind};

/// The names.
pub static KNOWN_NAMES: KnownNames = KnownNames { of_kind, file: file!() };

fn of_kind(kind: NameKind) -> Option<Known> {
    match kind {
        NameKind::OperandPredicate => Some(predicate::KNOWN),
        NameKind::OperandParser => Some(operand_parser::KNOWN),
        NameKind::DefaultOperand => Some(matching::KNOWN_DEFAULTS),
        NameKind::RenderMethod => Some(render::KNOWN),
        NameKind::PrintMethod => Some(print_method::KNOWN),
        NameKind::AliasOperandType => Some(print_method::KNOWN_TYPES),
        NameKind::CompressionOperandType => Some(operand_type::KNOWN),
        NameKind::EncoderMethod => Some(encode::KNOWN),
        NameKind::DecoderMethod => Some(decoder_method::KNOWN),
        NameKind::PostEncoderMethod
        | NameKind::OperandPlace
        | NameKind::OpcodeMap
        | NameKind::PredicateFunction => None,
    }
}
