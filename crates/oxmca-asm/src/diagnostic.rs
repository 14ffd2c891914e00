//! Errors, warnings and notes about the text, and how they are shown.

use std::borrow::Cow;

use memchr::memchr;

use crate::lossless;
use crate::source::{LineIndex, Loc, LocRange, Sources};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The text is wrong.
    Error,
    /// The text is doubtful.
    Warning,
    /// More about the diagnostic before it.
    Note,
    /// The text is doubtful, and the reference says so without a place or a label.
    Plain,
}

impl Severity {
    /// Returns the word before a message.
    pub const fn label(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Plain => "",
        }
    }

    /// Returns the escape sequence that colours it on a terminal, as LLVM does: bold red, magenta
    /// and bright black.
    pub const fn colour(self) -> &'static str {
        match self {
            Severity::Error => "\x1b[0;1;31m",
            Severity::Warning => "\x1b[0;1;35m",
            Severity::Note => "\x1b[0;1;30m",
            Severity::Plain => "",
        }
    }
}

/// Which of the reference's two readings of the input reports a diagnostic.
///
/// `llvm-mca` reads its input twice, first for code regions and, if that went well, again for
/// instruments; what is wrong with the assembly itself is reported each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Reported by every reading.
    Both,
    /// About code regions: reported by the first reading.
    Regions,
    /// About instruments: reported by the second reading.
    Instruments,
}

/// A `# line "file"` directive in force at a diagnostic: what the text was generated from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineOrigin {
    /// Position of the directive.
    pub loc: Loc,
    /// The file it names.
    pub file: Box<[u8]>,
    /// The line it names.
    pub line: i64,
}

/// One message about the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The place it points at; [`Loc::NONE`] when it is about no place in particular.
    pub loc: Loc,
    /// Text to underline, or [`LocRange::NONE`].
    pub range: LocRange,
    /// A remedy for the range, which is shown below it.
    pub suggestion: Option<&'static str>,
    /// The message. Bytes, since it may quote the text.
    pub message: Vec<u8>,
    /// Which reading reports it.
    pub pass: Pass,
    /// The `# line "file"` directive in force: index into `Parsed::line_origins`.
    pub origin: Option<u32>,
}

const TAB_STOP: usize = 8;

const BOLD: &[u8] = b"\x1b[1m";
const BOLD_GREEN: &[u8] = b"\x1b[0;1;32m";
const PLAIN: &[u8] = b"\x1b[0m";

/// Shows diagnostics as text.
pub struct Renderer<'s> {
    index: LineIndex<'s>,
    origins: &'s [LineOrigin],
    is_coloured: bool,
}

impl<'s> Renderer<'s> {
    /// Creates a renderer for diagnostics about `sources`; `origins` are those the diagnostics
    /// refer to.
    pub fn new(sources: &'s Sources, origins: &'s [LineOrigin]) -> Renderer<'s> {
        Renderer { index: LineIndex::new(sources), origins, is_coloured: false }
    }

    /// Returns the renderer with or without the escape sequences that colour text on a terminal.
    pub fn coloured(self, is_coloured: bool) -> Renderer<'s> {
        Renderer { is_coloured, ..self }
    }

    fn paint(&self, sequence: &[u8], out: &mut Vec<u8>) {
        if self.is_coloured {
            out.extend_from_slice(sequence);
        }
    }

    /// Appends the severity and the message.
    fn message(&self, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        self.paint(diagnostic.severity.colour().as_bytes(), out);
        out.extend_from_slice(diagnostic.severity.label().as_bytes());
        out.extend_from_slice(b": ");
        self.paint(PLAIN, out);
        self.paint(BOLD, out);
        out.extend_from_slice(&diagnostic.message);
        out.push(b'\n');
        self.paint(PLAIN, out);
    }

    /// Appends the diagnostic to `out`: place, severity and message, then the line of text and a
    /// line with a caret under the place and `~` under the range. Tabs are shown as spaces up to the
    /// next multiple of 8 columns. A line with bytes outside ASCII gets no caret line.
    pub fn render(&self, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        if diagnostic.severity == Severity::Plain {
            out.extend_from_slice(&diagnostic.message);
            out.push(b'\n');
            return;
        }
        let position = self.index.find(diagnostic.loc);
        self.paint(BOLD, out);
        let Some(position) = position else {
            out.extend_from_slice(b"<unknown>:0: ");
            self.paint(PLAIN, out);
            self.message(diagnostic, out);
            return;
        };

        let mut line = position.line as i64;
        let origin = diagnostic.origin.and_then(|origin| self.origins.get(origin as usize));
        let directive = origin.and_then(|o| self.index.find(o.loc));
        let name = match (origin, directive) {
            (Some(origin), Some(directive))
                if origin.line != 0 && directive.buffer_index == position.buffer_index =>
            {
                // 32 bits, as the reference counts.
                line = (origin.line - 1 + (line - directive.line as i64)) as i32 as i64;
                Cow::Borrowed(&*origin.file)
            }
            _ => lossless::to_bytes(position.buffer.name()),
        };
        // A directive can put a place on the line before the first.
        let is_shown = line != -1;
        // A directive can take the name away, and then nothing says where.
        if !name.is_empty() {
            out.extend_from_slice(if *name == *b"-" { b"<stdin>" } else { &name });
            if is_shown {
                out.extend_from_slice(format!(":{line}:{}", position.column + 1).as_bytes());
            }
            out.extend_from_slice(b": ");
        }
        self.paint(PLAIN, out);
        self.message(diagnostic, out);
        if !is_shown {
            return;
        }

        let text = position.text;
        expand_tabs(text, out);
        if !text.is_ascii() {
            return;
        }
        let mut marks = Vec::new();
        let range = diagnostic.range;
        let line_end = position.line_start.offset(text.len());
        if range.start.is_some() && range.start <= line_end && range.end >= position.line_start {
            let column = |loc: Loc| {
                (loc.clamp(position.line_start, line_end).0 - position.line_start.0) as usize
            };
            let (start, end) = (column(range.start), column(range.end));
            if start < end {
                marks.resize(start, b' ');
                marks.resize(end, b'~');
            }
        }
        let caret = position.column.min(text.len());
        marks.resize(marks.len().max(caret + 1), b' ');
        marks[caret] = b'^';
        self.paint(BOLD_GREEN, out);
        // A mark under a tab is as wide as the tab.
        let (mut at, mut column) = (0, 0);
        while at < marks.len() {
            let plain = text.get(at..).and_then(|rest| memchr(b'\t', rest));
            let end = plain.map_or(marks.len(), |len| marks.len().min(at + len));
            out.extend_from_slice(&marks[at..end]);
            column += end - at;
            at = end;
            if let Some(&mark) = marks.get(at) {
                let width = TAB_STOP - column % TAB_STOP;
                out.resize(out.len() + width, mark);
                column += width;
                at += 1;
            }
        }
        out.push(b'\n');
        self.paint(PLAIN, out);
        if let Some(suggestion) = diagnostic.suggestion {
            write_below(text, position.column, suggestion, out);
        }
    }
}

/// Appends a line that has a text below a column of another line, with blanks as wide as the tabs of that line. Like LLVM, it
/// also widens blanks of the text that are below tabs.
fn write_below(line: &[u8], column: usize, below: &str, out: &mut Vec<u8>) {
    let mut bytes = vec![b' '; column];
    bytes.extend_from_slice(below.as_bytes());
    let (mut at, mut width) = (0, 0);
    while at < bytes.len() {
        if line.get(at) != Some(&b'\t') {
            out.push(bytes[at]);
            width += 1;
        } else {
            loop {
                out.push(bytes[at]);
                at += usize::from(bytes[at] != b' ');
                width += 1;
                if width % TAB_STOP == 0 || at == bytes.len() {
                    break;
                }
            }
        }
        at += 1;
    }
    out.push(b'\n');
}

fn expand_tabs(line: &[u8], out: &mut Vec<u8>) {
    let mut column = 0;
    for piece in line.split_inclusive(|byte| *byte == b'\t') {
        let plain = piece.strip_suffix(b"\t").unwrap_or(piece);
        out.extend_from_slice(plain);
        column += plain.len();
        if plain.len() != piece.len() {
            let spaces = TAB_STOP - column % TAB_STOP;
            out.resize(out.len() + spaces, b' ');
            column += spaces;
        }
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str, at: u32, range: Option<(u32, u32)>) -> String {
        let sources = Sources::new("<stdin>", text).unwrap();
        let range = range
            .map_or(LocRange::NONE, |(start, end)| LocRange::new(Loc(1 + start), Loc(1 + end)));
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            loc: Loc(1 + at),
            range,
            suggestion: None,
            message: b"no".to_vec(),
            pass: Pass::Both,
            origin: None,
        };
        let mut out = Vec::new();
        Renderer::new(&sources, &[]).render(&diagnostic, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn caret_and_range() {
        assert_eq!(
            render("a\n add %x, %y\n", 4, Some((4, 10))),
            "<stdin>:2:3: error: no\n add %x, %y\n  ^~~~~~\n"
        );
    }

    #[test]
    fn tabs_are_eight_columns() {
        assert_eq!(
            render("\tfoo\tbar", 5, None),
            "<stdin>:1:6: error: no\n        foo     bar\n                ^\n"
        );
    }

    #[test]
    fn suggestions_stretch_at_tabs() {
        let shown = |line: &str, column| {
            let mut out = Vec::new();
            write_below(line.as_bytes(), column, "Did you mean $t0?", &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(shown("\tb $t4", 4), "           Did you mean $t0?\n");
        assert_eq!(shown("\tadd $2,\t$t4,\t$t5", 10), "                 Did    you mean $t0?\n");
    }

    #[test]
    fn no_caret_under_a_line_outside_ascii() {
        assert_eq!(render("é x", 3, None), "<stdin>:1:4: error: no\né x\n");
    }

    #[test]
    fn a_range_on_other_lines_is_cut() {
        assert_eq!(render("abc\ndef\n", 1, Some((1, 6))), "<stdin>:1:2: error: no\nabc\n ^~\n");
        assert_eq!(render("abc\ndef\n", 7, None), "<stdin>:2:4: error: no\ndef\n   ^\n");
    }
}
