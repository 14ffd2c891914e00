//! Names in Markdown.

use std::fmt::Write;

use crate::plain;

/// Returns a name as code of Markdown, on one line and without `|`, so that cells of tables can have it. Within code, a
/// name is neither a heading nor a link, a picture, an address, a person, an issue or a comment.
#[must_use]
pub fn markdown(text: &str) -> String {
    let text = plain(text);
    let has_edges = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    if !text.is_empty() && !has_edges && !text.contains(['`', '|', '\\']) {
        return format!("`{text}`");
    }
    // Code between tags may have any character as its number, which begins nothing.
    let mut out = String::from("<code>");
    for char in text.chars() {
        match char.is_ascii_punctuation()
            || char.is_whitespace() && char != ' '
            || has_edges && char == ' '
        {
            true => drop(write!(out, "&#{};", u32::from(char))),
            false => out.push(char),
        }
    }
    out.push_str("</code>");
    out
}

/// Returns words that describe something and may have names in them: as they are if they have nothing but letters, numbers
/// and a few signs that mean nothing in Markdown, else as code.
#[must_use]
pub fn markdown_words(text: &str) -> String {
    let is_harmless = |char: char| char.is_ascii_alphanumeric() || " %.,()+-/=".contains(char);
    let mut words = text.split(' ');
    // `www.` begins an address, and a word with `.`, `-` or `+` after a number could begin a list.
    let is_address = |word: &str| word.to_ascii_lowercase().starts_with("www.");
    // Cells of tables have no space at their ends.
    let begins = text.starts_with(|it: char| it.is_ascii_alphabetic()) && !text.ends_with(' ');
    match begins && text.chars().all(is_harmless) && !words.any(is_address) {
        true => text.to_owned(),
        false => markdown(text),
    }
}

/// Returns a sentence of our own that has names of CPUs or models in it, as text: what begins something in Markdown is its
/// number.
#[must_use]
pub fn markdown_sentence(text: &str) -> String {
    let text = plain(text);
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char.is_ascii_punctuation() && !",.()-%/:+='".contains(char) {
            true => drop(write!(out, "&#{};", u32::from(char))),
            false => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_code() {
        assert_eq!(markdown("dot(float*, int)#2"), "`dot(float*, int)#2`");
        assert_eq!(markdown("a|b"), "<code>a&#124;b</code>");
        assert_eq!(markdown("`x`\\"), "<code>&#96;x&#96;&#92;</code>");
        assert_eq!(markdown(" x "), "<code>&#32;x&#32;</code>");
        assert_eq!(markdown("\n# x"), "<code>&#92;n&#35; x</code>");
        assert_eq!(markdown(""), "<code></code>");
    }

    #[test]
    fn words_stay_words_where_they_are_nothing_else() {
        assert_eq!(markdown_words("ports 0, 6 (+0.25)"), "ports 0, 6 (+0.25)");
        assert_eq!(markdown_words("chain through %xmm0"), "chain through %xmm0");
        assert_eq!(markdown_words("see www.example.com"), "`see www.example.com`");
        assert_eq!(markdown_words("a_b_"), "`a_b_`");
        assert_eq!(markdown_words("- x"), "`- x`");
        assert_eq!(markdown_words("A "), "<code>A&#32;</code>");
    }
}
