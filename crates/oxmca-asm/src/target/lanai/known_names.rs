//! The names in the tables behind which there is code.

use super::{decoder_method, encoder_method, operand_parser, predicate, print_method, render};
use crate::target::known_names::{Known, KnownNames, NameKind};

/// The names.
pub static KNOWN_NAMES: KnownNames = KnownNames { of_kind, file: file!() };

fn of_kind(kind: NameKind) -> Option<Known> {
    match kind {
        NameKind::OperandPredicate => Some(predicate::KNOWN),
        NameKind::OperandParser => Some(operand_parser::KNOWN),
        NameKind::RenderMethod => Some(render::KNOWN),
        NameKind::PrintMethod => Some(print_method::KNOWN),
        NameKind::EncoderMethod => Some(encoder_method::KNOWN),
        NameKind::PostEncoderMethod => Some(encoder_method::KNOWN_POST),
        NameKind::DecoderMethod => Some(decoder_method::KNOWN),
        NameKind::DefaultOperand
        | NameKind::AliasOperandType
        | NameKind::CompressionOperandType
        | NameKind::OperandPlace
        | NameKind::OpcodeMap
        | NameKind::PredicateFunction => None,
    }
}
