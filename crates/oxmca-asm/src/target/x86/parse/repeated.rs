//! Which statements mean the same wherever they are written.

use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::source::Loc;

/// The text of the statement that begins at `loc` with `mnemonic`, without the end of its line, if
/// it names nothing but registers and has no state to depend on: in AT&T syntax, and with registers
/// and numbers as its only words.
pub(in crate::target::x86) fn plain_text<'a>(
    parser: &Parser<'a>,
    mnemonic: &[u8],
    loc: Loc,
) -> Option<&'a [u8]> {
    if parser.dialect != 0 || parser.target_state != 0 || parser.at(TokenKind::EndOfStatement) {
        return None;
    }
    let text = parser.text_from(loc)?;
    let operands = text.strip_prefix(mnemonic)?;
    let end = mnemonic.len() + end_of_plain(operands)?;
    Some(&text[..end])
}

/// What a byte belongs to.
mod word {
    /// Between words.
    pub const NONE: u8 = 0;
    /// After `%`.
    pub const REGISTER: u8 = 1;
    /// The digit 0 alone.
    pub const ZERO: u8 = 2;
    /// Digits: a letter after them may make them the name of a label.
    pub const NUMBER: u8 = 3;
    /// After `0x`.
    pub const HEXADECIMAL: u8 = 4;
    /// Anything else.
    pub const OTHER: u8 = 5;
    /// The end of the line.
    pub const END: u8 = 6;
}

/// What a byte belongs to, by what the one before it belongs to.
static NEXT: [[u8; 256]; 5] = {
    let mut next = [[word::OTHER; 256]; 5];
    let mut before = 0;
    while before < 5 {
        let mut byte = 0;
        while byte < 128 {
            next[before as usize][byte as usize] = match (byte, before) {
                (b'\n', _) => word::END,
                (b'%', _) => word::REGISTER,
                (b' ' | b'\t' | b',' | b'(' | b')' | b'$' | b'-' | b':' | b'*', _) => word::NONE,
                (b'0'..=b'9' | b'a'..=b'z', word::REGISTER) => word::REGISTER,
                (b'0', word::NONE) => word::ZERO,
                (b'0'..=b'9', word::NONE | word::ZERO | word::NUMBER) => word::NUMBER,
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

/// Where the line ends, if there are only registers and numbers on it.
fn end_of_plain(text: &[u8]) -> Option<usize> {
    let mut word = word::NONE;
    for (at, byte) in text.iter().enumerate() {
        word = NEXT[usize::from(word)][usize::from(*byte)];
        match word {
            word::OTHER => return None,
            word::END => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::end_of_plain;

    #[test]
    fn lines_of_registers_and_numbers_are_plain() {
        for line in [" %rax, %rbx", "\t$-8, 16(%rsp,%rcx,4)", " %fs:0x28, %rax", " *%rdx", ""] {
            assert_eq!(end_of_plain(format!("{line}\nnop").as_bytes()), Some(line.len()), "{line}");
        }
        for line in [
            " foo",
            " $foo",
            " 1f",
            " 0b",
            " 10b",
            " %rax # x",
            " %rax; nop",
            " 8(rax)",
            " %zmm0 {%k1}{z}",
            " $.5",
            " %rax\r",
            " 0x1g",
            " $'a'",
        ] {
            assert_eq!(end_of_plain(format!("{line}\nnop").as_bytes()), None, "{line}");
        }
        assert_eq!(end_of_plain(b" %rax"), None);
    }
}
