//! `NAME .req REGISTER`: another name of a register.

use std::collections::hash_map::Entry;

use super::register::{parse_scalar, parse_vector};
use crate::parser::error::message;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::aarch64::registers::RegisterKind;
use crate::target::aarch64::state::State;
use crate::target::aarch64::target::AArch64;

/// Kinds of vectors that may have other names, and the message about lanes behind one.
const VECTORS: [(RegisterKind, &str); 3] = [
    (RegisterKind::Neon, "vector register without type specifier expected"),
    (RegisterKind::Scalable, "sve vector register without type specifier expected"),
    (RegisterKind::Predicate, "sve predicate register without type specifier expected"),
];

/// Parses the rest of the statement from `.req` on. As in LLVM, it always ends as if it were wrong.
pub(super) fn parse(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> ParseResult {
    parser.lex();
    let register = parse_register(aarch64, parser)?;
    parser.expect_end_of_statement()?;
    let state = parser.target_state.get_mut::<State>().ok_or(ErrorReported)?;
    let is_other = match state.named.entry(name.to_ascii_lowercase()) {
        Entry::Occupied(entry) => *entry.get() != register,
        Entry::Vacant(entry) => {
            entry.insert(register);
            false
        }
    };
    if is_other {
        let message = message!["ignoring redefinition of register alias '", name, "'"];
        parser.warning(loc, message);
    }
    Err(ErrorReported)
}

/// Parses a register without lanes.
fn parse_register(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(RegisterKind, oxmca_tables::Reg)> {
    let loc = parser.tok().loc;
    if let Some(reg) = parse_scalar(aarch64, parser) {
        return Ok((RegisterKind::Scalar, reg));
    }
    for (kind, message) in VECTORS {
        match parse_vector(aarch64, parser, kind)? {
            Some(vector) if vector.suffix.is_empty() => return Ok((kind, vector.reg)),
            Some(_) => return Err(parser.error(loc, message)),
            None => {}
        }
    }
    Err(parser.error(loc, "register name or alias expected"))
}
