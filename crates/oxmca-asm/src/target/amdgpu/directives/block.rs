//! Statements and lines of a block that a directive ends.

use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// Goes past the ends of statements and the name that follows them.
pub fn next_name<'a>(parser: &mut Parser<'a>, message: &str) -> ParseResult<(&'a [u8], Loc)> {
    while parser.eat(TokenKind::EndOfStatement) {}
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Err(parser.error(token.loc, message));
    }
    parser.lex();
    Ok((token.text, token.loc))
}

/// Goes past lines up to one that begins with a name.
pub fn parse_text_block(parser: &mut Parser<'_>, end: &[u8]) -> ParseResult {
    while !parser.at(TokenKind::Eof) {
        let token = parser.tok();
        if token.is(TokenKind::Identifier) && token.text == end {
            parser.lex();
            return Ok(());
        }
        parser.eat_to_end_of_statement();
    }
    Err(parser.token_error(message!["expected directive ", end, " not found"]))
}
