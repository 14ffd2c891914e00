//! A long text that was edited since it was read as a whole: the functions around the edits are read by themselves, and the
//! rest is taken from before.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use oxmca_asm::Interrupt;

use crate::text::{TextOnMachine, TextPart};

/// Lines at the beginning of a text, up to its first label, that are read with a part of it: they choose modes.
const MAX_HEADER_LINES: usize = 200;
/// The most bytes that are read by themselves.
const MAX_PART_BYTES: usize = 256 << 10;
/// Texts in which lines can change what later lines mean. They are read as a whole.
const MACROS: [&str; 5] = [".macro", ".rept", ".irp", ".altmacro", ".if"];

/// The lines that edits have touched, from 1. All other lines are as before, but those after it may have moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The lines before the edits.
    pub before: RangeInclusive<u32>,
    /// The lines that are in their place.
    pub after: RangeInclusive<u32>,
}

impl Edit {
    /// Returns this edit with a later one: lines in `before` of the text as it is now become those in `after`.
    #[must_use]
    pub fn then(&self, later: &Edit) -> Edit {
        let shift = |it: &Edit| i64::from(*it.after.end()) - i64::from(*it.before.end());
        let to_original = |line: u32| match () {
            () if line < *self.after.start() => line,
            () if line > *self.after.end() => (i64::from(line) - shift(self)) as u32,
            () if line == *self.after.start() => *self.before.start(),
            () => *self.before.end(),
        };
        let to_new = |line: u32| match line > *later.before.end() {
            true => (i64::from(line) + shift(later)) as u32,
            false => line.min(*later.after.end()).max(1),
        };
        let first_before = to_original(*later.before.start()).min(*self.before.start());
        let last_before = to_original(*later.before.end()).max(*self.before.end());
        let first_after = (*self.after.start()).min(*later.after.start());
        let last_after = to_new(*self.after.end()).max(*later.after.end());
        Edit { before: first_before..=last_before, after: first_after..=last_after }
    }

    /// Returns the lines by which those after the edit have moved.
    fn shift(&self) -> i64 {
        i64::from(*self.after.end()) - i64::from(*self.before.end())
    }
}

/// A text as it is now.
#[derive(Debug)]
pub struct EditedText {
    base: Arc<TextOnMachine>,
    patch: Option<Patch>,
}

/// Functions that were read by themselves.
#[derive(Debug)]
struct Patch {
    edit: Edit,
    /// The functions; `None` if they cannot be read by themselves. Nothing is known of their lines then.
    text: Option<TextOnMachine>,
    /// Lines before the first one of the functions in `text`.
    header_lines: u32,
}

impl Patch {
    /// Reads the lines of a range of bytes, after those that begin the text. Returns how many these are.
    fn read(
        base: &TextOnMachine,
        text: &[u8],
        range: Range<usize>,
    ) -> Option<(TextOnMachine, u32)> {
        let has = |part: &str| memchr::memmem::find(text, part.as_bytes()).is_some();
        let part = text.get(range.clone())?;
        if base.is_marked()
            || part.len() > MAX_PART_BYTES
            || has("LLVM-MCA-")
            || MACROS.iter().any(|it| has(it))
        {
            return None;
        }
        let mut header: Vec<u8> = Vec::new();
        let mut header_lines = 0;
        for line in text[..range.start].split_inclusive(|it| *it == b'\n').take(MAX_HEADER_LINES) {
            if line.trim_ascii().ends_with(b":") {
                break;
            }
            header.extend_from_slice(line);
            header_lines += 1;
        }
        // The dialect may have changed since.
        for (name, _) in base.machine().session().target().descriptor().dialect_directives {
            let found = memchr::memmem::rfind(&text[..range.start], name.as_bytes());
            if found.is_some_and(|at| at >= header.len()) {
                return None;
            }
        }
        header.extend_from_slice(part);
        let machine = Arc::clone(base.machine());
        let name = base.code().name();
        let text = TextOnMachine::read(machine, name, header, &Interrupt::NEVER).ok()?;
        Some((text, header_lines))
    }
}

impl EditedText {
    /// Takes a text that is as it was read.
    pub fn unchanged(base: Arc<TextOnMachine>) -> EditedText {
        EditedText { base, patch: None }
    }

    /// Reads the functions around an edit. `text` is all of the text now, and `line_start` gives the offset at which a line
    /// begins, from 1, or the end of the text. Functions that cannot be read by themselves are left out: those of a text
    /// with macros or conditions, or if it were most of the text.
    pub fn read(
        base: &Arc<TextOnMachine>,
        edit: &Edit,
        text: &[u8],
        line_start: impl Fn(u32) -> usize,
    ) -> EditedText {
        let before = base.function_lines(&edit.before);
        let first = (*edit.after.start()).min(*before.start());
        let last = (i64::from((*edit.before.end()).max(*before.end())) + edit.shift()) as u32;
        let last = last.max(*edit.after.end());
        let range = line_start(first)..line_start(last.saturating_add(1));
        let before = *before.start()..=(*before.end()).max(*edit.before.end());
        let (text, header_lines) = match Patch::read(base, text, range) {
            Some((text, header_lines)) => (Some(text), header_lines),
            None => (None, 0),
        };
        let edit = Edit { before, after: first..=last };
        EditedText { base: Arc::clone(base), patch: Some(Patch { edit, text, header_lines }) }
    }

    /// Returns whether parts of it were read by themselves.
    pub fn is_patched(&self) -> bool {
        self.patch.is_some()
    }

    /// Returns the text that was read as a whole, perhaps before edits.
    pub fn base(&self) -> &Arc<TextOnMachine> {
        &self.base
    }

    /// Returns the instructions that are written on a line, from 1, with the text that has them.
    pub fn instructions_on_line(&self, line: u32) -> (&TextOnMachine, &[u32]) {
        let Some(patch) = &self.patch else {
            return (&self.base, self.base.instructions_on_line(line));
        };
        if patch.edit.after.contains(&line) {
            let own = line - patch.edit.after.start() + 1 + patch.header_lines;
            return match &patch.text {
                Some(text) => (text, text.instructions_on_line(own)),
                None => (&self.base, &[]),
            };
        }
        let before = match line > *patch.edit.after.end() {
            true => (i64::from(line) - patch.edit.shift()) as u32,
            false => line,
        };
        (&self.base, self.base.instructions_on_line(before))
    }

    /// Returns the parts that have a line in a range, as [`TextOnMachine::parts`] does, with their lines as they are now.
    pub fn parts(&self, lines: &RangeInclusive<u32>) -> Vec<TextPart> {
        let Some(Patch { edit, text, header_lines }) = &self.patch else {
            return self.base.parts(lines);
        };
        let moved =
            |line: u32, by: i64| (i64::from(line) + by).clamp(1, i64::from(u32::MAX)) as u32;
        let part_moved = |it: TextPart, by: i64| TextPart {
            first_line: moved(it.first_line, by),
            lines: moved(*it.lines.start(), by)..=moved(*it.lines.end(), by),
            ..it
        };
        let mut found = Vec::new();
        // A loop around the edit is in the patch.
        let is_whole = |it: &TextPart| {
            it.lines.end() < edit.before.start() || it.lines.start() > edit.before.end()
        };
        let shift = edit.shift();
        let before = *lines.start()..=(*lines.end()).min(edit.after.start() - 1);
        if before.start() <= before.end() {
            found.extend(self.base.parts(&before).into_iter().filter(is_whole));
        }
        let own = i64::from(*edit.after.start()) - 1 - i64::from(*header_lines);
        let within = moved(*lines.start(), -own)..=moved(*lines.end(), -own);
        if let Some(text) = text
            && lines.start() <= edit.after.end()
            && lines.end() >= edit.after.start()
        {
            let parts = text.parts(&within).into_iter().map(|it| part_moved(it, own));
            found.extend(parts.filter(|it| edit.after.contains(&it.first_line)));
        }
        let after = (*lines.start()).max(edit.after.end() + 1);
        if after <= *lines.end() {
            let range = moved(after, -shift)..=moved(*lines.end(), -shift);
            let parts = self.base.parts(&range).into_iter().filter(is_whole);
            found.extend(
                parts
                    .filter(|it| it.first_line > *edit.before.end())
                    .map(|it| part_moved(it, shift)),
            );
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_join() {
        let edit = |before: RangeInclusive<u32>, after: RangeInclusive<u32>| Edit { before, after };
        // A line is put after line 10, then line 20 is taken away.
        let first = edit(10..=10, 10..=11);
        assert_eq!(first.then(&edit(20..=21, 20..=20)), edit(10..=20, 10..=20));
        assert_eq!(first.then(&edit(3..=3, 3..=5)), edit(3..=10, 3..=13));
        assert_eq!(first.then(&edit(11..=11, 11..=11)), edit(10..=10, 10..=11));
    }
}
