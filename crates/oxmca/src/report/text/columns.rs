//! Padding to columns.

use std::fmt;

use oxmca_asm::lossless;
use unicode_width::UnicodeWidthChar;

use crate::report::decimal;

/// Appends text and tracks the column it has reached.
pub(super) struct TextColumns<'a> {
    out: &'a mut String,
    /// Below zero after bytes that are no UTF-8, as LLVM has it.
    column: i64,
    /// The beginning of a character. Bytes that only look like one take what follows with them.
    partial: Vec<u8>,
}

impl<'a> TextColumns<'a> {
    /// Starts at column 0.
    pub(super) fn new(out: &'a mut String) -> Self {
        TextColumns { out, column: 0, partial: Vec::new() }
    }

    /// Returns the text so far, which may be taken away at the end of a line.
    #[inline]
    pub(super) fn text(&mut self) -> &mut String {
        self.out
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.advance(text);
    }

    /// Appends printable ASCII.
    #[inline]
    pub(super) fn plain(&mut self, text: &str) {
        debug_assert!(text.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{text:?}");
        self.printable(|out| out.push_str(text));
    }

    /// Appends text and ends the line.
    pub(super) fn end_line(&mut self, text: &str) {
        if self.partial.is_empty() && text.is_ascii() {
            self.out.push_str(text);
            self.out.push('\n');
            self.column = 0;
        } else {
            self.push(text);
            self.push("\n");
        }
    }

    /// Appends a number.
    pub(super) fn number(&mut self, number: usize) {
        self.printable(|out| decimal::push_integer(number as u64, out));
    }

    /// Appends a number rounded half up to hundredths.
    pub(super) fn hundredths(&mut self, number: f64) {
        self.printable(|out| decimal::push_hundredths(number, out));
    }

    /// Appends the given number of tenths, rounded half up to a whole number of them.
    pub(super) fn tenths(&mut self, tenths: f64) {
        self.printable(|out| decimal::push_rounded_tenths(tenths, out));
    }

    /// Appends a character of printable ASCII `count` times.
    pub(super) fn run(&mut self, char: char, count: usize) {
        debug_assert!(matches!(char, ' '..='~'));
        self.printable(|out| out.extend(std::iter::repeat_n(char, count)));
    }

    /// Appends a byte as two hexadecimal digits, and a space.
    pub(super) fn byte(&mut self, byte: u8) {
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value & 15)]);
        self.printable(|out| out.extend([digit(byte >> 4), digit(byte), ' ']));
    }

    /// Appends what `push` appends, which is printable ASCII.
    #[inline]
    fn printable(&mut self, push: impl FnOnce(&mut String)) {
        let start = self.out.len();
        push(self.out);
        if self.partial.is_empty() {
            self.column += (self.out.len() - start) as i64;
        } else {
            let text = self.out.split_off(start);
            self.push(&text);
        }
    }

    /// Appends formatted text.
    pub(super) fn format(&mut self, text: fmt::Arguments<'_>) {
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Returns whether the text has reached just that column.
    pub(super) fn is_at(&self, column: usize) -> bool {
        self.column == column as i64
    }

    /// Appends at least one space, and as many as lead to `column`.
    #[inline]
    pub(super) fn pad_to(&mut self, column: usize) {
        const SPACES: &str = "        ";
        let spaces = (column as i64 - self.column).max(1);
        if self.partial.is_empty() {
            self.column += spaces;
            let end = self.out.len() + spaces as usize;
            while self.out.len() + SPACES.len() < end {
                self.out.push_str(SPACES);
            }
            // A known length is written without a call; what is too much goes again.
            self.out.push_str(SPACES);
            self.out.truncate(end);
        } else {
            (0..spaces).for_each(|_| self.push(" "));
        }
    }

    fn advance(&mut self, text: &str) {
        if self.partial.is_empty() && text.is_ascii() {
            text.bytes().for_each(|byte| self.advance_ascii(byte));
            return;
        }
        for byte in lossless::to_bytes(text).iter() {
            self.partial.push(*byte);
            if self.partial.len() < length_announced(self.partial[0]) {
                continue;
            }
            let bytes = std::mem::take(&mut self.partial);
            match (bytes.as_slice(), std::str::from_utf8(&bytes)) {
                (&[byte], _) => self.advance_ascii(byte),
                (_, Ok(text)) => self.column += text.chars().map(width).sum::<i64>(),
                (_, Err(_)) => self.column -= 2,
            }
        }
    }

    fn advance_ascii(&mut self, byte: u8) {
        match byte {
            b'\n' | b'\r' => self.column = 0,
            // Up to the next multiple of 8; nothing at one.
            b'\t' => self.column += -self.column & 7,
            0x20..0x7f => self.column += 1,
            _ => {}
        }
    }
}

/// Returns bytes of a character that begins so.
fn length_announced(byte: u8) -> usize {
    match byte {
        0..0xc0 => 1,
        _ => byte.leading_ones().min(6) as usize,
    }
}

/// Returns the columns that a character takes; `None` if it cannot be shown.
fn width(char: char) -> i64 {
    match char {
        // Characters for private use have no known width.
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => 0,
        // LLVM shows hyphens that may be hidden, and parts of Korean syllables one by one.
        '\u{ad}' | '\u{1160}'..='\u{11ff}' => 1,
        _ => char.width().unwrap_or(0) as i64,
    }
}

impl fmt::Write for TextColumns<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads_with_at_least_one_space() {
        let mut out = String::new();
        let mut columns = TextColumns::new(&mut out);
        columns.push("abc");
        columns.pad_to(2);
        columns.push("d\n");
        columns.pad_to(3);
        columns.push("e\tf");
        columns.pad_to(10);
        columns.push("g");
        assert_eq!(out, "abc d\n   e\tf g");
    }

    /// Returns the column after a text, of which llvm-mca 22.1.8 shows where it pads to.
    fn column_after(bytes: &[u8]) -> i64 {
        let mut out = String::new();
        let mut columns = TextColumns::new(&mut out);
        columns.push(&lossless::to_text(bytes));
        columns.column
    }

    #[test]
    fn characters_take_their_width() {
        assert_eq!(column_after(b"a\tb"), 9);
        assert_eq!(column_after(b"abc\nd"), 1);
        assert_eq!(column_after("\u{65e5}\u{672c}e\u{301}\u{85}\u{ad}".as_bytes()), 6);
    }

    #[test]
    fn bytes_that_are_no_character_take_what_they_announce() {
        assert_eq!(column_after(b"\x80x"), 1);
        assert_eq!(column_after(b"\xc0xyz"), 0);
        // The end of the line is part of what begins before it.
        assert_eq!(column_after(b"abc\xe6\n x"), 2);
        let mut out = String::new();
        let mut columns = TextColumns::new(&mut out);
        columns.push(&lossless::to_text(b"\xf0"));
        columns.pad_to(4);
        assert_eq!(columns.column, -1);
    }
}
