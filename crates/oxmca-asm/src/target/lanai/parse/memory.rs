//! Addresses: `4[%r1]`, `[%r1 add %r2]`, `[%r1++]`, `[x]`.

use super::simple::parse_simple;
use super::{immediate, register};
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::target::lanai::alu;
use crate::target::lanai::operand::{OperandKind, ParsedOperand};
use crate::target::lanai::target::Lanai;

const TOO_LARGE: &str = "Memory address is not word aligned and larger than class RM can handle";

/// Parses an address, or what an address may begin with; `None` if there is neither. `mnemonic` says how many bytes are
/// accessed.
pub(super) fn parse(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
) -> ParseResult<Option<ParsedOperand>> {
    let first = parse_simple(lanai, parser);
    if !parser.at(TokenKind::LBrac) {
        return Ok(first);
    }
    parse_brackets(lanai, parser, mnemonic, first).map(Some).inspect_err(|_| {
        parser.eat_to_end_of_statement();
    })
}

/// Parses an address from its bracket; `offset` stands before it.
fn parse_brackets(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    offset: Option<ParsedOperand>,
) -> ParseResult<ParsedOperand> {
    parser.lex();
    let mut step = 0;
    let is_before = parse_change(parser, mnemonic, &mut step);
    let Some(base) = register::parse(lanai, parser) else {
        return parse_absolute(lanai, parser, offset.is_some());
    };
    let base = base.register().ok_or(ErrorReported)?;
    let is_after = !is_before && parse_change(parser, mnemonic, &mut step);
    let change = match (is_before, is_after) {
        (true, _) => alu::BEFORE,
        (_, true) => alu::AFTER,
        _ => 0,
    };
    let (offset, operation) = if parser.eat(TokenKind::RBrac) {
        let loc = parser.tok().loc;
        (offset.unwrap_or_else(|| ParsedOperand::constant(step, loc)), alu::ADD)
    } else {
        if offset.is_some() || step != 0 {
            return Err(parser.token_error("Expected ']'"));
        }
        let name = parser.parse_identifier().unwrap_or_default();
        let operation = alu::named(name).unwrap_or_else(|| {
            parser.token_error("Can't parse ALU operator");
            alu::ADD
        });
        let index = register::parse(lanai, parser);
        if !parser.at(TokenKind::RBrac) {
            return Err(parser.token_error("Expected ']'"));
        }
        // LLVM crashes without an index.
        let index =
            index.ok_or_else(|| parser.token_error("Unknown operand, expected register"))?;
        parser.lex();
        (index, operation)
    };
    let operation = operation | change;
    let loc = offset.loc;
    let kind = match offset.kind {
        OperandKind::Register(index) => OperandKind::Index { base, index, operation },
        OperandKind::Value(offset) if offset.is_signed_16() => {
            OperandKind::Offset { base, offset, operation }
        }
        _ => return Err(parser.token_error(TOO_LARGE)),
    };
    Ok(ParsedOperand::new(kind, loc))
}

/// Parses `[x]` behind its bracket.
fn parse_absolute(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
    has_offset: bool,
) -> ParseResult<ParsedOperand> {
    let address = match has_offset {
        true => None,
        false => immediate::parse(parser).filter(|_| parser.at(TokenKind::RBrac)),
    };
    let Some(ParsedOperand { kind: OperandKind::Value(address), loc }) = address else {
        return Err(parser.token_error("Unknown operand, expected register or immediate"));
    };
    parser.lex();
    if address.is_short_absolute() {
        return Ok(ParsedOperand::new(OperandKind::Absolute(address), loc));
    }
    if !address.is_signed_16() {
        return Err(parser.token_error(TOO_LARGE));
    }
    let base = lanai.registers.zero;
    Ok(ParsedOperand::new(OperandKind::Offset { base, offset: address, operation: alu::ADD }, loc))
}

/// Parses `++`, `--` or `*`, which say that the base is changed, and gives the step of the former two.
fn parse_change(parser: &mut Parser<'_>, mnemonic: &[u8], step: &mut i64) -> bool {
    let bytes = match mnemonic {
        [.., b'.', b'h'] => 2,
        [.., b'.', b'b'] => 1,
        _ => 4,
    };
    let kind = parser.tok().kind;
    if parser.peek().kind == kind {
        match kind {
            TokenKind::Minus => *step = -bytes,
            TokenKind::Plus => *step = bytes,
            _ => return false,
        }
        parser.lex();
        parser.lex();
        return true;
    }
    parser.eat(TokenKind::Star)
}
