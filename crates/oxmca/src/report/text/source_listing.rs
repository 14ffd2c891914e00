//! The source listing section as text.

use super::columns::TextColumns;
use super::fraction::fraction;
use super::steady_state::span;
use super::{Context, RenderText};
use crate::report::decimal::push_hundredths;
use crate::source::SourceFrame;
use crate::view::source_listing::{ListingRow, SourceListing};

/// Marks an instruction of the slowest loop-carried chain.
const CHAIN_MARK: &str = ">";
/// Marks an instruction of the critical sequence.
const SEQUENCE_MARK: &str = "#";

impl RenderText for SourceListing {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.source_listing(self, out);
    }
}

impl Context<'_> {
    fn source_listing(&self, section: &SourceListing, out: &mut String) {
        out.push_str("\n\nSource lines:\n");
        let mut columns = TextColumns::new(out);
        if let Some(steady) = &section.steady_state {
            let cycles = fraction(steady.cycles_per_iteration());
            columns.push(&format!("Cycles per iteration:  {cycles}\n"));
            columns.push(&format!("Limited by:            {}\n", self.limits(steady)));
        }
        if let Some(chain) = section.slowest_chain() {
            let length = span(chain.iterations, chain.cycles);
            columns.push(&format!("{CHAIN_MARK} slowest loop-carried chain, {length}\n"));
        }
        if section.rows.iter().any(|row| row.is_in_critical_sequence) {
            let is_hardware = section.steady_state.as_ref().is_some_and(|it| it.hardware.is_some());
            columns.push(&match is_hardware {
                true => {
                    format!("{SEQUENCE_MARK} longest path of dependencies through an iteration\n")
                }
                false => format!("{SEQUENCE_MARK} critical sequence of the simulation\n"),
            });
        }
        let used = section.used_columns();
        let units = self.units_of(section, &used, &mut columns);
        let table = Table::new(section, units);
        columns.push("\nLatency in cycles, and cycles of resources per iteration:\n");
        table.head(&mut columns);
        let are_lines_known = self.texts.source_frames.iter().any(|frames| !frames.is_empty());
        if !are_lines_known {
            let reason = "there is neither debug information nor a .loc directive";
            columns.push(&format!("\nSource lines are not known: {reason}.\n"));
        }
        let mut shown: Option<&[SourceFrame]> = None;
        let pressure = section.pressure.per_instruction_cycles.iter();
        for (index, (row, cycles)) in section.rows.iter().zip(pressure).enumerate() {
            let frames = self.texts.source_frames.get(self.report.sources[index]);
            let frames = frames.copied().unwrap_or_default();
            if are_lines_known && shown != Some(frames) {
                place(frames, &mut columns);
            }
            shown = Some(frames);
            table.row(index, row, &cells(cycles, &used), &mut columns);
            columns.end_line(self.instructions[index]);
        }
    }

    /// Returns names the units of columns below the title `Resources:`, and returns their short
    /// names.
    fn units_of(
        &self,
        section: &SourceListing,
        used: &[usize],
        columns: &mut TextColumns<'_>,
    ) -> Vec<String> {
        let mut units = Vec::new();
        let mut column = 0;
        for (index, resource) in section.pressure.resources.iter().enumerate() {
            for unit in 0..resource.num_units {
                if used.binary_search(&column).is_ok() {
                    if units.is_empty() {
                        columns.push("\nResources:\n");
                    }
                    let name = match resource.num_units {
                        1 => format!("[{index}]"),
                        _ => format!("[{index}.{unit}]"),
                    };
                    columns.push(&name);
                    columns.pad_to(6);
                    columns.push("- ");
                    columns.end_line(&resource.name);
                    units.push(name);
                }
                column += 1;
            }
        }
        units
    }
}

/// Prints the innermost place of instructions, and the functions through which it came there.
fn place(frames: &[SourceFrame], columns: &mut TextColumns<'_>) {
    columns.push("\n");
    let Some((first, outer)) = frames.split_first() else {
        columns.push("no source line\n");
        return;
    };
    columns.push(&file_and_line(first));
    if let Some(text) = first.text.as_deref().filter(|text| !text.is_empty()) {
        columns.push(": ");
        columns.push(text);
    }
    columns.push("\n");
    for frame in outer {
        let place = file_and_line(frame);
        columns.push(&match &frame.function {
            Some(function) => format!("  inlined from {function} ({place})\n"),
            None => format!("  inlined from {place}\n"),
        });
    }
}

fn file_and_line(frame: &SourceFrame) -> String {
    let file = frame.file.as_deref().unwrap_or("line");
    match (frame.line, &frame.file) {
        (0, _) => format!("{file} (no line)"),
        (line, Some(_)) => format!("{file}:{line}"),
        (line, None) => format!("{file} {line}"),
    }
}

/// Returns cycles of the units that the listing shows.
fn cells(cycles: &[(u32, f64)], used: &[usize]) -> Vec<String> {
    let mut cells = vec!["-".to_owned(); used.len()];
    for (column, cycles) in cycles {
        // As in the resource pressure section, hardly any use is none.
        if *cycles >= 0.005
            && let Ok(at) = used.binary_search(&(*column as usize))
        {
            cells[at].clear();
            push_hundredths(*cycles, &mut cells[at]);
        }
    }
    cells
}

/// The widths of columns.
struct Table {
    index: usize,
    latency: usize,
    units: Vec<(String, usize)>,
}

impl Table {
    const LATENCY: &str = "Lat.";

    fn new(section: &SourceListing, units: Vec<String>) -> Table {
        let used = section.used_columns();
        let mut widths: Vec<usize> = units.iter().map(String::len).collect();
        for row in section.pressure.per_instruction_cycles.iter() {
            for (width, cell) in widths.iter_mut().zip(cells(row, &used)) {
                *width = cell.len().max(*width);
            }
        }
        let latencies = section.rows.iter().filter_map(|row| row.latency_cycles);
        let latency = latencies.max().unwrap_or(0).to_string().len();
        Table {
            index: section.rows.len().saturating_sub(1).to_string().len() + "[]".len(),
            latency: latency.max(Self::LATENCY.len()),
            units: units.into_iter().zip(widths).collect(),
        }
    }

    fn head(&self, columns: &mut TextColumns<'_>) {
        let Table { index, latency, units } = self;
        columns.push(&format!("   {:index$}  {:>latency$} ", "", Self::LATENCY));
        for (name, width) in units {
            columns.push(&format!(" {name:>width$}"));
        }
        columns.push("  Instructions:\n");
    }

    /// Prints a row up to its instruction.
    fn row(
        &self,
        number: usize,
        row: &ListingRow,
        cells: &[String],
        columns: &mut TextColumns<'_>,
    ) {
        let Table { index, latency, units } = self;
        let mark = |is_marked: bool, mark: &'static str| if is_marked { mark } else { " " };
        columns.push(mark(row.is_on_slowest_chain, CHAIN_MARK));
        columns.push(mark(row.is_in_critical_sequence, SEQUENCE_MARK));
        columns.push(&format!(" {:<index$}", format!("[{number}]")));
        let cycles = row.latency_cycles.map_or_else(|| "-".to_owned(), |it| it.to_string());
        columns.push(&format!("  {cycles:>latency$} "));
        for ((_, width), cell) in units.iter().zip(cells) {
            columns.push(&format!(" {cell:>width$}"));
        }
        columns.push("  ");
    }
}
