//! Statements that mean the same wherever they are written.

use crate::parser::plain_text::{Punctuation, Words};

/// The text of such statements' operands.
pub(in crate::target::mips) static WORDS: Words =
    Punctuation { before: b"$%", after: b"(", closing: b")", within: b"", is_free: false }.words();

#[cfg(test)]
mod tests {
    use super::WORDS;
    use crate::parser::plain_text::end_of_plain;

    fn end(line: &str) -> Option<usize> {
        end_of_plain(&WORDS, format!("{line}\nnop").as_bytes()).map(|(end, _)| end)
    }

    #[test]
    fn registers_numbers_and_names_are_plain() {
        for line in [" $4, $5, -5", "\t$sp,8($4)", " $4, %lo(x)($5)", " .L3", " foo"] {
            assert_eq!(end(line), Some(line.len()), "{line}");
        }
    }

    #[test]
    fn whatever_may_depend_on_its_place_is_not_plain() {
        for line in [" 1f", " .+4", " foo+4", " $4, 5 # comment", "+ foo"] {
            assert_eq!(end(line), None, "{line}");
        }
    }
}
