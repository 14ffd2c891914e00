//! `tables/NAME.tbl`: tables of a target's own.

use super::builder::Builder;
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line};
use crate::named_table::pack;
use crate::names;
use crate::schema::*;

/// Reads a line `columns NAME:KIND...`, then one line per row: the cells of texts, numbers and instructions in their
/// order, then the flags that are set by name and the features as `COLUMN=FEATURE,...`.
pub(super) fn read_named_table(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let stem = file.name.strip_prefix("tables/").and_then(|name| name.strip_suffix(".tbl"));
    let name = b.text(stem.unwrap_or(file.name));
    let mut columns: Vec<(String, TableColumn)> = Vec::new();
    let mut cells = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    for_each_line(file.name, file.text, |line| {
        if columns.is_empty() {
            columns = read_columns(b, line)?;
            return Ok(());
        }
        keys.push(line.keyword().to_ascii_lowercase());
        read_row(b, line, &columns, &mut cells)
    })?;
    let mut row = NamedTable { name, ..NamedTable::default() };
    let is_text = columns.first().is_some_and(|(_, column)| column.kind == column_kind::TEXT);
    if keys.len() >= usize::from(u16::MAX) {
        return Err(TextError::of_file(file.name, "a table has too many rows"));
    }
    if is_text {
        let slots = names::slots(keys.iter().map(|key| key.as_bytes()));
        row.name_slots = append(&mut b.tables.name_slots, slots);
    }
    row.columns = append(&mut b.tables.table_columns, columns.into_iter().map(|it| it.1));
    row.cells = append(&mut b.tables.table_cells, cells);
    b.tables.named_tables.push(row);
    Ok(())
}

fn append<T>(table: &mut Vec<T>, rows: impl IntoIterator<Item = T>) -> Span {
    let start = table.len();
    table.extend(rows);
    Span { start: start as u32, len: (table.len() - start) as u32 }
}

fn read_columns(b: &mut Builder, line: &Line<'_>) -> Result<Vec<(String, TableColumn)>, TextError> {
    if line.keyword() != "columns" || line.words.len() < 2 {
        return Err(line.error("a table begins with a line `columns NAME:KIND...`"));
    }
    let column = |word: &str| {
        let (name, kind) = word.split_once(':').unwrap_or((word, ""));
        let kind = match kind {
            "text" => column_kind::TEXT,
            "number" => column_kind::NUMBER,
            "flag" => column_kind::FLAG,
            "instruction" => column_kind::INSTRUCTION,
            "features" => column_kind::FEATURES,
            _ => return Err(line.error_at(word, format!("`{word}` is no NAME:KIND"))),
        };
        Ok((name.to_owned(), TableColumn { name: b.text(name), kind }))
    };
    line.words[1..].iter().map(|word| &**word).map(column).collect()
}

fn read_row(
    b: &mut Builder,
    line: &Line<'_>,
    columns: &[(String, TableColumn)],
    cells: &mut Vec<u64>,
) -> Result<(), TextError> {
    let first = cells.len();
    let mut at = 0;
    for (name, column) in columns {
        let is_listed = matches!(column.kind, column_kind::FLAG | column_kind::FEATURES);
        let word = if is_listed { "" } else { line.word(at, name)? };
        at += usize::from(!is_listed);
        cells.push(match column.kind {
            column_kind::TEXT => pack(b.text(word)),
            column_kind::NUMBER => line.number::<i64>(word)? as u64,
            column_kind::INSTRUCTION => b.instructions.find(line, word)?.into(),
            _ => 0,
        });
    }
    for (key, value) in line.pairs(at) {
        let Some(index) = columns.iter().position(|(name, _)| name == key) else {
            return Err(line.error_at(key, format!("unknown column `{key}`")));
        };
        cells[first + index] = match columns[index].1.kind {
            column_kind::FLAG => 1,
            column_kind::FEATURES => {
                let Span { start, len } = b.feature_condition(line, value)?;
                pack(Text { start, len })
            }
            _ => return Err(line.error_at(key, format!("column `{key}` is not the last"))),
        };
    }
    Ok(())
}
