//! Padding to columns.

use std::fmt;

/// Appends text and knows the column it has reached.
pub(super) struct Columns<'a> {
    out: &'a mut String,
    column: usize,
}

impl<'a> Columns<'a> {
    /// Starts at column 0.
    pub(super) fn new(out: &'a mut String) -> Self {
        Columns { out, column: 0 }
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.advance(text);
    }

    /// Appends a number.
    pub(super) fn number(&mut self, number: usize) {
        self.format(format_args!("{number}"));
    }

    /// Appends formatted text.
    pub(super) fn format(&mut self, text: fmt::Arguments<'_>) {
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Appends at least one space, and as many as lead to `column`.
    pub(super) fn pad_to(&mut self, column: usize) {
        let spaces = column.saturating_sub(self.column).max(1);
        self.out.extend(std::iter::repeat_n(' ', spaces));
        self.column += spaces;
    }

    fn advance(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                b'\n' | b'\r' => self.column = 0,
                // Up to the next multiple of 8; nothing at one.
                b'\t' => self.column = self.column.next_multiple_of(8),
                0x20..0x7f => self.column += 1,
                // Count the first byte of a character.
                0xc0.. => self.column += 1,
                _ => {}
            }
        }
    }
}

impl fmt::Write for Columns<'_> {
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
        let mut columns = Columns::new(&mut out);
        columns.push("abc");
        columns.pad_to(2);
        columns.push("d\n");
        columns.pad_to(3);
        columns.push("e\tf");
        columns.pad_to(10);
        columns.push("g");
        assert_eq!(out, "abc d\n   e\tf g");
    }
}
