//! Writing JSON as LLVM does: two spaces per level, one value per line, doubles with 17 significant
//! digits, strings as UTF-8.

use std::borrow::Cow;
use std::fmt::Write;

use oxmca_asm::lossless;

use super::phrases::Phrases;
use crate::report::decimal::push_integer;

/// Largest buffer, in bytes, that is kept for the next text.
const MAX_RETAINED_BYTES: usize = 1 << 20;

/// Writes one document into a string. Members must be written in the order of their keys, which is
/// the order in which LLVM prints an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct JsonWriter {
    out: String,
    depth: usize,
    /// Set if the innermost object or array has any members.
    has_members: bool,
    phrases: Phrases,
}

impl JsonWriter {
    /// Creates a writer for a text inside `depth` objects and arrays of another writer, with
    /// recurring texts it may use.
    pub fn at_depth(depth: usize, mut phrases: Phrases) -> JsonWriter {
        let out = std::mem::take(&mut phrases.memory);
        JsonWriter { out, depth, phrases, ..JsonWriter::default() }
    }

    /// Returns the number of bytes written so far.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Writes a value, or a part of one, that another writer made at the same depth.
    pub fn written(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes the end of a member that another writer made at the same depth.
    pub fn complete(&mut self, text: &str) {
        self.written(text);
        self.has_members = true;
    }

    /// Returns the text written so far.
    pub fn text(&self) -> &str {
        &self.out
    }

    /// Drops the text written so far. Later text continues it.
    pub fn clear(&mut self) {
        self.out.clear();
    }

    /// Returns the recurring texts, for the next writer.
    pub fn into_phrases(self) -> Phrases {
        let mut phrases = self.phrases;
        phrases.memory =
            if self.out.capacity() > MAX_RETAINED_BYTES { String::new() } else { self.out };
        phrases.memory.clear();
        phrases
    }

    /// Takes the text written so far, in as little memory as it needs. The memory it was written in stays here,
    /// unless that is much.
    pub fn take_boxed(&mut self) -> Box<str> {
        if self.out.capacity() > MAX_RETAINED_BYTES {
            return self.take().into_boxed_str();
        }
        let text = self.out.as_str().into();
        self.out.clear();
        text
    }

    /// Takes the text written so far. Later text continues it.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// Returns the number of objects and arrays around the next value.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the recurring texts.
    pub fn phrases(&mut self) -> &mut Phrases {
        &mut self.phrases
    }

    /// Writes an object; `members` writes its members.
    pub fn object(&mut self, members: impl FnOnce(&mut JsonWriter)) {
        self.nested('{', '}', members);
    }

    /// Writes an array; `elements` writes its elements, with [`JsonWriter::element`] before each.
    pub fn array(&mut self, elements: impl FnOnce(&mut JsonWriter)) {
        self.nested('[', ']', elements);
    }

    fn nested(&mut self, open: char, close: char, contents: impl FnOnce(&mut JsonWriter)) {
        self.open(open);
        contents(self);
        self.close(close);
    }

    /// Begins an object or array that [`JsonWriter::close`] ends.
    pub fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.depth += 1;
        self.has_members = false;
    }

    /// Ends an object or array.
    pub fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if self.has_members {
            self.new_line();
        }
        self.out.push(bracket);
        // The object or array is a member of the one around it.
        self.has_members = true;
    }

    /// Begins an element of an array.
    pub fn element(&mut self) {
        self.comma();
        self.new_line();
    }

    /// Writes the separator between two members, if there was one before.
    #[inline]
    pub fn comma(&mut self) {
        if std::mem::replace(&mut self.has_members, true) {
            self.out.push(',');
        }
    }

    /// Begins a member of an object. Nothing in its key has to be escaped.
    pub fn key(&mut self, key: &'static str) {
        debug_assert!(is_plain(key.as_bytes()), "{key:?}");
        self.element();
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\": ");
    }

    /// Begins a member of an object whose key may have to be escaped.
    pub fn named(&mut self, name: &str) {
        self.element();
        self.quoted(name);
        self.out.push_str(": ");
    }

    /// Writes a member that is an integer.
    pub fn integer(&mut self, key: &'static str, value: impl Into<i128>) {
        self.key(key);
        self.whole(value);
    }

    /// Writes an integer.
    pub fn whole(&mut self, value: impl Into<i128>) {
        let value = value.into();
        match u64::try_from(value) {
            Ok(value) => push_integer(value, &mut self.out),
            Err(_) => {
                let _ = write!(self.out, "{value}");
            }
        }
    }

    /// Writes a member that is a double.
    pub fn double(&mut self, key: &'static str, value: f64) {
        self.key(key);
        self.fractional(value);
    }

    /// Writes a member that is true or false.
    pub fn boolean(&mut self, key: &'static str, value: bool) {
        self.key(key);
        self.truth(value);
    }

    /// Writes a double.
    pub fn fractional(&mut self, value: f64) {
        self.phrases.doubles.push(value, &mut self.out);
    }

    /// Writes true or false.
    pub fn truth(&mut self, value: bool) {
        self.out.push_str(if value { "true" } else { "false" });
    }

    /// Writes a string. Bytes that are not UTF-8 become U+FFFD.
    pub fn string(&mut self, text: &[u8]) {
        match std::str::from_utf8(text) {
            Ok(text) => self.quoted(text),
            Err(_) => self.quoted(&String::from_utf8_lossy(text)),
        }
    }

    /// Writes a string whose bytes that are not UTF-8 are carried as by [`lossless`].
    pub fn carried(&mut self, text: &str) {
        match lossless::to_bytes(text) {
            Cow::Borrowed(_) => self.quoted(text),
            Cow::Owned(bytes) => self.string(&bytes),
        }
    }

    /// Writes a string.
    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        let mut rest = text;
        while !is_plain(rest.as_bytes())
            && let Some(at) = rest.bytes().position(needs_escape)
        {
            self.out.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                byte @ (b'"' | b'\\') => self.out.extend(['\\', char::from(byte)]),
                b'\t' => self.out.push_str("\\t"),
                b'\n' => self.out.push_str("\\n"),
                b'\r' => self.out.push_str("\\r"),
                byte => {
                    let _ = write!(self.out, "\\u{byte:04x}");
                }
            }
            rest = &rest[at + 1..];
        }
        self.out.push_str(rest);
        self.out.push('"');
    }

    fn new_line(&mut self) {
        const LINE: &str = "\n                       ";
        let end = self.out.len() + 1 + 2 * self.depth;
        // A known length is written without a call; what is too much goes again.
        self.out.push_str(LINE);
        while self.out.len() < end {
            self.out.push_str(&LINE[1..]);
        }
        self.out.truncate(end);
    }
}

/// Returns whether a byte of text has to be escaped in a string.
fn needs_escape(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

/// Returns whether no byte of a string has to be escaped. All are looked at, so that several can be
/// at once.
fn is_plain(text: &[u8]) -> bool {
    !text.iter().fold(false, |any, byte| any | needs_escape(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_made_utf_8() {
        let mut writer = JsonWriter::default();
        writer.string(b"a\"\\\t\n\r\x01\x7f/\xc3\xa9\xff\xed\xa0\x80\xe2\x82 ");
        assert_eq!(
            writer.text(),
            "\"a\\\"\\\\\\t\\n\\r\\u0001\x7f/\u{e9}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd} \""
        );
    }

    #[test]
    fn nothing_between_brackets_when_empty() {
        let mut writer = JsonWriter::default();
        writer.object(|writer| {
            writer.key("a");
            writer.array(|_| {});
            writer.key("b");
            writer.object(|writer| writer.integer("c", -1));
        });
        assert_eq!(writer.text(), "{\n  \"a\": [],\n  \"b\": {\n    \"c\": -1\n  }\n}");
    }
}
