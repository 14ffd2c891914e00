//! Lists of registers, and the growth of the stack beside them.

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::riscv::diagnostic::ranged;
use crate::target::riscv::operand::{OperandKind, ParsedOperand};
use crate::target::riscv::register_list::{self, RA_ONLY, code_ending_with};

/// Numbers of integer registers.
const RA: u16 = 1;
const S0: u16 = 8;
const S1: u16 = 9;
const S2: u16 = 18;
const S10: u16 = 26;
const S11: u16 = 27;
/// The number of no register.
const NONE: u16 = u16::MAX;

/// Most bytes by which the stack grows beyond what a list needs.
const MAX_GROWTH_BYTES: i64 = 48;

/// A register of a list as written: its number, and if it is written as `x` and that number.
#[derive(Clone, Copy)]
struct Written {
    number: u16,
    is_numeric: bool,
    loc: Loc,
}

/// Parses `{ra, s0-s3}` or `{x1, x8-x9, x18-x19}`.
pub(super) fn parse<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    needs_s0: bool,
) -> AttemptResult {
    let loc = parser.tok().loc;
    if !parser.eat(TokenKind::LCurly) {
        return Ok(Attempt::NoMatch);
    }
    let mut last = NONE;
    let mut is_numeric = false;
    loop {
        let written = parse_register(statement, parser)?;
        if last == NONE {
            is_numeric = written.is_numeric;
        }
        if let Some(message) = wrong_start(last, is_numeric, written) {
            return Err(parser.error(written.loc, message));
        }
        last = written.number;
        parser.lex();
        let minus = parser.tok().loc;
        if parser.eat(TokenKind::Minus) {
            if last == RA {
                let name = if is_numeric { "x1" } else { "ra" };
                let message = format!("register '{name}' cannot start a multiple register range");
                return Err(parser.error(minus, message));
            }
            let end = parse_register(statement, parser)?;
            if let Some(message) = wrong_end(last, is_numeric, end) {
                return Err(parser.error(end.loc, message));
            }
            last = end.number;
            parser.lex();
        }
        if !parser.eat(TokenKind::Comma) {
            break;
        }
    }
    parser.expect(TokenKind::RCurly, "expected ',' or '}'")?;
    if last == S10 {
        let message =
            "invalid register list, '{ra, s0-s10}' or '{x1, x8-x9, x18-x26}' is not supported";
        return Err(parser.error(loc, message));
    }
    let code = code_ending_with(last).unwrap_or(RA_ONLY);
    if needs_s0 && code == RA_ONLY {
        return Err(parser.error(loc, "register list must include 's0' or 'x8'"));
    }
    operands.push(ParsedOperand::new(OperandKind::RegisterList(code), loc).until(Loc::NONE));
    Ok(Attempt::Parsed)
}

/// Returns the register here, which is not read.
fn parse_register(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<Written> {
    let tok = parser.tok();
    let Some(reg) = statement.register_of(tok) else {
        return Err(parser.error(tok.loc, "invalid register"));
    };
    let number = statement.riscv.registers.number(reg);
    Ok(Written { number, is_numeric: tok.text.first() == Some(&b'x'), loc: tok.loc })
}

/// Returns the message for a register that cannot begin a range after the one that ends with
/// `last`.
fn wrong_start(last: u16, is_numeric: bool, written: Written) -> Option<String> {
    let is_alike = written.is_numeric == is_numeric;
    match last {
        NONE if written.number != RA => {
            Some("register list must start from 'ra' or 'x1'".to_owned())
        }
        RA if written.number != S0 || !is_alike => {
            let name = if is_numeric { "x8" } else { "s0" };
            Some(format!("register must be '{name}'"))
        }
        S1 if is_numeric => {
            let is_wrong = written.number != S2 || !written.is_numeric;
            is_wrong.then(|| "register must be 'x18'".to_owned())
        }
        NONE | RA => None,
        _ => Some("too many register ranges".to_owned()),
    }
}

/// Returns the message for a register that cannot end the range that begins with `start`.
fn wrong_end(start: u16, is_numeric: bool, end: Written) -> Option<&'static str> {
    if start == S0 {
        let is_end = end.number == S1 || (!is_numeric && (S2..=S11).contains(&end.number));
        if is_end && end.is_numeric == is_numeric {
            return None;
        }
        return Some(match is_numeric {
            true => "register must be 'x9'",
            false => "register must be in the range 's1' to 's11'",
        });
    }
    let is_end = (S2 + 1..=S11).contains(&end.number) && end.is_numeric;
    (!is_end).then_some("register must be in the range 'x19' to 'x27'")
}

/// Parses the bytes by which the stack grows, or shrinks where they are negative.
pub(super) fn parse_stack_adjustment<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    is_negative: bool,
) -> AttemptResult {
    let loc = parser.tok().loc;
    let has_minus = parser.eat(TokenKind::Minus);
    let tok = parser.tok();
    let (true, Some(OperandKind::RegisterList(code))) =
        (tok.is(TokenKind::Integer), operands.last().map(|it| &it.kind))
    else {
        return Ok(Attempt::NoMatch);
    };
    let needed = register_list::stack_bytes(*code, statement.features.is_64_bit);
    let growth = tok.value.wrapping_sub(needed);
    let is_valid = tok.value % 16 == 0 && (0..=MAX_GROWTH_BYTES).contains(&growth);
    if has_minus != is_negative || !is_valid {
        let most = needed + MAX_GROWTH_BYTES;
        let (least, most) = if is_negative { (-most, -needed) } else { (needed, most) };
        let text = "stack adjustment for register list must be a multiple of 16 bytes in the range";
        return Err(parser.error(loc, ranged(text, least, most)));
    }
    operands.push(ParsedOperand::new(OperandKind::StackAdjustment(growth), loc).until(Loc::NONE));
    parser.lex();
    Ok(Attempt::Parsed)
}
