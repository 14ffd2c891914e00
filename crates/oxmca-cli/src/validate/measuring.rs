//! Blocks that are measured on this machine before they are predicted.

use std::collections::BTreeMap;

use oxmca::options::HardwareOptions;
use oxmca_batch::Analyst;
use oxmca_loops::wrap_indented;
use oxmca_measure::MeasureError;
use oxmca_validate::{Candidate, FieldNames, LineError};

use crate::batch::lines::Line;
use crate::console::{Failed, write_failed};
use crate::measure::{Machine, NotMeasured};
use crate::output::Output;

/// Most reasons that are shown.
const MAX_REASONS: usize = 10;

/// Measures blocks, and keeps what they took.
pub struct Measuring {
    machine: Machine,
    /// Set if there is a file for lines with their cycles.
    kept: Option<Output>,
    /// The reasons why blocks were not measured, with the number of blocks.
    reasons: BTreeMap<String, u64>,
}

impl Measuring {
    /// Prepares to measure; lines with their cycles go to `kept`.
    pub fn new(machine: Machine, kept: Option<Output>) -> Measuring {
        Measuring { machine, kept, reasons: BTreeMap::new() }
    }

    /// Returns lines with measured cycles in place of others, and calls `wrong` for those that are no blocks.
    ///
    /// # Errors
    /// When the lines cannot be kept, after a message that says so.
    pub fn measure(
        &mut self,
        lines: &[Line],
        fields: &FieldNames,
        analyst: &Analyst,
        options: &HardwareOptions,
        mut wrong: impl FnMut(u64, &LineError),
    ) -> Result<Vec<Line>, Failed> {
        let mut measured = Vec::new();
        for line in lines {
            let Some(text) = &line.text else {
                // The one who reads it tells.
                measured.push(Line { number: line.number, text: None });
                continue;
            };
            let candidate = match Candidate::read(text, fields) {
                Ok(candidate) => candidate,
                Err(error) => {
                    wrong(line.number, &error);
                    continue;
                }
            };
            let mut text = self.measure_block(candidate, line.number, analyst, options);
            measured.push(Line { number: line.number, text: Some(text.clone()) });
            if let Some(kept) = &mut self.kept {
                text.push(b'\n');
                kept.write(&text).map_err(|error| write_failed(&error))?;
            }
        }
        Ok(measured)
    }

    fn measure_block(
        &mut self,
        candidate: Candidate,
        number: u64,
        analyst: &Analyst,
        options: &HardwareOptions,
    ) -> Vec<u8> {
        let request = oxmca_batch::Line { number, text: Some(candidate.request()) };
        let code = match analyst.code(&request) {
            Ok(code) => code,
            Err(failure) => {
                let kind = format!("{}: {}", failure.kind, failure.message);
                return self.not_measured(candidate, &failure.message, &kind);
            }
        };
        let Some(region) = code.first_region().filter(|it| !it.is_marked()) else {
            return self.not_measured(candidate, "the block marks regions", "regions");
        };
        let machine = self.machine.as_predicted(code.session());
        match machine.measure(code.session(), &region.instructions(), options) {
            Ok(measured) => candidate.measured(measured.cycles, measured.spread),
            Err(reason) => self.not_measured(candidate, &reason.to_string(), &kind(&reason)),
        }
    }

    /// Counts a reason and returns the line with it.
    fn not_measured(&mut self, candidate: Candidate, reason: &str, kind: &str) -> Vec<u8> {
        *self.reasons.entry(kind.to_owned()).or_default() += 1;
        candidate.not_measured(reason)
    }

    /// Puts the file with the lines in its place.
    ///
    /// # Errors
    /// When it cannot be written, after a message that says so.
    pub fn finish(&mut self) -> Result<(), Failed> {
        let finished = self.kept.take().map_or(Ok(()), |it| it.finish(b""));
        finished.map_err(|error| write_failed(&error))
    }

    /// Returns the reasons why blocks were not measured, most frequent first.
    pub fn text(&self, most_columns: usize) -> String {
        let mut reasons: Vec<(&String, u64)> =
            self.reasons.iter().map(|it| (it.0, *it.1)).collect();
        reasons.sort_by_key(|it| std::cmp::Reverse(it.1));
        let all: u64 = reasons.iter().map(|it| it.1).sum();
        let mut text = String::new();
        if all > 0 {
            text.push_str(&format!("Not measured on this machine: {all}\n"));
        }
        for (reason, count) in reasons.into_iter().take(MAX_REASONS) {
            wrap_indented(&format!("{count:6}  {reason}"), 8, most_columns, &mut text);
        }
        text
    }
}

/// Returns the kind of a reason, without the numbers and instructions of the block.
fn kind(reason: &NotMeasured) -> String {
    match &reason.error {
        MeasureError::Unsteady { .. } => "unsteady".to_owned(),
        error => error.to_string(),
    }
}
