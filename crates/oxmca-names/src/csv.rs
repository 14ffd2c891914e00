//! Names in tables that spreadsheets open.

use std::borrow::Cow;

/// Returns a name as the text of a cell of CSV, before it is put between quotes. Spreadsheets compute what begins with `=`,
/// `+`, `-`, `@`, a tab or a carriage return; such a name has an apostrophe before it, which makes it text.
#[must_use]
pub fn csv(text: &str) -> Cow<'_, str> {
    let is_computed = |char: char| matches!(char, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n');
    // Spreadsheets leave out white space before a formula, and some read wide forms of its signs.
    let first = text.trim_start_matches([' ', '\u{a0}', '\u{feff}', '\'']).chars().next();
    let is_wide = |char: char| matches!(char, '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}');
    match first.is_some_and(|char| is_computed(char) || is_wide(char)) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_text() {
        for formula in
            ["=1+1", "+1", "-[NSString length]", "@SUM(A1)", "\t=1", " =1", "\u{ff1d}1", "'=1"]
        {
            assert_eq!(csv(formula), format!("'{formula}"));
        }
        assert_eq!(csv("operator=(x)"), "operator=(x)");
        assert_eq!(csv(""), "");
    }
}
