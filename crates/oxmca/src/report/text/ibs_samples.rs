//! Samples per instruction as text.

use std::fmt::Write;

use super::{Context, RenderText};
use crate::view::ibs_sample::{CycleStatistics, IbsSamples, SampledInstruction};

const FIELDS: [&str; 8] = [
    "Samples",
    "Share of samples",
    "Tag to retire (from dispatch): mean cycles",
    "Tag to retire: 90th percentile",
    "Dispatch to complete: mean cycles",
    "Dispatch to complete: 90th percentile",
    "Completion to retire: mean cycles",
    "Completion to retire: 90th percentile",
];

impl RenderText for IbsSamples {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.ibs_samples(self, out);
    }
}

impl Context<'_> {
    fn ibs_samples(&self, section: &IbsSamples, out: &mut String) {
        let samples = section.samples();
        let plural = if samples == 1 { "" } else { "s" };
        let _ = write!(
            out,
            "\n\nIBS Samples (simulated):\nSampling period: {} dispatched uops, {samples} sample{plural}\n",
            section.sampling_period_micro_ops
        );
        out.push('\n');
        sample_table(section, self.instructions, out);
    }
}

/// Appends descriptions of the columns, and a row for each instruction, whose texts are given.
pub fn sample_table(section: &IbsSamples, instructions: &[&str], out: &mut String) {
    for (number, field) in (1..).zip(FIELDS) {
        let _ = writeln!(out, "[{number}]: {field}");
    }
    let head = std::array::from_fn(|index| format!("[{}]", index + 1));
    let mut rows = vec![head];
    let samples = section.samples();
    rows.extend(section.rows.iter().map(|row| cells(row, samples)));
    let mut widths = [0; FIELDS.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    out.push('\n');
    for (row, text) in rows.iter().zip(std::iter::once(&"Instructions:").chain(instructions)) {
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(out, "{cell:>width$}  ");
        }
        let _ = writeln!(out, "{text}");
    }
}

fn cells(row: &SampledInstruction, samples: u64) -> [String; FIELDS.len()] {
    let absent = || "-".to_owned();
    let share = row.share_of(samples).filter(|_| row.samples != 0);
    let share = share.map_or_else(absent, |share| format!("{:.2}%", share * 100.0));
    let mean = |it: CycleStatistics| format!("{:.2}", it.mean_cycles);
    let p90 = |it: CycleStatistics| it.p90_cycles.to_string();
    let samples = row.samples.to_string();
    let Some(times) = row.times else {
        return [samples, share, absent(), absent(), absent(), absent(), absent(), absent()];
    };
    [
        samples,
        share,
        mean(times.tag_to_retire),
        p90(times.tag_to_retire),
        mean(times.dispatch_to_complete),
        p90(times.dispatch_to_complete),
        mean(times.completion_to_retire),
        p90(times.completion_to_retire),
    ]
}
