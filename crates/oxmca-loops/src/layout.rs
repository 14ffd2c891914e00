//! Tables of text, with columns as wide as there is room. Whatever names are in them, a row is a line.

use std::fmt::Write;

use oxmca_names::plain;

/// Columns of a table for files and pipes.
pub const DEFAULT_COLUMNS: usize = 100;

/// The narrowest that a column is made.
const MIN_WIDTH: usize = 16;
/// Stands for what is left out.
const LEFT_OUT: &str = "...";

/// A column of a table.
#[derive(Clone)]
pub struct Column {
    pub(crate) title: String,
    pub(crate) kind: ColumnKind,
    /// Left out where lines would be too long.
    is_optional: bool,
}

/// The form of the texts in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
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
    /// Creates a column that is always there.
    pub fn new(title: &str, kind: ColumnKind) -> Column {
        Column { title: title.to_owned(), kind, is_optional: false }
    }

    /// Returns the column as one that is left out where lines would be too long.
    pub fn optional(self) -> Column {
        Column { is_optional: true, ..self }
    }
}

/// The text of a column in a row, as [`plain`] shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell(String);

impl Cell {
    /// Creates a cell that shows a text in a line.
    pub fn new(text: &str) -> Cell {
        Cell(plain(text).into_owned())
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the least width of a table without its optional columns.
pub(crate) fn least_width(columns: &[Column], rows: &[Vec<Cell>]) -> usize {
    least_width_with(columns, rows, |column| !column.is_optional)
}

/// Returns the least width of a table with some of its columns, names, paths and lists as short as they can be.
fn least_width_with(
    columns: &[Column],
    rows: &[Vec<Cell>],
    is_shown: impl Fn(&Column) -> bool,
) -> usize {
    let widths = columns.iter().zip(natural_widths(columns, rows)).filter(|it| is_shown(it.0));
    let widths: Vec<usize> = widths
        .map(|(column, width)| match column.kind {
            ColumnKind::Numbers | ColumnKind::Words => width,
            ColumnKind::Names | ColumnKind::Paths | ColumnKind::Lists => width.min(MIN_WIDTH),
        })
        .collect();
    widths.iter().sum::<usize>() + gaps(widths.len())
}

/// Returns the width of a table in which nothing is shortened.
pub(crate) fn whole_width(columns: &[Column], rows: &[Vec<Cell>]) -> usize {
    natural_widths(columns, rows).into_iter().sum::<usize>() + gaps(columns.len())
}

fn natural_widths(columns: &[Column], rows: &[Vec<Cell>]) -> Vec<usize> {
    let widest = |at: usize| rows.iter().map(|row| row[at].0.chars().count()).max();
    (0..columns.len())
        .map(|at| widest(at).unwrap_or_default().max(columns[at].title.chars().count()))
        .collect()
}

/// Returns the spaces between so many columns.
fn gaps(columns: usize) -> usize {
    2 * columns.saturating_sub(1)
}

/// Appends a table whose lines have at most so many characters, as far as names and paths can be shortened. Optional
/// columns are left out, the last ones first, if it is too wide otherwise.
pub fn render(columns: &[Column], rows: &[Vec<Cell>], most: usize, out: &mut String) {
    let is_too_wide = least_width_with(columns, rows, |_| true) > most;
    if let Some(at) = columns.iter().rposition(|it| it.is_optional).filter(|_| is_too_wide) {
        let without = |texts: &[Cell]| {
            let mut texts = texts.to_vec();
            texts.remove(at);
            texts
        };
        let mut columns = columns.to_vec();
        columns.remove(at);
        let rows: Vec<Vec<Cell>> = rows.iter().map(|row| without(row)).collect();
        return render(&columns, &rows, most, out);
    }
    let mut widths = natural_widths(columns, rows);
    fit(columns, &mut widths, most);
    let titles: Vec<Cell> = columns.iter().map(|it| Cell::new(&it.title)).collect();
    for row in std::iter::once(&titles).chain(rows) {
        for (at, column) in columns.iter().enumerate() {
            let (gap, width) = (if at == 0 { "" } else { "  " }, widths[at]);
            let text = shortened(&row[at].0, width, column.kind);
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
    let mut excess = (widths.iter().sum::<usize>() + gaps(columns.len())).saturating_sub(most);
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

/// Returns a name with at most `width` characters.
pub(crate) fn short_name(name: &str, width: usize) -> String {
    shortened(name, width, ColumnKind::Names)
}

/// Appends a text, as [`plain`] shows it, in lines of at most `most` characters, broken at spaces. A longer word has a line of
/// its own.
pub fn wrap(text: &str, most: usize, out: &mut String) {
    wrap_indented(text, 0, most, out);
}

/// Does the same as [`wrap`], with spaces before all lines but the first.
pub fn wrap_indented(text: &str, indent: usize, most: usize, out: &mut String) {
    let mut length = 0;
    let text = plain(text);
    for (at, word) in text.split(' ').enumerate() {
        let count = word.chars().count();
        // A unit stays with its number.
        if length > 0 && length + 1 + count > most && !word.starts_with('%') {
            let _ = write!(out, "\n{:indent$}", "");
            length = indent;
        } else if at > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += count;
    }
    out.push('\n');
}

/// Returns a text with at most `width` characters.
fn shortened(text: &str, width: usize, kind: ColumnKind) -> String {
    let count = text.chars().count();
    if count <= width || width <= LEFT_OUT.len() {
        return text.to_owned();
    }
    let kept = width - LEFT_OUT.len();
    if kind == ColumnKind::Paths {
        // Folders are left out whole, if their names can be.
        let tail: String = text.chars().skip(count - kept).collect();
        let whole = tail.find(['/', '\\']).map_or(tail.as_str(), |at| &tail[at..]);
        return format!("{LEFT_OUT}{whole}");
    }
    let at_start = match kind {
        ColumnKind::Names => kept - kept / 3,
        ColumnKind::Lists => kept,
        _ => return text.to_owned(),
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
        assert_eq!(shortened("/a/b/folder/it.rs:12", 16, ColumnKind::Paths), ".../it.rs:12");
        assert_eq!(shortened("a-very-long-name.rs:12", 16, ColumnKind::Paths), "...ng-name.rs:12");
        assert_eq!(shortened("12345", 4, ColumnKind::Numbers), "12345");
    }

    #[test]
    fn sentences_are_broken_at_spaces() {
        let mut out = String::new();
        wrap("one two three, averylongword four", 9, &mut out);
        assert_eq!(out, "one two\nthree,\naverylongword\nfour\n");
        out.clear();
        wrap_indented("slower: by a half", 2, 12, &mut out);
        assert_eq!(out, "slower: by a\n  half\n");
    }

    #[test]
    fn a_row_is_a_line_whatever_its_names_are() {
        let columns =
            [Column::new("N", ColumnKind::Numbers), Column::new("Name", ColumnKind::Names)];
        let rows = [["1", "a\n2  b"], ["2", "::error::\u{1b}[8m"]];
        let rows = rows.map(|row| row.map(Cell::new).to_vec());
        let mut out = String::new();
        render(&columns, &rows, 100, &mut out);
        assert_eq!(out, "N  Name\n1  a\\n2  b\n2  \\u{3a}:error::\\u{1b}[8m\n");
        out.clear();
        wrap("f ::stop-commands::x\n: slower", 9, &mut out);
        assert_eq!(out, "f\n\\u{3a}:stop-commands::x\\n:\nslower\n");
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
    fn columns_that_can_be_missing_are_left_out() {
        let columns = [
            Column::new("N", ColumnKind::Numbers),
            Column::new("M", ColumnKind::Numbers).optional(),
            Column::new("Name", ColumnKind::Names),
        ];
        let rows = [["1", "2", "name"].map(Cell::new).to_vec()];
        let rendered = |most: usize| {
            let mut out = String::new();
            render(&columns, &rows, most, &mut out);
            out
        };
        assert_eq!(rendered(10), "N  M  Name\n1  2  name\n");
        assert_eq!(rendered(9), "N  Name\n1  name\n");
        assert_eq!(rendered(1), "N  Name\n1  name\n");
    }

    #[test]
    fn lines_have_the_length_that_was_asked_for() {
        let columns =
            [Column::new("N", ColumnKind::Numbers), Column::new("Name", ColumnKind::Names)];
        let long = "x".repeat(90);
        let rows = [["1.00", &long], ["10.00", "y"]].map(|row| row.map(Cell::new).to_vec());
        let mut out = String::new();
        render(&columns, &rows, 40, &mut out);
        assert!(out.lines().all(|line| line.chars().count() <= 40), "{out}");
        assert_eq!(out.lines().next(), Some("    N  Name"));
        assert_eq!(out.lines().last(), Some("10.00  y"));
    }
}
