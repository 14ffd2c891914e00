//! The steady state section of hardware mode as text.

use std::fmt::Write;

use oxmca_tables::hardware::Comparison;

use super::super::columns::TextColumns;
use super::super::fraction::fraction;
use super::reach;
use crate::simulation::hardware::{Delivery, HardwareBound, HardwareBoundKind, HardwarePace};
use crate::steady_state::SteadyState;

/// Appends the section. `limits` has the limits in words,
/// and `instructions` those of the region.
pub(super) fn render(
    section: &SteadyState,
    pace: &HardwarePace,
    limits: &str,
    instructions: &[&str],
    out: &mut String,
) {
    out.push_str("\n\nHardware:\n");
    let mut columns = TextColumns::new(out);
    let mut line = |title: &str, text: &str| {
        columns.push(title);
        columns.pad_to(24);
        columns.push(text);
        columns.push("\n");
    };
    line("Cycles per iteration:", &fraction(pace.cycles_per_iteration()));
    line("IPC:", &format!("{:.3}", section.instructions_per_cycle()));
    line("uOps per iteration:", &format!("{}, as they are renamed", pace.micro_ops));
    let delivery = match pace.delivery {
        Delivery::Unrolled => "unrolled: each copy of the code is decoded",
        Delivery::Loop => "a loop that was decoded before",
    };
    line("Delivery:", delivery);
    if pace.threads > 1 {
        line("Threads:", &format!("{} of one core, each runs this code", pace.threads));
    }
    line("Model:", &pace.model);
    line(if pace.is_checked { "Checked by:" } else { "Not checked:" }, &pace.checked);
    if let Some(reach) = &pace.reach {
        for (title, comparison) in
            [("Never compared:", Comparison::Never), ("Measured otherwise:", Comparison::Differs)]
        {
            let mut title = title;
            for row in reach::rows(reach, comparison, instructions) {
                line(title, &row);
                title = "";
            }
        }
    }

    out.push_str("\nBounds on cycles per iteration:\n");
    let mut columns = TextColumns::new(out);
    for bound in &pace.bounds {
        columns.push(title(bound.kind));
        columns.push(":");
        columns.pad_to(24);
        columns.push(&fraction(bound.cycles));
        if pace.meets(bound) {
            columns.push(" *");
        }
        if !bound.ports.is_empty() {
            columns.pad_to(46);
            columns.push(&bound.ports);
        }
        if !bound.links.is_empty() {
            columns.pad_to(46);
            columns.push(&chain(bound));
        }
        columns.push("\n");
    }
    let _ = writeln!(out, "\nLimited by: {limits}");
    if let Some(bound) = pace.next_bound() {
        let (name, cycles) = (title(bound.kind).to_lowercase(), fraction(bound.cycles));
        let _ = writeln!(out, "Next bound: {name}, {cycles}");
    }
}

/// Returns the instructions of a chain by their indices.
fn chain(bound: &HardwareBound) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> =
        bound.instructions.iter().take(MOST).map(|at| format!("[{at}]")).collect();
    let more = if bound.instructions.len() > MOST { " -> ..." } else { "" };
    let memory = if bound.is_through_memory() { ", through memory" } else { "" };
    format!("{}{more}{memory}", shown.join(" -> "))
}

const fn title(kind: HardwareBoundKind) -> &'static str {
    match kind {
        HardwareBoundKind::Predecoding => "Predecoding",
        HardwareBoundKind::Decoding => "Decoding",
        HardwareBoundKind::MicroOpCache => "Micro-op cache",
        HardwareBoundKind::LoopBuffer => "Loop buffer",
        HardwareBoundKind::Renaming => "Renaming",
        HardwareBoundKind::SustainedRate => "Sustained rate",
        HardwareBoundKind::Ports => "Ports",
        HardwareBoundKind::Divider => "Divider",
        HardwareBoundKind::SharedUnit => "Shared unit",
        HardwareBoundKind::LockedAccesses => "Locked accesses",
        HardwareBoundKind::VectorTransitions => "Vector transitions",
        HardwareBoundKind::Serialization => "Serialization",
        HardwareBoundKind::Dependencies => "Chain",
    }
}
