//! Measured and predicted cycles, as text and as JSON.

use oxmca::session::{PredictionModel, PredictionModelDocument};
use oxmca_asm::host::Doubt;
use oxmca_loops::DEFAULT_COLUMNS;
use oxmca_loops::layout::{Cell, Column, ColumnKind, render, wrap_indented};
use oxmca_measure::Measured;
use serde::Serialize;

use super::machine::NotMeasured;
use super::prediction::{Prediction, error};
use crate::files;

/// A JSON Schema (draft 2020-12) of what `oxmca measure --json` prints, with a description of every property.
pub const SCHEMA: &str = include_str!("../../schema/oxmca-measure.schema.json");

/// Identifies [`SCHEMA`]; it is the `$id` there.
const SCHEMA_ID: &str = "urn:oxmca:measure:1.1";

/// Version of the document's form. The first number grows when a property is removed or changes its meaning, the second
/// when one is added.
const SCHEMA_VERSION: &str = "1.1";

/// A region that was measured and predicted.
pub struct Row {
    pub name: String,
    pub instructions: usize,
    pub measured: Result<Measured, NotMeasured>,
    pub prediction: Prediction,
}

/// All that was measured.
#[derive(Default)]
pub struct Document {
    rows: Vec<Row>,
    /// The CPU that predictions are for.
    cpu: String,
}

impl Document {
    /// Sets the CPU that predictions are for.
    pub fn set_cpu(&mut self, cpu: &str) {
        cpu.clone_into(&mut self.cpu);
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
        text.push_str(&notes_of_other_cpus([&*self.cpu].into_iter()));
        let titles = ["Instr.", "Measured", "Spread", "Hardware", "Error", "LLVM", "Error"];
        let numbers = titles.map(|title| Column::new(title, ColumnKind::Numbers));
        let names = Column::new("Region", ColumnKind::Names);
        let columns: Vec<Column> = [names].into_iter().chain(numbers).collect();
        let mut table = Vec::new();
        let mut notes = String::new();
        for row in &self.rows {
            let [measured, spread] = row.measured_texts();
            let [hardware, hardware_error] = row.predicted_texts(&row.prediction.hardware);
            let [model, model_error] = row.predicted_texts(&row.prediction.model);
            let cells = [
                row.name.clone(),
                row.instructions.to_string(),
                measured,
                spread,
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
            schema: SCHEMA_ID,
            schema_version: SCHEMA_VERSION,
            host_cpu: oxmca_host::cpu_name(),
            unexpected_features: files::host_doubt().map_or(&[], |it| &it.features),
            nearest_cpu: files::host_doubt().and_then(|it| it.nearest.as_deref()),
            cpu: &self.cpu,
            models: models.iter().map(PredictionModelDocument::from).collect(),
            regions,
        };
        // No key is anything but text.
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }
}

impl Row {
    /// Returns a section of a report on a CPU.
    pub fn section(&self, cpu: &str) -> String {
        let mut section = match (oxmca_host::cpu_name(), files::host_doubt()) {
            (host, None) if host == cpu => format!("\nMeasured on {host}:\n"),
            (host, None) => format!("\nMeasured on {host}, predicted for {cpu}:\n"),
            (_, Some(_)) => format!("\nMeasured on this machine, predicted for {cpu}:\n"),
        };
        let mut line = |title: &str, [cycles, more]: [String; 2], word: &str| {
            let more = if more.is_empty() { more } else { format!(" ({word}{more})") };
            section.push_str(&format!("{title:24}{cycles}{more}\n"));
        };
        line("Cycles per iteration:", self.measured_texts(), "spread ");
        line("Hardware mode:", self.predicted_texts(&self.prediction.hardware), "");
        line("LLVM's model:", self.predicted_texts(&self.prediction.model), "");
        for note in self.notes() {
            wrap_indented(&format!("- {note}"), 2, DEFAULT_COLUMNS, &mut section);
        }
        section
    }

    /// Returns measured cycles and their spread.
    fn measured_texts(&self) -> [String; 2] {
        match &self.measured {
            Ok(it) => [format!("{:.2}", it.cycles), format!("{:.1} %", 100.0 * it.spread)],
            Err(_) => ["-".to_owned(), String::new()],
        }
    }

    /// Returns predicted cycles, and how much more they are than measured ones.
    fn predicted_texts(&self, predicted: &Result<f64, String>) -> [String; 2] {
        let Ok(cycles) = predicted else { return ["-".to_owned(), String::new()] };
        let error =
            self.measured.as_ref().map(|it| format!("{:+.1} %", 100.0 * error(*cycles, it)));
        [format!("{cycles:.2}"), error.unwrap_or_default()]
    }

    /// Returns what a person should know beside the numbers.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Err(reason) = &self.measured {
            notes.push(format!("not measured: {reason}"));
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
struct JsonDocument<'a> {
    schema: &'static str,
    schema_version: &'static str,
    host_cpu: &'static str,
    unexpected_features: &'static [&'static str],
    nearest_cpu: Option<&'static str>,
    cpu: &'a str,
    models: Vec<PredictionModelDocument>,
    regions: Vec<RegionDocument<'a>>,
}

/// A region in JSON. Numbers are cycles of an iteration, or `null` where there is none.
#[derive(Serialize)]
struct RegionDocument<'a> {
    name: &'a str,
    instructions: usize,
    measured: Option<&'a Measured>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_measured: Option<String>,
    /// The instruction that must not run, if that is why there is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_instruction: Option<&'a str>,
    hardware: Option<f64>,
    llvm: Option<f64>,
    doubtful_parts: Vec<PartDocument>,
}

#[derive(Serialize)]
struct PartDocument {
    part: &'static str,
    cycles_without: f64,
}

impl<'a> RegionDocument<'a> {
    fn new(row: &'a Row) -> RegionDocument<'a> {
        let not_measured = row.measured.as_ref().err();
        let parts = row.prediction.doubtful_parts.iter();
        RegionDocument {
            name: &row.name,
            instructions: row.instructions,
            measured: row.measured.as_ref().ok(),
            not_measured: not_measured.map(|it| it.error.to_string()),
            refused_instruction: not_measured.and_then(|it| it.instruction.as_deref()),
            hardware: row.prediction.hardware.as_ref().ok().copied(),
            llvm: row.prediction.model.as_ref().ok().copied(),
            doubtful_parts: parts
                .map(|(part, cycles)| PartDocument { part: part.name, cycles_without: *cycles })
                .collect(),
        }
    }
}

/// Returns a note for each of the CPUs that predictions are for, if it is not the one that was measured on, or may not be.
pub fn notes_of_other_cpus<'a>(cpus: impl Iterator<Item = &'a str>) -> String {
    let mut notes = String::new();
    for cpu in cpus {
        let Some(note) = note_of_cpu(cpu, oxmca_host::cpu_name(), files::host_doubt()) else {
            continue;
        };
        let mut wrapped = String::new();
        wrap_indented(&format!("note: {note}"), 0, DEFAULT_COLUMNS, &mut wrapped);
        if !notes.contains(&wrapped) {
            notes.push_str(&wrapped);
            notes.push('\n');
        }
    }
    notes
}

fn note_of_cpu(cpu: &str, host: &str, doubt: Option<&Doubt>) -> Option<String> {
    const NAMED: usize = 3;
    let Some(doubt) = doubt else {
        return (cpu != host).then(|| format!("measured on {host}, predicted for {cpu}"));
    };
    let first = doubt.features.iter().rev().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = match doubt.features.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let mut note = format!(
        "this machine calls itself {host}, but has features that {host} has not ({first}{more}): \
         its name is hidden or not known"
    );
    match doubt.nearest.as_deref() {
        Some(nearest) if nearest != cpu => {
            note.push_str(&format!(
                "; the CPU that is most like it is {nearest} (-mcpu={nearest})"
            ));
        }
        _ => {}
    }
    if cpu != host {
        note.push_str(&format!(". Predictions are for {cpu}"));
    }
    Some(note)
}
