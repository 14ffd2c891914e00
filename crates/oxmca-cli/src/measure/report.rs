//! Measured and predicted cycles, as text and as JSON.

use oxmca::Session;
use oxmca::session::{PredictionModel, PredictionModelDocument};
use oxmca_loops::layout::{Cell, Column, ColumnKind, render, wrap_indented};
use oxmca_measure::{MeasureError, Measured};
use serde::Serialize;

use super::prediction::{Prediction, error};
use crate::files;

/// A region that was measured and predicted.
pub struct Row {
    pub name: String,
    pub instructions: usize,
    pub measured: Result<Measured, MeasureError>,
    /// The instruction that must not run, if that is why there is no number.
    pub culprit: Option<String>,
    pub prediction: Prediction,
}

/// All that was measured.
#[derive(Default)]
pub struct Document {
    rows: Vec<Row>,
    /// The CPU that predictions are for, if it is not this machine's.
    other_cpu: Option<String>,
}

impl Document {
    /// Notes the CPU that predictions are for.
    pub fn add_machine(&mut self, session: &Session) {
        let cpu = session.cpu_name();
        if cpu != files::host_cpu_name() {
            self.other_cpu = Some(cpu.to_owned());
        }
    }

    pub fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Returns whether there is a number for each region.
    pub fn is_all_measured(&self) -> bool {
        self.rows.iter().all(|it| it.measured.is_ok())
    }

    /// Returns a table, and notes below it, in lines of so many characters where names can be shortened.
    pub fn text(&self, most_columns: usize) -> String {
        let mut text = String::new();
        if let Some(cpu) = &self.other_cpu {
            let note =
                format!("note: measured on {}, predicted for {cpu}\n\n", files::host_cpu_name());
            text.push_str(&note);
        }
        let titles = ["Instr.", "Measured", "Spread", "Hardware", "Error", "LLVM", "Error"];
        let numbers = titles.map(|title| Column::new(title, ColumnKind::Numbers));
        let names = Column::new("Region", ColumnKind::Names);
        let columns: Vec<Column> = [names].into_iter().chain(numbers).collect();
        let mut table = Vec::new();
        let mut notes = String::new();
        for row in &self.rows {
            let measured = row.measured.as_ref().ok();
            let predicted = |it: &Result<f64, String>| match it {
                Ok(cycles) => (
                    format!("{cycles:.2}"),
                    measured.map_or_else(String::new, |it| {
                        format!("{:+.1} %", 100.0 * error(*cycles, it))
                    }),
                ),
                Err(_) => ("-".to_owned(), String::new()),
            };
            let (hardware, hardware_error) = predicted(&row.prediction.hardware);
            let (model, model_error) = predicted(&row.prediction.model);
            let cells = [
                row.name.clone(),
                row.instructions.to_string(),
                measured.map_or_else(|| "-".to_owned(), |it| format!("{:.2}", it.cycles)),
                measured.map_or_else(String::new, |it| format!("{:.1} %", 100.0 * it.spread)),
                hardware,
                hardware_error,
                model,
                model_error,
            ];
            table.push(cells.iter().map(|it| Cell::new(it)).collect());
            for note in row.notes() {
                wrap_indented(&format!("{}: {note}", row.name), 2, most_columns, &mut notes);
            }
        }
        render(&columns, &table, most_columns, &mut text);
        if !notes.is_empty() {
            text.push('\n');
            text.push_str(&notes);
        }
        text
    }

    /// Returns a document.
    pub fn json(&self, models: &[PredictionModel]) -> String {
        let regions = self.rows.iter().map(RegionDocument::new).collect();
        let document = JsonDocument {
            host_cpu: files::host_cpu_name(),
            models: models.iter().map(PredictionModelDocument::from).collect(),
            regions,
        };
        // No key is anything but text.
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }
}

impl Row {
    /// Returns what a person should know beside the numbers.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Err(reason) = &self.measured {
            notes.push(match &self.culprit {
                Some(instruction) => {
                    let instruction = instruction.replace('\t', " ");
                    format!("not measured: `{instruction}`: {reason}")
                }
                None => format!("not measured: {reason}"),
            });
        }
        if let Err(reason) = &self.prediction.hardware {
            notes.push(format!("hardware mode: {reason}"));
        }
        if let Err(reason) = &self.prediction.model {
            notes.push(format!("LLVM's model: {reason}"));
        }
        for (part, cycles) in &self.prediction.doubtful_parts {
            notes.push(format!(
                "without `{}`, hardware mode predicts {cycles:.2}: {}",
                part.name, part.doc
            ));
        }
        notes
    }
}

#[derive(Serialize)]
struct JsonDocument {
    host_cpu: &'static str,
    models: Vec<PredictionModelDocument>,
    regions: Vec<RegionDocument>,
}

/// A region in JSON. Numbers are cycles of an iteration, or `null` where there is none.
#[derive(Serialize)]
struct RegionDocument {
    name: String,
    instructions: usize,
    measured: Option<Measured>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_measured: Option<String>,
    hardware: Option<f64>,
    llvm: Option<f64>,
    doubtful_parts: Vec<PartDocument>,
}

#[derive(Serialize)]
struct PartDocument {
    part: &'static str,
    cycles_without: f64,
}

impl RegionDocument {
    fn new(row: &Row) -> RegionDocument {
        let parts = row.prediction.doubtful_parts.iter();
        RegionDocument {
            name: row.name.clone(),
            instructions: row.instructions,
            measured: row.measured.as_ref().ok().cloned(),
            not_measured: row.measured.as_ref().err().map(ToString::to_string),
            hardware: row.prediction.hardware.as_ref().ok().copied(),
            llvm: row.prediction.model.as_ref().ok().copied(),
            doubtful_parts: parts
                .map(|(part, cycles)| PartDocument { part: part.name, cycles_without: *cycles })
                .collect(),
        }
    }
}
