//! Writing words and lines of `.tbl` files.

use std::fmt::Write as _;

/// Widest line written where a line can be folded.
const WIDTH: usize = 110;

/// Returns whether a word must be quoted.
fn needs_quotes(text: &str) -> bool {
    text.is_empty() || text.starts_with('#') || text.contains([' ', '\t', '\n', '"', '\\'])
}

/// Appends a word, in quotes if it needs them.
pub fn push_word(out: &mut String, text: &str) {
    if needs_quotes(text) {
        push_quoted(out, text);
    } else {
        out.push_str(text);
    }
}

/// Appends ` key=value`.
pub fn push_pair(out: &mut String, key: &str, value: &str) {
    let _ = write!(out, " {key}=");
    if value.contains([' ', '\t', '\n', '"', '\\']) {
        push_quoted(out, value);
    } else {
        out.push_str(value);
    }
}

/// Appends a word in quotes.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Appends words folded at the width of a page, each line after the first indented.
pub fn push_folded<'a>(out: &mut String, words: impl IntoIterator<Item = &'a str>) {
    let mut column = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    for word in words {
        if column + 1 + word.len() > WIDTH {
            out.push_str("\n   ");
            column = 3;
        }
        out.push(' ');
        push_word(out, word);
        column += 1 + word.len();
    }
}

/// Returns the name of a method with its arguments, without blanks, comments and namespaces:
/// `isKind<Kind::A, 2>` becomes `isKind<A,2>`.
pub fn method_name(name: &str) -> String {
    let Some((name, arguments)) = name.split_once('<') else { return name.trim().to_owned() };
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments).split(',');
    let arguments = arguments.map(|argument| {
        let argument = argument.rsplit("*/").next().unwrap_or(argument);
        argument.rsplit("::").next().unwrap_or(argument).trim()
    });
    format!("{name}<{}>", arguments.collect::<Vec<_>>().join(","))
}
