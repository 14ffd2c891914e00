//! Directives that only SystemZ has.

mod insn;

use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::subtarget::Subtarget;
use crate::target::systemz::state::State;
use crate::target::systemz::target::SystemZ;

/// The tag of `.gnu_attribute` that tells how vectors are passed, and the greatest value that it has.
const VECTOR_TAG: i64 = 8;
const LAST_VECTOR_VALUE: i64 = 2;

/// Parses a directive and says whether it is one of SystemZ's.
pub(super) fn parse_directive<'a>(
    systemz: &SystemZ<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    match name {
        b".insn" => insn::parse(systemz, parser)?,
        b".machine" => parse_machine(systemz, parser)?,
        name if name.starts_with(b".gnu_attribute") => parse_attribute(parser, loc)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses `.machine CPU`, `.machine push` or `.machine pop`.
fn parse_machine(systemz: &SystemZ<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !matches!(tok.kind, TokenKind::Identifier | TokenKind::String) {
        return Err(parser.token_error("unexpected token in '.machine' directive"));
    }
    let name = tok.identifier();
    parser.lex();
    parser.expect_end_of_statement()?;
    let features = *parser.features();
    let state = parser.target_state.get_mut::<State>();
    match name {
        b"push" => {
            if let Some(state) = state {
                state.kept.push(features);
            }
        }
        b"pop" => match state.and_then(|state| state.kept.pop()) {
            Some(features) => parser.set_features(features),
            None => {
                let message = "pop without corresponding push in '.machine' directive";
                return Err(parser.error(tok.loc, message));
            }
        },
        name => {
            let name = String::from_utf8_lossy(name);
            let (subtarget, notices) = Subtarget::resolve(systemz, &name, []);
            for notice in notices {
                parser.plain_warning(notice.to_string());
            }
            let features = subtarget.map(|subtarget| subtarget.features).unwrap_or_default();
            parser.set_features(features);
        }
    }
    Ok(())
}

/// Parses `.gnu_attribute TAG, VALUE`.
fn parse_attribute(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let malformed = "malformed .gnu_attribute directive";
    let tag = parser.tok();
    if !tag.is(TokenKind::Integer) {
        return Err(parser.error(loc, malformed));
    }
    parser.lex();
    parser.lex();
    let value = parser.tok();
    if !value.is(TokenKind::Integer) {
        return Err(parser.error(loc, malformed));
    }
    parser.lex();
    if tag.value != VECTOR_TAG || !(0..=LAST_VECTOR_VALUE).contains(&value.value) {
        return Err(parser.error(loc, "unrecognized .gnu_attribute tag/value pair."));
    }
    parser.expect_end_of_statement()
}
