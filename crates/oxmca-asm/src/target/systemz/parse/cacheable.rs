//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Punctuation, Words};

/// The text of such statements' operands.
pub(in crate::target::systemz) static WORDS: Words =
    Punctuation { before: b"%", after: b"(", closing: b")", within: b"", is_free: false }.words();

#[cfg(test)]
mod tests {
    use super::WORDS;
    use crate::parser::plain_text::end_of_plain;

    fn end(line: &str) -> Option<(usize, bool)> {
        end_of_plain(&WORDS, format!("{line}\nnop").as_bytes())
    }

    #[test]
    fn registers_numbers_and_names_are_plain() {
        for line in [" %r1, 8(%r2,%r15)", "\t%r14,foo", " 0(16,%r1), 0x10(%r2)", " %v0,%f1,-4"] {
            assert_eq!(end(line), Some((line.len(), true)), "{line}");
        }
        assert_eq!(end(" 1, 2"), Some((5, false)));
    }

    #[test]
    fn whatever_may_depend_on_its_place_is_not_plain() {
        for line in [" 1f", " .", " .+4", " foo@PLT", " foo+4", " %r1 # comment", " %r1;nop"] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
