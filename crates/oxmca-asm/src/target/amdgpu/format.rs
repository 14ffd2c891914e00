//! Names behind keywords: formats of buffers, dimensions of images, targets of exports, parts of matrices.

use super::generation::Generation;
use super::operand::{ImmKind, OperandKind, ParsedOperand};
use super::parse::{Attempt, AttemptResult, Operands, Statement, cursor, operand};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// Formats of matrices by their codes.
pub const MATRIX_FORMATS: &[&str] =
    &["MATRIX_FMT_FP8", "MATRIX_FMT_BF8", "MATRIX_FMT_FP6", "MATRIX_FMT_BF6", "MATRIX_FMT_FP4"];
/// Rows of scales of matrices by their codes.
pub const MATRIX_SCALES: &[&str] = &["MATRIX_SCALE_ROW0", "MATRIX_SCALE_ROW1"];
/// Formats of scales of matrices by their codes.
pub const MATRIX_SCALE_FORMATS: &[&str] =
    &["MATRIX_SCALE_FMT_E8", "MATRIX_SCALE_FMT_E5M3", "MATRIX_SCALE_FMT_E4M3"];

/// The prefix of data formats.
const DATA: &str = "BUF_DATA_FORMAT_";
/// The prefix of numeric formats.
const NUMERIC: &str = "BUF_NUM_FORMAT_";
/// The prefix of formats that are both.
const UNIFIED: &str = "BUF_FMT_";

/// Data formats by their codes.
const DATA_FORMATS: [&str; 16] = [
    "INVALID",
    "8",
    "16",
    "8_8",
    "32",
    "16_16",
    "10_11_11",
    "11_11_10",
    "10_10_10_2",
    "2_10_10_10",
    "8_8_8_8",
    "32_32",
    "16_16_16_16",
    "32_32_32",
    "32_32_32_32",
    "RESERVED_15",
];
/// Numeric formats by their codes; the seventh depends on the generation.
const NUMERIC_FORMATS: [&str; 8] =
    ["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "", "FLOAT"];

const MOST_UNIFIED: i64 = 127;
const UNIFIED_DEFAULT: i64 = 1;
const DEFAULT_DATA: i64 = 1;

/// Returns the name of a numeric format without its prefix; empty if the code has none.
fn numeric_name(code: usize, generation: Generation<'_>) -> &'static str {
    match NUMERIC_FORMATS.get(code) {
        Some(&"") if generation.is_gfx6() || generation.is_gfx7() => "SNORM_OGL",
        Some(&"") if generation.is_gfx8() || generation.is_gfx9() => "RESERVED_6",
        Some(name) => name,
        None => "",
    }
}

/// Returns the pairs of data and numeric formats that have a code of their own, by that code.
fn unified(generation: Generation<'_>) -> impl Iterator<Item = (usize, usize)> {
    let is_new = generation.is_gfx11_plus();
    let pairs = (1..15).flat_map(move |data| {
        let numeric: &[usize] = match DATA_FORMATS[data] {
            "10_11_11" | "11_11_10" if is_new => &[7],
            "10_10_10_2" if is_new => &[0, 1, 4, 5],
            "16" | "16_16" | "10_11_11" | "11_11_10" | "16_16_16_16" => &[0, 1, 2, 3, 4, 5, 7],
            "32" | "32_32" | "32_32_32" | "32_32_32_32" => &[4, 5, 7],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        numeric.iter().map(move |numeric| (data, *numeric))
    });
    std::iter::once((0, 0)).chain(pairs)
}

/// Returns the name of a code of both formats; `None` if it has none.
fn unified_name(code: i64, generation: Generation<'_>) -> Option<String> {
    let (data, numeric) = unified(generation).nth(usize::try_from(code).ok()?)?;
    Some(match data {
        0 => format!("{UNIFIED}INVALID"),
        _ => format!("{UNIFIED}{}_{}", DATA_FORMATS[data], NUMERIC_FORMATS[numeric]),
    })
}

/// Returns the code of a name of both formats.
fn unified_code(name: &str, generation: Generation<'_>) -> Option<i64> {
    let mut codes = 0..unified(generation).count() as i64;
    codes.find(|code| unified_name(*code, generation).as_deref() == Some(name))
}

/// Appends the format of a buffer, unless it is the default.
pub fn print(value: i64, generation: Generation<'_>, out: &mut String) {
    if generation.is_gfx10_plus() {
        if value == UNIFIED_DEFAULT {
            return;
        }
        out.push_str(&match unified_name(value, generation) {
            Some(name) => format!(" format:[{name}]"),
            None => format!(" format:{value}"),
        });
        return;
    }
    let (data, numeric) = (value & 15, value >> 4 & 7);
    if value == DEFAULT_DATA {
        return;
    }
    let name = numeric_name(numeric as usize, generation);
    if name.is_empty() {
        out.push_str(&format!(" format:{value}"));
        return;
    }
    out.push_str(" format:[");
    if data != DEFAULT_DATA {
        out.push_str(DATA);
        out.push_str(DATA_FORMATS[data as usize]);
        if numeric != 0 {
            out.push(',');
        }
    }
    if numeric != 0 {
        out.push_str(NUMERIC);
        out.push_str(name);
    }
    out.push(']');
}

/// Parses `format:...` with the offset that stands before or behind it.
pub fn parse<'a>(
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
    let offset = operand::parse_register_or_imm(statement, parser, operands, false)?;
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
        if data.is_none() != numeric.is_none() && !parser.peek().is(TokenKind::Comma) {
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

/// A target of exports: its name, its first code and the largest number behind the name.
struct ExportTarget {
    name: &'static str,
    code: i64,
    most: i64,
}

const fn target(name: &'static str, code: i64, most: i64) -> ExportTarget {
    ExportTarget { name, code, most }
}

const EXPORT_TARGETS: &[ExportTarget] = &[
    target("null", 9, 0),
    target("mrtz", 8, 0),
    target("prim", 20, 0),
    target("mrt", 0, 7),
    target("pos", 12, 4),
    target("dual_src_blend", 21, 1),
    target("param", 32, 31),
];

fn is_export_target(code: i64, generation: Generation<'_>) -> bool {
    match code {
        9 => !generation.is_gfx11_plus(),
        16 | 20 => generation.is_gfx10_plus(),
        21 | 22 => generation.is_gfx11_plus(),
        32..=63 => !generation.is_gfx11_plus() || generation.is_gfx13(),
        _ => true,
    }
}

/// Appends the name of a target of exports.
pub fn print_export_target(code: i64, generation: Generation<'_>, out: &mut String) {
    let code = code & 63;
    let found = EXPORT_TARGETS.iter().find(|it| (it.code..=it.code + it.most).contains(&code));
    out.push_str(&match found.filter(|_| is_export_target(code, generation)) {
        Some(it) if it.most == 0 => format!(" {}", it.name),
        Some(it) => format!(" {}{}", it.name, code - it.code),
        None => format!(" invalid_target_{code}"),
    });
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

/// Slots of attributes by their codes.
pub const SLOTS: &[&str] = &["p10", "p20", "p0"];

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
