//! The names in the tables behind which there is code.

use super::{decode, match_class, print, render, simulation};
use crate::target::known_names::{Known, KnownNames, NameKind};

/// The names.
pub static KNOWN_NAMES: KnownNames = KnownNames { of_kind, file: file!() };

fn of_kind(kind: NameKind) -> Option<Known> {
    match kind {
        NameKind::OperandPredicate => Some(match_class::KNOWN),
        NameKind::RenderMethod => Some(render::KNOWN),
        NameKind::PrintMethod => Some(print::KNOWN),
        NameKind::OperandPlace => Some(decode::KNOWN_PLACES),
        NameKind::OpcodeMap => Some(decode::KNOWN_MAPS),
        NameKind::PredicateFunction => Some(simulation::KNOWN),
        NameKind::OperandParser
        | NameKind::DefaultOperand
        | NameKind::AliasOperandType
        | NameKind::CompressionOperandType
        | NameKind::EncoderMethod
        | NameKind::PostEncoderMethod
        | NameKind::DecoderMethod => None,
    }
}
