//! The layout of reports as text: fields, wrapped paragraphs, cells of tables.

use std::fmt::Write;

use oxmca_ibs::view::{Cell, Unit};

/// Columns that names of fields take.
const NAME_WIDTH: usize = 18;
/// The width at which running text is wrapped.
const TEXT_WIDTH: usize = 96;
/// The text of a value that is not available.
pub(crate) const NOT_AVAILABLE: &str = "n/a";
/// The start of a warning.
const WARNING: &str = "Warning: ";

/// The style of headings and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With ANSI escape sequences for terminals.
    Coloured,
}

impl Style {
    pub(crate) fn title(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[1m{text}\x1b[0m"),
        }
    }

    fn warning(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[1;35m{text}\x1b[0m"),
        }
    }
}

/// Returns text as a part of one line that no terminal acts on. Names come from the recorded computer.
#[must_use]
pub fn printable(text: &str) -> String {
    oxmca_names::plain(text).into_owned()
}

/// Appends a line of a summary: a name and a value.
pub(crate) fn field(name: &str, value: &str, out: &mut String) {
    let _ = writeln!(out, "{name:NAME_WIDTH$}{}", printable(value));
}

/// Appends a field whose value takes several lines if it is long.
pub(crate) fn folded_field(name: &str, value: &str, out: &mut String) {
    let lines = wrap(value, TEXT_WIDTH - NAME_WIDTH);
    for (index, line) in lines.iter().enumerate() {
        field(if index == 0 { name } else { "" }, line, out);
    }
}

/// Appends a warning as a paragraph.
pub(crate) fn warning(warning: &str, style: Style, out: &mut String) {
    let mut text = String::new();
    paragraph(WARNING, warning, &mut text);
    out.push_str(&text.replacen(WARNING, &style.warning(WARNING), 1));
}

/// Appends wrapped text, with all lines but the first indented by the width of `start`.
pub(crate) fn indented(start: &str, text: &str, out: &mut String) {
    for (index, line) in wrap(text, TEXT_WIDTH - start.len()).iter().enumerate() {
        let start = if index == 0 { start } else { &" ".repeat(start.len()) };
        let _ = writeln!(out, "{start}{}", printable(line));
    }
}

/// Appends an empty line and wrapped text.
pub(crate) fn paragraph(start: &str, text: &str, out: &mut String) {
    out.push('\n');
    for line in wrap(&printable(&format!("{start}{text}")), TEXT_WIDTH) {
        let _ = writeln!(out, "{line}");
    }
}

/// Returns the words of a text in lines of a width, which only a longer word exceeds.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Appends a line of a table: cells aligned right, then a label.
pub(crate) fn table_line<'a>(
    cells: impl Iterator<Item = &'a str>,
    widths: &[usize],
    label: &str,
    out: &mut String,
) {
    let start = out.len();
    for (cell, width) in cells.zip(widths) {
        let _ = write!(out, "{cell:>width$}  ");
    }
    out.push_str(&printable(label));
    out.truncate(start + out[start..].trim_end().len());
    out.push('\n');
}

/// Returns the text of a cell.
pub(crate) fn cell(cell: Cell) -> String {
    match cell {
        Cell::NotAvailable => NOT_AVAILABLE.to_owned(),
        Cell::Count(count) => count.to_string(),
        Cell::Ratio(ratio, Unit::Share) => percent(ratio),
        Cell::Ratio(ratio, Unit::Cycles) => format!("{ratio:.2}"),
    }
}

/// Returns a share as text, in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}
