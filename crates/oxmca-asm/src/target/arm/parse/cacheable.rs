//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Punctuation, Words};

/// The text of such statements' operands.
pub(in crate::target::arm) static WORDS: Words =
    Punctuation { before: b"#", after: b"[{:", closing: b"]}!^", within: b"", is_free: true }
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
            " r0, r1, r2, lsl #3",
            "\tr0, [sp, #-16]!",
            " {r4, r5, lr}",
            "\tr0, [r1], #4",
            " {d0, d1}, [r0:128]!",
            " d0[1], r0",
            " s0, #1.0",
            " r0, #:lower16:foo",
            " .LBB0_1",
            " eq, q0, r1",
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
            " r0, .",
            " foo-bar",
            " r0, #foo - bar",
            " r0, =foo",
            " r0, r1 @ comment",
            " r0; nop",
            " foo(PLT)",
            " r0, $4",
            " r0, r1\r",
        ] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
