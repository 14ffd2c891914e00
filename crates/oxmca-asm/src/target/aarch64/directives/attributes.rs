//! Build attributes of ELF: `.aeabi_subsection` and `.aeabi_attribute`.

use crate::lexer::{Token, TokenKind};
use crate::parser::error::message;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::target::aarch64::build_attributes::{Attributes, Subsection};
use crate::target::aarch64::state::State;

/// The subsection of features, whose values are 0 or 1.
const FEATURES: &[u8] = b"aeabi_feature_and_bits";
/// The subsection of the ABI of signed pointers.
const POINTER_AUTHENTICATION: &[u8] = b"aeabi_pauthabi";

fn attributes<'p>(parser: &'p mut Parser<'_>) -> Option<&'p mut Attributes> {
    parser.target_state.get_mut::<State>().map(|state| &mut state.attributes)
}

/// Reports an error at a token.
fn fail<T>(parser: &mut Parser<'_>, tok: Token<'_>, message: impl Into<Vec<u8>>) -> ParseResult<T> {
    Err(parser.error(tok.loc, message))
}

fn optionality(is_optional: bool) -> &'static str {
    if is_optional { "optional" } else { "required" }
}

fn kind(is_text: bool) -> &'static str {
    if is_text { "ntbs" } else { "uleb128" }
}

/// Parses `.aeabi_subsection NAME, optional|required, uleb128|ntbs`, or `.aeabi_subsection NAME` of one that is
/// declared.
pub fn parse_subsection(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return fail(parser, tok, "subsection name not found");
    }
    let name = tok.text;
    parser.lex();
    let state = attributes(parser).ok_or(ErrorReported)?;
    let declared = state.find(name);
    let known = declared.map(|index| state.subsections[index].clone());
    if parser.at(TokenKind::EndOfStatement) {
        let tok = parser.tok();
        if declared.is_none() {
            let message = message![
                "Could not switch to subsection '",
                name,
                "' using subsection name, subsection has not been defined"
            ];
            return fail(parser, tok, message);
        }
        attributes(parser).ok_or(ErrorReported)?.active = declared;
        return Ok(());
    }
    parser.expect_comma()?;
    let is_optional = parse_optionality(parser, name, known.as_ref())?;
    parser.expect_comma()?;
    let is_text = parse_kind(parser, name, known.as_ref())?;
    let tok = parser.tok();
    if !tok.is(TokenKind::EndOfStatement) {
        let message = "unexpected token for AArch64 build attributes subsection header directive";
        return fail(parser, tok, message);
    }
    let state = attributes(parser).ok_or(ErrorReported)?;
    state.active = declared.or_else(|| {
        state.subsections.push(Subsection { name: name.into(), is_optional, is_text });
        Some(state.subsections.len() - 1)
    });
    Ok(())
}

/// Parses `optional` or `required`.
fn parse_optionality(
    parser: &mut Parser<'_>,
    name: &[u8],
    known: Option<&Subsection>,
) -> ParseResult<bool> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        let message = "optionality parameter not found, expected required|optional";
        return fail(parser, tok, message);
    }
    let is_optional = match tok.text {
        b"optional" => true,
        b"required" => false,
        _ => {
            let message =
                "unknown AArch64 build attributes optionality, expected required|optional";
            return fail(parser, tok, message);
        }
    };
    if let Some(known) = known.filter(|known| known.is_optional != is_optional) {
        let (before, now) = (optionality(known.is_optional), optionality(is_optional));
        let message = message![
            "optionality mismatch! subsection '",
            name,
            "' already exists with optionality defined as '",
            before,
            "' and not '",
            now,
            "'"
        ];
        return fail(parser, tok, message);
    }
    if name == FEATURES && !is_optional {
        return fail(parser, tok, "aeabi_feature_and_bits must be marked as optional");
    }
    if name == POINTER_AUTHENTICATION && is_optional {
        return fail(parser, tok, "aeabi_pauthabi must be marked as required");
    }
    parser.lex();
    Ok(is_optional)
}

/// Parses the type of the values, `uleb128` or `ntbs`. Returns whether they are texts.
fn parse_kind(
    parser: &mut Parser<'_>,
    name: &[u8],
    known: Option<&Subsection>,
) -> ParseResult<bool> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return fail(parser, tok, "type parameter not found, expected uleb128|ntbs");
    }
    let is_text = match tok.text {
        b"uleb128" | b"ULEB128" => false,
        b"ntbs" | b"NTBS" => true,
        _ => {
            let message = "unknown AArch64 build attributes type, expected uleb128|ntbs";
            return fail(parser, tok, message);
        }
    };
    if let Some(known) = known.filter(|known| known.is_text != is_text) {
        let message = message![
            "type mismatch! subsection '",
            name,
            "' already exists with type defined as '",
            kind(known.is_text),
            "' and not '",
            kind(is_text),
            "'"
        ];
        return fail(parser, tok, message);
    }
    if is_text && (name == FEATURES || name == POINTER_AUTHENTICATION) {
        return fail(parser, tok, message![name, " must be marked as ULEB128"]);
    }
    parser.lex();
    Ok(is_text)
}

/// Parses `.aeabi_attribute TAG, VALUE`.
pub fn parse_attribute(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let state = attributes(parser).ok_or(ErrorReported)?;
    let Some(active) = state.active.and_then(|index| state.subsections.get(index)).cloned() else {
        return fail(parser, tok, "no active subsection, build attribute can not be added");
    };
    let mut tag: &[u8] = b"";
    match tok.kind {
        TokenKind::Integer => {}
        TokenKind::Identifier => {
            tag = tok.text;
            let known: &[&[u8]] = match &*active.name {
                FEATURES => &[b"Tag_Feature_BTI", b"Tag_Feature_PAC", b"Tag_Feature_GCS"],
                POINTER_AUTHENTICATION => &[b"Tag_PAuth_Platform", b"Tag_PAuth_Schema"],
                _ => {
                    let message = message![
                        "unrecognized Tag: '",
                        tag,
                        "' \nExcept for public subsections, tags have to be an unsigned int."
                    ];
                    return fail(parser, tok, message);
                }
            };
            if !known.contains(&tag) {
                let message = message![
                    "unknown AArch64 build attribute '",
                    tag,
                    "' for subsection '",
                    active.name,
                    "'"
                ];
                return fail(parser, tok, message);
            }
        }
        _ => return fail(parser, tok, "AArch64 build attributes tag not found"),
    }
    parser.lex();
    parser.expect_comma()?;
    parse_value(parser, &active, tag)?;
    let tok = parser.tok();
    if !tok.is(TokenKind::EndOfStatement) {
        let message = "unexpected token for AArch64 build attributes tag and value attribute \
                       directive";
        return fail(parser, tok, message);
    }
    Ok(())
}

/// Parses the value of an attribute with the name `tag`, which is empty if it was written as a number.
fn parse_value(parser: &mut Parser<'_>, active: &Subsection, tag: &[u8]) -> ParseResult {
    let tok = parser.tok();
    match tok.kind {
        TokenKind::Integer if active.is_text => {
            let message = "active subsection type is NTBS (string), found ULEB128 (unsigned)";
            return fail(parser, tok, message);
        }
        TokenKind::Identifier | TokenKind::String if !active.is_text => {
            let message = "active subsection type is ULEB128 (unsigned), found NTBS (string)";
            return fail(parser, tok, message);
        }
        TokenKind::Integer | TokenKind::Identifier | TokenKind::String => {}
        _ => return fail(parser, tok, "AArch64 build attributes value not found"),
    }
    if *active.name == *FEATURES && tok.value as u32 > 1 {
        let message =
            message!["unknown AArch64 build attributes Value for Tag '", tag, "' options are 0|1"];
        return fail(parser, tok, message);
    }
    parser.lex();
    Ok(())
}
