//! Lexical and syntactic choices of SystemZ assembly.

use super::specifier::SPECIFIERS;
use crate::syntax::Syntax;

/// The choices.
pub const SYNTAX: Syntax = Syntax {
    specifiers: SPECIFIERS,
    data_directives: &[(".word", 2)],
    little_endian: false,
    ..Syntax::ELF
};
