//! One text on several CPUs: their numbers side by side.

use std::fmt::Write;

use oxmca::report::json::full::Fraction;
use oxmca::view::bottleneck::{self, Bottleneck};
use oxmca::{Analyzer, InstructionTables, Options, Processor, Views};
use oxmca_asm::lossless;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::{Inst, Subtarget};
use oxmca_batch::{Numbers, Steady};
use serde::Serialize;

use crate::console::{self, Kind};
use crate::flags::args::{Args, Json};
use crate::jobs::Jobs;
use crate::messages;
use crate::reporter::{Kept, Question, Shared, question};
use crate::run::{self, Failed};
use crate::simulation;
use crate::target::Selected;

/// A CPU to compare with others.
pub struct Column {
    /// The arguments, with this CPU's name alone.
    pub args: Args,
    /// The CPU.
    pub subtarget: Subtarget<'static>,
}

/// What was found for one region on one CPU.
#[derive(Clone)]
struct Found {
    numbers: Numbers,
    bottleneck: Option<Bottleneck>,
}

/// What becomes of a region on a CPU.
pub struct Outcome {
    /// What is to be said on standard error.
    said: Vec<u8>,
    /// `None` where there is nothing to report.
    result: Result<Option<Found>, Failed>,
}

impl Kept for Outcome {
    fn size(&self) -> usize {
        let bottleneck = self.result.as_ref().ok().and_then(|it| it.as_ref()?.bottleneck.as_ref());
        let rows = bottleneck.and_then(|it| it.found.as_ref()).map_or(0, |found| {
            size_of_val(&found.resources[..]) + size_of_val(&found.critical_sequence[..])
        });
        self.said.len() + rows
    }
}

/// What the comparisons of one run have in common.
pub struct Company<'a> {
    /// Threads for all of them.
    pub jobs: &'a Jobs,
    /// Regions that were analyzed for any of them.
    pub known: Shared<Outcome>,
}

/// A region on all CPUs.
#[derive(Default)]
struct Row {
    name: String,
    is_marked: bool,
    /// `None` where there is nothing to report.
    found: Vec<Option<Found>>,
}

/// Appends the comparison to `out`.
///
/// # Errors
/// When the text cannot be analyzed for one of the CPUs; that has then been said, and the others
/// are compared all the same.
pub fn report(
    selected: &Selected,
    columns: &[Column],
    path: &str,
    input: &[u8],
    company: &Company<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let numbered: Vec<(usize, &Column)> = columns.iter().enumerate().collect();
    let outcomes = company.jobs.map(&numbered, |(number, column)| {
        console::captured(|| {
            let mut cells = Vec::new();
            let result = column.cells(selected, *number, path, input, company, &mut cells);
            (cells, result)
        })
    });
    let mut rows: Vec<Row> = Vec::new();
    let mut outcome = Ok(());
    let mut said_before: Vec<Vec<u8>> = Vec::new();
    for ((number, column), ((cells, result), said)) in numbered.into_iter().zip(outcomes) {
        // Most of what is wrong with a text is so for all CPUs.
        if !said_before.contains(&said.stderr) {
            console::raw(&said.stderr);
            said_before.push(said.stderr);
        }
        if number == 0 {
            console::print(&said.stdout).map_err(|error| run::write_failed(&error))?;
        }
        if let Err(status) = result {
            let cpu = column.subtarget.cpu_name();
            console::message(Kind::Note, &format!("CPU '{cpu}' is left out of the comparison"));
            outcome = Err(status);
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
    let cpus: Vec<&str> = columns.iter().map(|column| column.subtarget.cpu_name()).collect();
    let mut compared = String::new();
    match columns.first().map_or(Json::Off, |column| column.args.json) {
        Json::Off => text(&cpus, &rows, &mut compared),
        Json::Llvm | Json::Full => json(&cpus, &rows, &mut compared),
    }
    out.extend_from_slice(&lossless::to_bytes(&compared));
    outcome
}

/// A region on one CPU.
struct Cell {
    name: String,
    is_marked: bool,
    found: Option<Found>,
}

impl Column {
    /// Adds what is found on this CPU, `number` among all.
    fn cells(
        &self,
        selected: &Selected,
        number: usize,
        path: &str,
        input: &[u8],
        company: &Company<'_>,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Failed> {
        let sources = run::sources(path, input.to_vec())?;
        let parsed = run::parse(&self.args, selected, self.subtarget, &sources)?;
        let processor = Processor::new(&self.subtarget);
        let processor = processor.map_err(|error| run::failed(&error.to_string()))?;
        let options = simulation::options(&self.args, processor.is_out_of_order());
        let options = Options {
            instruction_tables: InstructionTables::None,
            ibs_sampling_period_uops: 0,
            views: Views {
                bottleneck_analysis: options.views.bottleneck_analysis
                    && processor.is_out_of_order(),
                steady_state: options.views.steady_state,
                summary: true,
                ..Views::NONE
            },
            ..options
        };
        let printing = PrintOptions { dialect: parsed.dialect as u8, ..PrintOptions::default() };
        let print = |inst: &Inst, text: &mut String| {
            selected.target.print_inst(&self.subtarget, inst, &printing, text);
        };
        let mut analyzer = Analyzer::new(&processor, selected.target, &options);
        let mut analyze = |question: &Question<'_>| {
            let code = oxmca::Region {
                instructions: &question.insts,
                instruments: &question.instruments,
                progress: None,
            };
            let result = analyzer.analyze(code);
            let report = messages::outcome(result, &question.insts, self.args.skip, &print)?;
            Ok(report.and_then(|report| {
                let numbers = Numbers::of(&report)?;
                Some(Found { numbers, bottleneck: report.bottleneck().cloned() })
            }))
        };
        for region in &parsed.regions {
            let found = match region.is_empty() {
                true => None,
                false => {
                    let question = question(&parsed, region, number);
                    let outcome = company.known.get_or(question.clone(), || {
                        let (result, said) = console::captured(|| analyze(&question));
                        Outcome { said: said.stderr, result }
                    });
                    console::raw(&outcome.said);
                    outcome.result.clone()?
                }
            };
            let name = String::from_utf8_lossy(&region.name).into_owned();
            cells.push(Cell { name, is_marked: region.is_marked(), found });
        }
        Ok(())
    }
}

/// What a line of the table shows of one CPU.
type Show = fn(&Found) -> Option<String>;

const LINES: [(&str, Show); 12] = [
    ("Iterations", |it| Some(it.numbers.iterations.to_string())),
    ("Instructions", |it| Some(it.numbers.instructions.to_string())),
    ("Total Cycles", |it| Some(it.numbers.cycles.to_string())),
    ("Total uOps", |it| Some(it.numbers.uops.to_string())),
    ("Dispatch Width", |it| Some(it.numbers.dispatch_width_uops.to_string())),
    ("uOps Per Cycle", |it| Some(format!("{:.2}", it.numbers.uops_per_cycle))),
    ("IPC", |it| Some(format!("{:.2}", it.numbers.ipc))),
    ("Block RThroughput", |it| Some(format!("{:.2}", it.numbers.block_rthroughput_cycles))),
    ("Cycles Per Iteration", |it| Some(format!("{:.2}", it.numbers.cycles_per_iteration))),
    ("In Steady State", |it| it.numbers.steady_state.as_ref().map(steady)),
    ("Resource Pressure", |it| percent(it, |found| found.resource_cycles)),
    ("Data Dependencies", |it| percent(it, |found| found.data_dependency_cycles)),
];

/// Cycles per iteration: exact, or with a mark that says that they are an average.
fn steady(found: &Steady) -> String {
    let Fraction { numerator, denominator, value } = found.cycles_per_iteration;
    match (found.is_periodic, denominator) {
        (false, _) => format!("~{value:.2}"),
        (true, 1) => numerator.to_string(),
        (true, _) => format!("{value:.2} ({numerator}/{denominator})"),
    }
}

/// The share of cycles in which something held back.
fn percent(found: &Found, cycles: fn(&bottleneck::Found) -> u32) -> Option<String> {
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
        for (label, show) in LINES {
            let cells = row.found.iter().map(|found| found.as_ref().and_then(show));
            let cells: Vec<Option<String>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
                table.push((format!("{label}:"), cells.collect::<Vec<_>>()));
            }
        }
        let label_width = table.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..cpus.len())
            .map(|column| table.iter().map(|(_, cells)| cells[column].len()).max().unwrap_or(0))
            .collect();
        for (label, cells) in &table {
            let _ = write!(out, "{label:label_width$}");
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(out, "  {cell:>width$}");
            }
            out.push('\n');
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
    summary: Option<Numbers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_pressure_cycles: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_dependency_cycles: Option<u32>,
}

impl CpuDocument {
    fn new(cpu: &str, found: Option<&Found>) -> CpuDocument {
        let bottleneck = found.and_then(|found| found.bottleneck.as_ref());
        let cycles = |of: fn(&bottleneck::Found) -> u32| {
            bottleneck.map(|bottleneck| bottleneck.found.as_ref().map_or(0, of))
        };
        CpuDocument {
            cpu: cpu.to_owned(),
            summary: found.map(|found| found.numbers.clone()),
            resource_pressure_cycles: cycles(|found| found.resource_cycles),
            data_dependency_cycles: cycles(|found| found.data_dependency_cycles),
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
