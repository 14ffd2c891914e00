//! Parses instructions.

mod cacheable;
mod emit;
mod operand;
mod register;

pub(super) use cacheable::WORDS;
pub(super) use register::parse_register;

use super::operand::{Operands, ParsedOperand};
use super::target::PowerPc;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;

/// Parses an instruction, matches it and emits it. `written`, in lower case, begins the statement at `loc`.
/// Returns whether there is a warning about it.
pub(super) fn parse_instruction(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
    written: &[u8],
    loc: Loc,
) -> ParseResult<bool> {
    // Branches that are predicted end with a sign.
    let mut name = written.to_vec();
    for (kind, sign) in [(TokenKind::Plus, b'+'), (TokenKind::Minus, b'-')] {
        if parser.eat(kind) {
            name.push(sign);
        }
    }
    // What follows a dot, and that itself, is an operand to the tables.
    let dot = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
    let (mnemonic, rest) = name.split_at(dot);
    let mut operands = Operands::new();
    if !rest.is_empty() {
        operands.push(ParsedOperand::of_token(rest, loc.offset(dot)));
    }
    if !parser.eat(TokenKind::EndOfStatement) {
        operand::parse(powerpc, parser, &mut operands)?;
        while !parser.eat(TokenKind::EndOfStatement) {
            parser.expect(TokenKind::Comma, "unexpected token")?;
            operand::parse(powerpc, parser, &mut operands)?;
        }
    }
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    reorder(powerpc, parser, &name, &mut operands);
    emit::match_and_emit(powerpc, parser, mnemonic, &operands, loc)
}

/// Puts operands in the order that the tables have, and removes one that says nothing.
fn reorder(powerpc: &PowerPc<'_>, parser: &Parser<'_>, name: &[u8], operands: &mut Operands<'_>) {
    let is_embedded = || powerpc.is_embedded.is_some_and(|bit| parser.features().contains(bit));
    match (name, operands.len()) {
        // Embedded processors have the hint first.
        (b"dcbt" | b"dcbtst", 3) if is_embedded() => operands.rotate_left(1),
        // The hint 0 of loads with reservation.
        (b"lqarx" | b"ldarx" | b"lwarx" | b"lharx" | b"lbarx", 4)
            if operands[3].number() == Some(0) =>
        {
            operands.pop();
        }
        _ => {}
    }
}
