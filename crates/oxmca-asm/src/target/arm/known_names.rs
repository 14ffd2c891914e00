//! The names in the tables behind which there is code.

use super::decode::method;
use super::matching::DefaultOperand;
use super::{encoder_method, operand_parser, predicate, print_method, render, simulation};
use crate::target::known_names::{Known, KnownNames, NameKind};

/// The names.
pub static KNOWN_NAMES: KnownNames = KnownNames { of_kind, file: file!() };

const DEFAULT_OPERANDS: Known =
    Known { knows: |_, it| DefaultOperand::named(it.text).is_some(), file: file!() };

fn of_kind(kind: NameKind) -> Option<Known> {
    match kind {
        NameKind::OperandPredicate => Some(predicate::KNOWN),
        NameKind::OperandParser => Some(operand_parser::KNOWN),
        NameKind::DefaultOperand => Some(DEFAULT_OPERANDS),
        NameKind::RenderMethod => Some(render::KNOWN),
        NameKind::PrintMethod => Some(print_method::KNOWN),
        NameKind::PredicateFunction => Some(simulation::KNOWN),
        NameKind::EncoderMethod => Some(encoder_method::KNOWN),
        NameKind::PostEncoderMethod => Some(encoder_method::KNOWN_POST),
        NameKind::DecoderMethod => Some(method::KNOWN),
        NameKind::AliasOperandType
        | NameKind::CompressionOperandType
        | NameKind::OperandPlace
        | NameKind::OpcodeMap => None,
    }
}
