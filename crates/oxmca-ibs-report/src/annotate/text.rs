//! An annotated function as text.

use std::fmt::Write;

use oxmca_ibs::comparison::{ERRORS, MIN_SAMPLES, Times, Verdict};
use oxmca_ibs::view::{Cell, VIEWS};
use oxmca_ibs::{Counts, Profile};

use super::annotation::{AnnotatedInstruction, Annotation, LoopRole};
use super::explanation;
use super::quantities::{FUSED_BRANCHES, RATIOS};
use crate::layout::{self, Style, field, folded_field, indented, percent, printable};
use crate::name::file_name;
use crate::samples::OP_SAMPLES;
use crate::summary;

const COLUMNS: [&str; 13] = [
    "Samples",
    "Share of samples",
    "Tag to retire (from dispatch): mean cycles",
    "Tag to retire: 90th percentile",
    "Dispatch to complete: mean cycles",
    "Completion to retire: mean cycles",
    "Completion to retire: 90th percentile",
    "Data cache: part of loads and stores that miss",
    "Data cache: mean cycles of loads that miss",
    "Branches: part that is mispredicted",
    "Simulated: dispatch to retire, mean cycles",
    "Simulated: dispatch to complete, mean cycles",
    "Simulated: completion to retire, mean cycles",
];
/// The longest text of an instruction that source lines are aligned behind.
const MAX_TEXT_WIDTH: usize = 48;
/// The most characters of a source line that are shown.
const MAX_SOURCE_WIDTH: usize = 60;
/// A likely reason for shorter times that nothing else explains.
const FRONT_END: &str = "The samples show no reason. A front end that delivers less than it could, which is \
not simulated, has this effect.";
/// The text of a cell without a value.
const NO_VALUE: &str = "-";

/// Renders an annotated function.
#[must_use]
pub fn render(annotation: &Annotation<'_>, style: Style) -> String {
    let mut out = String::new();
    head(annotation, style, &mut out);
    for warning in &annotation.warnings {
        layout::warning(&warning.to_string(), style, &mut out);
    }
    table(annotation, &mut out);
    findings(annotation, style, &mut out);
    out
}

fn head(annotation: &Annotation<'_>, style: Style, out: &mut String) {
    let (profile, sampled) = (&annotation.recording.profile, &annotation.function);
    let (cpu, function) = (profile.cpu(), &sampled.function);
    let file = printable(&annotation.recording.file);
    let _ = writeln!(out, "{}", style.title(&format!("IBS annotate: {file}")));
    let end = function.start.saturating_add(function.len);
    field("Function", &format!("{}  {:x}..{end:x}", function.name, function.start), out);
    field("Module", &profile.module(sampled.id.module).path, out);
    let family = format!("AMD family {:X}h model {:02X}h", cpu.family, cpu.model);
    field("Processor", &family, out);
    let samples = annotation.total.get(OP_SAMPLES);
    let share = percent(samples as f64 / annotation.all_op_samples.max(1) as f64);
    let mode = match summary::mode(profile) {
        Some("cycles") => ", by cycles",
        Some(_) => ", by dispatched ops",
        None => "",
    };
    field(
        "Op samples",
        &format!("{samples} of {} ({share}){mode}", annotation.all_op_samples),
        out,
    );
    if let (Some(simulated), Some(extent)) = (&annotation.simulated_loop, annotation.loop_extent())
    {
        let share = percent(annotation.path_op_samples as f64 / samples.max(1) as f64);
        let which = match simulated.path.len() {
            path if path == simulated.body.len() => format!("{path} instructions"),
            path => format!("{path} of {} instructions, the way taken most,", simulated.body.len()),
        };
        let times = match simulated.iterations {
            Some(it) if it.is_finite() => format!(", gone around about {it:.1} times"),
            Some(_) => ", never seen to end".to_owned(),
            None => String::new(),
        };
        let text = format!(
            "{:x}..{:x}: {which} with {share} of the samples{times}",
            extent.start, extent.end
        );
        folded_field("Loop", &text, out);
    }
    let cpu = annotation.cpu.as_deref().unwrap_or("nothing");
    let simulated = match (&annotation.no_prediction, annotation.cycles_per_iteration) {
        (Some(reason), _) => format!("nothing: {reason}"),
        (None, Some(cycles)) => format!("{cpu}: {cycles:.2} cycles per iteration"),
        (None, None) => cpu.to_owned(),
    };
    folded_field("Simulated", &simulated, out);
}

/// Returns the text of a ratio.
fn ratio(profile: &Profile, counts: &Counts, symbol: &str) -> String {
    let mut columns = VIEWS.iter().flat_map(|view| view.columns);
    match columns.find(|it| it.symbol() == symbol).map(|it| it.cell(profile, counts)) {
        None | Some(Cell::NotAvailable) => NO_VALUE.to_owned(),
        Some(cell) => layout::cell(cell),
    }
}

fn cells(profile: &Profile, total: u64, row: &AnnotatedInstruction) -> [String; COLUMNS.len()] {
    let mut cells = [const { String::new() }; COLUMNS.len()];
    let counts = &row.counts;
    let samples = counts.get(OP_SAMPLES);
    if let Some(measured) = Times::measured(counts) {
        let verdicts = row.finding.verdicts.values();
        let mean = |at: usize| {
            let mark = match verdicts[at] {
                Verdict::Longer => '+',
                Verdict::Shorter => '-',
                Verdict::Unknown | Verdict::Same => ' ',
            };
            format!("{:.2}{mark}", measured.values()[at].cycles)
        };
        let p90 = |latencies: &oxmca_ibs::Latencies| {
            latencies.percentile(0.9).map_or_else(String::new, |it| it.to_string())
        };
        cells[0] = samples.to_string();
        cells[1] = percent(samples as f64 / total.max(1) as f64);
        cells[2] = mean(0);
        cells[3] = p90(&counts.tag_to_retire);
        cells[4] = mean(1);
        cells[5] = mean(2);
        cells[6] = p90(&counts.completion_to_retire);
        for (cell, symbol) in (7..).zip(RATIOS) {
            cells[cell] = ratio(profile, counts, symbol);
        }
    }
    if let Some(predicted) = row.predicted {
        for (cell, cycles) in (10..).zip(predicted.values()) {
            cells[cell] = format!("{cycles:.2}");
        }
    } else if row.role == LoopRole::OnPath {
        cells[10..].fill(NO_VALUE.to_owned());
    }
    cells
}

fn table(annotation: &Annotation<'_>, out: &mut String) {
    let profile = &annotation.recording.profile;
    let total = annotation.total.get(OP_SAMPLES);
    out.push('\n');
    for (number, column) in (1..).zip(COLUMNS) {
        let _ = writeln!(out, "[{number}]: {column}");
    }
    let _ = writeln!(
        out,
        "+, -: hardware took longer, or less long, than simulated, by more than {ERRORS} standard errors"
    );
    let _ = writeln!(out, "|: simulated; `:` in the loop, but not simulated");
    let head: [String; COLUMNS.len()] = std::array::from_fn(|at| {
        let mark = if [2, 4, 5].contains(&at) { " " } else { "" };
        format!("[{}]{mark}", at + 1)
    });
    let rows: Vec<_> =
        annotation.instructions.iter().map(|row| cells(profile, total, row)).collect();
    let mut widths = [0; COLUMNS.len()];
    for row in std::iter::once(&head).chain(&rows) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    let texts: Vec<String> = annotation.instructions.iter().map(instruction).collect();
    let fitting = texts.iter().map(|it| it.chars().count()).filter(|it| *it <= MAX_TEXT_WIDTH);
    let text_width = fitting.max().unwrap_or(0);
    let addresses =
        annotation.instructions.iter().map(|it| format!("{:x}", it.instruction.address));
    let address_width = addresses.map(|it| it.len()).max().unwrap_or(0);
    out.push('\n');
    line(&head, &widths, "Instructions:", out);
    let mut last_line = None;
    for ((row, cells), text) in annotation.instructions.iter().zip(&rows).zip(&texts) {
        let mark = match row.role {
            LoopRole::Outside => ' ',
            LoopRole::OffPath => ':',
            LoopRole::OnPath => '|',
        };
        let source = match &row.line {
            Some(line) if last_line != Some(line) => {
                let text = row.source.as_deref().unwrap_or_default();
                let text: String = text.chars().take(MAX_SOURCE_WIDTH).collect();
                format!("  {}:{}  {text}", file_name(&line.file), line.line)
            }
            _ => String::new(),
        };
        last_line = row.line.as_ref();
        let address = row.instruction.address;
        let text = format!("{address:address_width$x} {mark} {text:text_width$}{source}");
        line(cells, &widths, &printable(text.trim_end()), out);
    }
}

fn line(cells: &[String; COLUMNS.len()], widths: &[usize], text: &str, out: &mut String) {
    layout::table_line(cells.iter().map(String::as_str), widths, text, out);
}

/// Returns the text of an instruction with its target.
fn instruction(row: &AnnotatedInstruction) -> String {
    let Some(target) = row.target_address else { return row.text.clone() };
    let place = match &row.target {
        Some((name, 0)) => format!(" <{name}>"),
        Some((name, offset)) => format!(" <{name}+{offset:#x}>"),
        None => String::new(),
    };
    format!("{:7} {target:x}{place}", row.text)
}

fn findings(annotation: &Annotation<'_>, style: Style, out: &mut String) {
    let path = annotation.instructions.iter().filter(|row| row.role == LoopRole::OnPath);
    let not_simulated: Vec<_> =
        path.clone().filter_map(|row| Some((row, row.not_simulated.as_ref()?))).collect();
    if !not_simulated.is_empty() {
        let _ = writeln!(out, "\n{}", style.title("Not simulated, though in the loop"));
        for (row, reason) in not_simulated {
            let address = row.instruction.address;
            let _ = writeln!(out, "{address:x}: {}", printable(&format!("{}: {reason}", row.text)));
        }
    }
    let differing: Vec<(&AnnotatedInstruction, String)> =
        path.clone().filter_map(|row| Some((row, explanation::difference(row)?))).collect();
    if !differing.is_empty() {
        let _ = writeln!(out, "\n{}", style.title("Measured and simulated differ"));
        let mut is_shorter_without_reason = false;
        for (row, difference) in differing {
            let start = format!("{:x}: ", row.instruction.address);
            indented(&start, &format!("{difference}."), out);
            let reasons = &row.finding.reasons;
            let is_only_shorter = !row.finding.verdicts.values().contains(&Verdict::Longer);
            if reasons.is_empty() && is_only_shorter {
                is_shorter_without_reason = true;
            } else if reasons.is_empty() {
                indented("      ", "The samples show no reason.", out);
            }
            for reason in reasons.iter().filter(|it| !explanation::is_of_loop(it)) {
                indented("      ", &explanation::reason(annotation, reason), out);
            }
        }
        // They are the same for all that is shorter.
        let mut of_loop: Vec<String> = Vec::new();
        for reason in path.clone().flat_map(|row| &row.finding.reasons) {
            let text = explanation::reason(annotation, reason);
            if explanation::is_of_loop(reason) && !of_loop.contains(&text) {
                of_loop.push(text);
            }
        }
        if is_shorter_without_reason {
            of_loop.push(FRONT_END.to_owned());
        }
        for text in of_loop {
            indented("Shorter: ", &text, out);
        }
    }
    let profile = &annotation.recording.profile;
    let is_fused =
        |row: &&AnnotatedInstruction| profile.value(&row.counts, FUSED_BRANCHES).unwrap_or(0) > 0;
    let fused = annotation.instructions.iter().filter(is_fused);
    let fused: Vec<String> = fused.map(|it| format!("{:x}", it.instruction.address)).collect();
    if !fused.is_empty() {
        out.push('\n');
        let what = "These have samples of a comparison and a branch that are one op";
        indented("", &format!("{what}: {}.", fused.join(", ")), out);
    }
    let few =
        path.filter(|row| row.predicted.is_some() && row.counts.get(OP_SAMPLES) < MIN_SAMPLES);
    let few = few.count();
    if few > 0 {
        let what = if few == 1 { "instruction has" } else { "instructions have" };
        let _ = writeln!(out, "\n{few} {what} fewer than {MIN_SAMPLES} samples: not compared.");
    }
}
