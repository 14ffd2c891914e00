//! Results as text in columns.

use std::fmt::Write;

use crate::bootstrap::Estimate;
use crate::score::{Comparison, Score};
use crate::validation::{CpuResults, FailureCount, Results};
use crate::worst::{BlockName, WorstBlock};

/// Reasons without a prediction that are shown for a CPU.
const MAX_REASONS: usize = 10;
/// Characters of an id that are shown.
const MAX_ID: usize = 24;
/// Characters of a block's code that are shown.
const MAX_CODE: usize = 72;

/// Appends results. `files` are the names of the inputs.
pub fn render(results: &Results, files: &[String], out: &mut String) {
    scores(results, out);
    if let Some(name) = &results.other_name {
        comparisons(results, name, out);
    }
    for cpu in &results.cpus {
        failures(cpu, files, out);
    }
    for cpu in &results.cpus {
        worst(cpu, files, out);
    }
}

fn scores(results: &Results, out: &mut String) {
    let mut table = Table::new(&["CPU", "Blocks"], &STATISTICS);
    for cpu in &results.cpus {
        let first = vec![cpu.cpu.clone(), cpu.blocks().to_string()];
        table.row(first, cpu.score.as_ref().map_or_else(Vec::new, statistics));
    }
    table.render(out);
    out.push_str("\nCycles are compared as they are, not rounded.");
    if results.draws > 0 {
        let _ = write!(out, " In brackets: 95 % of {} draws of as many blocks.", results.draws);
    }
    out.push('\n');
}

/// Titles of the columns that [`statistics`] fills.
const STATISTICS: [&str; 4] = ["MAPE %", "Median error %", "Kendall's tau-b", "Within 10 %"];

fn statistics(score: &Score) -> Vec<String> {
    let tau = score.kendall_tau_b.as_ref();
    vec![
        estimate(&score.mape_percent, 2),
        estimate(&score.median_error_percent, 2),
        tau.map_or_else(|| "-".to_owned(), |tau| estimate(tau, 3)),
        estimate(&score.share_within_a_tenth_percent, 1),
    ]
}

fn estimate(estimate: &Estimate, digits: usize) -> String {
    let Estimate { value, interval } = *estimate;
    match interval {
        None => format!("{value:.digits$}"),
        Some([low, high]) => format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]"),
    }
}

fn comparisons(results: &Results, name: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "\nBlocks that both oxmca and {name} predict (difference: oxmca less {name}):"
    );
    let mut table = Table::new(&["CPU", "Blocks", "Tool"], &STATISTICS);
    for cpu in &results.cpus {
        let Some(comparison) = &cpu.comparison else {
            table.row(vec![cpu.cpu.clone(), "0".to_owned()], Vec::new());
            continue;
        };
        let Comparison { blocks, own, other, mape_difference_points } = comparison;
        let first = vec![cpu.cpu.clone(), blocks.to_string(), "oxmca".to_owned()];
        table.row(first, statistics(own));
        let rest = |tool: String| vec![String::new(), String::new(), tool];
        table.row(rest(name.to_owned()), statistics(other));
        table.row(rest("difference".to_owned()), vec![estimate(mape_difference_points, 2)]);
    }
    table.render(out);
}

fn failures(cpu: &CpuResults, files: &[String], out: &mut String) {
    if cpu.unmeasured > 0 {
        let _ = writeln!(out, "\nWithout measured cycles on {}: {}", cpu.cpu, cpu.unmeasured);
    }
    if cpu.failures.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nWithout a prediction on {}: {}", cpu.cpu, cpu.unpredicted());
    let (shown, rest) = cpu.failures.split_at(cpu.failures.len().min(MAX_REASONS));
    for FailureCount { reason, count, first } in shown {
        let place = place(first, files);
        let place = oxmca_names::plain(&place);
        let message = cut(&oxmca_names::plain(&reason.message), 2 * MAX_CODE);
        let _ = writeln!(out, "{count:6}  {}: {message} (first: {place})", reason.kind);
    }
    if !rest.is_empty() {
        let count: u64 = rest.iter().map(|it| it.count).sum();
        let _ = writeln!(out, "{count:6}  for {} other reasons", rest.len());
    }
}

fn worst(cpu: &CpuResults, files: &[String], out: &mut String) {
    if cpu.worst.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nLargest errors on {}:", cpu.cpu);
    let mut table = Table::new(&["Block"], &["Error %", "Measured", "Predicted", "Code"]);
    table.right_aligned = 3;
    for block in &cpu.worst {
        let WorstBlock { measured_cycles, predicted_cycles, .. } = block;
        let cells = vec![
            format!("{:.1}", 100.0 * block.relative_error()),
            format!("{measured_cycles:.2}"),
            format!("{predicted_cycles:.2}"),
            cut(&block.instructions.join("; "), MAX_CODE),
        ];
        table.row(vec![name(&block.name, files)], cells);
    }
    table.render(out);
}

/// Returns the id of a block, or else its place.
fn name(block: &BlockName, files: &[String]) -> String {
    match &block.id {
        // An escape stays one.
        Some(id) => {
            cut(id.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(id), MAX_ID)
        }
        None => place(block, files),
    }
}

/// Returns the place of a block in the input.
fn place(block: &BlockName, files: &[String]) -> String {
    match files {
        [_] => format!("line {}", block.line),
        files => format!("{}:{}", files.get(block.file).map_or("", String::as_str), block.line),
    }
}

/// Returns the beginning of a text that is too long.
fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(max - 3).collect();
            format!("{kept}...")
        }
    }
}

/// Rows of cells, padded to columns.
struct Table {
    rows: Vec<Vec<String>>,
    /// Number of columns that are names, which begin below each other.
    names: usize,
    /// Number of the columns after them that end below each other.
    right_aligned: usize,
}

impl Table {
    fn new(names: &[&str], others: &[&str]) -> Table {
        let titles = names.iter().chain(others).map(|&it| it.to_owned()).collect();
        Table { rows: vec![titles], names: names.len(), right_aligned: 0 }
    }

    /// Adds a row: its names, as far as it has any, and its other cells.
    fn row(&mut self, mut names: Vec<String>, cells: Vec<String>) {
        names.resize(self.names, String::new());
        names.extend(cells);
        self.rows.push(names.iter().map(|it| oxmca_names::plain(it).into_owned()).collect());
    }

    fn render(&self, out: &mut String) {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..count).map(width).collect();
        let right = self.names..self.names + self.right_aligned;
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = match right.contains(&column) {
                    true => write!(line, "{cell:>width$}  "),
                    false => write!(line, "{cell:width$}  "),
                };
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_blocks_are_ids_or_places() {
        let files = ["a.jsonl".to_owned(), "b.jsonl".to_owned()];
        let block = |id: Option<&str>| BlockName { id: id.map(Into::into), file: 1, line: 7 };
        assert_eq!(name(&block(Some("\"b\\n1\"")), &files), "b\\n1");
        assert_eq!(name(&block(Some("17")), &files), "17");
        assert_eq!(name(&block(None), &files), "b.jsonl:7");
        assert_eq!(name(&block(None), &files[..1]), "line 7");
    }

    #[test]
    fn long_texts_are_cut_at_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüäöü", 5), "äö...");
    }
}
