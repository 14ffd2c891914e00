//! The offset of `ds_swizzle_b32`: `offset:swizzle(QUAD_PERM,0,1,2,3)`.

use super::cursor::{eat_word, parse_number, parse_number_or};
use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::amdgpu::operand::{ImmKind, ParsedOperand};
use crate::target::amdgpu::swizzle;

/// Parses the operand.
pub fn parse<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    if !eat_word(parser, "offset") {
        return Ok(Attempt::NoMatch);
    }
    parser.expect(TokenKind::Colon, "expected a colon")?;
    let value = match eat_word(parser, "swizzle") {
        true => parse_macro(statement, parser)?,
        false => {
            let loc = parser.tok().loc;
            let value = parse_number_or(parser, "a swizzle macro")?;
            if u16::try_from(value).is_err() {
                return Err(parser.error(loc, "expected a 16-bit offset"));
            }
            value
        }
    };
    operands.push(ParsedOperand::of_imm(value, ImmKind::Swizzle, loc));
    Ok(Attempt::Parsed)
}

/// Parses a comma and a number in a range.
fn parse_argument(
    parser: &mut Parser<'_>,
    (least, most): (i64, i64),
    message: &str,
) -> ParseResult<(i64, Loc)> {
    parser.expect(TokenKind::Comma, "expected a comma")?;
    let loc = parser.tok().loc;
    let value = parse_number(parser)?;
    match (least..=most).contains(&value) {
        true => Ok((value, loc)),
        false => Err(parser.error(loc, message)),
    }
}

/// Parses the size of a group of lanes, a power of 2.
fn parse_group(parser: &mut Parser<'_>, (least, most): (i64, i64)) -> ParseResult<i64> {
    let message = format!("group size must be in the interval [{least},{most}]");
    let (size, loc) = parse_argument(parser, (least, most), &message)?;
    match size.count_ones() {
        1 => Ok(size),
        _ => Err(parser.error(loc, "group size must be a power of two")),
    }
}

fn parse_macro(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<i64> {
    parser.expect(TokenKind::LParen, "expected a left parentheses")?;
    let mode = parser.tok();
    let Some(name) = swizzle::MODES.iter().find(|name| eat_word(parser, name)) else {
        return Err(parser.error(mode.loc, "expected a swizzle mode"));
    };
    let has_new_modes = statement.generation.is_gfx9_plus();
    let value = match *name {
        "QUAD_PERM" => {
            let mut value = swizzle::QUAD_PERM;
            for lane in 0..4 {
                value |=
                    parse_argument(parser, (0, 3), "expected a 2-bit lane id")?.0 << (2 * lane);
            }
            value
        }
        "BROADCAST" => {
            let size = parse_group(parser, (2, 32))?;
            let message = "lane id must be in the interval [0,group size - 1]";
            let (lane, _) = parse_argument(parser, (0, size - 1), message)?;
            swizzle::bitmask(32 - size, lane, 0)
        }
        "REVERSE" => swizzle::bitmask(31, 0, parse_group(parser, (2, 32))? - 1),
        "SWAP" => swizzle::bitmask(31, 0, parse_group(parser, (1, 16))?),
        "BITMASK_PERM" => parse_mask(parser)?,
        "FFT" if !has_new_modes => {
            let message = "FFT mode swizzle not supported on this GPU";
            return Err(parser.error(parser.tok().loc, message));
        }
        "FFT" => {
            let message = "FFT swizzle must be in the interval [0,31]";
            swizzle::FFT | parse_argument(parser, (0, 31), message)?.0
        }
        _ if !has_new_modes => {
            let message = "Rotate mode swizzle not supported on this GPU";
            return Err(parser.error(parser.tok().loc, message));
        }
        _ => {
            let message = "direction must be 0 (left) or 1 (right)";
            let (direction, _) = parse_argument(parser, (0, 1), message)?;
            let message = "number of threads to rotate must be in the interval [0,31]";
            let (size, _) = parse_argument(parser, (0, 31), message)?;
            swizzle::ROTATE | direction << 10 | size << 5
        }
    };
    parser.expect(TokenKind::RParen, "expected a closing parentheses")?;
    Ok(value)
}

/// Parses a mask as a string: what happens to each bit of a lane's number.
fn parse_mask(parser: &mut Parser<'_>) -> ParseResult<i64> {
    parser.expect(TokenKind::Comma, "expected a comma")?;
    let token = parser.tok();
    if !token.is(TokenKind::String) {
        return Err(parser.error(token.loc, "expected a string"));
    }
    parser.lex();
    let mask = token.contents();
    if mask.len() != 5 {
        return Err(parser.error(token.loc, "expected a 5-character mask"));
    }
    let (mut and, mut or, mut xor) = (0, 0, 0);
    for (number, letter) in mask.iter().enumerate() {
        let bit = 1 << (4 - number);
        match letter {
            b'0' => {}
            b'1' => or |= bit,
            b'p' => and |= bit,
            b'i' => {
                and |= bit;
                xor |= bit;
            }
            _ => return Err(parser.error(token.loc, "invalid mask")),
        }
    }
    Ok(swizzle::bitmask(and, or, xor))
}
