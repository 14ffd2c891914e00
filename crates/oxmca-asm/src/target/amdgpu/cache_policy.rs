//! Cache policies: `glc slc`, `sc0 nt`, `th:TH_LOAD_NT scope:SCOPE_SYS`.

use super::flag;
use super::generation::Generation;
use super::parse::{Statement, cursor};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};

/// Bits of policies before the twelfth generation.
pub const GLC: i64 = 1;
const SLC: i64 = 2;
pub const DLC: i64 = 4;
pub const SCC: i64 = 16;

/// The temporal hint, as of the twelfth generation.
pub const HINT: i64 = 7;
pub const SCOPE: i64 = 3 << 3;
/// The hint that bypasses caches.
pub const HINT_BYPASS: i64 = 3;
const SCOPE_DEVICE: i64 = 2 << 3;
pub const SCOPE_SYSTEM: i64 = 3 << 3;
pub const NON_VOLATILE: i64 = 1 << 5;
pub const SCALE_OFFSET: i64 = 1 << 11;
/// Bits that say how the hint was written. They are no part of the machine code.
pub const OF_LOAD: i64 = 1 << 7;
pub const OF_STORE: i64 = 1 << 8;
pub const OF_ATOMIC: i64 = 1 << 9;
pub const BYPASS: i64 = 1 << 10;

const SCOPES: &[&str] = &["SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"];

/// Hints of loads and stores.
const HINTS: &[(&str, i64)] = &[
    ("RT", 0),
    ("NT", 1),
    ("HT", 2),
    ("LU", 3),
    ("WB", 3),
    ("NT_RT", 4),
    ("RT_NT", 5),
    ("NT_HT", 6),
    ("NT_WB", 7),
    ("BYPASS", 3),
];

/// Hints of atomic operations.
const ATOMIC_HINTS: &[(&str, i64)] = &[
    ("RETURN", 1),
    ("RT", 0),
    ("RT_RETURN", 1),
    ("NT", 2),
    ("NT_RETURN", 3),
    ("CASCADE_RT", 4),
    ("CASCADE_NT", 6),
];

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

/// The kind of an instruction that a policy is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Load,
    Store,
    Atomic,
}

/// Appends a policy.
pub fn print(value: i64, generation: Generation<'_>, flags: u64, access: Access, out: &mut String) {
    if generation.is_gfx12_plus() {
        if value & SCALE_OFFSET != 0 {
            out.push_str(" scale_offset");
        }
        print_hint(value & HINT, value & SCOPE, access, out);
        let scope = (value & SCOPE) >> 3;
        if scope != 0 {
            out.push_str(" scope:");
            out.push_str(SCOPES[scope as usize]);
        }
        if value & NON_VOLATILE != 0 {
            out.push_str(" nv");
        }
        return;
    }
    let is_new = generation.is_gfx940();
    if value & GLC != 0 {
        out.push_str(if is_new && flags & flag::SMRD == 0 { " sc0" } else { " glc" });
    }
    if value & SLC != 0 {
        out.push_str(if is_new { " nt" } else { " slc" });
    }
    if value & DLC != 0 && generation.is_gfx10_plus() {
        out.push_str(" dlc");
    }
    if value & SCC != 0 && generation.is_gfx90a() {
        out.push_str(if is_new { " sc1" } else { " scc" });
    }
    if value & !(GLC | SLC | DLC | SCC) != 0 {
        out.push_str(" /* unexpected cache policy bit */");
    }
}

fn print_hint(hint: i64, scope: i64, access: Access, out: &mut String) {
    if hint == 0 {
        return;
    }
    out.push_str(" th:");
    let name = match (access, hint) {
        (Access::Atomic, _) if hint & 4 != 0 => match (scope >= SCOPE_DEVICE, hint & 2 != 0) {
            (true, true) => Some("TH_ATOMIC_CASCADE_NT"),
            (true, false) => Some("TH_ATOMIC_CASCADE_RT"),
            _ => None,
        },
        (Access::Atomic, 1) => Some("TH_ATOMIC_RETURN"),
        (Access::Atomic, 2) => Some("TH_ATOMIC_NT"),
        (Access::Atomic, 3) => Some("TH_ATOMIC_NT_RETURN"),
        (Access::Load, 1) => Some("TH_LOAD_NT"),
        (Access::Load, 2) => Some("TH_LOAD_HT"),
        (Access::Load, 3) if scope == SCOPE_SYSTEM => Some("TH_LOAD_BYPASS"),
        (Access::Load, 3) => Some("TH_LOAD_LU"),
        (Access::Load, 4) => Some("TH_LOAD_NT_RT"),
        (Access::Load, 5) => Some("TH_LOAD_RT_NT"),
        (Access::Load, 6) => Some("TH_LOAD_NT_HT"),
        (Access::Store, 1) => Some("TH_STORE_NT"),
        (Access::Store, 2) => Some("TH_STORE_HT"),
        (Access::Store, 3) if scope == SCOPE_SYSTEM => Some("TH_STORE_BYPASS"),
        (Access::Store, 3) => Some("TH_STORE_WB"),
        (Access::Store, 4) => Some("TH_STORE_NT_RT"),
        (Access::Store, 5) => Some("TH_STORE_RT_NT"),
        (Access::Store, 6) => Some("TH_STORE_NT_HT"),
        (Access::Store, 7) => Some("TH_STORE_NT_WB"),
        _ => None,
    };
    match (name, access) {
        (Some(name), _) => out.push_str(name),
        (None, Access::Atomic) => out.push_str(&format!("TH_ATOMIC_{hint:#x}")),
        (None, _) => out.push_str(&format!("{hint:#x}")),
    }
}
