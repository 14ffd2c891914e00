//! Names in tables that spreadsheets open.

use std::borrow::Cow;

/// Returns a name as the text of a cell of CSV, before it is put between quotes. Spreadsheets compute what begins with `=`,
/// `+`, `-`, `@`, a tab or a carriage return; such a name has an apostrophe before it, which makes it text. So
/// has each part of it that spreadsheets would take for a cell where semicolons separate cells, or where a text is pasted.
#[must_use]
pub fn csv(text: &str) -> Cow<'_, str> {
    let ends_cell = |char: char| matches!(char, ';' | '\t' | '\r' | '\n');
    let parts = || text.split_inclusive(ends_cell);
    let is_formula = |(number, part): (usize, &str)| begins_formula(part, number == 0);
    if !parts().enumerate().any(is_formula) {
        return Cow::Borrowed(text);
    }
    let mut cell = String::with_capacity(text.len() + 1);
    for (number, part) in parts().enumerate() {
        if is_formula((number, part)) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    Cow::Owned(cell)
}

/// Returns whether spreadsheets would compute a cell, which is that of the name's beginning or of a part of it.
fn begins_formula(cell: &str, is_first: bool) -> bool {
    // Spreadsheets leave out white space before a formula, and some read wide forms of its signs.
    let is_left_out = |char: char| {
        char.is_whitespace() && !matches!(char, '\t' | '\r' | '\n')
            || matches!(char, '\u{feff}' | '\'' | '"')
    };
    let is_sign = |char: char| {
        matches!(char, '=' | '+' | '-' | '@')
            || matches!(char, '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}')
    };
    let is_control = |char: char| is_first && matches!(char, '\t' | '\r' | '\n');
    cell.trim_start_matches(is_left_out).starts_with(|char: char| is_sign(char) || is_control(char))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_text() {
        for formula in
            ["=1+1", "+1", "-[NSString length]", "@SUM(A1)", "\tx", " =1", "\u{ff1d}1", "'=1"]
        {
            assert_eq!(csv(formula), format!("'{formula}"));
        }
        assert_eq!(csv("operator=(x)"), "operator=(x)");
        assert_eq!(csv("f<int, -1>"), "f<int, -1>");
        assert_eq!(csv("[u8; 4]"), "[u8; 4]");
        assert_eq!(csv(""), "");
    }

    #[test]
    fn formulas_within_names_are_text() {
        assert_eq!(csv("f;=1+1"), "f;'=1+1");
        assert_eq!(csv("f; \"@x;g;-1"), "f;' \"@x;g;'-1");
        assert_eq!(csv("f\n=1\r\n+2\t-3"), "f\n'=1\r\n'+2\t'-3");
        assert_eq!(csv("=1;=2"), "'=1;'=2");
    }
}
