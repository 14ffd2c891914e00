//! Cache policies.

use super::cursor;
use super::statement::Statement;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::amdgpu::cache_policy::{
    ATOMIC_HINTS, BYPASS, DLC, GLC, HINTS, NON_VOLATILE, OF_ATOMIC, OF_LOAD, OF_STORE,
    SCALE_OFFSET, SCC, SCOPES, SLC,
};

/// Parses a policy.
pub fn parse(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    match statement.generation.is_gfx12_plus() {
        true => parse_hints(parser),
        false => parse_bits(statement, parser),
    }
}

fn parse_bits(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    let generation = statement.generation;
    let has_new_names = generation.is_gfx940() && !statement.name.starts_with(b"s_");
    let (mut enabled, mut seen) = (0, 0);
    loop {
        let token = parser.tok();
        if !token.is(TokenKind::Identifier) {
            break;
        }
        let (word, is_off) = match token.text.strip_prefix(b"no".as_slice()) {
            Some(word) => (word, true),
            None => (token.text, false),
        };
        let bit = match (word, has_new_names) {
            (b"sc0", true) | (b"glc", false) => GLC,
            (b"nt", true) | (b"slc", false) => SLC,
            (b"sc1", true) | (b"scc", false) => SCC,
            (b"dlc", false) => DLC,
            _ => break,
        };
        parser.lex();
        if bit == DLC && !generation.is_gfx10_plus() {
            return Err(parser.error(token.loc, "dlc modifier is not supported on this GPU"));
        }
        if bit == SCC && !generation.is_gfx90a() {
            return Err(parser.error(token.loc, "scc modifier is not supported on this GPU"));
        }
        if seen & bit != 0 {
            return Err(parser.error(token.loc, "duplicate cache policy modifier"));
        }
        seen |= bit;
        if !is_off {
            enabled |= bit;
        }
    }
    Ok((seen != 0).then_some(enabled))
}

fn parse_hints(parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    let mut value = 0;
    let mut seen = [false; 4];
    loop {
        if !seen[0]
            && let Some(hint) = parse_hint(parser)?
        {
            value |= hint;
            seen[0] = true;
        } else if !seen[1]
            && let Some(scope) = cursor::parse_prefixed_name(parser, "scope", SCOPES)?
        {
            value |= scope << 3;
            seen[1] = true;
        } else if !seen[2] && cursor::eat_word(parser, "nv") {
            value |= NON_VOLATILE;
            seen[2] = true;
        } else if !seen[2] && cursor::eat_negated(parser, "nv") {
            seen[2] = true;
        } else if !seen[3] && cursor::eat_word(parser, "scale_offset") {
            value |= SCALE_OFFSET;
            seen[3] = true;
        } else if !seen[3] && cursor::eat_negated(parser, "scale_offset") {
            seen[3] = true;
        } else {
            return Ok(seen.contains(&true).then_some(value));
        }
    }
}

fn parse_hint(parser: &mut Parser<'_>) -> ParseResult<Option<i64>> {
    if !cursor::eat_word_and(parser, "th", TokenKind::Colon) {
        return Ok(None);
    }
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Err(parser.error(token.loc, "expected an identifier"));
    }
    parser.lex();
    let name = std::str::from_utf8(token.text).unwrap_or_default();
    if name == "TH_DEFAULT" {
        return Ok(Some(0));
    }
    let kinds = [
        ("TH_ATOMIC_", OF_ATOMIC, ATOMIC_HINTS),
        ("TH_LOAD_", OF_LOAD, HINTS),
        ("TH_STORE_", OF_STORE, HINTS),
    ];
    let is_wrong = matches!(name, "TH_STORE_LU" | "TH_LOAD_WB" | "TH_LOAD_NT_WB");
    let found = kinds.iter().filter(|_| !is_wrong).find_map(|(prefix, kind, hints)| {
        let name = name.strip_prefix(prefix)?;
        let (_, code) = hints.iter().find(|it| it.0 == name)?;
        Some(code | kind | if name == "BYPASS" { BYPASS } else { 0 })
    });
    match found {
        Some(hint) => Ok(Some(hint)),
        None => Err(parser.error(token.loc, "invalid th value")),
    }
}
