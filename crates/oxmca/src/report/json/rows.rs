//! Arrays of objects that all have the same keys.

use super::phrases::{Phrases, Row};
use super::writer::JsonWriter;

impl Row {
    fn new(depth: usize, keys: &'static [&'static str]) -> Row {
        let mut writer = JsonWriter::at_depth(depth, Phrases::default());
        writer.element();
        writer.open('{');
        let mut pieces: Vec<String> = Vec::with_capacity(keys.len() + 1);
        for key in keys {
            writer.key(key);
            pieces.push(writer.take());
        }
        writer.close('}');
        pieces.push(writer.take());
        Row { depth, keys, pieces }
    }
}

/// Writes objects with the same keys.
pub(crate) struct Rows<'w> {
    writer: &'w mut JsonWriter,
    pieces: &'w [String],
    /// The key whose value is next.
    column: usize,
}

impl JsonWriter {
    /// Writes an array of objects that have these keys. `write` writes all their values.
    pub fn rows(&mut self, keys: &'static [&'static str], write: impl FnOnce(&mut Rows<'_>)) {
        self.array(|writer| {
            let depth = writer.depth();
            let mut rows = std::mem::take(&mut writer.phrases().rows);
            let known = rows.iter().position(|row| row.depth == depth && row.keys == keys);
            let at = known.unwrap_or_else(|| {
                rows.push(Row::new(depth, keys));
                rows.len() - 1
            });
            write(&mut Rows { writer, pieces: &rows[at].pieces, column: 0 });
            writer.phrases().rows = rows;
        });
    }
}

impl Rows<'_> {
    /// Writes the next value, an integer.
    pub fn integer(&mut self, value: impl Into<i128>) {
        self.value(|writer| writer.whole(value));
    }

    /// Writes the next value, a double.
    pub fn double(&mut self, value: f64) {
        self.value(|writer| writer.fractional(value));
    }

    /// Writes the next value, true or false.
    pub fn boolean(&mut self, value: bool) {
        self.value(|writer| writer.truth(value));
    }

    /// Writes the next value as `write` does. The last one completes the object.
    #[inline]
    fn value(&mut self, write: impl FnOnce(&mut JsonWriter)) {
        if self.column == 0 {
            self.writer.comma();
        }
        self.writer.written(&self.pieces[self.column]);
        write(self.writer);
        self.column += 1;
        if self.column + 1 == self.pieces.len() {
            self.writer.written(&self.pieces[self.column]);
            self.column = 0;
        }
    }
}
