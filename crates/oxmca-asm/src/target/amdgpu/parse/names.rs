//! Names behind keywords: formats of buffers, dimensions of images, targets of exports, attributes.

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use super::{cursor, operand};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::amdgpu::format::{
    DATA, DATA_FORMATS, DEFAULT_DATA, EXPORT_TARGETS, MOST_UNIFIED, NUMERIC, SLOTS,
    is_export_target, numeric_name, unified, unified_code,
};
use crate::target::amdgpu::generation::Generation;
use crate::target::amdgpu::operand::{ImmKind, OperandKind, ParsedOperand};

/// Parses `format:...` with the offset that stands before or behind it.
pub fn parse_format<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let generation = statement.generation;
    let loc = parser.tok().loc;
    // The first way to write it stands before the offset.
    let first = match generation.is_gfx10_plus() {
        true => parse_ranged(parser, "format", MOST_UNIFIED)?,
        false => parse_split_numbers(parser)?,
    };
    operands.push(ParsedOperand::of_imm(first.unwrap_or(1), ImmKind::Format, loc));
    if first.is_some() {
        parser.eat(TokenKind::Comma);
    }
    if parser.at(TokenKind::EndOfStatement) {
        return Ok(Attempt::Parsed);
    }
    let offset = operand::parse_register_or_imm(statement, parser, operands)?;
    if offset == Attempt::NoMatch {
        return Ok(offset);
    }
    parser.eat(TokenKind::Comma);
    if first.is_some() {
        if cursor::is_word(&parser.tok(), "format") && parser.peek().is(TokenKind::Colon) {
            return Err(parser.error(parser.tok().loc, "duplicate format"));
        }
        return Ok(Attempt::Parsed);
    }
    if let Some(value) = parse_named(statement, parser)? {
        let at = operands.len() - 2;
        if let OperandKind::Immediate(imm) = &mut operands[at].kind {
            imm.value = value;
        }
    }
    Ok(Attempt::Parsed)
}

fn parse_ranged(parser: &mut Parser<'_>, word: &str, most: i64) -> ParseResult<Option<i64>> {
    let loc = parser.tok().loc;
    let value = cursor::parse_prefixed(parser, word)?;
    match value {
        Some(value) if !(0..=most).contains(&value) => {
            Err(parser.error(loc, format!("out of range {word}")))
        }
        value => Ok(value),
    }
}

/// Parses `dfmt:1, nfmt:2` in either order.
fn parse_split_numbers(parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    let (mut data, mut numeric) = (None, None);
    for _ in 0..2 {
        if data.is_none() {
            data = parse_ranged(parser, "dfmt", 15)?;
        }
        if numeric.is_none() {
            numeric = parse_ranged(parser, "nfmt", 7)?;
        }
        if data.is_none() != numeric.is_none() && !cursor::peek(parser).is(TokenKind::Comma) {
            parser.eat(TokenKind::Comma);
        }
    }
    Ok(match (data, numeric) {
        (None, None) => None,
        (data, numeric) => Some(data.unwrap_or(DEFAULT_DATA) | numeric.unwrap_or(0) << 4),
    })
}

/// Parses `format:[NAME]`, `format:[NAME,NAME]` or `format:NUMBER`.
fn parse_named(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    let generation = statement.generation;
    if !cursor::eat_word_and(parser, "format", TokenKind::Colon) {
        return Ok(None);
    }
    let loc = parser.tok().loc;
    if !parser.eat(TokenKind::LBrac) {
        let value = cursor::parse_number(parser)?;
        if !(0..=MOST_UNIFIED).contains(&value) {
            return Err(parser.error(loc, "out of range format"));
        }
        return Ok(Some(value));
    }
    let loc = parser.tok().loc;
    let name = parse_name(parser)?;
    let value = match unified_code(&name, generation) {
        Some(_) if !generation.is_gfx10_plus() => {
            return Err(parser.error(loc, "unified format is not supported on this GPU"));
        }
        Some(value) => value,
        None => parse_split_names(parser, generation, &name, loc)?,
    };
    parser.expect(TokenKind::RBrac, "expected a closing square bracket")?;
    Ok(Some(value))
}

fn parse_name(parser: &mut Parser<'_>) -> ParseResult<String> {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Err(parser.error(token.loc, "expected a format string"));
    }
    parser.lex();
    Ok(String::from_utf8_lossy(token.text).into_owned())
}

/// Parses what follows a data or a numeric format, which may be the other one.
fn parse_split_names(
    parser: &mut Parser<'_>,
    generation: Generation<'_>,
    first: &str,
    loc: Loc,
) -> ParseResult<i64> {
    let (mut data, mut numeric) = (None, None);
    let mut take = |parser: &mut Parser<'_>, name: &str, loc: Loc| {
        let known = |name: &str| DATA_FORMATS.iter().position(|it| *it == name);
        if let Some(code) = name.strip_prefix(DATA).and_then(known) {
            data = Some(code);
        } else if let Some(code) = name.strip_prefix(NUMERIC).and_then(|name| {
            (0..8).find(|code| !name.is_empty() && numeric_name(*code, generation) == name)
        }) {
            numeric = Some(code);
        } else {
            return Err(parser.error(loc, "unsupported format"));
        }
        Ok((data, numeric))
    };
    let mut found = take(parser, first, loc)?;
    if parser.eat(TokenKind::Comma) {
        let loc = parser.tok().loc;
        let name = parse_name(parser)?;
        found = take(parser, &name, loc)?;
        match found {
            (None, _) => return Err(parser.error(loc, "duplicate numeric format")),
            (_, None) => return Err(parser.error(loc, "duplicate data format")),
            _ => {}
        }
    }
    let (data, numeric) = (found.0.unwrap_or(DEFAULT_DATA as usize), found.1.unwrap_or(0));
    if !generation.is_gfx10_plus() {
        return Ok((data | numeric << 4) as i64);
    }
    let code = unified(generation).position(|it| it == (data, numeric));
    code.map(|code| code as i64).ok_or_else(|| parser.error(loc, "unsupported format"))
}

/// Parses `dim:NAME`. A name may begin with a digit.
pub fn parse_dim(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    if !cursor::eat_word_and(parser, "dim", TokenKind::Colon) {
        return Ok(None);
    }
    let first = parser.tok();
    let mut name = Vec::new();
    if first.is(TokenKind::Integer) {
        name.extend_from_slice(first.text);
        parser.lex();
    }
    let rest = parser.tok();
    let is_whole = name.is_empty() || rest.loc == first.end();
    if rest.is(TokenKind::Identifier) && is_whole {
        name.extend_from_slice(rest.text);
        parser.lex();
        let name = name.strip_prefix(b"SQ_RSRC_IMG_".as_slice()).unwrap_or(&name);
        let table = statement.gpu.tables.named_table("MIMGDimInfoTable");
        let found = table.and_then(|table| {
            let (suffix, code) = (table.column("AsmSuffix")?, table.column("Encoding")?);
            let mut rows = table.rows();
            let row = rows.find(|row| row.text(suffix).as_bytes() == name)?;
            Some(row.number(code))
        });
        if found.is_some() {
            return Ok(found);
        }
    }
    Err(parser.error(first.loc, "invalid dim value"))
}

/// Parses a target of exports.
pub fn parse_export_target<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    parser.lex();
    let code = EXPORT_TARGETS.iter().find_map(|it| {
        let rest = token.text.strip_prefix(it.name.as_bytes())?;
        if it.most == 0 {
            return rest.is_empty().then_some(Some(it.code));
        }
        let is_number =
            rest.iter().all(u8::is_ascii_digit) && (rest.len() == 1 || rest.first() != Some(&b'0'));
        let number = std::str::from_utf8(rest).ok().filter(|_| is_number);
        let number = number.and_then(|it| it.parse::<i64>().ok());
        Some(number.filter(|number| *number <= it.most).map(|number| it.code + number))
    });
    let Some(code) = code.flatten() else {
        return Err(parser.error(token.loc, "invalid exp target"));
    };
    if !is_export_target(code, statement.generation) {
        return Err(parser.error(token.loc, "exp target is not supported on this GPU"));
    }
    operands.push(ParsedOperand::of_imm(code, ImmKind::ExpTgt, token.loc));
    Ok(Attempt::Parsed)
}

/// Parses the slot of an attribute.
pub fn parse_slot<'a>(parser: &mut Parser<'a>, operands: &mut Operands<'a>) -> AttemptResult {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    parser.lex();
    let Some(code) = SLOTS.iter().position(|it| it.as_bytes() == token.text) else {
        return Err(parser.error(token.loc, "invalid interpolation slot"));
    };
    operands.push(ParsedOperand::of_imm(code as i64, ImmKind::InterpSlot, token.loc));
    Ok(Attempt::Parsed)
}

/// Parses `attr0.x`, an attribute and its channel.
pub fn parse_attribute<'a>(parser: &mut Parser<'a>, operands: &mut Operands<'a>) -> AttemptResult {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    parser.lex();
    let Some(rest) = token.text.strip_prefix(b"attr".as_slice()) else {
        return Err(parser.error(token.loc, "invalid interpolation attribute"));
    };
    let channel = match rest {
        [.., b'.', channel] => b"xyzw".iter().position(|it| it == channel),
        _ => None,
    };
    let Some(channel) = channel else {
        let message = "invalid or missing interpolation attribute channel";
        return Err(parser.error(token.loc, message));
    };
    let digits = &rest[..rest.len() - 2];
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let number = std::str::from_utf8(digits).ok().filter(|_| is_number);
    let Some(number) = number.and_then(|it| it.parse::<u8>().ok()) else {
        let message = "invalid or missing interpolation attribute number";
        return Err(parser.error(token.loc, message));
    };
    if number > 32 {
        return Err(parser.error(token.loc, "out of bounds interpolation attribute number"));
    }
    operands.push(ParsedOperand::of_imm(number.into(), ImmKind::InterpAttr, token.loc));
    let loc = token.loc.offset(token.text.len() - 2);
    operands.push(ParsedOperand::of_imm(channel as i64, ImmKind::InterpAttrChan, loc));
    Ok(Attempt::Parsed)
}
