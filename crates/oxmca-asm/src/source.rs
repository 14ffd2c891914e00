//! The text being assembled: the input and the buffers that macro expansion adds to it.
//!
//! Every byte of every buffer has a [`Loc`]. Buffers are only ever added, so text borrowed from one
//! lives as long as the [`Sources`] itself.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use memchr::{memchr_iter, memchr2, memrchr2};

/// Most bytes all buffers of one [`Sources`] may hold together.
const MAX_TOTAL_BYTES: usize = 1 << 31;
/// Most bytes of an input.
pub const MAX_TEXT_BYTES: usize = 1 << 27;

/// A position in the text: a byte of one buffer, or nowhere.
///
/// Positions of a later buffer compare greater than those of an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Loc(pub u32);

impl Loc {
    /// No position.
    pub const NONE: Loc = Loc(0);

    /// Returns whether this is a position at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Creates the position `bytes` further on in the same buffer.
    #[inline]
    pub const fn offset(self, bytes: usize) -> Loc {
        Loc(self.0 + bytes as u32)
    }

    /// Creates the position `bytes` further back in the same buffer.
    #[inline]
    pub const fn offset_back(self, bytes: usize) -> Loc {
        Loc(self.0 - bytes as u32)
    }
}

/// A run of text from `start` up to, not including, `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LocRange {
    /// First byte.
    pub start: Loc,
    /// One past the last byte.
    pub end: Loc,
}

impl LocRange {
    /// No range.
    pub const NONE: LocRange = LocRange { start: Loc::NONE, end: Loc::NONE };

    /// Creates the range from `start` to `end`.
    pub const fn new(start: Loc, end: Loc) -> LocRange {
        LocRange { start, end }
    }
}

/// The reason why text could not be added to a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A named piece of text.
#[derive(Debug)]
pub struct Buffer {
    name: Cow<'static, str>,
    text: Vec<u8>,
    base: u32,
    next: OnceLock<Box<Buffer>>,
}

impl Buffer {
    /// Returns the name shown in diagnostics, e.g. `<stdin>`; see [`crate::lossless`] for one that
    /// is no UTF-8.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the position of the first byte.
    pub fn start(&self) -> Loc {
        Loc(self.base)
    }

    /// Returns bytes of the line around a position; 0 if the position is not in this buffer.
    pub(crate) fn line_bytes(&self, loc: Loc) -> usize {
        match loc >= self.start() && loc <= self.end() {
            true => line_around(&self.text, (loc.0 - self.base) as usize).len(),
            false => 0,
        }
    }

    /// Returns the line around an offset; the last one if the offset is beyond the text.
    pub(crate) fn line_at(&self, offset: usize) -> &[u8] {
        let offset = offset.min(self.text.len());
        let line = line_around(&self.text, offset);
        &self.text[line]
    }

    /// Returns the position just past the last byte; it belongs to this buffer too.
    pub fn end(&self) -> Loc {
        Loc(self.base + self.text.len() as u32)
    }
}

/// The buffers of one assembly: the input first.
#[derive(Debug)]
pub struct Sources {
    first: Buffer,
    next_base: AtomicU32,
}

impl Sources {
    /// Takes the input. `name` is what diagnostics call it: `<stdin>` or the path as the user gave it.
    ///
    /// # Errors
    /// When the text is larger than [`MAX_TEXT_BYTES`].
    pub fn new(name: impl Into<Box<str>>, text: impl Into<Vec<u8>>) -> Result<Sources, TooLarge> {
        let text = text.into();
        if text.len() > MAX_TEXT_BYTES {
            return Err(TooLarge);
        }
        let next_base = AtomicU32::new(text.len() as u32 + 2);
        let first =
            Buffer { name: String::from(name.into()).into(), text, base: 1, next: OnceLock::new() };
        Ok(Sources { first, next_base })
    }

    /// Returns the input.
    pub fn main(&self) -> &Buffer {
        &self.first
    }

    /// Returns all buffers in the order they were added.
    pub fn buffers(&self) -> impl Iterator<Item = &Buffer> {
        std::iter::successors(Some(&self.first), |buffer| buffer.next.get().map(|next| &**next))
    }

    /// Adds a buffer after `last`, which must be the newest one.
    pub(crate) fn add<'s>(
        &'s self,
        last: &'s Buffer,
        name: &'static str,
        text: Vec<u8>,
    ) -> Result<&'s Buffer, TooLarge> {
        let base = self.next_base.load(Ordering::Relaxed);
        if base as usize + text.len() > MAX_TOTAL_BYTES {
            return Err(TooLarge);
        }
        self.next_base.store(base + text.len() as u32 + 1, Ordering::Relaxed);
        let next = OnceLock::new();
        let buffer = Box::new(Buffer { name: name.into(), text, base, next });
        debug_assert!(last.next.get().is_none());
        Ok(last.next.get_or_init(|| buffer))
    }
}

/// Dropping a long chain of boxes link by link keeps the stack shallow.
impl Drop for Sources {
    fn drop(&mut self) {
        let mut next = self.first.next.take();
        while let Some(mut buffer) = next {
            next = buffer.next.take();
        }
    }
}

/// Finds the buffer, line and column of positions. Keeps an index, so that many questions are cheap.
pub struct LineIndex<'s> {
    buffers: Vec<&'s Buffer>,
    /// Per buffer, offsets of line feeds; filled when the buffer is first asked about.
    line_feeds: Vec<OnceLock<Vec<u32>>>,
}

/// A position as line and column.
#[derive(Clone, Copy, Debug)]
pub struct LinePosition<'s> {
    /// The buffer.
    pub buffer: &'s Buffer,
    /// Number of the buffer, in order of addition.
    pub buffer_index: usize,
    /// Line, from 1; lines are ended by line feeds.
    pub line: usize,
    /// Column in bytes, from 0, counted from the last line feed; so that it can be past the end of `text`.
    pub column: usize,
    /// Start of that line's text.
    pub line_start: Loc,
    /// The line's text, up to a line feed or carriage return.
    pub text: &'s [u8],
}

impl<'s> LineIndex<'s> {
    /// Creates an index of the buffers that `sources` holds now.
    pub fn new(sources: &'s Sources) -> LineIndex<'s> {
        let buffers: Vec<&Buffer> = sources.buffers().collect();
        let line_feeds = buffers.iter().map(|_| OnceLock::new()).collect();
        LineIndex { buffers, line_feeds }
    }

    /// Finds the line and column of `loc`; `None` if it is nowhere.
    pub fn find(&self, loc: Loc) -> Option<LinePosition<'s>> {
        let buffer_index = self.buffers.partition_point(|b| b.start() <= loc).checked_sub(1)?;
        let buffer = *self.buffers.get(buffer_index)?;
        if loc > buffer.end() {
            return None;
        }
        let text = buffer.text();
        let offset = (loc.0 - buffer.base) as usize;
        let line = line_around(text, offset);
        let line_feeds = self.line_feeds[buffer_index]
            .get_or_init(|| memchr_iter(b'\n', text).map(|at| at as u32).collect());
        let feeds_before = line_feeds.partition_point(|at| (*at as usize) < offset);
        let after_feed =
            feeds_before.checked_sub(1).map_or(0, |last| line_feeds[last] as usize + 1);
        Some(LinePosition {
            buffer,
            buffer_index,
            line: feeds_before + 1,
            column: offset - after_feed,
            line_start: Loc(buffer.base + line.start as u32),
            text: &text[line],
        })
    }
}

/// Returns the line around `offset`, between line feeds or carriage returns.
fn line_around(text: &[u8], offset: usize) -> Range<usize> {
    let start = memrchr2(b'\n', b'\r', &text[..offset]).map_or(0, |at| at + 1);
    let end = memchr2(b'\n', b'\r', &text[offset..]).map_or(text.len(), |len| offset + len);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_in_every_buffer() {
        let sources = Sources::new("a.s", "one\ntwo\r\nthree").unwrap();
        let added = sources.add(sources.main(), "<instantiation>", b"x\ny".to_vec()).unwrap();
        let index = LineIndex::new(&sources);
        let at = |loc| {
            let found = index.find(loc).unwrap();
            (found.buffer.name().to_owned(), found.line, found.column, found.text.to_vec())
        };
        assert_eq!(at(Loc(1)), ("a.s".into(), 1, 0, b"one".to_vec()));
        assert_eq!(at(Loc(1).offset(5)), ("a.s".into(), 2, 1, b"two".to_vec()));
        assert_eq!(at(sources.main().end()), ("a.s".into(), 3, 5, b"three".to_vec()));
        assert_eq!(at(added.end()), ("<instantiation>".into(), 2, 1, b"y".to_vec()));
        assert!(index.find(Loc::NONE).is_none());
        assert!(index.find(added.end().offset(1)).is_none());
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion() {
        let sources = Sources::new("a.s", "").unwrap();
        let mut last = sources.main();
        for _ in 0..200_000 {
            last = sources.add(last, "<instantiation>", Vec::new()).unwrap();
        }
        assert_eq!(sources.buffers().count(), 200_001);
    }
}
