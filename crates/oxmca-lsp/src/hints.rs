//! Hints beside loops, and lenses above them.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gen_lsp_types::{CodeLens, Command, InlayHint, Position, Range};
use oxmca_loops::{Cost, table};
use oxmca_queries::{EditedText, Machine, Machines, PartKind, TextPart};
use serde_json::json;

use crate::commands;
use crate::document::Document;
use crate::positions::Encoding;

/// The time for costs that are not known yet, of clients that can fetch hints again.
const BUDGET: Duration = Duration::from_millis(15);

/// Hints, and whether some are missing since their costs are not known yet.
pub struct Hints {
    /// The hints.
    pub hints: Vec<InlayHint>,
    /// Parts whose costs are not known.
    pub missing: Vec<TextPart>,
}

/// Returns the hints of loops on some lines, from 1. Those whose costs take too long are left out if `has_budget`.
pub fn of_lines(
    document: &Document,
    current: &EditedText,
    machines: &Machines,
    lines: &RangeInclusive<u32>,
    encoding: Encoding,
    has_budget: bool,
) -> Hints {
    let machine = current.base().machine();
    let begin = Instant::now();
    let mut found = Hints { hints: Vec::new(), missing: Vec::new() };
    for part in current.parts(lines) {
        if !lines.contains(&part.first_line) {
            continue;
        }
        let is_late = has_budget && begin.elapsed() > BUDGET;
        let cost = match is_late {
            true => match part.known_cost(machines, machine) {
                Some(cost) => cost,
                None => {
                    found.missing.push(part);
                    continue;
                }
            },
            false => cost(current, machines, &part),
        };
        let position = document.text.end_of(part.first_line - 1, encoding);
        found.hints.push(hint(position, &part, &cost, machine));
    }
    found
}

/// Returns the cost of a part.
pub fn cost(
    current: &EditedText,
    machines: &Machines,
    part: &TextPart,
) -> Arc<Result<Cost, String>> {
    match part.kind {
        // Only a text that was read as a whole has other parts than loops.
        PartKind::Loop => part.cost_of_loop(machines, current.base().machine()),
        PartKind::Region(_) | PartKind::Whole => current.base().cost(machines, part),
    }
}

/// Returns the cost of a part as a sentence: `2.50 cycles per iteration, limited by dispatch`.
pub fn cost_text(cost: &Result<Cost, String>) -> String {
    match cost {
        Ok(cost) => format!(
            "{} cycles per iteration, limited by {}",
            table::cycles_text(cost),
            table::limits(cost)
        ),
        Err(reason) => format!("not simulated: {reason}"),
    }
}

fn hint(
    position: Position,
    part: &TextPart,
    cost: &Result<Cost, String>,
    machine: &Machine,
) -> InlayHint {
    let count = table::counted(part.instructions.len() as u64, "instruction", "instructions");
    let mut tooltip = format!("{}: {count}", part.name);
    if !part.notes.is_empty() {
        tooltip += &format!(", {}", part.notes);
    }
    new_hint(position, cost_text(cost), format!("{tooltip}\n{}", machine.model()))
}

/// Returns a hint with a space before it.
pub fn new_hint(position: Position, label: String, tooltip: String) -> InlayHint {
    InlayHint {
        position,
        label: label.into(),
        tooltip: Some(tooltip.into()),
        padding_left: Some(true),
        kind: None,
        text_edits: None,
        padding_right: None,
        data: None,
    }
}

/// Returns the lenses of all loops.
pub fn lenses(document: &Document, current: &EditedText, encoding: Encoding) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    for part in current.parts(&(1..=u32::MAX)) {
        let line = part.first_line - 1;
        let start = document.text.position(line, 0, encoding);
        let range = Range { start, end: document.text.end_of(line, encoding) };
        for (title, command) in commands::LENSES {
            let mut lens = CodeLens::new(range, None, None);
            let arguments = vec![json!(document.uri), json!(part.name), json!(line)];
            lens.command = Some(Command {
                title: title.to_owned(),
                tooltip: None,
                command: command.to_owned(),
                arguments: Some(arguments),
            });
            lenses.push(lens);
        }
    }
    lenses
}
