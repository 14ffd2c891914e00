//! Lexical choices of Lanai assembly.

use crate::syntax::Syntax;

/// The choices.
pub const SYNTAX: Syntax = Syntax {
    comment: "!",
    at_in_identifier: false,
    at_specifiers: false,
    code_pointer_bytes: 4,
    little_endian: false,
    ..Syntax::ELF
};
