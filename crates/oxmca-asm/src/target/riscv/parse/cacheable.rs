//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Punctuation, Words};

/// The text of such statements' operands.
pub(in crate::target::riscv) static WORDS: Words =
    Punctuation { before: b"%", after: b"({", closing: b")}", within: b"", is_free: false }.words();

#[cfg(test)]
mod tests {
    use super::WORDS;
    use crate::parser::plain_text::end_of_plain;

    fn end(line: &str) -> Option<(usize, bool)> {
        end_of_plain(&WORDS, format!("{line}\nnop").as_bytes())
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
        assert_eq!(end_of_plain(&WORDS, b" a0"), None);
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
