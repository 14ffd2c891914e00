//! A comparison as a table, for terminals and for pull requests.

use std::fmt::Write;

use oxmca_names::{markdown, markdown_sentence, markdown_words, plain};

use super::{Change, Comparison, Row, aligned};

use crate::item::Item;
use crate::layout::{self, Cell, Column, ColumnKind};
use crate::measured;
use crate::table::{cycles_text, limits};
use crate::work_text;

/// The form of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Columns below each other, in lines of so many characters as far as names can be shortened.
    Text {
        /// The most characters of a line.
        most_columns: usize,
    },
    /// Markdown.
    Markdown,
}

impl Style {
    /// Returns a name as it is shown.
    pub fn name(self, name: &str) -> String {
        match self {
            Style::Text { .. } => plain(name).into_owned(),
            Style::Markdown => markdown(name),
        }
    }

    /// Returns words that may have names in them as they are shown.
    fn words(self, words: &str) -> String {
        match self {
            Style::Text { .. } => plain(words).into_owned(),
            Style::Markdown => markdown_words(words),
        }
    }
}

/// Titles of columns but the last, and their kinds.
const COLUMNS: [(&str, ColumnKind); 9] = [
    ("Cycles", ColumnKind::Numbers),
    ("Work", ColumnKind::Numbers),
    ("Change", ColumnKind::Numbers),
    ("Measured", ColumnKind::Numbers),
    ("Change", ColumnKind::Numbers),
    ("Instr.", ColumnKind::Numbers),
    ("uOps", ColumnKind::Numbers),
    ("Bytes", ColumnKind::Numbers),
    ("Limited by", ColumnKind::Lists),
];

/// Columns that are left out where lines would be too long; documents have them.
const OPTIONAL_COLUMNS: [&str; 3] = ["Instr.", "uOps", "Bytes"];

/// Columns that are there only if loops were measured.
const MEASURED_COLUMNS: [usize; 2] = [3, 4];

/// The parts of a program that a table compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Loops,
    Functions,
}

impl Subject {
    fn column(self) -> &'static str {
        match self {
            Subject::Loops => "Loop",
            Subject::Functions => "Function",
        }
    }

    fn title(self, cpu: &str) -> String {
        match self {
            Subject::Loops => {
                format!("Cycles per iteration on {cpu}, and their change for the same work")
            }
            Subject::Functions => format!("Cycles of whole functions on {cpu}"),
        }
    }

    /// Returns the sentence that there are none.
    fn none(self) -> &'static str {
        match self {
            Subject::Loops => "No loops.",
            Subject::Functions => "No functions.",
        }
    }
}

/// Appends the loops that changed, or all of them, and how many did not; then the functions, if they are compared.
pub fn render(comparison: &Comparison, style: Style, with_unchanged: bool, out: &mut String) {
    let parts = [
        (Subject::Loops, Some(&comparison.rows)),
        (Subject::Functions, comparison.functions.as_ref()),
    ];
    let _ = match style {
        Style::Text { most_columns } => {
            layout::wrap(&comparison.model.to_string(), most_columns, out);
            writeln!(out)
        }
        Style::Markdown => {
            writeln!(out, "{}.\n", markdown_sentence(&comparison.model.to_string()))
        }
    };
    for (subject, rows) in parts {
        let Some(rows) = rows else { continue };
        if subject == Subject::Functions {
            out.push('\n');
        }
        let changed: Vec<(&Row, Change)> = rows.iter().map(|row| (row, row.change(0.0))).collect();
        let shown = changed.iter().filter(|it| with_unchanged || it.1 != Change::Unchanged);
        let is_measured = subject == Subject::Loops && comparison.is_measured();
        let is_column = |at: usize| is_measured || !MEASURED_COLUMNS.contains(&at);
        let columns: Vec<usize> = (0..=COLUMNS.len()).filter(|at| is_column(*at)).collect();
        let cells: Vec<Vec<String>> = shown
            .map(|(row, change)| {
                let cells = cells(row, *change, style);
                columns.iter().map(|at| cells[*at].clone()).collect()
            })
            .collect();
        let title = subject.title(&comparison.model.cpu);
        let _ = match style {
            Style::Text { .. } => writeln!(out, "{}:\n", plain(&title)),
            Style::Markdown => writeln!(out, "### {}\n", markdown_sentence(&title)),
        };
        if !cells.is_empty() {
            match style {
                Style::Text { most_columns } => table(subject, &columns, &cells, most_columns, out),
                Style::Markdown => markdown_table(subject, &columns, &cells, out),
            }
            out.push('\n');
        }
        let _ = writeln!(out, "{}", counts(subject, &changed));
        for (row, change) in changed {
            if let Change::Incomparable(reason) = change {
                let _ = writeln!(out, "Not comparable: {}: {reason}.", style.name(&row.name()));
            }
        }
        rows.iter().for_each(|row| measured_notes(row, style, out));
    }
}

/// Appends that a row was measured to change in another way than predicted, or why it was not measured.
fn measured_notes(row: &Row, style: Style, out: &mut String) {
    let name = style.name(&row.name());
    let mut note = |note: String| match style {
        Style::Text { most_columns } => layout::wrap_indented(&note, 2, most_columns, out),
        Style::Markdown => {
            let _ = writeln!(out, "\n{note}");
        }
    };
    if let (true, Some(factor), Some(measured)) =
        (row.is_measured_otherwise(), row.factor(), row.measured_factor())
    {
        let [predicted, measured] = [factor, measured].map(percent);
        note(format!("Measured otherwise: {name}: {measured} here, {predicted} by the model."));
    }
    let reason = |item: &Option<Item>| item.as_ref()?.measured.clone()?.err();
    match (reason(&row.old), reason(&row.new)) {
        (None, None) => {}
        (Some(old), Some(new)) if old == new => {
            note(format!("Not measured: {name}: {}.", style.words(&new)));
        }
        (old, new) => {
            for (which, reason) in [("old", old), ("new", new)] {
                if let Some(reason) = reason {
                    let reason = style.words(&reason);
                    note(format!("Not measured: {name} ({which}): {reason}."));
                }
            }
        }
    }
}

/// Returns a multiple as the change that it is.
fn percent(factor: f64) -> String {
    format!("{:+.1} %", 100.0 * (factor - 1.0))
}

/// Returns the numbers of items by their change.
fn counts(subject: Subject, changed: &[(&Row, Change)]) -> String {
    let changes = || changed.iter().map(|it| it.1);
    let count = |change: Change| changes().filter(|it| *it == change).count();
    let words = [
        (Change::Slower, "slower"),
        (Change::Faster, "faster"),
        (Change::Same, "changed without effect on cycles"),
        (Change::Added, "new"),
        (Change::Removed, "gone"),
        (Change::Unknown, "not known"),
        (Change::Unchanged, "unchanged"),
    ];
    let counted = words.into_iter().map(|(change, word)| (count(change), word));
    let incomparable = changes().filter(|it| matches!(it, Change::Incomparable(_))).count();
    let parts: Vec<String> = counted
        .chain([(incomparable, "not comparable")])
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    if parts.is_empty() { subject.none().to_owned() } else { format!("{}.", parts.join(", ")) }
}

fn cells(row: &Row, change: Change, style: Style) -> [String; 10] {
    let micro_ops = |item: &Item| Some(item.cost.as_ref().ok()?.micro_ops.to_string());
    let bytes = |item: &Item| Some(item.length_bytes?.to_string());
    let limited = |item: &Item| match &item.cost {
        Ok(cost) => Some(style.words(&limits(cost))),
        Err(reason) => Some(style.words(reason)),
    };
    let cycles = |item: &Item| Some(item.cost.as_ref().map_or("-".to_owned(), cycles_text));
    let work = |item: &Item| {
        let amount = item.work.as_ref().and_then(|work| work.amount().ok());
        Some(amount.map_or("-".to_owned(), work_text::amount))
    };
    let name = match row.old_name() {
        Some(old) => format!("{} (was {})", style.name(&row.name()), style.name(&old)),
        None => style.name(&row.name()),
    };
    let line = row.new.as_ref().and_then(|it| it.line.as_ref());
    let place = line.map(|line| format!(", {}", style.name(&line.to_string()))).unwrap_or_default();
    [
        beside(row, &cycles),
        beside(row, &work),
        change_text(row, change),
        beside(row, &|item| Some(measured::text(item.measured.as_ref()))),
        row.measured_factor().map_or_else(|| "-".to_owned(), percent),
        beside(row, &|item| Some(item.instructions.len().to_string())),
        beside(row, &micro_ops),
        beside(row, &bytes),
        beside(row, &limited),
        format!("{name}{place}"),
    ]
}

/// Returns a value before and after, or once if it is the same.
fn beside(row: &Row, text: &dyn Fn(&Item) -> Option<String>) -> String {
    let text = |item: &Option<Item>| item.as_ref().and_then(text);
    match (text(&row.old), text(&row.new)) {
        (Some(before), Some(after)) if before == after => after,
        (Some(before), Some(after)) => format!("{before} -> {after}"),
        (None, Some(after)) => after,
        (Some(before), None) => before,
        (None, None) => "-".to_owned(),
    }
}

fn change_text(row: &Row, change: Change) -> String {
    match (change, row.factor()) {
        (Change::Slower | Change::Faster, Some(factor)) => percent(factor),
        (Change::Slower | Change::Faster, None) => "changed".to_owned(),
        (Change::Same | Change::Unchanged, _) => "=".to_owned(),
        (Change::Added, _) => "new".to_owned(),
        (Change::Removed, _) => "gone".to_owned(),
        (Change::Unknown, _) => "-".to_owned(),
        (Change::Incomparable(_), _) => "?".to_owned(),
    }
}

/// Returns the titles of columns.
fn titles(subject: Subject, columns: &[usize]) -> Vec<&'static str> {
    columns.iter().map(|at| COLUMNS.get(*at).map_or(subject.column(), |it| it.0)).collect()
}

/// Returns whether a column has numbers.
fn has_numbers(column: usize) -> bool {
    COLUMNS.get(column).is_some_and(|it| it.1 == ColumnKind::Numbers)
}

fn table(
    subject: Subject,
    columns: &[usize],
    rows: &[Vec<String>],
    most_columns: usize,
    out: &mut String,
) {
    let kind = |at: usize| COLUMNS.get(at).map_or(ColumnKind::Names, |it| it.1);
    let titles = titles(subject, columns);
    let column = |(at, title): (&usize, &&str)| {
        let column = Column::new(title, kind(*at));
        if OPTIONAL_COLUMNS.contains(title) { column.optional() } else { column }
    };
    let columns: Vec<Column> = columns.iter().zip(&titles).map(column).collect();
    let rows: Vec<Vec<Cell>> =
        rows.iter().map(|row| row.iter().map(|text| Cell::new(text)).collect()).collect();
    layout::render(&columns, &rows, most_columns, out);
}

fn markdown_table(subject: Subject, columns: &[usize], rows: &[Vec<String>], out: &mut String) {
    let titles = titles(subject, columns);
    let _ = writeln!(out, "| {} |", titles.join(" | "));
    let rules: Vec<&str> =
        columns.iter().map(|at| if has_numbers(*at) { "---:" } else { "---" }).collect();
    let _ = writeln!(out, "|{}|", rules.join("|"));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}

/// Appends the instructions of a loop before and after, side by side.
pub fn render_instructions(row: &Row, style: Style, out: &mut String) {
    let instructions = |item: &Option<Item>| -> Vec<String> {
        let texts = item.iter().flat_map(|item| item.instructions.iter());
        texts.map(|text| plain(&text.replace('\t', " ")).into_owned()).collect()
    };
    let (old, new) = (instructions(&row.old), instructions(&row.new));
    let lines = aligned(&old, &new);
    let widest = old.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let width = widest.max("Before".len());
    let fence = fence([&old[..], &new[..]].concat().iter());
    if style == Style::Markdown {
        let _ = writeln!(out, "{fence}");
    }
    let _ = writeln!(out, "{:width$}     After", "Before");
    for line in lines {
        let (before, after) = (line.old.unwrap_or_default(), line.new.unwrap_or_default());
        let mark = match (line.old, line.new) {
            (Some(_), None) => '<',
            (None, Some(_)) => '>',
            (before, after) if before == after => ' ',
            _ => '|',
        };
        let _ = write!(out, "{before:width$}  {mark}  {after}");
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    if style == Style::Markdown {
        let _ = writeln!(out, "{fence}");
    }
}

/// Returns a fence that no line between it and its end has.
fn fence<'a>(lines: impl Iterator<Item = &'a String>) -> String {
    let runs = lines.flat_map(|line| line.split(|it| it != '`').map(str::len));
    "`".repeat(3.max(runs.max().unwrap_or(0) + 1))
}
