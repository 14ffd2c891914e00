//! Names in Graphviz's language.

use crate::plain::plain;

/// Returns a name in quotes, as Graphviz reads it. Within labels it also reads character references, so `&` is one.
#[must_use]
pub fn graphviz(text: &str) -> String {
    let text = plain(text);
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_string() {
        assert_eq!(graphviz("[0] mov \"a\\b\"\n"), r#""[0] mov \"a\\b\"\\n""#);
        assert_eq!(graphviz("&lt;"), "\"&amp;lt;\"");
    }
}
