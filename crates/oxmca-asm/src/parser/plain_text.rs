//! Statements that mean the same wherever they are written, found by their text alone.
//!
//! Numbers, registers and names are the only words of such a statement: local labels, the location and
//! differences of symbols depend on their place.

use super::interface::Parser;
use super::statement_cache::CacheCandidate;
use crate::lexer::TokenKind;
use crate::source::Loc;

/// The kind of text that a byte belongs to.
pub(crate) mod word {
    /// Before a word.
    pub const NONE: u8 = 0;
    /// After the sign of a number.
    pub const SIGN: u8 = 1;
    /// A point before a word: the beginning of a name.
    pub const POINT: u8 = 2;
    /// The digit 0 alone.
    pub const ZERO: u8 = 3;
    /// Decimal digits.
    pub const NUMBER: u8 = 4;
    /// After `0x`.
    pub const HEXADECIMAL: u8 = 5;
    /// After a word.
    pub const AFTER: u8 = 6;
    /// A kind of the target's own.
    pub const OF_TARGET: u8 = 7;
    /// A name: of a register, of a symbol, or one that the instruction gives a meaning.
    pub const NAME: u8 = 8;
    /// Anything else. It and what is greater ends the search.
    pub const OTHER: u8 = 9;
    /// The end of the line.
    pub const END: u8 = 10;
}

/// Between two parts of one word.
const WITHIN: u8 = word::OF_TARGET;

/// The kind of text that a byte belongs to, by the kind of the byte before it.
pub(crate) type Words = [[u8; 256]; word::OTHER as usize];

/// The characters of a target's operands, beside those of words, commas, blanks, `-` and `.`.
pub(crate) struct Punctuation {
    /// Characters before a word.
    pub before: &'static [u8],
    /// Characters after which another word may follow.
    pub after: &'static [u8],
    /// Characters that end a group of words.
    pub closing: &'static [u8],
    /// Characters that join two names.
    pub within: &'static [u8],
    /// Set if words may follow each other, and numbers may have a point.
    pub is_free: bool,
}

impl Punctuation {
    /// Returns the kinds of text in operands.
    pub(crate) const fn words(&self) -> Words {
        let mut words = [[word::OTHER; 256]; word::OTHER as usize];
        let mut before = 0;
        while before < word::OTHER as usize {
            let mut byte = 0;
            while byte < 128 {
                words[before][byte as usize] = self.next(byte, before as u8);
                byte += 1;
            }
            before += 1;
        }
        words
    }

    const fn next(&self, byte: u8, before: u8) -> u8 {
        let begins = before == word::NONE || self.is_free && before == word::AFTER;
        match (byte, before) {
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', word::POINT | WITHIN | word::NAME) => word::NAME,
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) if begins => word::NAME,
            (b'0'..=b'9' | b'.', word::NAME) => word::NAME,
            (b'0', word::SIGN) => word::ZERO,
            (b'0', _) if begins => word::ZERO,
            (b'0'..=b'9', word::SIGN | word::ZERO | word::NUMBER) => word::NUMBER,
            (b'0'..=b'9', _) if begins => word::NUMBER,
            (b'.', word::ZERO | word::NUMBER) if self.is_free => word::NUMBER,
            (b'x', word::ZERO) => word::HEXADECIMAL,
            (b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', word::HEXADECIMAL) => word::HEXADECIMAL,
            (_, word::SIGN | word::POINT | WITHIN) => word::OTHER,
            (b'\n', _) => word::END,
            (b',', _) => word::NONE,
            (b'.', word::NONE) => word::POINT,
            (b'-', word::NONE) => word::SIGN,
            (b' ' | b'\t', word::NONE) => word::NONE,
            (b' ' | b'\t', _) => word::AFTER,
            (_, word::NAME) if contains(self.within, byte) => WITHIN,
            (_, word::NONE) if contains(self.before, byte) => word::NONE,
            (_, word::AFTER) if self.is_free && contains(self.before, byte) => word::NONE,
            _ if contains(self.after, byte) => word::NONE,
            _ if contains(self.closing, byte) => word::AFTER,
            _ => word::OTHER,
        }
    }
}

const fn contains(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return true;
        }
        at += 1;
    }
    false
}

/// Finds the end of the line if there are only plain words on it, and whether there are names.
pub(crate) fn end_of_plain(words: &Words, text: &[u8]) -> Option<(usize, bool)> {
    let mut kind = word::NONE;
    let mut seen = 0;
    for (at, byte) in text.iter().enumerate() {
        kind = words[usize::from(kind)][usize::from(*byte)];
        if kind >= word::OTHER {
            return (kind == word::END).then_some((at, seen & word::NAME != 0));
        }
        seen |= kind;
    }
    None
}

impl Parser<'_> {
    /// Prepares to cache the statement that begins at `loc` with `mnemonic`, which has been read, if it is
    /// plain: as long as no symbol stands for an expression, each is known by its name.
    pub(crate) fn plain_candidate(
        &mut self,
        words: &Words,
        mnemonic: &[u8],
        loc: Loc,
    ) -> Option<CacheCandidate> {
        if self.at(TokenKind::EndOfStatement) {
            return None;
        }
        let text = self.text_from(loc)?;
        let (end, has_names) = end_of_plain(words, text.strip_prefix(mnemonic)?)?;
        self.cache_candidate(&text[..mnemonic.len() + end], has_names, loc)
    }
}
