//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Words, word};

/// After `%`. Beside it, `word::AFTER` is whatever comes between words of an operand.
const REGISTER: u8 = word::OF_TARGET;

/// The text of such statements' operands, in AT&T syntax. As long as no symbol stands for an expression, each is
/// known by its name; nothing but registers in parentheses may follow one.
pub(in crate::target::x86) static WORDS: Words = {
    let mut next = [[word::OTHER; 256]; word::OTHER as usize];
    let mut before = 0;
    while before < word::OTHER as usize {
        let mut byte = 0;
        while byte < 128 {
            next[before][byte as usize] = match (byte, before as u8) {
                (b'\n' | b',' | b'(', word::POINT) => word::OTHER,
                (b'\n', _) => word::END,
                (b',', _) => word::NONE,
                (b'(', _) => word::AFTER,
                (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.', word::NAME) => word::NAME,
                (b'a'..=b'z' | b'A'..=b'Z' | b'_', word::NONE | word::POINT) => word::NAME,
                (b'.', word::NONE) => word::POINT,
                (_, word::NAME | word::POINT) => word::OTHER,
                (b' ' | b'\t', word::NONE) => word::NONE,
                (b'%', _) => REGISTER,
                (b' ' | b'\t' | b')' | b'$' | b'-' | b':' | b'*', _) => word::AFTER,
                (b'0'..=b'9' | b'a'..=b'z', REGISTER) => REGISTER,
                (b'0', word::NONE | word::AFTER) => word::ZERO,
                (b'0'..=b'9', word::NONE | word::AFTER | word::ZERO | word::NUMBER) => word::NUMBER,
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

#[cfg(test)]
mod tests {
    use super::WORDS;
    use crate::parser::plain_text::end_of_plain;

    fn end(line: &str) -> Option<(usize, bool)> {
        end_of_plain(&WORDS, format!("{line}\nnop").as_bytes())
    }

    #[test]
    fn lines_of_registers_and_numbers_are_plain() {
        for line in [" %rax, %rbx", "\t$-8, 16(%rsp,%rcx,4)", " %fs:0x28, %rax", " *%rdx", ""] {
            assert_eq!(end(line), Some((line.len(), false)), "{line}");
        }
        assert_eq!(end_of_plain(&WORDS, b" %rax"), None);
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
