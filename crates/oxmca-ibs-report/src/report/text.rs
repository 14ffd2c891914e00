//! A report for people: a summary, and a table for each view.

use std::fmt::Write;

use oxmca_ibs::view::{Column, View};
use oxmca_ibs::{Counts, EventId};

use super::options::Grouping;
use super::table::Report;
use crate::layout::{self, NOT_AVAILABLE, Style, field, folded_field, paragraph, printable};
use crate::samples::{samples, share};
use crate::summary::{self, NOTE};

/// The widest line of a heading; longer names take several lines.
const HEAD_WIDTH: usize = 10;
/// The most files that are listed of those that cannot be used.
const MAX_FILES: usize = 8;

/// Renders a report.
#[must_use]
pub fn render(report: &Report<'_>, style: Style) -> String {
    let mut out = String::new();
    summary(report, style, &mut out);
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

fn summary(report: &Report<'_>, style: Style, out: &mut String) {
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
    folded_field("Tells of", &summary::traits(profile).join(", "), out);
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
    let (ops, fetches) = samples(&summary.kernel);
    field("In the kernel", &format!("{ops} ops, {fetches} fetches"), out);
    let (ops, fetches) = samples(&summary.elsewhere);
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
        let (ops, fetches) = samples(&report.total);
        field("Selected", &format!("{ops} ops, {fetches} fetches"), out);
    }
    files(report, out);
    for it in &summary.warnings {
        layout::warning(&it.to_string(), style, out);
    }
    paragraph("", NOTE, out);
}

fn files(report: &Report<'_>, out: &mut String) {
    let missing: Vec<_> = report.summary.unusable().collect();
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

fn table(report: &Report<'_>, view: &View, style: Style, out: &mut String) {
    let table = report.table(view);
    let profile = report.profile();
    let is_mapped =
        |column: &&Column| matches!(column, Column::Event(id) if profile.is_mapped(*id));
    let heads = view.columns.iter().map(|column| {
        let mark = if is_mapped(&column) { "*" } else { "" };
        let name = column.name();
        layout::wrap(&format!("{}{mark}", name.strip_prefix("IBS ").unwrap_or(name)), HEAD_WIDTH)
    });
    let heads: Vec<Vec<String>> = std::iter::once(vec!["Share".to_owned()]).chain(heads).collect();
    let cells = |counts: &Counts| -> Vec<String> {
        let share =
            share(counts, &report.total, table.base).map_or_else(not_available, layout::percent);
        let cells = view.columns.iter().map(|column| layout::cell(column.cell(profile, counts)));
        std::iter::once(share).chain(cells).collect()
    };
    let mut lines: Vec<(Vec<String>, String)> = Vec::new();
    for row in &table.rows {
        lines.push((cells(&row.counts), report.label(row).text()));
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
        let label = if line + 1 == height { heading(report.grouping) } else { "" };
        layout::table_line(text, &widths, label, out);
    }
    for (cells, label) in &lines {
        layout::table_line(cells.iter().map(String::as_str), &widths, label, out);
    }
    let omitted = match table.omitted {
        0 => String::new(),
        1 => ", with 1 row more".to_owned(),
        omitted => format!(", with {omitted} rows more"),
    };
    layout::table_line(total.iter().map(String::as_str), &widths, &format!("Total{omitted}"), out);
    if view.columns.iter().any(|column| is_mapped(&column)) {
        let _ = writeln!(
            out,
            "* The guide's Northbridge events are older than Zen; they are mapped to its data sources."
        );
    }
}

/// Returns the heading of labels.
fn heading(grouping: Grouping) -> &'static str {
    match grouping {
        Grouping::Process => "Process",
        Grouping::Module => "Module",
        Grouping::Function => "Function",
        Grouping::Instruction => "Instruction",
    }
}

fn not_available() -> String {
    NOT_AVAILABLE.to_owned()
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
