//! Reading words and numbers.

use super::statement::{Attempt, AttemptResult};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};

/// Returns whether a token is a word.
pub fn is_word(token: &Token<'_>, word: &str) -> bool {
    token.is(TokenKind::Identifier) && token.text == word.as_bytes()
}

/// Returns the token after the current one, or the end of the statement if that is the current one. LLVM also acts on the
/// markers of regions in comments that it reads ahead, so how often and how far that is done can be seen.
pub fn peek<'a>(parser: &mut Parser<'a>) -> Token<'a> {
    let token = parser.tok();
    if token.is(TokenKind::EndOfStatement) { token } else { parser.peek() }
}

/// Goes past a word.
pub fn eat_word(parser: &mut Parser<'_>, word: &str) -> bool {
    let is_there = is_word(&parser.tok(), word);
    if is_there {
        parser.lex();
    }
    is_there
}

/// Goes past `no` with a word behind it, without a blank.
pub fn eat_negated(parser: &mut Parser<'_>, word: &str) -> bool {
    let token = parser.tok();
    let is_there = token.is(TokenKind::Identifier)
        && token.text.strip_prefix(b"no".as_slice()) == Some(word.as_bytes());
    if is_there {
        parser.lex();
    }
    is_there
}

/// Goes past a word and a token behind it.
pub fn eat_word_and(parser: &mut Parser<'_>, word: &str, kind: TokenKind) -> bool {
    let is_there = is_word(&parser.tok(), word) && parser.peek().is(kind);
    if is_there {
        parser.lex();
        parser.lex();
    }
    is_there
}

/// Parses a number; `expected` says in the message what else may stand there.
pub fn parse_number_or(parser: &mut Parser<'_>, expected: &str) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    let (expr, _) = parser.parse_expression()?;
    match parser.evaluate(&expr) {
        Some(value) => Ok(value),
        None if expected.is_empty() => Err(parser.error(loc, "expected absolute expression")),
        None => Err(parser.error(loc, format!("expected {expected} or an absolute expression"))),
    }
}

/// Parses a number.
pub fn parse_number(parser: &mut Parser<'_>) -> ParseResult<i64> {
    parse_number_or(parser, "")
}

/// Parses `WORD:NUMBER`.
pub fn parse_prefixed(parser: &mut Parser<'_>, word: &str) -> ParseResult<Option<i64>> {
    if !eat_word_and(parser, word, TokenKind::Colon) {
        return Ok(None);
    }
    parse_number(parser).map(Some)
}

/// Parses `WORD:NAME` or `WORD:NUMBER`, both of a list.
pub fn parse_prefixed_name(
    parser: &mut Parser<'_>,
    word: &str,
    names: &[&str],
) -> ParseResult<Option<i64>> {
    if !eat_word_and(parser, word, TokenKind::Colon) {
        return Ok(None);
    }
    let token = parser.tok();
    let value = if token.is(TokenKind::Identifier) {
        parser.lex();
        names.iter().position(|it| it.as_bytes() == token.text).unwrap_or(names.len()) as i64
    } else {
        parse_number(parser)?
    };
    if !(0..names.len() as i64).contains(&value) {
        return Err(parser.error(token.loc, format!("invalid {word} value")));
    }
    Ok(Some(value))
}

/// Returns that an operand was parsed, or that it is another one.
pub fn attempt(is_parsed: bool) -> AttemptResult {
    Ok(if is_parsed { Attempt::Parsed } else { Attempt::NoMatch })
}
