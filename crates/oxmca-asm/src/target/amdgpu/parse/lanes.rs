//! Controls of lanes: `dpp8:[...]`, `quad_perm:[...]`, `row_shl:1`.

use super::cursor::{eat_word_and, is_word};
use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::amdgpu::generation::Generation;
use crate::target::amdgpu::operand::{ImmKind, ParsedOperand};

/// A control with a number behind it: its word, its first code, and the numbers that are taken.
struct Control {
    word: &'static str,
    code: i64,
    least: i64,
    most: i64,
}

const fn control(word: &'static str, code: i64, least: i64, most: i64) -> Control {
    Control { word, code, least, most }
}

const CONTROLS: &[Control] = &[
    control("wave_shl", 0x130, 1, 1),
    control("wave_rol", 0x134, 1, 1),
    control("wave_shr", 0x138, 1, 1),
    control("wave_ror", 0x13c, 1, 1),
    control("row_shl", 0x100, 1, 15),
    control("row_shr", 0x110, 1, 15),
    control("row_ror", 0x120, 1, 15),
    control("row_share", 0x150, 0, 15),
    control("row_xmask", 0x160, 0, 15),
    control("row_newbcast", 0x150, 0, 15),
];

const ROW_MIRROR: i64 = 0x140;
const ROW_HALF_MIRROR: i64 = 0x141;
const BROADCAST_15: i64 = 0x142;
const BROADCAST_31: i64 = 0x143;

/// Returns whether processors of a generation have a control.
fn is_supported(word: &[u8], generation: Generation<'_>) -> bool {
    match word {
        b"row_newbcast" => generation.is_gfx90a(),
        b"row_share" | b"row_xmask" => generation.is_gfx10_plus(),
        b"wave_shl" | b"wave_shr" | b"wave_rol" | b"wave_ror" | b"row_bcast" => {
            generation.is_gfx8() || generation.is_gfx9()
        }
        b"row_mirror" | b"row_half_mirror" | b"quad_perm" | b"row_shl" | b"row_shr"
        | b"row_ror" => true,
        _ => false,
    }
}

/// Parses `[NUMBER,...]` with numbers of so many bits, of which the first is the lowest.
fn parse_selectors(parser: &mut Parser<'_>, count: usize, bits: u32) -> ParseResult<i64> {
    parser.expect(TokenKind::LBrac, "expected an opening square bracket")?;
    let mut value = 0;
    for number in 0..count {
        if number > 0 {
            parser.expect(TokenKind::Comma, "expected a comma")?;
        }
        let loc = parser.tok().loc;
        let selector = parser.parse_absolute_expression()?;
        if !(0..1 << bits).contains(&selector) {
            return Err(parser.error(loc, format!("expected a {bits}-bit value")));
        }
        value |= selector << (bits * number as u32);
    }
    parser.expect(TokenKind::RBrac, "expected a closing square bracket")?;
    Ok(value)
}

/// Parses `dpp8:[LANE,...]`.
pub fn parse_dpp8<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    if !statement.generation.is_gfx10_plus() || !eat_word_and(parser, "dpp8", TokenKind::Colon) {
        return Ok(Attempt::NoMatch);
    }
    let value = parse_selectors(parser, 8, 3)?;
    operands.push(ParsedOperand::of_imm(value, ImmKind::Dpp8, loc));
    Ok(Attempt::Parsed)
}

/// Parses a control.
pub fn parse_control<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) || !is_supported(token.text, statement.generation) {
        return Ok(Attempt::NoMatch);
    }
    parser.lex();
    let value = if is_word(&token, "row_mirror") {
        ROW_MIRROR
    } else if is_word(&token, "row_half_mirror") {
        ROW_HALF_MIRROR
    } else {
        parser.expect(TokenKind::Colon, "expected a colon")?;
        match token.text {
            b"quad_perm" => parse_selectors(parser, 4, 2)?,
            word => parse_numbered(parser, word)?,
        }
    };
    operands.push(ParsedOperand::of_imm(value, ImmKind::DppCtrl, token.loc));
    Ok(Attempt::Parsed)
}

/// Parses the number of a control, and returns its code.
fn parse_numbered(parser: &mut Parser<'_>, word: &[u8]) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    let value = parser.parse_absolute_expression()?;
    let known = CONTROLS.iter().find(|it| it.word.as_bytes() == word);
    let code = match known {
        Some(it) if (it.least..=it.most).contains(&value) => {
            Some(if it.least == it.most { it.code } else { it.code | value })
        }
        None if word == b"row_bcast" && value == 15 => Some(BROADCAST_15),
        None if word == b"row_bcast" && value == 31 => Some(BROADCAST_31),
        _ => None,
    };
    let message = || format!("invalid {} value", String::from_utf8_lossy(word));
    code.ok_or_else(|| parser.error(loc, message()))
}
