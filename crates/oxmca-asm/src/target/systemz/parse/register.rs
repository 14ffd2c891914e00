//! Registers as operands: `%r1`, or their number.

use oxmca_tables::Reg;

use super::reading::{Attempt, Reading};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::systemz::operand::{OperandKind, ParsedOperand};
use crate::target::systemz::registers::{Group, Kind};
use crate::target::systemz::target::SystemZ;

/// The greatest number that any register can have in instructions that take all groups.
const LAST_OF_ANY: u8 = 15;

/// A register as written.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub group: Group,
    pub number: u8,
    pub loc: Loc,
}

/// Parses the name of a register outside of instructions, where it may stand without `%`.
pub(in super::super) fn parse_register(
    systemz: &SystemZ<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let loc = parser.tok().loc;
    let has_percent = parser.eat(TokenKind::Percent);
    let end = parser.tok().loc;
    let written = parse_name(parser, loc, has_percent)?;
    let reg = systemz.registers.get(written.group.widest(), written.number);
    Ok((reg.unwrap_or(Reg::NONE), LocRange::new(loc, end)))
}

/// Parses `%` and the name of a register.
pub(super) fn parse_named(parser: &mut Parser<'_>) -> ParseResult<Written> {
    let loc = parser.tok().loc;
    if !parser.eat(TokenKind::Percent) {
        return Err(parser.error(loc, "register expected"));
    }
    parse_name(parser, loc, true)
}

/// Parses the name of a register that begins at `loc`, perhaps with `%`.
fn parse_name(parser: &mut Parser<'_>, loc: Loc, has_percent: bool) -> ParseResult<Written> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        let message = if has_percent { "invalid register" } else { "register expected" };
        return Err(parser.error(loc, message));
    }
    let Some((group, number)) = register_named(tok.text) else {
        return Err(parser.error(loc, "invalid register"));
    };
    parser.lex();
    Ok(Written { group, number, loc })
}

/// Returns the group and the number of a register's name.
fn register_named(name: &[u8]) -> Option<(Group, u8)> {
    let (letter, digits) = name.split_first()?;
    let digits = std::str::from_utf8(digits).ok()?;
    if !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let number: u32 = digits.parse().ok()?;
    let group = Group::of_letter(*letter)?;
    let number = u8::try_from(number).ok().filter(|number| *number < group.len())?;
    Some((group, number))
}

/// Parses the number of a register of a group.
pub(super) fn parse_number(parser: &mut Parser<'_>, group: Group) -> ParseResult<Written> {
    let loc = parser.tok().loc;
    let (expr, _) = parser.parse_expression()?;
    // As LLVM does, says nothing about an expression that is no constant.
    let Expr::Constant(value) = expr else { return Err(ErrorReported) };
    match u8::try_from(value).ok().filter(|number| *number < group.len()) {
        Some(number) => Ok(Written { group, number, loc }),
        None => Err(parser.token_error("invalid register")),
    }
}

impl Reading<'_> {
    /// Parses a register of a kind.
    pub(super) fn parse_register_of(
        &mut self,
        kind: Kind,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Attempt> {
        let group = kind.group();
        let written = match parser.tok().kind {
            TokenKind::Percent => {
                let written = parse_named(parser)?;
                // The first half of a vector register is a floating-point register.
                let is_half = group == Group::Vector && written.group == Group::Float;
                if written.group != group && !is_half {
                    return Err(parser.error(written.loc, "invalid operand for instruction"));
                }
                written
            }
            TokenKind::Integer => parse_number(parser, group)?,
            _ => return Ok(Attempt::NoMatch),
        };
        let Some(reg) = self.systemz.registers.get(kind, written.number) else {
            return Err(parser.error(written.loc, "invalid register pair"));
        };
        self.operands.push(ParsedOperand::new(OperandKind::Register(kind, reg), written.loc));
        Ok(Attempt::Parsed)
    }

    /// Parses a register of any group, or a number that stands for one.
    pub(super) fn parse_any_register(&mut self, parser: &mut Parser<'_>) -> ParseResult<Attempt> {
        let loc = parser.tok().loc;
        let kind = if parser.at(TokenKind::Integer) {
            let (expr, _) = parser.parse_expression()?;
            if matches!(expr, Expr::Constant(value) if !(0..=i64::from(LAST_OF_ANY)).contains(&value))
            {
                return Err(parser.error(loc, "invalid register"));
            }
            OperandKind::Value(expr)
        } else {
            let written = parse_named(parser)?;
            let kind = written.group.widest();
            let found = self.systemz.registers.get(kind, written.number);
            match found.filter(|_| written.number <= LAST_OF_ANY) {
                Some(reg) => OperandKind::Register(kind, reg),
                None => return Err(parser.error(loc, "invalid register")),
            }
        };
        self.operands.push(ParsedOperand::new(kind, loc));
        Ok(Attempt::Parsed)
    }
}
