//! Reading the tables of a target's own.

use crate::image::Tables;
use crate::lookup::text_in;
use crate::names;
use crate::schema::*;

/// The tables that cells refer to.
#[derive(Clone, Copy, Debug)]
struct Referents<'a> {
    strings: &'a [u8],
    pool: &'a str,
    feature_literals: &'a [FeatureLiteral],
}

impl<'a> Referents<'a> {
    fn text(&self, text: Text) -> &'a str {
        text_in(self.pool, self.strings, text)
    }
}

/// A table of a target's own, with columns that have names.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    referents: Referents<'a>,
    columns: &'a [TableColumn],
    cells: &'a [u64],
    name_slots: &'a [u16],
}

/// A row of such a table.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    referents: Referents<'a>,
    columns: &'a [TableColumn],
    cells: &'a [u64],
}

impl<'a> Tables<'a> {
    /// Returns the target's own table of that name, e.g. `SysRegsList`.
    pub fn named_table(&self, name: &str) -> Option<TableView<'a>> {
        let row = self.named_tables.iter().find(|row| self.bytes(row.name) == name.as_bytes())?;
        Some(TableView {
            referents: Referents {
                strings: self.strings,
                pool: self.pool,
                feature_literals: self.feature_literals,
            },
            columns: &self.table_columns[row.columns.range()],
            cells: &self.table_cells[row.cells.range()],
            name_slots: &self.name_slots[row.name_slots.range()],
        })
    }
}

impl<'a> TableView<'a> {
    /// Returns the position of a column, to be looked up once.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|row| self.referents.text(row.name) == name)
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.cells.len() / self.columns.len().max(1)
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the row number `index`; `None` if there are not so many.
    pub fn row(&self, index: usize) -> Option<TableRow<'a>> {
        let cells = self.cells.chunks_exact(self.columns.len().max(1)).nth(index)?;
        Some(TableRow { referents: self.referents, columns: self.columns, cells })
    }

    /// Returns all rows in LLVM's order.
    pub fn rows(&self) -> impl Iterator<Item = TableRow<'a>> + use<'a> {
        let (referents, columns) = (self.referents, self.columns);
        let rows = self.cells.chunks_exact(columns.len().max(1));
        rows.map(move |cells| TableRow { referents, columns, cells })
    }

    /// Returns the first row whose first column is `name`, in whatever case.
    pub fn row_named(&self, name: &str) -> Option<TableRow<'a>> {
        let text = |index| self.row(index).map_or("", |row| row.text(0)).as_bytes();
        self.row(names::find_folded(self.name_slots, name.as_bytes(), text)?)
    }

    /// Returns rows with `value` in a column of numbers or instructions that the table is sorted by,
    /// in LLVM's order.
    pub fn rows_with(&self, column: usize, value: i64) -> impl Iterator<Item = TableRow<'a>> {
        let number_of = move |row: &TableRow<'a>| row.cells.get(column).map(|cell| *cell as i64);
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let below = self.row(middle).is_some_and(|row| number_of(&row) < Some(value));
            if below { low = middle + 1 } else { high = middle }
        }
        let rows = self.rows().skip(low);
        rows.take_while(move |row| number_of(row) == Some(value))
    }
}

impl<'a> TableRow<'a> {
    /// Returns the text in a column; empty if the column has none.
    pub fn text(&self, column: usize) -> &'a str {
        let cell = self.cell(column, column_kind::TEXT);
        cell.map_or("", |cell| self.referents.text(unpack(cell)))
    }

    /// Returns the number in a column; 0 if the column has none.
    pub fn number(&self, column: usize) -> i64 {
        self.cell(column, column_kind::NUMBER).unwrap_or(0) as i64
    }

    /// Returns whether the flag in a column is set.
    pub fn flag(&self, column: usize) -> bool {
        self.cell(column, column_kind::FLAG).is_some_and(|cell| cell != 0)
    }

    /// Returns the instruction in a column.
    pub fn opcode(&self, column: usize) -> Option<Opcode> {
        self.cell(column, column_kind::INSTRUCTION).map(|cell| Opcode(cell as u16))
    }

    /// Returns the features in a column, all of which are required; none if the column has none.
    pub fn features(&self, column: usize) -> &'a [FeatureLiteral] {
        let span = self.cell(column, column_kind::FEATURES).map(unpack).unwrap_or_default();
        let span = Span { start: span.start, len: span.len };
        &self.referents.feature_literals[span.range()]
    }

    /// Returns whether all features in a column are on.
    pub fn features_hold(&self, column: usize, on: &FeatureSet) -> bool {
        self.features(column).iter().all(|row| on.contains(row.bit) != (row.negated != 0))
    }

    fn cell(&self, column: usize, kind: u32) -> Option<u64> {
        let cell = self.cells.get(column).copied();
        cell.filter(|_| self.columns.get(column).is_some_and(|row| row.kind == kind))
    }
}

/// Returns a cell that holds a reference.
pub(crate) fn unpack(cell: u64) -> Text {
    Text { start: (cell >> 32) as u32, len: cell as u32 }
}

/// Returns the cell for a reference.
pub(crate) fn pack(text: Text) -> u64 {
    u64::from(text.start) << 32 | u64::from(text.len)
}
