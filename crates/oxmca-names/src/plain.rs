//! Names in lines of text.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns a name as a part of one line: without line breaks, control characters, characters that are not seen or that change
/// the order of others, and without words that begin a command in a log of CI (`::` at the beginning of a word, `##`).
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = Before::Start;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let is_command = match char {
            ':' => before == Before::Start && chars.peek() == Some(&':'),
            '#' => before == Before::Hash,
            _ => false,
        };
        match is_command || is_invisible(char) {
            true => escape(char, &mut out),
            false => out.push(char),
        }
        before = match char {
            char if char.is_whitespace() => Before::Start,
            '#' if !is_command => Before::Hash,
            _ => Before::Other,
        };
    }
    Cow::Owned(out)
}

/// The character before another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// None, or white space.
    Start,
    /// `#`.
    Hash,
    Other,
}

/// Returns whether a text certainly stays as it is.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let starts_word = bytes.starts_with(b"::");
    let is_visible = |byte: &u8| (0x20..0x7f).contains(byte);
    !starts_word
        && bytes.iter().all(is_visible)
        && !bytes.windows(3).any(|it| it == b" ::")
        && !bytes.windows(2).any(|it| it == b"##")
}

/// Appends the escape of a character.
pub(crate) fn escape(char: char, out: &mut String) {
    match char {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        char => drop(write!(out, "\\u{{{:x}}}", u32::from(char))),
    }
}

/// Returns whether nothing is seen of a character, or it acts on others: control characters, separators of lines, marks of
/// direction, and format characters but for the joiners, which words of some languages have.
#[must_use]
pub fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
        || is_noncharacter(char)
}

/// Returns whether a character is none: those that end in `fffe` and `ffff`, and 32 others.
fn is_noncharacter(char: char) -> bool {
    let number = u32::from(char);
    number & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_shown() {
        let cases = [
            ("dot(float*, int)#2", "dot(float*, int)#2"),
            ("C:\\kernel.c", "C:\\kernel.c"),
            ("größe 二", "größe 二"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}[8mx\u{9b}2J\u{7f}", "\\u{1b}[8mx\\u{9b}2J\\u{7f}"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
            ("a\u{2028}b\u{85}", "a\\u{2028}b\\u{85}"),
            ("a\u{fffe}b\u{10ffff}", "a\\u{fffe}b\\u{10ffff}"),
            ("", ""),
        ];
        for (name, shown) in cases {
            assert_eq!(plain(name), shown);
        }
    }

    #[test]
    fn commands_of_ci_are_broken() {
        assert_eq!(plain("::stop-commands::x"), "\\u{3a}:stop-commands::x");
        assert_eq!(plain("a ::error::x"), "a \\u{3a}:error::x");
        assert_eq!(plain("a\u{2003}::error::é"), "a\u{2003}\\u{3a}:error::é");
        assert_eq!(plain("\n::error::x"), "\\n\\u{3a}:error::x");
        assert_eq!(plain("x##[error]y"), "x#\\u{23}[error]y");
        assert_eq!(plain("###"), "#\\u{23}#");
        assert_eq!(plain("std::vec::Vec#1"), "std::vec::Vec#1");
    }
}
