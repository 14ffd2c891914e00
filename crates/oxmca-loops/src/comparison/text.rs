//! A comparison as a table, for terminals and for pull requests.

use std::fmt::Write;

use super::{Change, Comparison, Row, aligned};
use crate::item::Item;
use crate::table::{cycles_text, limits};

/// The form of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Columns below each other.
    Text,
    /// Markdown.
    Markdown,
}

/// Titles of columns, and whether they have numbers.
const COLUMNS: [(&str, bool); 7] = [
    ("Cycles", true),
    ("Change", true),
    ("Instr.", true),
    ("uOps", true),
    ("Bytes", true),
    ("Limited by", false),
    ("Loop", false),
];

/// Appends the loops that changed, or all of them, and how many did not.
pub fn render(comparison: &Comparison, style: Style, with_unchanged: bool, out: &mut String) {
    let is_shown = |row: &&Row| with_unchanged || row.change(0.0) != Change::Unchanged;
    let rows: Vec<[String; 7]> = comparison.rows.iter().filter(is_shown).map(cells).collect();
    match style {
        Style::Text => {
            let _ = writeln!(out, "Cycles per iteration on {}:\n", comparison.cpu);
            if !rows.is_empty() {
                table(&rows, out);
                out.push('\n');
            }
        }
        Style::Markdown => {
            let _ = writeln!(out, "### Cycles per iteration on {}\n", comparison.cpu);
            if !rows.is_empty() {
                markdown(&rows, out);
                out.push('\n');
            }
        }
    }
    let _ = writeln!(out, "{}", counts(comparison));
}

/// The numbers of loops by their change.
fn counts(comparison: &Comparison) -> String {
    let count =
        |change: Change| comparison.rows.iter().filter(|row| row.change(0.0) == change).count();
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
    let parts: Vec<String> = counted
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    if parts.is_empty() { "No loops.".to_owned() } else { format!("{}.", parts.join(", ")) }
}

fn cells(row: &Row) -> [String; 7] {
    let micro_ops = |item: &Item| Some(item.cost.as_ref().ok()?.micro_ops.to_string());
    let bytes = |item: &Item| Some(item.length_bytes?.to_string());
    let limited = |item: &Item| match &item.cost {
        Ok(cost) => Some(limits(cost)),
        Err(reason) => Some(reason.clone()),
    };
    let cycles = |item: &Item| Some(item.cost.as_ref().map_or("-".to_owned(), cycles_text));
    let name = match row.old_name() {
        Some(old) => format!("{} (was {old})", row.name()),
        None => row.name(),
    };
    let line = row.new.as_ref().and_then(|it| it.line.as_ref());
    let place = line.map(|line| format!(", {line}")).unwrap_or_default();
    [
        beside(row, &cycles),
        change(row),
        beside(row, &|item| Some(item.instructions.len().to_string())),
        beside(row, &micro_ops),
        beside(row, &bytes),
        beside(row, &limited),
        format!("{name}{place}"),
    ]
}

/// A value before and after, or once if it is the same.
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

fn change(row: &Row) -> String {
    match (row.change(0.0), row.cycles()) {
        (Change::Slower | Change::Faster, (Some(before), Some(after))) if before > 0.0 => {
            format!("{:+.1} %", 100.0 * (after - before) / before)
        }
        (Change::Slower | Change::Faster, _) => "changed".to_owned(),
        (Change::Same | Change::Unchanged, _) => "=".to_owned(),
        (Change::Added, _) => "new".to_owned(),
        (Change::Removed, _) => "gone".to_owned(),
        (Change::Unknown, _) => "-".to_owned(),
    }
}

fn table(rows: &[[String; 7]], out: &mut String) {
    let widths: Vec<usize> = (0..COLUMNS.len())
        .map(|at| {
            let widest = rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
            widest.max(COLUMNS[at].0.len())
        })
        .collect();
    let titles = COLUMNS.map(|it| it.0.to_owned());
    for row in std::iter::once(&titles).chain(rows) {
        for (at, text) in row.iter().enumerate() {
            let (gap, width) = (if at == 0 { "" } else { "  " }, widths[at]);
            let _ = match COLUMNS[at].1 {
                true => write!(out, "{gap}{text:>width$}"),
                false => write!(out, "{gap}{text:width$}"),
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

fn markdown(rows: &[[String; 7]], out: &mut String) {
    let titles = COLUMNS.map(|it| it.0);
    let _ = writeln!(out, "| {} |", titles.join(" | "));
    let rules = COLUMNS.map(|it| if it.1 { "---:" } else { "---" });
    let _ = writeln!(out, "|{}|", rules.join("|"));
    for row in rows {
        let escaped: Vec<String> = row.iter().map(|text| text.replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {} |", escaped.join(" | "));
    }
}

/// Appends the instructions of a loop before and after, side by side.
pub fn render_instructions(row: &Row, style: Style, out: &mut String) {
    let instructions = |item: &Option<Item>| -> Vec<String> {
        let texts = item.iter().flat_map(|item| item.instructions.iter());
        texts.map(|text| text.replace('\t', " ")).collect()
    };
    let (old, new) = (instructions(&row.old), instructions(&row.new));
    let lines = aligned(&old, &new);
    let widest = old.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let width = widest.max("Before".len());
    if style == Style::Markdown {
        out.push_str("```\n");
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
        out.push_str("```\n");
    }
}
