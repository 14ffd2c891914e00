//! Arrays of objects that all have the same keys.

use super::phrases::{Phrases, Row};
use super::writer::JsonWriter;

impl Row {
    fn new(depth: usize, keys: &'static [&'static str]) -> Row {
        let mut writer = JsonWriter::at_depth(depth, Phrases::default());
        writer.element();
        writer.open('{');
        let mut before: Vec<String> = Vec::with_capacity(keys.len());
        for key in keys {
            writer.key(key);
            before.push(writer.take());
        }
        writer.close('}');
        let end = writer.take();
        let first = before.first().map_or("", String::as_str);
        let between = format!("{end},{first}");
        let with_truth = |before: &[String], between: &str, value: bool| -> Vec<String> {
            let texts = before.iter().map(String::as_str).chain([between]);
            texts.map(|text| format!("{text}{value}")).collect()
        };
        Row {
            depth,
            keys,
            truths: [false, true].map(|value| with_truth(&before, &between, value)),
            before: before.into_iter().chain([between]).collect(),
            end,
        }
    }
}

/// Writes objects with the same keys.
pub(crate) struct Rows<'w> {
    writer: &'w mut JsonWriter,
    row: &'w Row,
    /// The key whose value is next. The number of keys stands for the first one of a further object.
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
            let mut written = Rows { writer, row: &rows[at], column: 0 };
            write(&mut written);
            if written.column > 0 {
                writer.complete(&rows[at].end);
            }
            writer.phrases().rows = rows;
        });
    }
}

impl Rows<'_> {
    /// Writes the next value, an integer.
    pub fn integer(&mut self, value: impl Into<i128>) {
        let column = self.next();
        self.writer.written(&self.row.before[column]);
        self.writer.whole(value);
    }

    /// Writes the next value, a double.
    pub fn double(&mut self, value: f64) {
        let column = self.next();
        self.writer.written(&self.row.before[column]);
        self.writer.fractional(value);
    }

    /// Writes the next value, true or false.
    pub fn boolean(&mut self, value: bool) {
        let column = self.next();
        self.writer.written(&self.row.truths[usize::from(value)][column]);
    }

    /// Goes on to the next value. Returns the number of the text before it.
    #[inline]
    fn next(&mut self) -> usize {
        let column = self.column;
        let num_keys = self.row.keys.len();
        // After the last key comes the first one of a further object, whose number is then 0.
        self.column = if column == num_keys { 1 } else { column + 1 };
        column
    }
}
