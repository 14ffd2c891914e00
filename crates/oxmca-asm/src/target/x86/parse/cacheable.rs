//! Statements that mean the same wherever they are written.

use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::source::Loc;

/// The text of the statement that begins at `loc` with `mnemonic`, without the end of its line, if
/// it has no state to depend on: in AT&T syntax, and with registers, numbers and the names of symbols
/// as its only words. Says whether there are names: as long as no symbol stands for an expression,
/// each is known by its name.
pub(in crate::target::x86) fn cacheable_text<'a>(
    parser: &Parser<'a>,
    mnemonic: &[u8],
    loc: Loc,
) -> Option<(&'a [u8], bool)> {
    if parser.dialect != 0 || parser.at(TokenKind::EndOfStatement) {
        return None;
    }
    let text = parser.text_from(loc)?;
    let operands = text.strip_prefix(mnemonic)?;
    let (end, has_names) = end_of_plain(operands)?;
    Some((&text[..mnemonic.len() + end], has_names))
}

/// The kind of text that a byte belongs to.
mod word {
    /// Before an operand.
    pub const NONE: u8 = 0;
    /// After `%`.
    pub const REGISTER: u8 = 1;
    /// The digit 0 alone.
    pub const ZERO: u8 = 2;
    /// Digits: a letter after them may make them the name of a label.
    pub const NUMBER: u8 = 3;
    /// After `0x`.
    pub const HEXADECIMAL: u8 = 4;
    /// Between words of an operand.
    pub const WITHIN: u8 = 5;
    /// A point before an operand: it may begin a name, or a number.
    pub const POINT: u8 = 8;
    /// The name of a symbol, which nothing but registers in parentheses may follow.
    pub const NAME: u8 = 9;
    /// The bit of the two kinds that belong to names.
    pub const OF_NAME: u8 = 8;
    /// Anything else. It and what is greater ends the search.
    pub const OTHER: u8 = 10;
    /// The end of the line.
    pub const END: u8 = 11;
}

/// The kind of text that a byte belongs to, by the kind of the byte before it.
static NEXT: [[u8; 256]; word::OTHER as usize] = {
    let mut next = [[word::OTHER; 256]; word::OTHER as usize];
    let mut before = 0;
    while before < word::OTHER as usize {
        let mut byte = 0;
        while byte < 128 {
            next[before][byte as usize] = match (byte, before as u8) {
                (b'\n' | b',' | b'(', word::POINT) => word::OTHER,
                (b'\n', _) => word::END,
                (b',', _) => word::NONE,
                (b'(', _) => word::WITHIN,
                (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.', word::NAME) => word::NAME,
                (b'a'..=b'z' | b'A'..=b'Z' | b'_', word::NONE | word::POINT) => word::NAME,
                (b'.', word::NONE) => word::POINT,
                (_, word::NAME | word::POINT) => word::OTHER,
                (b' ' | b'\t', word::NONE) => word::NONE,
                (b'%', _) => word::REGISTER,
                (b' ' | b'\t' | b')' | b'$' | b'-' | b':' | b'*', _) => word::WITHIN,
                (b'0'..=b'9' | b'a'..=b'z', word::REGISTER) => word::REGISTER,
                (b'0', word::NONE | word::WITHIN) => word::ZERO,
                (b'0'..=b'9', word::NONE | word::WITHIN | word::ZERO | word::NUMBER) => {
                    word::NUMBER
                }
                (b'x', word::ZERO) => word::HEXADECIMAL,
                (b'0'..=b'9' | b'a'..=b'f', word::HEXADECIMAL) => word::HEXADECIMAL,
                _ => word::OTHER,
            };
            byte += 1;
        }
        before += 1;
    }
    next
};

/// Finds the end of the line if there are only registers, numbers and names on it, and whether there are
/// names.
fn end_of_plain(text: &[u8]) -> Option<(usize, bool)> {
    let mut word = word::NONE;
    let mut words = 0;
    for (at, byte) in text.iter().enumerate() {
        word = NEXT[usize::from(word)][usize::from(*byte)];
        if word >= word::OTHER {
            return (word == word::END).then_some((at, words & word::OF_NAME != 0));
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
    fn lines_of_registers_and_numbers_are_plain() {
        for line in [" %rax, %rbx", "\t$-8, 16(%rsp,%rcx,4)", " %fs:0x28, %rax", " *%rdx", ""] {
            assert_eq!(end(line), Some((line.len(), false)), "{line}");
        }
        assert_eq!(end_of_plain(b" %rax"), None);
    }

    #[test]
    fn names_may_be_plain() {
        for line in [" foo", "\t.L5", " _f1.a,%rax", " a(%rip), %rax", " %eax, .Lx(,%rdi,4)"] {
            assert_eq!(end(line), Some((line.len(), true)), "{line}");
        }
    }

    #[test]
    fn whatever_may_depend_on_its_place_is_not_plain() {
        for line in [
            " $foo",
            " 1f",
            " 0b",
            " 10b",
            " .",
            " .+4",
            " .5",
            " .(%rax)",
            " foo-4",
            " -foo",
            " foo -bar",
            " foo@PLT",
            " foo$a",
            " %fs:foo",
            " jmp *%rax",
            " %rax # x",
            " %rax; nop",
            " 8(rax)",
            " %zmm0 {%k1}{z}",
            " $.5",
            " %rax\r",
            " 0x1g",
            " $'a'",
        ] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
