//! Names in XML.

use crate::plain::plain;

/// Returns a name as text or as a quoted value of an attribute in XML, SVG and HTML. Characters that XML cannot have are
/// escapes, as in [`plain`].
#[must_use]
pub fn xml(text: &str) -> String {
    let text = plain(text);
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            char => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_or_ends_an_element() {
        assert_eq!(xml("f<int>(\"a\" & 'b')"), "f&lt;int&gt;(&quot;a&quot; &amp; &#39;b&#39;)");
        assert_eq!(xml("a\u{fffe}\u{0}\n"), "a\\u{fffe}\\u{0}\\n");
    }
}
