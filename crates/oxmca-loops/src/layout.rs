//! Tables of text, with columns as wide as there is room.

use std::fmt::Write;

/// Columns of a table for files and pipes.
pub const DEFAULT_COLUMNS: usize = 100;

/// The narrowest that a column is made.
const MIN_WIDTH: usize = 16;
/// Stands for what is left out.
const LEFT_OUT: &str = "...";

/// A column of a table.
pub(crate) struct Column {
    pub(crate) title: String,
    pub(crate) kind: ColumnKind,
}

/// The form of the texts in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnKind {
    /// Numbers: they end below each other.
    Numbers,
    /// Words, which are shown whole.
    Words,
    /// Names, of which the middle can be left out.
    Names,
    /// Paths, of which the beginning can be left out.
    Paths,
    /// Lists, of which the end can be left out where names and paths are as short as they can be.
    Lists,
}

impl ColumnKind {
    /// Kinds that give way, those that do so first before the others.
    const SHORTENED: [&'static [ColumnKind]; 2] =
        [&[ColumnKind::Names, ColumnKind::Paths], &[ColumnKind::Lists]];
}

impl Column {
    pub(crate) fn new(title: &str, kind: ColumnKind) -> Column {
        Column { title: title.to_owned(), kind }
    }
}

/// Appends a table whose lines have at most so many characters, as far as names and paths can be shortened.
pub(crate) fn render(columns: &[Column], rows: &[Vec<String>], most: usize, out: &mut String) {
    let widest = |at: usize| rows.iter().map(|row| row[at].chars().count()).max();
    let mut widths: Vec<usize> = (0..columns.len())
        .map(|at| widest(at).unwrap_or_default().max(columns[at].title.chars().count()))
        .collect();
    fit(columns, &mut widths, most);
    let titles: Vec<String> = columns.iter().map(|it| it.title.clone()).collect();
    for row in std::iter::once(&titles).chain(rows) {
        for (at, column) in columns.iter().enumerate() {
            let (gap, width) = (if at == 0 { "" } else { "  " }, widths[at]);
            let text = shortened(&row[at], width, column.kind);
            let _ = match column.kind {
                ColumnKind::Numbers => write!(out, "{gap}{text:>width$}"),
                _ => write!(out, "{gap}{text:width$}"),
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

/// Makes the widest columns that give way narrower, until lines are short enough or none can become so.
fn fit(columns: &[Column], widths: &mut [usize], most: usize) {
    let gaps = 2 * columns.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(most);
    let mut kinds = ColumnKind::SHORTENED.into_iter();
    let mut shortened: &[ColumnKind] = &[];
    while excess > 0 {
        let can_be_shorter =
            |at: &usize| shortened.contains(&columns[*at].kind) && widths[*at] > MIN_WIDTH;
        let shorter: Vec<usize> = (0..columns.len()).filter(can_be_shorter).collect();
        let Some(widest) = shorter.iter().copied().max_by_key(|at| widths[*at]) else {
            match kinds.next() {
                Some(next) => shortened = next,
                None => return,
            }
            continue;
        };
        let others = shorter.iter().filter(|at| **at != widest).map(|at| widths[*at]);
        // As wide as the next one, and one less if that is as wide already.
        let next = others.max().unwrap_or(MIN_WIDTH).min(widths[widest] - 1).max(MIN_WIDTH);
        let less = (widths[widest] - next).min(excess);
        widths[widest] -= less;
        excess -= less;
    }
}

/// Returns a text with at most `width` characters.
fn shortened(text: &str, width: usize, kind: ColumnKind) -> String {
    let count = text.chars().count();
    if count <= width || width <= LEFT_OUT.len() {
        return text.to_owned();
    }
    let kept = width - LEFT_OUT.len();
    let at_start = match kind {
        ColumnKind::Paths => 0,
        ColumnKind::Names => kept - kept / 3,
        ColumnKind::Lists => kept,
        ColumnKind::Numbers | ColumnKind::Words => return text.to_owned(),
    };
    let start: String = text.chars().take(at_start).collect();
    let end: String = text.chars().skip(count - (kept - at_start)).collect();
    format!("{start}{LEFT_OUT}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths_become_shorter() {
        let name = "core::iter::Iterator::fold";
        assert_eq!(shortened(name, 26, ColumnKind::Names), name);
        assert_eq!(shortened(name, 20, ColumnKind::Names), "core::iter::...:fold");
        assert_eq!(shortened("/a/b/c/d/kernel.rs:12", 16, ColumnKind::Paths), ".../kernel.rs:12");
        assert_eq!(shortened("chain of %rax, %rbx", 16, ColumnKind::Lists), "chain of %rax...");
        assert_eq!(shortened("12345", 4, ColumnKind::Numbers), "12345");
    }

    #[test]
    fn the_widest_columns_give_way_first() {
        let columns = [
            Column::new("a", ColumnKind::Lists),
            Column::new("b", ColumnKind::Names),
            Column::new("c", ColumnKind::Paths),
        ];
        let fitted = |mut widths: [usize; 3], most: usize| {
            fit(&columns, &mut widths, most);
            widths
        };
        assert_eq!(fitted([10, 20, 30], 64), [10, 20, 30]);
        assert_eq!(fitted([10, 20, 30], 60), [10, 20, 26]);
        assert_eq!(fitted([10, 20, 30], 50), [10, 18, 18]);
        assert_eq!(fitted([10, 20, 30], 20), [10, 16, 16]);
        assert_eq!(fitted([10, 5, 5], 12), [10, 5, 5]);
        assert_eq!(fitted([30, 20, 30], 70), [30, 18, 18]);
        assert_eq!(fitted([30, 20, 30], 60), [24, 16, 16]);
    }

    #[test]
    fn lines_have_the_length_that_was_asked_for() {
        let columns =
            [Column::new("N", ColumnKind::Numbers), Column::new("Name", ColumnKind::Names)];
        let rows =
            [vec!["1.00".to_owned(), "x".repeat(90)], vec!["10.00".to_owned(), "y".to_owned()]];
        let mut out = String::new();
        render(&columns, &rows, 40, &mut out);
        assert!(out.lines().all(|line| line.chars().count() <= 40), "{out}");
        assert_eq!(out.lines().next(), Some("    N  Name"));
        assert_eq!(out.lines().last(), Some("10.00  y"));
    }
}
