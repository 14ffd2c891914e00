//! Memory operands, and the opcodes of `.insn`.

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::riscv::diagnostic::ranged;
use crate::target::riscv::operand::{OperandKind, ParsedOperand};

use super::register;

/// Parses `(register)` after an offset.
pub(super) fn parse_base<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> ParseResult {
    parser.expect(TokenKind::LParen, "expected '('")?;
    operands.push(ParsedOperand::of_token(b"(", parser.tok().loc));
    if register::parse(statement, parser, operands, false) == Attempt::NoMatch {
        return Err(parser.error(parser.tok().loc, "expected register"));
    }
    parser.expect(TokenKind::RParen, "expected ')'")?;
    operands.push(ParsedOperand::of_token(b")", parser.tok().loc));
    Ok(())
}

/// Parses `(register)`, of atomic operations, perhaps with an offset of 0 before.
pub(super) fn parse_zero_offset<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let mut offset = None;
    if !parser.at(TokenKind::LParen) {
        let tok = parser.tok();
        if !tok.is(TokenKind::Integer) {
            let message = "expected '(' or optional integer offset";
            return Err(parser.error(tok.loc, message));
        }
        parser.lex();
        offset = Some((tok.value, LocRange { start: tok.loc, end: parser.tok().loc }));
    }
    let message = match offset {
        Some(_) => "expected '(' after optional integer offset",
        None => "expected '(' or optional integer offset",
    };
    parser.expect(TokenKind::LParen, message)?;
    if register::parse(statement, parser, operands, false) == Attempt::NoMatch {
        return Err(parser.error(parser.tok().loc, "expected register"));
    }
    parser.expect(TokenKind::RParen, "expected ')'")?;
    if let Some((value, range)) = offset
        && value != 0
    {
        return Err(parser.error_in(range.start, range, "optional integer offset must be 0"));
    }
    Ok(Attempt::Parsed)
}

/// Parses `offset(base)`, both registers.
pub(super) fn parse_register_offset<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    if !first.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    let offset = parse_general(statement, parser)?;
    parser.expect(TokenKind::LParen, "expected '(' or invalid operand")?;
    let base = parse_general(statement, parser)?;
    parser.expect(TokenKind::RParen, "expected ')'")?;
    let kind = OperandKind::RegisterOffset { base, offset };
    operands.push(ParsedOperand::new(kind, first.loc));
    Ok(Attempt::Parsed)
}

fn parse_general(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<oxmca_tables::Reg> {
    let tok = parser.tok();
    let Some(reg) = statement.general_register_of(tok) else {
        return Err(parser.error(tok.loc, "expected GPR register"));
    };
    parser.lex();
    Ok(reg)
}

/// Opcodes that `.insn` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InsnOpcode {
    /// Of instructions of 32 bits.
    Full,
    /// Of instructions of 16 bits.
    Compressed,
}

/// Returns the opcode of an instruction that `.insn` describes: a number, or a name of the tables.
pub(super) fn parse_insn_opcode<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    opcode: InsnOpcode,
) -> AttemptResult {
    let most = match opcode {
        InsnOpcode::Full => 127,
        InsnOpcode::Compressed => 2,
    };
    let loc = parser.tok().loc;
    let mut end = parser.tok().range().end;
    let value = match parser.tok().kind {
        TokenKind::LParen
        | TokenKind::Minus
        | TokenKind::Plus
        | TokenKind::Exclaim
        | TokenKind::Tilde
        | TokenKind::Integer
        | TokenKind::String => {
            let (expr, after) = parser.parse_expression()?;
            end = after;
            match expr {
                Expr::Constant(value) => Some(value).filter(|value| (0..=most).contains(value)),
                _ => None,
            }
        }
        TokenKind::Identifier => {
            let name = parser.tok().text;
            parser.lex();
            match (opcode, name) {
                (InsnOpcode::Full, name) => statement.riscv.insn_opcode_named(name),
                (InsnOpcode::Compressed, b"C0") => Some(0),
                (InsnOpcode::Compressed, b"C1") => Some(1),
                (InsnOpcode::Compressed, b"C2") => Some(2),
                (InsnOpcode::Compressed, _) => None,
            }
        }
        TokenKind::Percent => None,
        _ => return Ok(Attempt::NoMatch),
    };
    match value {
        Some(value) => {
            operands.push(ParsedOperand::of_constant(value, loc).until(end));
            Ok(Attempt::Parsed)
        }
        None => Err(out_of_range(parser, loc, most)),
    }
}

fn out_of_range(parser: &mut Parser<'_>, loc: Loc, most: i64) -> crate::parser::ErrorReported {
    let text = "opcode must be a valid opcode name or an immediate in the range";
    parser.error(loc, ranged(text, 0, most))
}
