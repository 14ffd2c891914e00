//! `register-file` and `change-register-file` lines.

use super::{append, declared_name, flag, here, ranged, suggest, unknown_property};
use crate::image::Tables;
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, list};

/// Most register files of a model.
const MAX_FILES: usize = 64;
/// Most register classes in one register file.
const MAX_COSTS: usize = 255;
/// Most physical registers.
const MAX_REGISTERS: i128 = 1 << 20;

/// The register files of a model in the making.
pub(super) struct RegisterFiles {
    names: Vec<String>,
    rows: Vec<RegisterFile>,
    costs: Vec<Vec<RegisterCost>>,
    declared: Vec<String>,
}

impl RegisterFiles {
    pub fn new(tables: &Tables<'_>, base: Option<&Model>) -> Self {
        let rows =
            base.map_or(&[][..], |model| &tables.register_files[model.register_files.range()]);
        RegisterFiles {
            names: rows.iter().map(|row| tables.text(row.name).to_owned()).collect(),
            rows: rows.to_vec(),
            costs: rows
                .iter()
                .map(|row| tables.register_costs[row.costs.range()].to_vec())
                .collect(),
            declared: Vec::new(),
        }
    }

    /// Notes the name of a new register file.
    pub fn declare(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let name = declared_name(line)?;
        if self.names.iter().skip(1).any(|known| known == name) {
            let message = format!(
                "the model has a register file `{name}` already; `change-register-file` changes it"
            );
            return Err(line.error_at(name, message));
        }
        if self.declared.iter().any(|known| known == name) {
            return Err(line.error_at(name, format!("register file `{name}` is already defined")));
        }
        if self.rows.len().max(1) + self.declared.len() > MAX_FILES {
            let message = format!("a model has at most {MAX_FILES} register files");
            return Err(line.error_at(name, message));
        }
        self.declared.push(name.to_owned());
        Ok(())
    }

    /// Parses `register-file NAME [registers=N] [moves-per-cycle=N] [zero-moves-only]
    /// [costs=CLASS:N[:move],...]`, or of the same form a line that changes one.
    pub fn read(
        &mut self,
        tables: &Tables<'_>,
        line: &Line<'_>,
        name: Text,
        has_extra_info: bool,
    ) -> Result<(), TextError> {
        if !has_extra_info {
            return Err(line.error("the model needs `reorder-buffer=` or `extra-info`"));
        }
        if self.rows.is_empty() {
            self.add(String::new(), RegisterFile::default());
        }
        let file = line.word(1, "name")?;
        let known = self.names.iter().skip(1).position(|known| known == file);
        let index = match known.map(|index| index + 1) {
            Some(index) if line.keyword() == "change-register-file" => index,
            None if line.keyword() == "register-file" => {
                self.add(file.to_owned(), RegisterFile { name, ..RegisterFile::default() });
                self.rows.len() - 1
            }
            // The first pass has told of it.
            Some(_) => return Ok(()),
            None => {
                let hint = suggest::hint(file, self.names.iter().skip(1).map(String::as_str));
                return Err(line.error_at(file, format!("unknown register file `{file}`{hint}")));
            }
        };
        let row = &mut self.rows[index];
        for (key, value) in line.pairs(2) {
            match key {
                "registers" => {
                    row.num_physical_registers = ranged(line, value, 0..=MAX_REGISTERS)?;
                }
                "moves-per-cycle" => {
                    row.max_moves_eliminated_per_cycle = ranged(line, value, 0..=1024)?;
                }
                "zero-moves-only" => {
                    row.allow_zero_move_elimination_only = flag(line, value)?.into();
                }
                "costs" => {
                    let costs = list(value).map(|item| cost(tables, line, item));
                    let costs = costs.take(MAX_COSTS + 1).collect::<Result<Vec<_>, _>>()?;
                    if costs.len() > MAX_COSTS {
                        return Err(line.error_at(value, "too many register classes"));
                    }
                    self.costs[index] = costs;
                }
                _ => {
                    let known = ["registers", "moves-per-cycle", "zero-moves-only", "costs"];
                    return Err(unknown_property(line, key, &known));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, name: String, row: RegisterFile) {
        self.names.push(name);
        self.rows.push(row);
        self.costs.push(Vec::new());
    }

    /// Appends the register files to the tables of all models.
    pub fn finish(
        mut self,
        has_extra_info: bool,
        files: &mut Vec<RegisterFile>,
        costs: &mut Vec<RegisterCost>,
    ) -> Span {
        if self.rows.is_empty() && has_extra_info {
            self.add(String::new(), RegisterFile::default());
        }
        let mut span = here(files);
        for (mut row, own) in self.rows.into_iter().zip(&self.costs) {
            row.costs = append(costs, own);
            files.push(row);
            span.len += 1;
        }
        span
    }
}

/// Parses `CLASS`, `CLASS:N` or `CLASS:N:move`.
fn cost(tables: &Tables<'_>, line: &Line<'_>, item: &str) -> Result<RegisterCost, TextError> {
    let mut parts = item.split(':');
    let class = parts.next().unwrap_or("");
    let reg_class = tables.register_class_named(class).ok_or_else(|| {
        let known = tables.register_classes.iter().map(|row| tables.text(row.name));
        let hint = suggest::hint(class, known);
        line.error_at(class, format!("unknown register class `{class}`{hint}"))
    })?;
    let cost = parts.next().map_or(Ok(1), |text| ranged(line, text, 0..=255))?;
    let allow_move_elimination = match (parts.next(), parts.next()) {
        (None, _) => 0,
        (Some("move"), None) => 1,
        _ => return Err(line.error_at(item, format!("`{item}` is not CLASS:REGISTERS:move"))),
    };
    Ok(RegisterCost { reg_class, cost, allow_move_elimination })
}
