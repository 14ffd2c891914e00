//! Lexical and syntactic choices of assembly for AMD's graphics processors.

use crate::syntax::Syntax;

/// The choices.
pub const SYNTAX: Syntax = Syntax {
    comment: ";",
    separator: "\n",
    at_specifiers: true,
    specifiers: &[
        "gotpcrel",
        "gotpcrel32@lo",
        "gotpcrel32@hi",
        "rel32@lo",
        "rel32@hi",
        "rel64",
        "abs32@lo",
        "abs32@hi",
        "abs64",
    ],
    code_pointer_bytes: 8,
    ..Syntax::ELF
};
