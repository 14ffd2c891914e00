//! Source lines of instructions, and the text of these lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use oxmca_asm::{Layout, lossless};
use rustc_hash::FxHashMap;

/// A place in the source that an instruction belongs to. Bytes that are no UTF-8 are as [`oxmca_asm::lossless`] carries
/// them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct SourceFrame {
    /// The function, if its name is known.
    pub function: Option<Arc<str>>,
    /// The path of the file, if it is known.
    pub file: Option<Arc<str>>,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// Set if it is in a library that the program uses, not in the program itself, as far as is known.
    pub is_of_library: bool,
    /// The text of the line without spaces around it, if it was [read](SourceLines::read_texts).
    pub text: Option<Arc<str>>,
}

impl SourceFrame {
    /// Creates a place, without the text of its line.
    pub fn new(function: Option<&str>, file: Option<&str>, line: u32) -> SourceFrame {
        let shared = |text: &str| Arc::from(text);
        SourceFrame {
            function: function.map(shared),
            file: file.map(shared),
            line,
            is_of_library: false,
            text: None,
        }
    }

    /// Returns the innermost place that is in the program itself, else the innermost one; `frames` begin with that.
    pub fn innermost_own(frames: &[SourceFrame]) -> Option<&SourceFrame> {
        frames.iter().find(|it| !it.is_of_library).or(frames.first()).filter(|it| it.line > 0)
    }

    /// Returns the name of its file, without folders, and the line: `kernel.c:12`.
    pub fn short_name(&self) -> String {
        let file = self.file.as_deref().unwrap_or_default();
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{name}:{}", self.line)
    }

    /// Returns whether nothing is known of it.
    fn is_unknown(&self) -> bool {
        self.file.is_none() && self.line == 0
    }
}

/// The source lines of the instructions of a [`Code`](crate::Code).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceLines {
    /// The places of instructions, each once: the innermost inlined function first, then that into which it was inlined,
    /// and so on.
    stacks: Vec<Vec<SourceFrame>>,
    /// By instruction of the code: index into `stacks`.
    of_instructions: Vec<Option<u32>>,
}

impl SourceLines {
    /// Takes the places of all instructions of a code, in order: of each the innermost inlined function first, then that
    /// into which it was inlined, and so on. Those of an instruction whose line is not known are empty.
    pub fn new(places: impl IntoIterator<Item = Vec<SourceFrame>>) -> SourceLines {
        let mut lines = SourceLines::default();
        let mut numbers: FxHashMap<Vec<SourceFrame>, u32> = FxHashMap::default();
        for stack in places {
            if stack.first().is_none_or(SourceFrame::is_unknown) {
                lines.of_instructions.push(None);
                continue;
            }
            let next = numbers.len() as u32;
            let number = *numbers.entry(stack).or_insert_with_key(|stack| {
                lines.stacks.push(stack.clone());
                next
            });
            lines.of_instructions.push(Some(number));
        }
        lines
    }

    /// Creates the lines that directives of a text name (`.loc`), which has `count` instructions.
    pub(crate) fn of_layout(layout: &Layout, count: usize) -> SourceLines {
        let path = |it: &oxmca_asm::layout::SourceFile| lossless::to_text(&it.path()).into_owned();
        let paths: Vec<String> = layout.files.iter().map(path).collect();
        let place = |index: usize| {
            let line = layout.source_line(u32::try_from(index).ok()?)?;
            let file = line.file.and_then(|file| paths.get(file as usize));
            Some(SourceFrame::new(None, file.map(String::as_str), line.line))
        };
        SourceLines::new((0..count).map(|index| place(index).into_iter().collect()))
    }

    /// Returns the places of an instruction of the code, by its index; none if its line is not known.
    pub fn of_instruction(&self, index: usize) -> &[SourceFrame] {
        match self.of_instructions.get(index) {
            Some(Some(number)) => &self.stacks[*number as usize],
            _ => &[],
        }
    }

    /// Reads the texts of the innermost lines. `read` returns the contents of the file at a path, if there are any; it is
    /// called once for each file, in the order of paths.
    pub fn read_texts(&mut self, mut read: impl FnMut(&str) -> Option<Vec<u8>>) {
        let mut wanted: BTreeMap<Arc<str>, Vec<&mut SourceFrame>> = BTreeMap::new();
        for frame in self.stacks.iter_mut().filter_map(|stack| stack.first_mut()) {
            if let (Some(file), 1..) = (&frame.file, frame.line) {
                wanted.entry(Arc::clone(file)).or_default().push(frame);
            }
        }
        for (file, frames) in wanted {
            let Some(contents) = read(&file) else { continue };
            let lines: Vec<&[u8]> = contents.split(|byte| *byte == b'\n').collect();
            for frame in frames {
                let line = lines.get(frame.line as usize - 1);
                frame.text = line.map(|line| shortened(line.trim_ascii()).into());
            }
        }
    }
}

/// Returns the text of a line, cut off where it becomes too long to be read.
fn shortened(line: &[u8]) -> String {
    const MAX_CHARS: usize = 200;
    // Characters have four bytes at most.
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * MAX_CHARS)]);
    if line.len() <= MAX_CHARS || text.chars().count() <= MAX_CHARS {
        return text.into_owned();
    }
    text.chars().take(MAX_CHARS).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_places_are_stored_once_and_texts_are_those_of_their_lines() {
        let frame = |file: &str, line: u32| SourceFrame::new(None, Some(file), line);
        let places = [
            vec![frame("a.c", 2), frame("b.c", 1)],
            Vec::new(),
            vec![frame("a.c", 2), frame("b.c", 1)],
            vec![frame("b.c", 9)],
            vec![frame("a.c", 0)],
            vec![SourceFrame::default()],
        ];
        let mut lines = SourceLines::new(places);
        assert_eq!(lines.stacks.len(), 3);
        let mut read = Vec::new();
        lines.read_texts(|path| {
            read.push(path.to_owned());
            (path == "a.c").then(|| b"one\n\t two \r\n".to_vec())
        });
        assert_eq!(read, ["a.c", "b.c"]);
        let text = |index: usize| lines.of_instruction(index).first()?.text.as_deref();
        assert_eq!([0, 2, 3].map(text), [Some("two"), Some("two"), None]);
        assert_eq!(lines.of_instruction(0)[1].text, None);
        assert!([1, 5, 6].iter().all(|index| lines.of_instruction(*index).is_empty()));
        assert_eq!(lines.of_instruction(4)[0].line, 0);
    }

    #[test]
    fn long_lines_are_cut_off() {
        assert_eq!(shortened("ä".repeat(200).as_bytes()), "ä".repeat(200));
        assert_eq!(shortened("ä".repeat(5000).as_bytes()), format!("{}...", "ä".repeat(200)));
        assert_eq!(shortened(b"\xff"), "\u{fffd}");
    }
}
