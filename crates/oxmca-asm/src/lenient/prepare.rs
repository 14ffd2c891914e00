//! The rewriting of a text.

use memchr::memmem;

use crate::source::MAX_TEXT_BYTES;
use crate::target::{TargetInfo, TextStyle};

use super::listing::Listing;
use super::marker::{MarkerReader, marker_text, osaca_comment};

/// Statements that are looked at to tell the dialect of a text.
const LOOKED_AT: usize = 400;

/// The origin of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// Assembly.
    Assembly,
    /// The output of a disassembler.
    Disassembly,
}

/// A text that has been prepared for a lenient parser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The text, with as many lines as before.
    pub text: Vec<u8>,
    /// Its origin.
    pub kind: TextKind,
    /// The number of the dialect it begins in.
    pub dialect: usize,
}

/// Prepares a text for a parser of a target. `dialect` is the number of the dialect that it is in unless it shows
/// itself to be in another.
pub fn prepare(text: &[u8], target: &dyn TargetInfo, dialect: usize) -> Prepared {
    if let Some(listing) = Listing::new(text, target) {
        let dialect = listing.dialect(text).unwrap_or(dialect);
        let mut writer = Writer::new(target, text.len());
        listing.rewrite(text, dialect, &mut |prefix, statement| {
            writer.out.extend_from_slice(prefix);
            writer.write_statement(statement, statement);
            writer.end_line();
            // One that is too large is refused, and a short name may stand for a long one.
            writer.out.len() <= MAX_TEXT_BYTES
        });
        return Prepared { text: writer.finish(), kind: TextKind::Disassembly, dialect };
    }
    let dialect = dialect_of(text, target).unwrap_or(dialect);
    let mut style = TextStyle { dialect, is_disassembly: false };
    let has_osaca_comments = memmem::find(text, b"OSACA-").is_some();
    let mut writer = Writer::new(target, text.len());
    for line in text.split(|byte| *byte == b'\n') {
        if has_osaca_comments && writer.write_osaca_comment(line) {
            writer.end_line();
            continue;
        }
        match line.trim_ascii_start() {
            [] => writer.out.extend_from_slice(line),
            directive @ [b'.', ..] if !directive.contains(&b':') => {
                if let Some(dialect) = target.descriptor().dialect_of_directive(directive) {
                    style.dialect = dialect;
                }
                writer.write_statement(line, line);
            }
            _ => writer.write_line(line, style),
        }
        writer.end_line();
    }
    Prepared { text: writer.finish(), kind: TextKind::Assembly, dialect }
}

/// Returns the dialect that the first statements of a text show, unless a directive names one.
fn dialect_of(text: &[u8], target: &dyn TargetInfo) -> Option<usize> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty() && !line.ends_with(b":"));
    for line in lines.take(LOOKED_AT) {
        if target.descriptor().dialect_of_directive(line).is_some() {
            return None;
        }
        if matches!(line[0], b'.' | b'#' | b'/' | b';') {
            continue;
        }
        if let Some(dialect) = target.dialect_of(line) {
            return Some(dialect);
        }
    }
    None
}

/// The rewritten text.
struct Writer<'a> {
    target: &'a dyn TargetInfo,
    out: Vec<u8>,
    markers: MarkerReader,
}

impl<'a> Writer<'a> {
    fn new(target: &'a dyn TargetInfo, bytes: usize) -> Writer<'a> {
        Writer {
            target,
            out: Vec::with_capacity(bytes + bytes / 8),
            markers: MarkerReader::default(),
        }
    }

    fn end_line(&mut self) {
        self.out.push(b'\n');
    }

    /// Returns the text. Its last line has no line feed that the text before did not have.
    fn finish(mut self) -> Vec<u8> {
        self.out.pop();
        self.out
    }

    /// Writes a line that is a comment of OSACA's. Returns whether it was one.
    fn write_osaca_comment(&mut self, line: &[u8]) -> bool {
        let comment = self.target.syntax().comment.as_bytes();
        let line = line.trim_ascii();
        let starts: [&[u8]; 3] = [comment, b"//", b"#"];
        let text = starts.into_iter().find_map(|start| line.strip_prefix(start));
        let Some(marker) = text.and_then(osaca_comment) else { return false };
        self.write_comment(&marker);
        true
    }

    fn write_comment(&mut self, text: &[u8]) {
        self.out.extend_from_slice(self.target.syntax().comment.as_bytes());
        self.out.push(b' ');
        self.out.extend_from_slice(text);
    }

    /// Writes a line with labels, statements and a comment.
    fn write_line(&mut self, line: &[u8], style: TextStyle) {
        let syntax = self.target.syntax();
        let separator = syntax.separator.as_bytes();
        let mut rest = line;
        loop {
            let end = memmem::find(rest, separator).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            let blanks = part.len() - part.trim_ascii_start().len();
            let label = label_bytes(&part[blanks..]);
            let statement = part[blanks + label..].trim_ascii();
            match self.target.rewrite(statement, style) {
                Some(rewritten) => {
                    let before = part.len() - part[blanks + label..].trim_ascii_start().len();
                    self.out.extend_from_slice(&part[..before]);
                    self.write_statement(&rewritten, &rewritten);
                }
                None => self.write_statement(part, statement),
            }
            let Some(next) = after.strip_prefix(separator) else { break };
            self.out.extend_from_slice(separator);
            rest = next;
        }
    }

    /// Writes text that holds a statement, unless that ends a marker: then a comment takes the place of both.
    fn write_statement(&mut self, text: &[u8], statement: &[u8]) {
        let start = self.out.len();
        let place = start..start + text.len();
        let statement = statement.trim_ascii();
        let Some(marker) =
            self.markers.take(statement, place, &self.target.descriptor().text_markers)
        else {
            self.out.extend_from_slice(text);
            return;
        };
        // The instruction of the marker is none of the region.
        for byte in &mut self.out[marker.place] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
        self.write_comment(marker_text(marker.is_begin));
    }
}

/// Returns the bytes of a label and its colon at the beginning of a statement; 0 if there is none.
fn label_bytes(statement: &[u8]) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let name = statement.iter().take_while(|byte| is_name(byte)).count();
    if name > 0 && statement.get(name) == Some(&b':') { name + 1 } else { 0 }
}
