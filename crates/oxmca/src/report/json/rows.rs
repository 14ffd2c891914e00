//! Arrays of objects that all have the same keys.

use super::double::Doubles;
use super::writer::Writer;

/// Texts that are in one document as in another: to copy one takes less time than to make it.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    /// Where the last text was written.
    pub(super) memory: String,
    pub(super) doubles: Doubles,
    rows: Vec<Row>,
}

/// An object without its values.
#[derive(Clone, Debug, Default)]
struct Row {
    /// How deep the array is that it is in.
    depth: usize,
    keys: &'static [&'static str],
    /// What stands before each value, and after the last.
    pieces: Vec<String>,
}

impl Row {
    fn new(depth: usize, keys: &'static [&'static str]) -> Row {
        let mut writer = Writer::at_depth(depth, Phrases::default());
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
    writer: &'w mut Writer,
    pieces: &'w [String],
    /// The key whose value is next.
    column: usize,
}

impl Writer {
    /// An array of objects that have these keys. `write` gives all their values.
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
    /// The next value, an integer.
    pub fn integer(&mut self, value: impl Into<i128>) {
        self.value(|writer| writer.whole(value));
    }

    /// The next value, a double.
    pub fn double(&mut self, value: f64) {
        self.value(|writer| writer.fractional(value));
    }

    /// The next value, true or false.
    pub fn boolean(&mut self, value: bool) {
        self.value(|writer| writer.truth(value));
    }

    /// The next value, as `write` writes it. With the last one the object is complete.
    #[inline]
    fn value(&mut self, write: impl FnOnce(&mut Writer)) {
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
