//! A report for people: a summary, and a table for each view.

use std::fmt::Write;
use std::io::IsTerminal;

use oxmca_ibs::view::{Cell, Column, Unit, View};
use oxmca_ibs::{Counts, EventId};

use super::label::printable;
use super::options::Choice;
use super::report::{Report, share};
use super::summary::{self, NOTE};
use crate::files::Output;

/// Widest line of a heading; longer names take several lines.
const HEAD_WIDTH: usize = 10;
/// Columns that names of the summary take.
const NAME_WIDTH: usize = 18;
/// Where running text is broken.
const TEXT_WIDTH: usize = 96;
/// Files listed of those that cannot be used.
const MAX_FILES: usize = 8;
/// What a cell holds that the processor cannot tell.
const NOT_AVAILABLE: &str = "n/a";

/// How warnings begin.
const WARNING: &str = "Warning: ";

/// How headings look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Coloured,
}

impl Style {
    /// The style for where the report goes.
    pub fn of(choice: Choice, output: &Output) -> Self {
        let is_coloured = match choice {
            Choice::Always => true,
            Choice::Never => false,
            Choice::Auto => {
                let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
                output.is_stdout() && std::io::stdout().is_terminal() && !is_unwanted
            }
        };
        if is_coloured { Self::Coloured } else { Self::Plain }
    }

    pub fn title(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[1m{text}\x1b[0m"),
        }
    }

    pub fn warning(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[1;35m{text}\x1b[0m"),
        }
    }
}

/// The report.
pub fn render(report: &Report<'_>, style: Style) -> String {
    let mut out = String::new();
    summary_of(report, style, &mut out);
    for view in &report.views {
        table(report, view, style, &mut out);
    }
    if report.lists_events {
        events(report, style, &mut out);
    }
    if !report.left_out.is_empty() {
        let names: Vec<&str> = report.left_out.iter().map(|view| view.key).collect();
        let names = names.join(", ");
        paragraph("Left out, as this recording has nothing to tell there: ", &names, &mut out);
    }
    out
}

/// A line of a summary.
pub fn field(name: &str, value: &str, out: &mut String) {
    let _ = writeln!(out, "{name:NAME_WIDTH$}{}", printable(value));
}

fn summary_of(report: &Report<'_>, style: Style, out: &mut String) {
    let (profile, summary) = (report.profile(), &report.summary);
    let (header, tally, cpu) = (profile.header(), profile.tally(), profile.cpu());
    let file = printable(&report.recording.file);
    let _ = writeln!(out, "{}", style.title(&format!("IBS report: {file}")));
    let name = header.cpu_name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    field(
        "Processor",
        &format!("AMD family {:X}h model {:02X}h{name}", cpu.family, cpu.model),
        out,
    );
    folded("Tells of", &summary::traits(profile).join(", "), out);
    let parts =
        [("Linux", &header.kernel), ("perf", &header.perf_version), ("on", &header.host_name)];
    let parts = parts.iter().filter_map(|(what, it)| Some(format!("{what} {}", it.as_ref()?)));
    let parts: Vec<String> = parts.collect();
    if !parts.is_empty() {
        field("Recorded with", &parts.join(", "), out);
    }
    if !header.command.is_empty() {
        field("Command", &header.command.join(" "), out);
    }
    let weights = [&summary.user, &summary.kernel, &summary.elsewhere];
    let weight = weights.iter().fold(0, |sum: u64, it| sum.saturating_add(it.op_weight));
    let mode = match tally.counts_ops {
        None => String::new(),
        Some(true) => format!(" by dispatched ops (they stand for {weight} ops)"),
        Some(false) => format!(" by cycles (they stand for {weight} cycles)"),
    };
    field("Op samples", &format!("{}{mode}", tally.ops), out);
    field("Fetch samples", &tally.fetches.to_string(), out);
    let (ops, fetches) = summary::samples(&summary.kernel);
    field("In the kernel", &format!("{ops} ops, {fetches} fetches"), out);
    let (ops, fetches) = summary::samples(&summary.elsewhere);
    if ops + fetches > 0 {
        field("In no known code", &format!("{ops} ops, {fetches} fetches"), out);
    }
    let without = format!("{} ops without an instruction's address", tally.ops_without_address);
    let skipped = format!("{without}, {} malformed records", tally.malformed);
    field("Not counted", &format!("{skipped}, {} empty samples", tally.not_valid), out);
    if tally.of_other_events > 0 {
        field("", &format!("{} samples of other events", tally.of_other_events), out);
    }
    field("Lost", &format!("{} records", tally.lost), out);
    if report.is_filtered {
        let (ops, fetches) = summary::samples(&report.total);
        field("Selected", &format!("{ops} ops, {fetches} fetches"), out);
    }
    files(report, out);
    for it in &summary.warnings {
        warning(it, style, out);
    }
    paragraph("", NOTE, out);
}

fn files(report: &Report<'_>, out: &mut String) {
    let missing: Vec<_> = report.summary.missing().collect();
    for (path, reason) in missing.iter().take(MAX_FILES) {
        field("No functions of", &format!("{path}: {reason}"), out);
    }
    if missing.len() > MAX_FILES {
        field("", &format!("and of {} files more", missing.len() - MAX_FILES), out);
    }
    let unverified = report.summary.unverified().count();
    if unverified > 0 {
        let text = format!("{unverified} of the files (no build ids): they may have changed since");
        field("Not verified", &text, out);
    }
}

/// What to be careful about.
pub fn warning(warning: &str, style: Style, out: &mut String) {
    let mut text = String::new();
    paragraph(WARNING, warning, &mut text);
    out.push_str(&text.replacen(WARNING, &style.warning(WARNING), 1));
}

/// Text whose lines after the first are as far in as it is.
pub fn indented(start: &str, text: &str, out: &mut String) {
    for (index, line) in lines_of(text, TEXT_WIDTH - start.len()).iter().enumerate() {
        let start = if index == 0 { start } else { &" ".repeat(start.len()) };
        let _ = writeln!(out, "{start}{}", printable(line));
    }
}

/// Text in several lines if need be.
pub fn folded(name: &str, text: &str, out: &mut String) {
    let lines = lines_of(text, TEXT_WIDTH - NAME_WIDTH);
    for (index, line) in lines.iter().enumerate() {
        field(if index == 0 { name } else { "" }, line, out);
    }
}

fn paragraph(start: &str, text: &str, out: &mut String) {
    out.push('\n');
    for line in lines_of(&format!("{start}{text}"), TEXT_WIDTH) {
        let _ = writeln!(out, "{line}");
    }
}

/// Words in lines of a width, which only a longer word exceeds.
fn lines_of(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn table(report: &Report<'_>, view: &View, style: Style, out: &mut String) {
    let table = report.table(view);
    let profile = report.profile();
    let is_mapped =
        |column: &&Column| matches!(column, Column::Event(id) if profile.is_mapped(*id));
    let heads = view.columns.iter().map(|column| {
        let mark = if is_mapped(&column) { "*" } else { "" };
        let name = column.name();
        lines_of(&format!("{}{mark}", name.strip_prefix("IBS ").unwrap_or(name)), HEAD_WIDTH)
    });
    let heads: Vec<Vec<String>> = std::iter::once(vec!["Share".to_owned()]).chain(heads).collect();
    let cells = |counts: &Counts| -> Vec<String> {
        let share = share(counts, &report.total, table.base).map_or_else(not_available, percent);
        let cells = view.columns.iter().map(|column| cell(column.cell(profile, counts)));
        std::iter::once(share).chain(cells).collect()
    };
    let mut lines: Vec<(Vec<String>, String)> = Vec::new();
    for row in &table.rows {
        lines.push((cells(&row.counts), report.labels().of(row).text()));
    }
    let total = cells(&report.total);
    let widths: Vec<usize> = (0..heads.len())
        .map(|at| {
            let heads = heads[at].iter().map(String::len);
            let cells = lines.iter().map(|line| line.0[at].len());
            heads.chain(cells).chain([total[at].len()]).max().unwrap_or(0)
        })
        .collect();
    let _ = writeln!(out, "\n{}", style.title(&format!("{} ({})", view.title, view.key)));
    let height = heads.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        // Names stand on the last lines, above their numbers.
        let text = heads.iter().map(|head| {
            let at = (line + head.len()).checked_sub(height);
            at.and_then(|at| head.get(at)).map_or("", String::as_str)
        });
        let label = if line + 1 == height { what(report) } else { "" };
        row_line(text, &widths, label, out);
    }
    for (cells, label) in &lines {
        row_line(cells.iter().map(String::as_str), &widths, label, out);
    }
    let omitted = match table.omitted {
        0 => String::new(),
        1 => ", with 1 row more".to_owned(),
        omitted => format!(", with {omitted} rows more"),
    };
    row_line(total.iter().map(String::as_str), &widths, &format!("Total{omitted}"), out);
    if view.columns.iter().any(|column| is_mapped(&column)) {
        let _ = writeln!(
            out,
            "* The guide's Northbridge events are older than Zen; they are mapped to its data sources."
        );
    }
}

fn what(report: &Report<'_>) -> &'static str {
    match report.by {
        super::options::By::Process => "Process",
        super::options::By::Module => "Module",
        super::options::By::Function => "Function",
        super::options::By::Instruction => "Instruction",
    }
}

/// A line of a table.
pub fn row_line<'a>(
    cells: impl Iterator<Item = &'a str>,
    widths: &[usize],
    label: &str,
    out: &mut String,
) {
    let start = out.len();
    for (cell, width) in cells.zip(widths) {
        let _ = write!(out, "{cell:>width$}  ");
    }
    out.push_str(label);
    out.truncate(start + out[start..].trim_end().len());
    out.push('\n');
}

fn not_available() -> String {
    NOT_AVAILABLE.to_owned()
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// The text of a cell.
pub fn cell(cell: Cell) -> String {
    match cell {
        Cell::NotAvailable => not_available(),
        Cell::Count(count) => count.to_string(),
        Cell::Ratio(ratio, Unit::Share) => percent(ratio),
        Cell::Ratio(ratio, Unit::Cycles) => format!("{ratio:.2}"),
    }
}

fn events(report: &Report<'_>, style: Style, out: &mut String) {
    let _ = writeln!(out, "\n{}", style.title("All events (events)"));
    let value = |id: EventId| {
        report.profile().value(&report.total, id).map_or_else(not_available, |it| it.to_string())
    };
    let width = EventId::all().map(|id| value(id).len()).max().unwrap_or(0);
    for id in EventId::all() {
        let event = id.event();
        let code = match event.code {
            0 => String::new(),
            code => format!("{code:04X}"),
        };
        let is_of_cycles = event.is_latency() && !event.name.contains("cycles");
        let unit = if is_of_cycles { " (cycles)" } else { "" };
        let _ = writeln!(out, "{code:4}  {:>width$}  {}{unit}", value(id), event.name);
    }
}
