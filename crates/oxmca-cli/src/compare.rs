//! One text on several CPUs: their numbers side by side.

use std::fmt::Write;

use oxmca::report::json::full::{IterationCost, SummaryDocument};
use oxmca::steady_state::{Limit, SteadyState};
use oxmca::view::bottleneck::{self, Bottleneck};
use oxmca::view::summary::Summary;
use oxmca::{
    CodeRegion, Format, InstructionTables, Message, Options, RegionKey, RegionReporter, Session,
    Views,
};
use oxmca_asm::diagnostic::Severity;
use oxmca_asm::lossless;
use oxmca_driver::{Pool, SharedCache};
use serde::Serialize;

use crate::analysis::print_messages;
use crate::console::{CapturedOutput, Console, Failed};
use crate::flags::args::{Args, Input, Json};
use crate::{run, simulation};

/// A JSON Schema (draft 2020-12) of comparisons, with a description of every property.
pub const SCHEMA: &str = include_str!("../schema/oxmca-comparison.schema.json");

/// Bytes of results that comparisons share.
const SHARED_BYTES: usize = 16 << 20;

/// A CPU to compare with others.
pub struct Column {
    /// The arguments, with this CPU's name alone.
    pub args: Args,
    /// The CPU.
    pub session: Session,
}

/// The numbers of one region on one CPU.
#[derive(Clone)]
struct RegionNumbers {
    summary: Summary,
    steady_state: Option<IterationCost>,
    /// The limits of the steady state, without names of ports and registers.
    limits: Vec<String>,
    /// The steady state is of hardware mode, which has no other simulation.
    is_hardware: bool,
    bottleneck: Option<Bottleneck>,
}

/// The result of comparing one region on one CPU.
struct CellResult {
    messages: Vec<Message>,
    /// `None` where there is nothing to report.
    found: Result<Option<RegionNumbers>, oxmca::Failed>,
}

impl CellResult {
    /// Returns bytes of it and its key, about.
    fn size_bytes(key: &CellKey, result: &CellResult) -> usize {
        const MESSAGE_BYTES: usize = 100;
        let found = result.found.as_ref().ok().and_then(Option::as_ref);
        let bottleneck = found.and_then(|it| it.bottleneck.as_ref()?.found.as_ref());
        let rows = bottleneck.map_or(0, |found| {
            size_of_val(&found.resources[..]) + size_of_val(&found.critical_sequence[..])
        });
        key.1.size_bytes() + rows + result.messages.len() * MESSAGE_BYTES
    }
}

/// Number of a CPU, and what decides a region's numbers there.
type CellKey = (usize, RegionKey<'static>);

/// State that the comparisons of one run share.
pub struct SharedState<'a> {
    /// Threads for all of them.
    pool: &'a Pool,
    /// Results for regions of any of them.
    results: SharedCache<CellKey, CellResult>,
}

impl<'a> SharedState<'a> {
    /// Creates the state of a run with these threads.
    pub fn new(pool: &'a Pool) -> SharedState<'a> {
        SharedState { pool, results: SharedCache::new(SHARED_BYTES) }
    }
}

/// A region on all CPUs.
#[derive(Default)]
struct Row {
    name: String,
    is_marked: bool,
    /// `None` where there is nothing to report.
    found: Vec<Option<RegionNumbers>>,
}

/// Appends the comparison to `out`.
///
/// # Errors
/// When the text cannot be analyzed for one of the CPUs, after the messages that say so. The others
/// are compared all the same.
pub fn report(
    columns: &[Column],
    input: &Input,
    bytes: &[u8],
    shared: &SharedState<'_>,
    console: &mut dyn Console,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let numbered: Vec<(usize, &Column)> = columns.iter().enumerate().collect();
    let compared = shared.pool.map(&numbered, |(number, column)| {
        let mut cells = Vec::new();
        let mut output = CapturedOutput::default();
        let result = column.cells(*number, input, bytes, shared, &mut output, &mut cells);
        (cells, result, output)
    });
    let mut rows: Vec<Row> = Vec::new();
    let mut all_compared = Ok(());
    let mut printed: Vec<Vec<u8>> = Vec::new();
    for ((number, column), (cells, result, output)) in numbered.into_iter().zip(compared) {
        // Most errors in a text are the same for all CPUs.
        if !printed.contains(&output.stderr) {
            console.stderr(&output.stderr);
            printed.push(output.stderr);
        }
        if number == 0 {
            let written = console.stdout(&output.stdout);
            written.map_err(|error| console.write_failed(&error))?;
        }
        if let Err(status) = result {
            let cpu = column.session.cpu_name();
            let message = format!("CPU '{cpu}' is left out of the comparison");
            console.message(Severity::Note, &message);
            all_compared = Err(status);
        }
        rows.resize_with(rows.len().max(cells.len()), Row::default);
        for (row, cell) in rows.iter_mut().zip(cells) {
            (row.name, row.is_marked) = (cell.name, cell.is_marked);
            row.found.resize_with(number, || None);
            row.found.push(cell.found);
        }
    }
    for row in &mut rows {
        row.found.resize_with(columns.len(), || None);
    }
    rows.retain(|row| row.found.iter().any(Option::is_some));
    let cpus: Vec<&str> = columns.iter().map(|column| column.session.cpu_name()).collect();
    let mut rendered = String::new();
    match columns.first().map_or(Json::Off, |column| column.args.json) {
        Json::Off => text(&cpus, &rows, &mut rendered),
        Json::Llvm | Json::Full => json(&cpus, &rows, &mut rendered),
    }
    out.extend_from_slice(&lossless::to_bytes(&rendered));
    all_compared
}

/// A region on one CPU.
struct Cell {
    name: String,
    is_marked: bool,
    found: Option<RegionNumbers>,
}

impl Column {
    /// Appends the numbers of each region on this CPU, `number` among all.
    fn cells(
        &self,
        number: usize,
        input: &Input,
        bytes: &[u8],
        shared: &SharedState<'_>,
        console: &mut dyn Console,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Failed> {
        let code = run::read_code(&self.args, &self.session, input, bytes.to_vec(), console)?;
        let options = self.options();
        let mut reporter = code.reporter(&options, Format::Text);
        for region in code.all_regions() {
            let found = match region.is_empty() {
                true => None,
                false => {
                    let find = || find(&mut reporter, region);
                    let key = (number, region.key().into_owned());
                    let result = shared.results.get_or(key, find, CellResult::size_bytes);
                    print_messages(&code, &result.messages, console);
                    result.found.clone().map_err(|_| 1)?
                }
            };
            let name = region.name().into_owned();
            cells.push(Cell { name, is_marked: region.is_marked(), found });
        }
        Ok(())
    }

    /// Returns options of a simulation that gives the numbers to compare, and no more.
    fn options(&self) -> Options {
        let is_out_of_order = self.session.processor().is_out_of_order();
        let mut options = simulation::options(&self.args, &self.session);
        let asked = std::mem::replace(&mut options.views, Views::NONE);
        options.views.bottleneck_analysis = asked.bottleneck_analysis && is_out_of_order;
        options.views.steady_state = asked.steady_state;
        options.views.summary = true;
        options.instruction_tables = InstructionTables::None;
        options.ibs_sampling_period_micro_ops = None;
        options.show_encoding = false;
        options
    }
}

fn find(reporter: &mut RegionReporter<'_>, region: CodeRegion<'_>) -> CellResult {
    let analysis = reporter.analyze(region, None);
    let found = analysis.report.map(|report| {
        let report = report?;
        Some(RegionNumbers {
            summary: *report.summary()?,
            steady_state: report.steady_state().map(IterationCost::from),
            limits: report.steady_state().map(limits).unwrap_or_default(),
            is_hardware: report.steady_state().is_some_and(|it| it.hardware.is_some()),
            bottleneck: report.bottleneck().cloned(),
        })
    });
    CellResult { messages: analysis.messages, found }
}

/// Shows one number of a region on a CPU, or lines of words.
type Show = fn(&RegionNumbers) -> Option<String>;

const LINES: [(&str, Show); 13] = [
    ("Iterations", |it| Some(it.summary.iterations.to_string())),
    ("Instructions", |it| Some(it.summary.instructions.to_string())),
    ("Total Cycles", |it| Some(it.summary.total_cycles.to_string())),
    ("Total uOps", |it| Some(it.summary.total_micro_ops.to_string())),
    ("Dispatch Width", |it| Some(it.summary.dispatch_width_micro_ops.to_string())),
    ("uOps Per Cycle", |it| Some(format!("{:.2}", it.summary.micro_ops_per_cycle))),
    ("IPC", |it| Some(format!("{:.2}", it.summary.instructions_per_cycle))),
    ("Block RThroughput", |it| {
        Some(format!("{:.2}", it.summary.block_reciprocal_throughput_cycles))
    }),
    ("Cycles Per Iteration", |it| {
        Some(format!("{:.2}", it.summary.average_cycles_per_iteration()))
    }),
    ("In Steady State", |it| it.steady_state.as_ref().map(steady)),
    ("Limited By", |it| it.steady_state.is_some().then(|| it.limits.join("\n"))),
    ("Resource Pressure", |it| percent(it, |found| found.resource_cycles)),
    ("Data Dependencies", |it| percent(it, |found| found.data_dependency_cycles)),
];

/// The lines that hardware mode has.
const OF_HARDWARE: [&str; 3] = ["Instructions", "In Steady State", "Limited By"];

/// Returns the cycles per iteration: exact, or with a mark that says that they are an average.
fn steady(found: &IterationCost) -> String {
    let cycles = found.cycles_per_iteration;
    let (numerator, denominator, value) = (cycles.numerator, cycles.denominator, cycles.value);
    match (found.is_periodic, denominator) {
        (false, _) => format!("~{value:.2}"),
        (true, 1) => numerator.to_string(),
        (true, _) => format!("{value:.2} ({numerator}/{denominator})"),
    }
}

/// Returns the limits of a steady state, without names of ports and registers.
fn limits(steady: &SteadyState) -> Vec<String> {
    steady.limits.iter().map(Limit::plain_text).collect()
}

/// Returns the share of cycles in which resources or dependencies raised back pressure, in percent.
fn percent(found: &RegionNumbers, cycles: fn(&bottleneck::Found) -> u32) -> Option<String> {
    let share = match &found.bottleneck.as_ref()?.found {
        Some(found) => 100.0 * f64::from(cycles(found)) / f64::from(found.total_cycles.max(1)),
        None => 0.0,
    };
    Some(format!("{share:.2}%"))
}

fn text(cpus: &[&str], rows: &[Row], out: &mut String) {
    for (index, row) in rows.iter().enumerate() {
        if row.is_marked {
            let gap = if row.name.is_empty() { "" } else { " - " };
            let _ = writeln!(out, "\n[{index}] Code Region{gap}{}\n", row.name);
        }
        let mut table = vec![(String::new(), cpus.iter().map(|cpu| (*cpu).to_owned()).collect())];
        let is_hardware = row.found.iter().flatten().any(|found| found.is_hardware);
        let lines = LINES.iter().filter(|(label, _)| !is_hardware || OF_HARDWARE.contains(label));
        for (label, show) in lines {
            let cells = row.found.iter().map(|found| found.as_ref().and_then(show));
            let cells: Vec<Option<String>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
                table.push((format!("{label}:"), cells.collect::<Vec<_>>()));
            }
        }
        let label_width = table.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let width_of = |cell: &String| cell.lines().map(str::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..cpus.len())
            .map(|column| {
                table.iter().map(|(_, cells)| width_of(&cells[column])).max().unwrap_or(0)
            })
            .collect();
        for (label, cells) in &table {
            let height = cells.iter().map(|cell| cell.lines().count()).max().unwrap_or(1);
            for line in 0..height {
                let label = if line == 0 { label } else { "" };
                let _ = write!(out, "{label:label_width$}");
                for (cell, width) in cells.iter().zip(&widths) {
                    let cell = cell.lines().nth(line).unwrap_or_default();
                    let _ = write!(out, "  {cell:>width$}");
                }
                out.truncate(out.trim_end().len());
                out.push('\n');
            }
        }
    }
}

/// The document with a comparison.
#[derive(Serialize)]
struct Document {
    regions: Vec<RegionDocument>,
}

#[derive(Serialize)]
struct RegionDocument {
    name: String,
    cpus: Vec<CpuDocument>,
}

#[derive(Serialize)]
struct CpuDocument {
    cpu: String,
    /// `null` where there is nothing to report.
    summary: Option<SummaryDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steady_state: Option<IterationCost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bottleneck_analysis: Option<BottleneckDocument>,
}

/// Cycles in which back pressure grew, by cause; 0 where it never did.
#[derive(Serialize)]
struct BottleneckDocument {
    resource_cycles: u32,
    data_dependency_cycles: u32,
}

impl CpuDocument {
    fn new(cpu: &str, found: Option<&RegionNumbers>) -> CpuDocument {
        let bottleneck = found.and_then(|found| found.bottleneck.as_ref());
        let bottleneck_analysis = bottleneck.map(|Bottleneck { found, .. }| BottleneckDocument {
            resource_cycles: found.as_ref().map_or(0, |it| it.resource_cycles),
            data_dependency_cycles: found.as_ref().map_or(0, |it| it.data_dependency_cycles),
        });
        CpuDocument {
            cpu: cpu.to_owned(),
            summary: found.map(|found| SummaryDocument::from(&found.summary)),
            steady_state: found.and_then(|found| found.steady_state.clone()),
            bottleneck_analysis,
        }
    }
}

fn json(cpus: &[&str], rows: &[Row], out: &mut String) {
    let region = |row: &'_ Row| -> Vec<CpuDocument> {
        let cpus = cpus.iter().zip(&row.found);
        cpus.map(|(cpu, found)| CpuDocument::new(cpu, found.as_ref())).collect()
    };
    let regions =
        rows.iter().map(|row| RegionDocument { name: row.name.clone(), cpus: region(row) });
    let document = Document { regions: regions.collect() };
    // Nothing in it has a key that is no text.
    out.push_str(&serde_json::to_string_pretty(&document).unwrap_or_default());
    out.push('\n');
}
