//! Tables of a target's own: of the generated searchable tables, and of records.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::cxx::{Init, initializer, number};
use super::dumps::Dumps;
use super::target::{InstructionSet, RecordTable, TargetSpec};
use super::words::push_word;

/// A searchable table as it is in the dump.
pub struct SearchableTable<'a> {
    columns: Vec<String>,
    /// Names of the columns that have enumerators.
    enumerations: Vec<String>,
    rows: Vec<Vec<Init<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct TableRecord {
    fields: Vec<String>,
    #[serde(flatten)]
    others: HashMap<String, Value>,
}

/// Reads the rows of a searchable table in their order, which is that of its primary key.
pub fn read<'a>(dumps: &'a Dumps, name: &str) -> Result<SearchableTable<'a>> {
    let record: TableRecord = dumps.records.fields(name)?;
    let rows = initializer(&dumps.searchable_tables, &format!(" {name}[] ="))?;
    let rows = rows.iter().map(|row| Ok(row.list()?.to_vec())).collect::<Result<Vec<_>>>()?;
    for row in &rows {
        ensure!(row.len() == record.fields.len(), "a row of {name} has {} cells", row.len());
    }
    let enumerations = record.fields.iter().filter(|column| {
        let name = record.others.get(&format!("TypeOf_{column}")).and_then(Value::as_str);
        name.is_some_and(|name| dumps.records.of_class("GenericEnum").iter().any(|it| it == name))
    });
    Ok(SearchableTable {
        enumerations: enumerations.cloned().collect(),
        columns: record.fields,
        rows,
    })
}

impl<'a> SearchableTable<'a> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the position of a column.
    fn column(&self, name: &str) -> Result<usize> {
        let found = self.columns.iter().position(|column| column == name);
        found.with_context(|| format!("no column `{name}`"))
    }

    /// Returns the cells of a column as they are written.
    pub fn cells(&self, name: &str) -> Result<Vec<&'a str>> {
        let column = self.column(name)?;
        self.rows.iter().map(|row| row[column].expr()).collect()
    }
}

/// Returns the text of `tables/NAME.tbl` of a searchable table.
pub fn text(spec: &TargetSpec, dumps: &Dumps, name: &str) -> Result<String> {
    let table = read(dumps, name)?;
    let mut out = format!("# LLVM's searchable table {name}, in its order.\n");
    let first = table.rows.first().context("a table without rows")?;
    let kinds = first.iter().zip(&table.columns);
    let kinds = kinds.map(|(cell, column)| match table.enumerations.contains(column) {
        true => Ok("text"),
        false => kind(cell),
    });
    let kinds = kinds.collect::<Result<Vec<_>>>()?;
    out.push_str("columns");
    for (column, kind) in table.columns.iter().zip(&kinds) {
        let _ = write!(out, " {column}:{kind}");
    }
    out.push('\n');
    for row in &table.rows {
        let mut words = Vec::new();
        let mut rest = String::new();
        for ((cell, kind), column) in row.iter().zip(&kinds).zip(&table.columns) {
            match (*kind, cell) {
                ("features", Init::List(items)) if items.is_empty() => {}
                ("features", Init::List(items)) => {
                    let names = items.iter().map(|item| spec.unqualified(item.expr()?));
                    let names = names.collect::<Result<Vec<_>>>()?;
                    let _ = write!(rest, " {column}={}", names.join(","));
                }
                ("flag", cell) => match cell.expr()? {
                    "true" => _ = write!(rest, " {column}"),
                    "false" => {}
                    other => bail!("`{other}` is not a truth value"),
                },
                ("text", cell) => words.push(cell.expr()?.trim_matches('"').to_owned()),
                ("number", cell) => {
                    words.push(cell.number::<i64>().map(|_| cell.expr())??.to_owned())
                }
                (_, cell) => words.push(instruction(cell.expr()?).to_owned()),
            }
        }
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            push_word(&mut out, word);
        }
        out.push_str(&rest);
        out.push('\n');
    }
    Ok(out)
}

/// Returns the text of `tables/NAME.tbl` of a set of instructions, of those that `is_known` knows.
pub fn set_text(
    dumps: &Dumps,
    set: &InstructionSet,
    is_known: &dyn Fn(&str) -> bool,
) -> Result<String> {
    let table = read(dumps, set.table)?;
    let opcodes = table.cells("Opcode")?;
    let flags = if set.column.is_empty() { None } else { Some(table.cells(set.column)?) };
    let is_in = |row: usize| flags.as_ref().is_none_or(|flags| flags[row] == "true");
    let mut out = format!("# Instructions of LLVM's searchable table {}", set.table);
    out.push_str(if set.column.is_empty() { ".\n" } else { " that have a flag: " });
    if !set.column.is_empty() {
        let _ = writeln!(out, "{}.", set.column);
    }
    out.push_str("columns Opcode:instruction\n");
    let rows = opcodes.iter().enumerate().filter(|(row, _)| is_in(*row));
    for name in rows.map(|(_, cell)| instruction(cell)).filter(|name| is_known(name)) {
        out.push_str(name);
        out.push('\n');
    }
    Ok(out)
}

/// Returns the kind of a cell's column.
fn kind(cell: &Init<'_>) -> Result<&'static str> {
    Ok(match cell {
        Init::List(_) => "features",
        Init::Expr("true" | "false") => "flag",
        Init::Expr(text) if text.starts_with('"') => "text",
        Init::Expr(text) if number::<i64>(text).is_ok() => "number",
        Init::Expr(text)
            if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':') =>
        {
            "instruction"
        }
        Init::Expr(text) => bail!("a cell `{text}` is not understood"),
    })
}

/// Returns the name of an instruction without a namespace.
pub fn instruction(text: &str) -> &str {
    text.rsplit("::").next().unwrap_or(text)
}

/// Returns the number that bits make, of which the lowest comes first.
fn number_of_bits(bits: &[Value]) -> Result<u64> {
    let mut number = 0;
    for bit in bits.iter().rev() {
        let bit = bit.as_u64().filter(|bit| *bit <= 1).context("a bit is neither 0 nor 1")?;
        number = number << 1 | bit;
    }
    Ok(number)
}

/// Returns the text of `tables/CLASS.tbl` of records, sorted by their first field.
pub fn record_text(dumps: &Dumps, table: &RecordTable) -> Result<String> {
    let mut rows = Vec::new();
    let mut kinds = vec!["number"; table.fields.len()];
    for name in dumps.records.of_class(table.class) {
        let fields: HashMap<String, Value> = dumps.records.fields(name)?;
        let mut row = Vec::new();
        for (field, kind) in table.fields.iter().zip(&mut kinds) {
            row.push(match fields.get(*field) {
                Some(Value::String(text)) => {
                    *kind = "text";
                    text.clone()
                }
                Some(Value::Number(value)) => value.to_string(),
                Some(Value::Array(items)) if items.first().is_some_and(Value::is_object) => {
                    *kind = "features";
                    let names = items.iter().map(|item| item["def"].as_str());
                    let names: Option<Vec<_>> = names.collect();
                    let names = names.with_context(|| format!("field {field} of {name}"))?;
                    format!("{field}={}", names.join(","))
                }
                Some(Value::Array(bits)) => number_of_bits(bits)
                    .with_context(|| format!("field {field} of {name}"))?
                    .to_string(),
                _ => bail!("field {field} of {name} is neither text, a number nor features"),
            });
        }
        rows.push(row);
    }
    rows.sort();
    let mut out = format!("# Records of LLVM's class {}.\ncolumns", table.class);
    for (field, kind) in table.fields.iter().zip(&kinds) {
        let _ = write!(out, " {field}:{kind}");
    }
    out.push('\n');
    for row in rows {
        for (index, (word, kind)) in row.iter().zip(&kinds).enumerate() {
            if index > 0 {
                out.push(' ');
            }
            match *kind {
                "features" => out.push_str(word),
                _ => push_word(&mut out, word),
            }
        }
        out.push('\n');
    }
    Ok(out)
}
