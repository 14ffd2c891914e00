//! Splits text into tokens.
//!
//! Works on bytes: nothing is assumed of the encoding. A byte past the end reads as 0, as it would
//! in the reference, whose buffers end with a NUL.

mod number;
mod token;

pub(crate) use number::wide_value;
pub use token::{Token, TokenKind};

use std::borrow::Cow;

use crate::source::{Buffer, Loc};
use crate::syntax::Syntax;

/// The error in the text of an [`TokenKind::Error`] token.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LexError {
    /// The place.
    pub loc: Loc,
    /// The message.
    pub message: Cow<'static, str>,
}

/// The kind of token that a byte may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteKind {
    Other,
    /// A name, on every target.
    Name,
    Digit,
    /// A space; so is a NUL.
    Blank,
    /// A token by itself, unless it begins a comment or separator.
    Single,
}

static BYTE_KINDS: [ByteKind; 256] = {
    let mut kinds = [ByteKind::Other; 256];
    let mut byte = 0u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => ByteKind::Name,
            b'0'..=b'9' => ByteKind::Digit,
            0 | b' ' | b'\t' => ByteKind::Blank,
            b'%' | b',' | b'(' | b')' => ByteKind::Single,
            _ => ByteKind::Other,
        };
        byte += 1;
    }
    kinds
};

/// Returns whether a text, which may be empty, begins with a token of one byte.
fn begins_with_single(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| BYTE_KINDS[usize::from(byte)] == ByteKind::Single)
}

/// Which bytes a name may go on with.
mod name_byte {
    /// On every target.
    pub const ALWAYS: u8 = 1;
    /// Bytes of identifiers in which `@` may stand.
    pub const AT: u8 = 2;
}

static NAME_BYTES: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'$' | b'?' => {
                name_byte::ALWAYS
            }
            b'@' => name_byte::AT,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// A comment that begins with `LLVM-MCA-`.
#[derive(Clone, Copy, Debug)]
pub struct MarkerComment<'a> {
    /// Position of the comment's text, just past what begins the comment.
    pub loc: Loc,
    /// The text after `LLVM-MCA-`.
    pub text: &'a [u8],
}

/// The result of a search for the end of a string or comment. Looking ahead within comments searches
/// the same text again and again; without this, every line could search the whole rest.
#[derive(Clone, Copy, Default)]
struct Search {
    /// Position of the first byte searched.
    start: u32,
    /// Position of the end that was found, or of the end of the buffer.
    end: u32,
    found: bool,
}

impl Search {
    /// Returns the result of a search from `start` that this one went through.
    fn from(&self, start: u32) -> Option<Search> {
        (self.start <= start && start < self.end).then_some(*self)
    }
}

/// A cursor over the tokens of one buffer.
pub struct Lexer<'a> {
    text: &'a [u8],
    base: u32,
    /// Offset of the next byte.
    pos: usize,
    /// Offset of the newest token.
    token_start: usize,
    /// The current token.
    tok: Token<'a>,
    /// Tokens that come before what is at `pos`, last first.
    pushed: Vec<Token<'a>>,
    syntax: &'a Syntax,
    /// Set if numbers may end in a letter that gives their radix (`0fh`, `101b`, `17q`).
    radix_suffixes: bool,
    /// Set if no comment and no separator begins with a token of one byte.
    has_plain_singles: bool,
    at_start_of_line: bool,
    at_start_of_statement: bool,
    just_consumed_end_of_statement: bool,
    peeking: bool,
    /// Set if spaces between tokens are dropped.
    pub skip_space: bool,
    /// Set if `@` may be inside an identifier.
    pub at_in_identifier: bool,
    /// Set if strings use doubled quotes instead of escapes, and `'` quotes strings too.
    pub masm_strings: bool,
    error: LexError,
    markers: Vec<MarkerComment<'a>>,
    string_search: Search,
    comment_search: Search,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the start of `buffer`. `radix_suffixes` allows numbers such as `0fh` and `17q`. The current
    /// token is a space until the first [`Lexer::lex`].
    pub fn new(buffer: &'a Buffer, syntax: &'a Syntax, radix_suffixes: bool) -> Lexer<'a> {
        let tok = Token { kind: TokenKind::Space, loc: buffer.start(), text: &[], value: 0 };
        Lexer {
            text: buffer.text(),
            base: buffer.start().0,
            pos: 0,
            token_start: 0,
            tok,
            pushed: Vec::new(),
            syntax,
            radix_suffixes,
            has_plain_singles: ![syntax.comment, syntax.separator]
                .into_iter()
                .any(begins_with_single),
            at_start_of_line: true,
            at_start_of_statement: true,
            just_consumed_end_of_statement: true,
            peeking: false,
            skip_space: true,
            at_in_identifier: syntax.at_in_identifier,
            masm_strings: false,
            error: LexError::default(),
            markers: Vec::new(),
            string_search: Search::default(),
            comment_search: Search::default(),
        }
    }

    /// Goes on with `buffer` from `loc`. The current token stays until the next [`Lexer::lex`].
    pub fn jump(&mut self, buffer: &'a Buffer, loc: Loc) {
        self.text = buffer.text();
        self.base = buffer.start().0;
        self.pos = (loc.0.saturating_sub(self.base) as usize).min(self.text.len());
        self.token_start = self.pos;
    }

    /// Returns the current token.
    #[inline]
    pub fn tok(&self) -> Token<'a> {
        self.tok
    }

    /// Goes to the next token and gives its kind. After the last token, [`TokenKind::Eof`] for ever.
    #[inline]
    pub fn lex(&mut self) -> TokenKind {
        self.just_consumed_end_of_statement = self.tok.kind == TokenKind::EndOfStatement;
        match self.pushed.pop() {
            Some(token) => self.tok = token,
            None => self.lex_token(),
        }
        self.tok.kind
    }

    /// Makes `token` the current one and the current one the next.
    pub fn unlex(&mut self, token: Token<'a>) {
        self.pushed.push(self.tok);
        self.tok = token;
    }

    /// Returns whether the token before the current one ended a statement.
    pub fn just_consumed_end_of_statement(&self) -> bool {
        self.just_consumed_end_of_statement
    }

    /// Returns whether tokens have been put back that are still to come.
    pub(crate) fn has_pushed(&self) -> bool {
        !self.pushed.is_empty()
    }

    /// Skips text up to the line feed at `loc`, which becomes the current token and must not be before
    /// the next one.
    pub(crate) fn skip_to_line_feed(&mut self, loc: Loc) {
        self.token_start = (loc.0.saturating_sub(self.base) as usize).min(self.text.len());
        self.pos = (self.token_start + 1).min(self.text.len());
        self.at_start_of_line = true;
        self.at_start_of_statement = true;
        self.set(TokenKind::EndOfStatement);
    }

    /// Returns the start of the token read last, which is the current token except after
    /// [`Lexer::unlex`].
    pub fn loc(&self) -> Loc {
        self.loc_at(self.token_start)
    }

    /// Returns the error at the newest [`TokenKind::Error`] token.
    pub fn error(&self) -> &LexError {
        &self.error
    }

    /// Removes the first of the markers that have been read. Text read twice (by [`Lexer::peek`], then
    /// by [`Lexer::lex`]) gives its markers twice.
    pub fn take_marker(&mut self) -> Option<MarkerComment<'a>> {
        (!self.markers.is_empty()).then(|| self.markers.remove(0))
    }

    /// Returns whether [`Lexer::take_marker`] would give any.
    #[inline]
    pub fn has_markers(&self) -> bool {
        !self.markers.is_empty()
    }

    /// Reads up to `tokens.len()` tokens without moving, and says how many there are. They are read
    /// from the text: tokens put back by [`Lexer::unlex`] are not among them.
    pub fn peek_tokens(&mut self, tokens: &mut [Token<'a>], skip_space: bool) -> usize {
        let saved = (self.token_start, self.pos, self.skip_space, self.peeking);
        let saved_starts = (self.at_start_of_line, self.at_start_of_statement);
        let saved_error = std::mem::take(&mut self.error);
        let saved_tok = self.tok;
        self.skip_space = skip_space;
        self.peeking = true;
        let mut count = 0;
        while count < tokens.len() {
            self.lex_token();
            tokens[count] = self.tok;
            count += 1;
            if self.tok.kind == TokenKind::Eof {
                break;
            }
        }
        self.tok = saved_tok;
        (self.token_start, self.pos, self.skip_space, self.peeking) = saved;
        (self.at_start_of_line, self.at_start_of_statement) = saved_starts;
        self.error = saved_error;
        count
    }

    /// Returns the token after the current one, spaces skipped.
    pub fn peek(&mut self) -> Token<'a> {
        let mut tokens = [self.tok];
        self.peek_tokens(&mut tokens, true);
        tokens[0]
    }

    /// Returns the text from the next token to the end of the statement, as it is; the current
    /// token is not changed.
    pub fn take_to_end_of_statement(&mut self) -> &'a [u8] {
        self.token_start = self.pos;
        while self.pos < self.text.len()
            && !self.at_comment(self.pos)
            && !self.at_separator(self.pos)
            && !matches!(self.text[self.pos], b'\n' | b'\r')
        {
            self.pos += 1;
        }
        &self.text[self.token_start..self.pos]
    }

    fn loc_at(&self, offset: usize) -> Loc {
        Loc(self.base + offset as u32)
    }

    /// Returns the byte at `offset`, 0 past the end.
    #[inline]
    fn byte(&self, offset: usize) -> u8 {
        self.text.get(offset).copied().unwrap_or(0)
    }

    /// Returns the next byte, 0 at the end.
    #[inline]
    fn next(&self) -> u8 {
        self.byte(self.pos)
    }

    /// Makes what was read since `token_start` the current token.
    #[inline]
    fn set(&mut self, kind: TokenKind) {
        self.set_value(kind, 0);
    }

    #[inline]
    fn set_value(&mut self, kind: TokenKind, value: i64) {
        let text = &self.text[self.token_start..self.pos];
        self.tok = Token { kind, loc: self.loc_at(self.token_start), text, value };
    }

    /// Makes what was read since `at` the current token, an error.
    #[cold]
    fn fail(&mut self, at: usize, message: impl Into<Cow<'static, str>>) {
        let loc = self.loc_at(at);
        self.error = LexError { loc, message: message.into() };
        let text = &self.text[at..self.pos.max(at)];
        self.tok = Token { kind: TokenKind::Error, loc, text, value: 0 };
    }

    #[inline]
    fn at_comment(&self, offset: usize) -> bool {
        let comment = self.syntax.comment.as_bytes();
        match comment {
            // "##" is begun by a single '#' too: text that went through a preprocessor.
            [first] | [first, b'#', ..] => self.byte(offset) == *first,
            _ => self.text[offset..].starts_with(comment),
        }
    }

    #[inline]
    fn at_separator(&self, offset: usize) -> bool {
        let separator = self.syntax.separator.as_bytes();
        separator.first() == self.text.get(offset) && self.text[offset..].starts_with(separator)
    }

    /// Reads a token and makes it the current one. Written in place, field by field: a token given back
    /// by value is copied before its fields have reached memory.
    fn lex_token(&mut self) {
        // Skipped spaces bring the loop round again.
        loop {
            self.token_start = self.pos;
            let start = self.pos;
            let Some(&first) = self.text.get(start) else {
                let at_start = std::mem::replace(&mut self.at_start_of_statement, true);
                self.at_start_of_line = true;
                // Text that ends within a statement still ends the statement.
                let kind = if at_start { TokenKind::Eof } else { TokenKind::EndOfStatement };
                return self.set(kind);
            };
            self.pos += 1;

            // Most tokens begin with what begins no comment or separator.
            match BYTE_KINDS[usize::from(first)] {
                ByteKind::Name => {
                    self.at_start_of_line = false;
                    self.at_start_of_statement = false;
                    return self.lex_identifier();
                }
                ByteKind::Digit => {
                    self.at_start_of_line = false;
                    self.at_start_of_statement = false;
                    return self.lex_number(first);
                }
                ByteKind::Blank => {
                    self.at_start_of_line = false;
                    while matches!(self.next(), b' ' | b'\t') {
                        self.pos += 1;
                    }
                    if self.skip_space {
                        continue;
                    }
                    return self.set(TokenKind::Space);
                }
                ByteKind::Single if self.has_plain_singles => {
                    self.at_start_of_line = false;
                    self.at_start_of_statement = false;
                    return self.set(match first {
                        b'%' => TokenKind::Percent,
                        b',' => TokenKind::Comma,
                        b'(' => TokenKind::LParen,
                        _ => TokenKind::RParen,
                    });
                }
                ByteKind::Single | ByteKind::Other => {}
            }
            if first == b'#' && self.at_start_of_statement && !self.peeking {
                if self.lex_hash_at_start() {
                    return;
                }
                if self.syntax.additional_comments {
                    return self.lex_line_comment();
                }
            }
            if self.at_comment(start) {
                if self.text[start..].starts_with(self.syntax.comment.as_bytes()) {
                    self.pos = start + self.syntax.comment.len();
                }
                return self.lex_line_comment();
            }
            if self.at_separator(start) {
                self.pos = start + self.syntax.separator.len();
                self.at_start_of_line = true;
                self.at_start_of_statement = true;
                return self.set(TokenKind::EndOfStatement);
            }

            self.at_start_of_line = false;
            let was_at_start = std::mem::replace(&mut self.at_start_of_statement, false);
            if first == b'/' {
                self.at_start_of_statement = was_at_start;
                return self.lex_slash();
            }
            return self.lex_from(first);
        }
    }

    /// Reads a token that begins with `first`, which is already behind `pos` and begins no name or
    /// number on every target.
    fn lex_from(&mut self, first: u8) {
        use TokenKind::*;
        let kind = match first {
            b'\r' | b'\n' => {
                self.at_start_of_line = true;
                self.at_start_of_statement = true;
                if first == b'\r' && self.next() == b'\n' {
                    self.pos += 1;
                }
                EndOfStatement
            }
            b'"' => return self.lex_quote(),
            b'\'' => return self.lex_single_quote(),
            b':' => Colon,
            b'+' => Plus,
            b'~' => Tilde,
            b'(' => LParen,
            b')' => RParen,
            b'[' => LBrac,
            b']' => RBrac,
            b'{' => LCurly,
            b'}' => RCurly,
            b'*' => Star,
            b',' => Comma,
            b'\\' => BackSlash,
            b'#' => Hash,
            b'%' => Percent,
            b'^' => Caret,
            b'$' if self.syntax.dollar_begins_identifier => return self.lex_identifier(),
            b'@' if self.syntax.at_begins_identifier => return self.lex_identifier(),
            b'?' if self.syntax.question_begins_identifier => return self.lex_identifier(),
            b'$' => Dollar,
            b'@' => At,
            b'?' => Question,
            b'=' => self.one_or_two(Equal, b'=', EqualEqual),
            b'-' => self.one_or_two(Minus, b'>', MinusGreater),
            b'|' => self.one_or_two(Pipe, b'|', PipePipe),
            b'&' => self.one_or_two(Amp, b'&', AmpAmp),
            b'!' => self.one_or_two(Exclaim, b'=', ExclaimEqual),
            b'<' => match self.one_or_two(Less, b'<', LessLess) {
                Less => match self.one_or_two(Less, b'=', LessEqual) {
                    Less => self.one_or_two(Less, b'>', LessGreater),
                    kind => kind,
                },
                kind => kind,
            },
            b'>' => match self.one_or_two(Greater, b'>', GreaterGreater) {
                Greater => self.one_or_two(Greater, b'=', GreaterEqual),
                kind => kind,
            },
            _ => return self.fail(self.token_start, "invalid character in input"),
        };
        self.set(kind)
    }

    fn one_or_two(&mut self, one: TokenKind, second: u8, two: TokenKind) -> TokenKind {
        if self.next() == second {
            self.pos += 1;
            return two;
        }
        one
    }

    /// Returns a `#` that begins a statement: `# line "file"` if it is also at the start of the
    /// line.
    #[inline(never)]
    fn lex_hash_at_start(&mut self) -> bool {
        let mut tokens = [self.tok; 2];
        let count = self.peek_tokens(&mut tokens, true);
        let is_directive = self.at_start_of_line
            && count == 2
            && tokens[0].kind == TokenKind::Integer
            && tokens[1].kind == TokenKind::String;
        if !is_directive {
            return false;
        }
        while self.pos < self.text.len() && !matches!(self.text[self.pos], b'\n' | b'\r') {
            self.pos += 1;
        }
        self.pushed.push(tokens[1]);
        self.pushed.push(tokens[0]);
        self.set(TokenKind::HashDirective);
        true
    }

    #[inline]
    fn is_identifier_byte(&self, byte: u8) -> bool {
        let accepted = if self.at_in_identifier { !0 } else { !name_byte::AT };
        NAME_BYTES[usize::from(byte)] & accepted != 0
    }

    fn lex_identifier(&mut self) {
        // A number may begin with its point: ".5" is a number, ".5foo" is a name.
        if self.byte(self.pos - 1) == b'.' && self.next().is_ascii_digit() {
            while self.next().is_ascii_digit() {
                self.pos += 1;
            }
            if !self.is_identifier_byte(self.next()) || matches!(self.next(), b'e' | b'E') {
                return self.lex_fraction();
            }
        }
        let rest = self.text[self.pos..].iter();
        self.pos += rest.take_while(|byte| self.is_identifier_byte(**byte)).count();
        if self.pos == self.token_start + 1 && self.text[self.token_start] == b'.' {
            return self.set(TokenKind::Dot);
        }
        self.set(TokenKind::Identifier)
    }

    #[inline(never)]
    fn lex_slash(&mut self) {
        if self.syntax.additional_comments && self.next() == b'/' {
            self.pos += 1;
            return self.lex_line_comment();
        }
        self.at_start_of_statement = false;
        if !self.syntax.additional_comments || self.next() != b'*' {
            return self.set(TokenKind::Slash);
        }
        self.pos += 1;
        let text_start = self.pos;
        let start = self.loc_at(text_start).0;
        let search = self.comment_search.from(start).unwrap_or_else(|| {
            let rest = &self.text[text_start..];
            let len = rest.windows(2).position(|pair| pair == b"*/");
            let end = self.loc_at(text_start + len.unwrap_or(rest.len())).0;
            Search { start, end, found: len.is_some() }
        });
        self.comment_search = search;
        let text_end = (search.end - self.base) as usize;
        if !search.found {
            self.pos = text_end;
            return self.fail(self.token_start, "unterminated comment");
        }
        self.pos = text_end + 2;
        self.note_comment(text_start, text_end);
        self.set(TokenKind::Comment)
    }

    /// Reads a comment to the end of the line, whose opening is behind `pos`. It ends the statement.
    #[inline(never)]
    fn lex_line_comment(&mut self) {
        let text_start = self.pos;
        let rest = &self.text[text_start..];
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let text_end = rest.iter().position(is_break).map(|len| text_start + len);
        match text_end {
            Some(end) if self.text[end..].starts_with(b"\r\n") => self.pos = end + 2,
            Some(end) => self.pos = end + 1,
            None => self.pos = self.text.len(),
        }
        // At the end of the buffer the reference's comment lacks its last character.
        let text_end = text_end.unwrap_or(self.text.len().saturating_sub(1).max(text_start));
        self.note_comment(text_start, text_end);

        self.at_start_of_line = true;
        self.set(TokenKind::EndOfStatement);
        if !std::mem::replace(&mut self.at_start_of_statement, true) {
            self.tok.text = &self.tok.text[..self.tok.text.len() - 1];
        }
    }

    fn note_comment(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if let Some(marker) = text[blanks..].strip_prefix(b"LLVM-MCA-") {
            let loc = self.loc_at(start);
            self.markers.push(MarkerComment { loc, text: marker });
        }
    }

    fn lex_single_quote(&mut self) {
        if self.masm_strings {
            return self.lex_doubled_quotes(b'\'');
        }
        let escaped = self.next() == b'\\';
        if escaped {
            self.pos += 1;
        }
        let Some(&character) = self.text.get(self.pos) else {
            return self.fail(self.token_start, "unterminated single quote");
        };
        self.pos += 1;
        let closing = self.text.get(self.pos).copied();
        self.pos = (self.pos + 1).min(self.text.len());
        if closing != Some(b'\'') {
            return self.fail(self.token_start, "single quote way too long");
        }
        let value = match character {
            b't' if escaped => b'\t',
            b'n' if escaped => b'\n',
            b'b' if escaped => 8,
            b'f' if escaped => 12,
            b'r' if escaped => b'\r',
            plain => plain,
        };
        // Characters are signed in the reference.
        self.set_value(TokenKind::Integer, i64::from(value as i8))
    }

    fn lex_quote(&mut self) {
        if self.masm_strings {
            return self.lex_doubled_quotes(b'"');
        }
        // A quote within a string that was searched before is an escaped one: from there on the search
        // goes the same way.
        let start = self.loc_at(self.token_start).0;
        let search = self.string_search.from(start).unwrap_or_else(|| {
            let mut at = self.pos;
            let found = loop {
                match self.text.get(at) {
                    Some(b'"') => break true,
                    Some(b'\\') => at += 2,
                    Some(_) => at += 1,
                    None => break false,
                }
            };
            Search { start, end: self.loc_at(at.min(self.text.len())).0, found }
        });
        self.string_search = search;
        self.pos = (search.end - self.base) as usize;
        if !search.found {
            return self.fail(self.token_start, "unterminated string constant");
        }
        self.pos += 1;
        self.set(TokenKind::String)
    }

    fn lex_doubled_quotes(&mut self, quote: u8) {
        loop {
            let Some(&byte) = self.text.get(self.pos) else {
                return self.fail(self.token_start, "unterminated string constant");
            };
            self.pos += 1;
            if byte == quote {
                if self.text.get(self.pos) != Some(&quote) {
                    return self.set(TokenKind::String);
                }
                self.pos += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
