//! Files of text tables, and mistakes in them.

use std::fmt;
use std::ops::Range;

/// A file of a target's text tables.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Path below the target's folder, e.g. `cpu/znver4.tbl`. It decides how the file is read.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// A mistake in a text table and its place: the fault of the file's author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Name of the file as given.
    pub file: String,
    /// Line number, from 1; 0 when it concerns the whole file.
    pub line: usize,
    /// Column of the first character at fault, from 1; 0 when it concerns the whole file.
    pub column: usize,
    /// Number of characters at fault, all on that line.
    pub length: usize,
    /// A description of the mistake.
    pub message: String,
    excerpt: String,
}

impl TextError {
    /// Creates a mistake in the bytes `range` of `text`.
    pub(crate) fn new(
        file: &str,
        text: &str,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_text = text[start..].lines().next().unwrap_or("");
        let end = range.end.min(start + line_text.len());
        let before = text[start..range.start].chars().count();
        let length = text[range.start..end.max(range.start)].chars().count().max(1);
        TextError {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: before + 1,
            length,
            message: message.into(),
            excerpt: excerpt(line_text, before, length),
        }
    }

    /// Creates a mistake that concerns the whole file.
    pub(crate) fn of_file(file: &str, message: impl Into<String>) -> Self {
        let (file, message) = (file.to_owned(), message.into());
        TextError { file, line: 0, column: 0, length: 0, message, excerpt: String::new() }
    }

    /// Returns the line, or of a long one the surroundings of the mistake, and below it a mark at
    /// the mistake, both ending in a newline. Empty if the mistake concerns the whole file.
    pub fn excerpt(&self) -> &str {
        &self.excerpt
    }
}

/// Returns a line and a mark below it, `before` characters from its beginning and `length` long.
fn excerpt(line: &str, before: usize, length: usize) -> String {
    /// Most characters that are shown before the mark, and from its beginning on.
    const SURROUNDINGS: usize = 60;
    let skipped = before.saturating_sub(SURROUNDINGS);
    let shown = line.chars().skip(skipped).take(2 * SURROUNDINGS);
    let shown: String = shown.map(|c| if c == '\t' { ' ' } else { c }).collect();
    let before = before - skipped;
    let tail = length.min(2 * SURROUNDINGS - before).saturating_sub(1);
    format!("{shown}\n{:before$}^{:~<tail$}\n", "", "")
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file, self.column, self.message),
        }
    }
}

impl std::error::Error for TextError {}
