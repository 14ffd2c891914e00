//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Punctuation, Words};

/// The text of such statements' operands.
pub(in crate::target::aarch64) static WORDS: Words =
    Punctuation { before: b"#", after: b"[{:", closing: b"]}!", within: b"/@", is_free: true }
        .words();

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
            " x0, x1, x2, lsl #3",
            "\tx0, [sp, #-16]!",
            " w0, [x1], 0x10",
            " x0, :lo12:.Lx",
            " x0, [x0, _x@PAGEOFF]",
            " z0.s, p0/m, z1.s, z2.s",
            " { v0.4s, v1.4s }, [x0]",
            " z0.d, p0/z, [x0, #1, mul vl]",
            " w0, w1, #1, eq",
            " v0.s[1], w0",
            " d0, #1.0",
            " .LBB0_1",
        ] {
            assert_eq!(end(line), Some((line.len(), true)), "{line}");
        }
        assert_eq!(end(" #16"), Some((4, false)));
    }

    #[test]
    fn whatever_may_depend_on_its_place_is_not_plain() {
        for line in [
            " 1f",
            " 0b",
            " x0, .",
            " x0, .+4",
            " x0, foo-bar",
            " x0, foo - bar",
            " x0, #foo - bar",
            " x0, -foo",
            " x0, =foo",
            " x0 // comment",
            " x0//comment",
            " x0; nop",
            " x0, \"foo\"",
            " x0, #:lo12:-1f",
            " x0, x1\r",
        ] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
