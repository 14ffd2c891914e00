//! Names in files that are read again.

use crate::plain::{escape, is_invisible};

/// Returns a name between quotes, of which [`unquoted`] makes the same name again. Quotes and backslashes have a backslash
/// before them; white space other than a single space between visible characters, and all that is not seen, are escapes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut is_after_space = true;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let is_last = chars.peek().is_none();
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            ' ' if !is_after_space && !is_last => out.push(' '),
            char if char.is_whitespace() || is_invisible(char) => escape(char, &mut out),
            char => out.push(char),
        }
        is_after_space = char == ' ';
    }
    out.push('"');
    out
}

/// Reads a name between quotes at the beginning of a text. Returns it and the text after it; `None` if there is none.
#[must_use]
pub fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut name = String::new();
    loop {
        let at = rest.find(['"', '\\'])?;
        name.push_str(&rest[..at]);
        let is_end = rest[at..].starts_with('"');
        rest = &rest[at + 1..];
        if is_end {
            return Some((name, rest));
        }
        let escaped = rest.chars().next()?;
        rest = &rest[escaped.len_utf8()..];
        match escaped {
            '"' | '\\' => name.push(escaped),
            'n' => name.push('\n'),
            'r' => name.push('\r'),
            't' => name.push('\t'),
            'u' => {
                let (digits, after) = rest.strip_prefix('{')?.split_once('}')?;
                let is_number = digits.bytes().all(|it| it.is_ascii_hexdigit());
                let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
                name.push(char::from_u32(number)?);
                rest = after;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were() {
        let cases = [
            ("f(int, char)#1", r#""f(int, char)#1""#),
            ("", r#""""#),
            (" a  b ", r#""\u{20}a \u{20}b\u{20}""#),
            ("\u{2003}a\u{a0}", r#""\u{2003}a\u{a0}""#),
            ("a\n\"\\\r\t", r#""a\n\"\\\r\t""#),
            ("\u{202e}\u{2028}\u{fffe}\u{0}", r#""\u{202e}\u{2028}\u{fffe}\u{0}""#),
        ];
        for (name, written) in cases {
            assert_eq!(quoted(name), written);
            assert_eq!(unquoted(written), Some((name.to_owned(), "")));
        }
        assert_eq!(unquoted("\"a\" b"), Some(("a".to_owned(), " b")));
        for damaged in
            ["", "a", "\"a", "\"\\x\"", "\"\\", "\"\\u{}\"", "\"\\u{d800}\"", "\"\\u{+1}\""]
        {
            assert_eq!(unquoted(damaged), None, "{damaged}");
        }
    }
}
