//! Statements that mean the same wherever they are written.

use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::source::Loc;

/// The text of the statement that begins at `loc` with `mnemonic`, without the end of its line, and whether it
/// has words that may be names of symbols. `None` unless numbers, registers and such names are its only words:
/// local labels, the location and differences of symbols depend on their place.
pub(in crate::target::riscv) fn cacheable_text<'a>(
    parser: &Parser<'a>,
    mnemonic: &[u8],
    loc: Loc,
) -> Option<(&'a [u8], bool)> {
    if parser.at(TokenKind::EndOfStatement) {
        return None;
    }
    let text = parser.text_from(loc)?;
    let operands = text.strip_prefix(mnemonic)?;
    let (end, has_names) = end_of_plain(operands)?;
    Some((&text[..mnemonic.len() + end], has_names))
}

/// The kind of text that a byte belongs to.
mod word {
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
    /// A name: of a register, of a symbol, or one that the instruction gives a meaning.
    pub const NAME: u8 = 8;
    /// Anything else. It and what is greater ends the search.
    pub const OTHER: u8 = 9;
    /// The end of the line.
    pub const END: u8 = 10;
}

/// The kind of text that a byte belongs to, by the kind of the byte before it.
static NEXT: [[u8; 256]; word::OTHER as usize] = {
    let mut next = [[word::OTHER; 256]; word::OTHER as usize];
    let mut before = 0;
    while before < word::OTHER as usize {
        let mut byte = 0;
        while byte < 128 {
            next[before][byte as usize] = match (byte, before as u8) {
                (b'a'..=b'z' | b'A'..=b'Z' | b'_', word::NONE | word::POINT | word::NAME)
                | (b'0'..=b'9' | b'.', word::NAME) => word::NAME,
                (b'0', word::NONE | word::SIGN) => word::ZERO,
                (b'0'..=b'9', word::NONE | word::SIGN | word::ZERO | word::NUMBER) => word::NUMBER,
                (b'x', word::ZERO) => word::HEXADECIMAL,
                (b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', word::HEXADECIMAL) => word::HEXADECIMAL,
                (_, word::SIGN | word::POINT) => word::OTHER,
                (b'\n', _) => word::END,
                (b',' | b'(' | b'{', _) => word::NONE,
                (b')' | b'}', _) => word::AFTER,
                (b' ' | b'\t' | b'%', word::NONE) => word::NONE,
                (b'-', word::NONE) => word::SIGN,
                (b'.', word::NONE) => word::POINT,
                (b' ' | b'\t', _) => word::AFTER,
                _ => word::OTHER,
            };
            byte += 1;
        }
        before += 1;
    }
    next
};

/// Finds the end of the line if there are only plain words on it, and whether there are names.
fn end_of_plain(text: &[u8]) -> Option<(usize, bool)> {
    let mut word = word::NONE;
    let mut words = 0;
    for (at, byte) in text.iter().enumerate() {
        word = NEXT[usize::from(word)][usize::from(*byte)];
        if word >= word::OTHER {
            return (word == word::END).then_some((at, words & word::NAME != 0));
        }
        words |= word;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::end_of_plain;

    fn end(line: &str) -> Option<(usize, bool)> {
        end_of_plain(format!("{line}\nnop").as_bytes())
    }

    #[test]
    fn registers_numbers_and_names_are_plain() {
        for line in [
            " a0, a1, a2",
            "\ta0,-8(sp)",
            " a0, 0x7f",
            " a0, %lo(.Lx)(a1)",
            " a0, foo.1",
            " a0,a1,e32, m1, ta, ma",
            " v8, (a0), v0.t",
            " {ra, s0}, 016",
            " a0 , ( a1 ) ",
        ] {
            assert_eq!(end(line), Some((line.len(), true)), "{line}");
        }
        assert_eq!(end("\t-16 , 0"), Some((8, false)));
        assert_eq!(end(""), Some((0, false)));
        assert_eq!(end_of_plain(b" a0"), None);
    }

    #[test]
    fn whatever_may_depend_on_its_place_is_not_plain() {
        for line in [
            " a0, 1f",
            " a0, 0b",
            " a0, 10b",
            " a0, .",
            " a0, .+4",
            " a0, .5",
            " a0, 0.5",
            " a0, foo-bar",
            " a0, foo - 4",
            " a0, -foo",
            " a0, foo+4",
            " a0, foo@plt",
            " a0, \"foo\"",
            " a0, a1 # comment",
            " a0, a1; nop",
            " a0, 1 + 2",
            " a0, 08x",
            " a0, foo$",
            " a0\r",
        ] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
