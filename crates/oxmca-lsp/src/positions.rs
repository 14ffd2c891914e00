//! Positions in texts: lines and characters of the protocol, and bytes.

use gen_lsp_types::Position;

/// The unit in which a client counts characters of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which all clients can count.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Returns the units of a character.
    fn units(self, character: char) -> u32 {
        match self {
            Encoding::Utf8 => character.len_utf8() as u32,
            Encoding::Utf16 => character.len_utf16() as u32,
            Encoding::Utf32 => 1,
        }
    }

    /// Returns the units of a text.
    pub fn len(self, text: &str) -> u32 {
        match text.is_ascii() {
            true => u32::try_from(text.len()).unwrap_or(u32::MAX),
            false => text.chars().map(|it| self.units(it)).fold(0, u32::saturating_add),
        }
    }

    /// Returns the byte of a line at which a character begins that has so many units before it; that of the character it is
    /// within, or the line's end if it has fewer.
    pub fn byte(self, line: &str, units: u32) -> usize {
        let mut before: u32 = 0;
        for (at, character) in line.char_indices() {
            let next = before.saturating_add(self.units(character));
            if next > units {
                return at;
            }
            before = next;
        }
        line.len()
    }

    /// Returns the units before a byte of a line. A byte within a character counts as its beginning.
    pub fn units_before(self, line: &str, byte: usize) -> u32 {
        let mut end = byte.min(line.len());
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        self.len(&line[..end])
    }
}

/// A text with the offsets of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineText {
    text: String,
    /// Offsets at which lines begin.
    starts: Vec<u32>,
}

/// Longer texts are not taken: lines are found by numbers of 32 bits, and the assembler takes no more.
pub const MAX_TEXT_BYTES: usize = oxmca_asm::source::MAX_TEXT_BYTES;

impl LineText {
    /// Takes a text; all of one that is too long is left out.
    pub fn new(mut text: String) -> LineText {
        if text.len() > MAX_TEXT_BYTES {
            text.clear();
        }
        let starts = std::iter::once(0).chain(line_starts(&text, 0)).collect();
        LineText { text, starts }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of lines. The last one may be empty.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns the offset at which a line begins, from 0; the end of the text for a line behind it.
    pub fn start(&self, line: u32) -> usize {
        self.starts.get(line as usize).map_or(self.text.len(), |it| *it as usize)
    }

    /// Returns a line, from 0, without its end; empty for a line behind the last one.
    pub fn line(&self, line: u32) -> &str {
        let text = &self.text[self.start(line)..self.start(line.saturating_add(1))];
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// Returns the line, from 0, that an offset is in.
    pub fn line_of(&self, offset: usize) -> u32 {
        (self.starts.partition_point(|it| *it as usize <= offset) - 1) as u32
    }

    /// Returns the offset of a position. One behind the end of a line is at its end.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = self.line(position.line);
        self.start(position.line) + encoding.byte(line, position.character)
    }

    /// Returns the position of a byte in a line, from 0.
    pub fn position(&self, line: u32, byte: usize, encoding: Encoding) -> Position {
        Position { line, character: encoding.units_before(self.line(line), byte) }
    }

    /// Returns the position of the end of a line, from 0.
    pub fn end_of(&self, line: u32, encoding: Encoding) -> Position {
        self.position(line, usize::MAX, encoding)
    }

    /// Puts a text in the place of the bytes from one offset to another. Returns whether there is room for it.
    pub fn replace(&mut self, from: usize, to: usize, text: &str) -> bool {
        let to = to.max(from);
        if self.text.len() - (to - from) + text.len() > MAX_TEXT_BYTES {
            return false;
        }
        let (first, last) = (self.line_of(from), self.line_of(to));
        self.text.replace_range(from..to, text);
        let moved_by = text.len() as i64 - (to - from) as i64;
        let new: Vec<u32> = line_starts(text, from).collect();
        let (begin, end) = (first as usize + 1, last as usize + 1);
        for start in &mut self.starts[end..] {
            *start = (i64::from(*start) + moved_by) as u32;
        }
        self.starts.splice(begin..end, new);
        true
    }
}

/// Returns the offsets behind the line feeds of a text that is at `base`.
fn line_starts(text: &str, base: usize) -> impl Iterator<Item = u32> {
    memchr::memchr_iter(b'\n', text.as_bytes()).map(move |at| (base + at + 1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_the_client_does() {
        let line = "a\u{e9}\u{1f600}b";
        let cases = [
            (Encoding::Utf8, [0, 1, 3, 7, 8]),
            (Encoding::Utf16, [0, 1, 2, 4, 5]),
            (Encoding::Utf32, [0, 1, 2, 3, 4]),
        ];
        for (encoding, units) in cases {
            let bytes = [0, 1, 3, 7, 8];
            for (unit, byte) in units.into_iter().zip(bytes) {
                assert_eq!(encoding.byte(line, unit), byte, "{encoding:?}");
                assert_eq!(encoding.units_before(line, byte), unit, "{encoding:?}");
            }
            assert_eq!(encoding.byte(line, 99), line.len());
        }
        // Half of a pair is its beginning.
        assert_eq!(Encoding::Utf16.byte(line, 3), 3);
        assert_eq!(Encoding::Utf8.units_before(line, 2), 1);
    }

    #[test]
    fn edits_keep_lines() {
        let texts = ["", "x", "\n", "a\nb", "\r\n\n", "\u{1f600}\n\u{e9}"];
        for old in texts {
            for new in texts {
                let begin = "one\ntwo\nthree\n".to_owned();
                for at in 0..=begin.len() {
                    let mut text = LineText::new(format!("{}{old}{}", &begin[..at], &begin[at..]));
                    assert!(text.replace(at, at + old.len(), new));
                    let whole = LineText::new(format!("{}{new}{}", &begin[..at], &begin[at..]));
                    assert_eq!(text, whole);
                }
            }
        }
    }

    #[test]
    fn lines_have_no_ends_and_positions_no_excess() {
        let text = LineText::new("ab\r\ncd\n".to_owned());
        assert_eq!((0..4).map(|it| text.line(it)).collect::<Vec<_>>(), ["ab", "cd", "", ""]);
        let at = |line, character| text.offset(Position { line, character }, Encoding::Utf16);
        assert_eq!([at(0, 1), at(0, 99), at(1, 0), at(2, 5), at(9, 9)], [1, 2, 4, 7, 7]);
    }
}
