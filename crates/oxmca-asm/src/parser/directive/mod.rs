//! Directives every target shares.

mod assignment;
mod cfi;
mod codeview;
mod coff;
mod data;
mod debug;
mod elf;
mod macho;
mod message;
mod string;
mod symbol;
mod table;

pub(super) use assignment::Assignment;
pub(super) use cfi::Frames;
pub(super) use codeview::CodeView;
pub(super) use debug::LineTable;

use crate::lexer::TokenKind;
use crate::source::Loc;

use super::{ParseResult, Parser};

/// The beginning of a statement: a directive's name and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement<'a> {
    /// The name, as written.
    pub name: &'a [u8],
    /// Its place.
    pub loc: Loc,
}

/// Parses a directive whose name has been read.
type Handler = for<'a> fn(&mut Parser<'a>, Statement<'a>) -> ParseResult;

/// Finds what parses a conditional directive: these work even where text is skipped.
pub(super) fn conditional(name: &[u8]) -> Option<Handler> {
    find(table::CONDITIONAL, lower_case(name, &mut [0; LONGEST_NAME])?)
}

/// Finds what parses any other directive.
pub(super) fn general(name: &[u8]) -> Option<Handler> {
    find(table::GENERAL, lower_case(name, &mut [0; LONGEST_NAME])?)
}

/// Finds what parses a directive of ELF, whose names are in lower case only.
pub(super) fn elf(name: &[u8]) -> Option<Handler> {
    find(table::ELF, name)
}

/// Finds what parses a directive of COFF.
pub(super) fn coff(name: &[u8]) -> Option<Handler> {
    find(table::COFF, name)
}

/// Finds what parses a directive of Mach-O.
pub(super) fn macho(name: &[u8]) -> Option<Handler> {
    find(table::MACHO, name)
}

const LONGEST_NAME: usize = 30;

fn lower_case<'b>(name: &[u8], buffer: &'b mut [u8; LONGEST_NAME]) -> Option<&'b [u8]> {
    let lower = buffer.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    Some(lower)
}

fn find(table: &[(&str, Handler)], name: &[u8]) -> Option<Handler> {
    let index = table.binary_search_by(|(known, _)| known.as_bytes().cmp(name)).ok()?;
    Some(table[index].1)
}

impl<'a> Parser<'a> {
    /// Parses items up to the end of the statement, with commas between them if `commas`.
    pub(super) fn parse_many(
        &mut self,
        commas: bool,
        mut parse: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        if self.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        loop {
            parse(self)?;
            if self.eat(TokenKind::EndOfStatement) {
                return Ok(());
            }
            if commas {
                self.expect(TokenKind::Comma, "unexpected token")?;
            }
        }
    }

    /// An integer token.
    pub(super) fn parse_integer_token(&mut self, message: &str) -> ParseResult<i64> {
        let tok = self.tok();
        if !tok.is(TokenKind::Integer) {
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(tok.value)
    }

    /// A name; `message` is reported at the current token if there is none.
    pub(super) fn expect_identifier(&mut self, message: &str) -> ParseResult<&'a [u8]> {
        match self.parse_identifier() {
            Some(name) => Ok(name),
            None => Err(self.error(self.tok().loc, message)),
        }
    }

    /// A name; `message` is reported at the token read last if there is none.
    pub(super) fn expect_name(&mut self, message: &str) -> ParseResult<&'a [u8]> {
        match self.parse_identifier() {
            Some(name) => Ok(name),
            None => Err(self.token_error(message)),
        }
    }

    /// The text from the current token to the end of the statement, as it is.
    pub(super) fn take_text_to_end_of_statement(&mut self) -> &'a [u8] {
        let start = self.tok().loc;
        while !matches!(self.tok().kind, TokenKind::EndOfStatement | TokenKind::Eof) {
            self.lex_raw();
        }
        self.text_between(start, self.tok().loc)
    }

    /// The text from the current token to a comma or the end of the statement, as it is.
    pub(super) fn take_text_to_comma(&mut self) -> &'a [u8] {
        let start = self.tok().loc;
        while !matches!(
            self.tok().kind,
            TokenKind::EndOfStatement | TokenKind::Comma | TokenKind::Eof
        ) {
            self.lex_raw();
        }
        self.text_between(start, self.tok().loc)
    }

    /// The text of the current buffer between two positions; nothing if they are not in order in it.
    pub(super) fn text_between(&self, start: Loc, end: Loc) -> &'a [u8] {
        let base = self.buffer.start().0;
        let offset = |loc: Loc| loc.0.wrapping_sub(base) as usize;
        self.buffer.text().get(offset(start)..offset(end)).unwrap_or(&[])
    }
}
