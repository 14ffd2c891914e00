//! Checks of tables of the target's own.

use super::{Checked, each, fits, rows};
use crate::image::{ImageError, Tables};
use crate::named_table::unpack;
use crate::names;
use crate::schema::*;

impl Tables<'_> {
    pub(super) fn check_named_tables(&self) -> Checked {
        each("table_columns", self.table_columns, |row| {
            self.text_ok(row.name) && row.kind <= column_kind::FEATURES
        })?;
        each("named_tables", self.named_tables, |row| {
            let (Some(columns), Some(cells), Some(slots)) = (
                rows(self.table_columns, row.columns),
                rows(self.table_cells, row.cells),
                rows(self.name_slots, row.name_slots),
            ) else {
                return false;
            };
            self.text_ok(row.name)
                && !columns.is_empty()
                && cells.len().is_multiple_of(columns.len())
                && names::slots_ok(slots, cells.len() / columns.len())
        })?;
        for table in self.named_tables {
            let columns = &self.table_columns[table.columns.range()];
            let mut table_rows = self.table_cells[table.cells.range()].chunks_exact(columns.len());
            let sound =
                |row: &[u64]| row.iter().zip(columns).all(|(cell, it)| self.cell_ok(*cell, it));
            if let Some(row) = table_rows.position(|row| !sound(row)) {
                return Err(ImageError::Reference { table: "table_cells", row });
            }
        }
        Ok(())
    }

    fn cell_ok(&self, cell: u64, column: &TableColumn) -> bool {
        let Text { start, len } = unpack(cell);
        match column.kind {
            column_kind::TEXT => self.text_ok(Text { start, len }),
            column_kind::FLAG => cell <= 1,
            column_kind::INSTRUCTION => cell < self.instructions.len() as u64,
            column_kind::FEATURES => fits(self.feature_literals, Span { start, len }),
            _ => true,
        }
    }
}
