//! Terminals: which streams are one, and text that cannot steer them.
//!
//! Assembly, file names and paths may have control characters, with which a terminal can be made to move
//! its cursor, hide text or change its title. On a terminal they are shown in the notation of `cat -v`:
//! `^[` for escape, `^?` for delete, `M-^[` for the control characters above ASCII. Line feeds, tabs and
//! carriage returns before line feeds are left as they are. Characters that are not seen or that change the order of others
//! are shown by their numbers: `\u{202e}`. Files and pipes get all bytes unchanged.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use oxmca_loops::DEFAULT_COLUMNS;

/// Returns whether standard output is a terminal.
pub fn is_stdout() -> bool {
    io::stdout().is_terminal()
}

/// Returns whether standard error is a terminal.
pub fn is_stderr() -> bool {
    // Asked for each message.
    static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
    *IS_TERMINAL.get_or_init(|| io::stderr().is_terminal())
}

/// Returns the columns of tables in an output: those of the terminal that it is, else as many as a file or pipe gets.
pub fn columns_for(output: &str) -> usize {
    let is_terminal = output == "-" && is_stdout();
    let size = is_terminal.then(terminal_size::terminal_size).flatten();
    size.map_or(DEFAULT_COLUMNS, |(width, _)| usize::from(width.0))
}

/// Shows the control characters of a text.
pub fn show_controls(text: &[u8]) -> Cow<'_, [u8]> {
    let may_act = |byte: &u8| matches!(byte, 0..=8 | 11..=31 | 0x7f..);
    if !text.iter().any(may_act) {
        return Cow::Borrowed(text);
    }
    let mut shown = Vec::with_capacity(text.len() + 16);
    for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let is_last = line.as_ptr_range().end == text.as_ptr_range().end;
        if number > 0 {
            shown.push(b'\n');
        }
        let end: &[u8] = if line.ends_with(b"\r") && !is_last { b"\r" } else { b"" };
        show_controls_of_line(&line[..line.len() - end.len()], &mut shown);
        shown.extend_from_slice(end);
    }
    Cow::Owned(shown)
}

fn show_controls_of_line(line: &[u8], shown: &mut Vec<u8>) {
    for chunk in line.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\t' => shown.push(b'\t'),
                char if char.is_control() => show_control(u32::from(char) as u8, shown),
                char => {
                    let mut buffer = [0; 4];
                    let text: &str = char.encode_utf8(&mut buffer);
                    match oxmca_names::is_invisible(char) {
                        true => shown.extend_from_slice(oxmca_names::plain(text).as_bytes()),
                        false => shown.extend_from_slice(text.as_bytes()),
                    }
                }
            }
        }
        for byte in chunk.invalid() {
            match byte {
                0x80..=0x9f => show_control(*byte, shown),
                _ => shown.push(*byte),
            }
        }
    }
}

/// Appends a control character in caret notation.
fn show_control(control: u8, shown: &mut Vec<u8>) {
    if control >= 0x80 {
        shown.extend_from_slice(b"M-");
    }
    shown.extend_from_slice(&[b'^', (control & 0x7f) ^ 0x40]);
}

/// Shows the control characters of a text, of which two forms are given: with colours and without. The
/// sequences that only the coloured form has are left as they are.
pub fn show_controls_beside_colours(coloured: &[u8], plain: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(coloured.len());
    let mut plain = plain;
    // Begin of the text after the last sequence of colours.
    let mut begin = 0;
    let mut at = 0;
    while at < coloured.len() {
        match colour(&coloured[at..]).filter(|sequence| !plain.starts_with(sequence)) {
            Some(sequence) => {
                shown.extend_from_slice(&show_controls(&coloured[begin..at]));
                shown.extend_from_slice(sequence);
                at += sequence.len();
                begin = at;
            }
            None => {
                at += 1;
                plain = plain.get(1..).unwrap_or_default();
            }
        }
    }
    shown.extend_from_slice(&show_controls(&coloured[begin..]));
    shown
}

/// Shows the control characters of a report, but not those of the colours that reports have. A name may have others, such as
/// those that hide text.
pub fn show_controls_but_colours(text: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(text.len());
    // Begin of the text after the last sequence of colours.
    let mut begin = 0;
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|byte| *byte == b'\x1b') {
        at += found;
        match colour(&text[at..]).filter(|sequence| is_of_reports(sequence, &text[at..])) {
            Some(sequence) => {
                shown.extend_from_slice(&show_controls(&text[begin..at]));
                shown.extend_from_slice(sequence);
                at += sequence.len();
                begin = at;
            }
            None => at += 1,
        }
    }
    shown.extend_from_slice(&show_controls(&text[begin..]));
    shown
}

/// Returns whether reports have a sequence of colours, with which a text begins: bold headings and warnings, and the colour of
/// one character of an annotation.
fn is_of_reports(sequence: &[u8], text: &[u8]) -> bool {
    const PLAIN: &[u8] = b"\x1b[0m";
    let is_of_a_character = || {
        let after = &text[sequence.len()..];
        let end = after.windows(PLAIN.len()).take(5).position(|it| it == PLAIN);
        let coloured = end.and_then(|end| std::str::from_utf8(&after[..end]).ok());
        sequence.starts_with(b"\x1b[38;5;")
            && coloured.is_some_and(|it| it.chars().count() == 1 && !it.is_ascii())
    };
    matches!(sequence, PLAIN | b"\x1b[1m" | b"\x1b[1;35m") || is_of_a_character()
}

/// Returns the sequence that sets colours at the beginning of a text.
fn colour(text: &[u8]) -> Option<&[u8]> {
    let parameters = text.strip_prefix(b"\x1b[")?;
    let len = parameters.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b';')).count();
    (parameters.get(len) == Some(&b'm')).then(|| &text[..len + 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8]) -> Vec<u8> {
        show_controls(text).into_owned()
    }

    #[test]
    fn control_characters_are_shown_as_cat_shows_them() {
        assert_eq!(shown(b"a\x1b[2J\x07\x00\x7f\n\tb"), b"a^[[2J^G^@^?\n\tb");
        assert_eq!(
            shown("\u{9b}2J \u{e9} \u{4e00}".as_bytes()),
            "M-^[2J \u{e9} \u{4e00}".as_bytes()
        );
        assert_eq!(shown(b"\x9b2J \xff"), b"M-^[2J \xff");
        assert_eq!(shown("a\u{202e}b\u{feff}".as_bytes()), b"a\\u{202e}b\\u{feff}");
        assert_eq!(shown(b"one\r\ntwo\rthree\r"), b"one\r\ntwo^Mthree^M");
        assert!(matches!(show_controls("\tplain\n".as_bytes()), Cow::Borrowed(_)));
    }

    #[test]
    fn only_colours_that_were_added_are_left() {
        let plain = b"error: '\x1b[1mx\x1b[8m'\n\x1b]0;title\x07";
        let coloured =
            b"\x1b[0;1;31merror: \x1b[0m\x1b[1m'\x1b[1mx\x1b[8m'\n\x1b[0m\x1b]0;title\x07\x1b[0m";
        let expected =
            b"\x1b[0;1;31merror: \x1b[0m\x1b[1m'^[[1mx^[[8m'\n\x1b[0m^[]0;title^G\x1b[0m";
        let shown = show_controls_beside_colours(coloured, plain);
        assert_eq!(String::from_utf8(shown).unwrap(), String::from_utf8_lossy(expected));
        assert_eq!(show_controls_but_colours(b"\x1b[1mx\x1b[0m\x1b[2J"), b"\x1b[1mx\x1b[0m^[[2J");
        assert_eq!(show_controls_but_colours(b"a\x1b[8mb\x1b[30;40mc"), b"a^[[8mb^[[30;40mc");
        let shade = "\x1b[38;5;196m\u{2588}\x1b[0m";
        assert_eq!(show_controls_but_colours(shade.as_bytes()), shade.as_bytes());
        assert_eq!(show_controls_but_colours(b"\x1b[38;5;16mab"), b"^[[38;5;16mab");
    }
}
