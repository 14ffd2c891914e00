//! Registers as operands: `%r1`, or `r1`.

use oxmca_tables::Reg;

use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::LocRange;
use crate::target::lanai::operand::{OperandKind, ParsedOperand};
use crate::target::lanai::target::Lanai;

/// Parses the name of a register outside of instructions.
pub(in super::super) fn parse_register(
    lanai: &Lanai<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let range = parser.tok().range();
    let operand = parse(lanai, parser).ok_or(ErrorReported)?;
    Ok((operand.register().unwrap_or(Reg::NONE), range))
}

/// Parses a register; `None` if there is none. As LLVM does, does not give back a `%` that it has read.
pub(super) fn parse(lanai: &Lanai<'_>, parser: &mut Parser<'_>) -> Option<ParsedOperand> {
    let loc = parser.tok().loc;
    parser.eat(TokenKind::Percent);
    let name = parser.tok();
    if !name.is(TokenKind::Identifier) {
        return None;
    }
    let reg = lanai.tables.register_written(name.text)?;
    parser.lex();
    Some(ParsedOperand::new(OperandKind::Register(reg), loc))
}
