//! The figures of the instruction under the cursor.

use std::fmt::Write;

use gen_lsp_types::{Hover, MarkupContent, MarkupKind, Position, Range};
use oxmca::options::SimulationKind;
use oxmca_loops::table::counted;
use oxmca_queries::{EditedText, InstructionFigures, Machine, Machines, TextOnMachine};

use crate::document::Document;
use crate::hints;
use crate::positions::Encoding;

/// Returns what is known of the instruction at a position; `None` if there is none.
pub fn at(
    document: &Document,
    current: &EditedText,
    machines: &Machines,
    position: Position,
    encoding: Encoding,
) -> Option<Hover> {
    let line = position.line.checked_add(1)?;
    let byte = encoding.byte(document.text.line(position.line), position.character);
    let (text, found) = current.instructions_on_line(line);
    // Of several statements on a line, the last one that begins before the cursor.
    let begins_before =
        |index: &&u32| text.place(**index).is_none_or(|place| place.column as usize <= byte + 1);
    let index = *found.iter().rev().find(begins_before).or(found.first())?;
    let machine = text.machine();
    let mut out = instruction(machine, text, index);
    for part in current.parts(&(line..=line)) {
        let cost = hints::cost(current, machines, &part);
        let _ = writeln!(out, "\nIn `{}`: {}  ", code(&part.name), hints::cost_text(&cost));
        let _ = writeln!(out, "{}", machine.model());
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: out };
    let whole = document.text.line(position.line);
    let start = whole.len() - whole.trim_start().len();
    let range = Range {
        start: document.text.position(position.line, start, encoding),
        end: document.text.end_of(position.line, encoding),
    };
    Some(Hover { contents: contents.into(), range: Some(range) })
}

fn instruction(machine: &Machine, text: &TextOnMachine, index: u32) -> String {
    let Some(inst) = text.code().parsed().insts.get(index as usize) else { return String::new() };
    let shown = code(&text.instruction_text(index));
    let figures = match InstructionFigures::of(machine, inst) {
        Ok(figures) => figures,
        Err(reason) => return format!("`{shown}`\n\nNo figures on {}: {reason}\n", machine.cpu()),
    };
    let cycles = |count: u64| counted(count, "cycle", "cycles");
    let latency =
        figures.latency_cycles.map_or_else(|| "not known".to_owned(), |it| cycles(it.into()));
    let mut out = format!("`{shown}`\n\n| {} | |\n|---|---|\n", machine.cpu());
    let _ = writeln!(out, "| Latency | {latency} |");
    let throughput = figures.reciprocal_throughput_cycles;
    let _ = writeln!(out, "| Reciprocal throughput | {throughput:.2} cycles |");
    let _ = writeln!(out, "| Micro-ops | {} |", figures.micro_ops);
    let busy = figures.resources.iter().map(|it| {
        let busy = it.release_at_cycle.saturating_sub(it.acquire_at_cycle);
        format!("{} for {}", it.resource, cycles(busy.into()))
    });
    let busy: Vec<String> = busy.collect();
    let _ = writeln!(
        out,
        "| Ports | {} |",
        if busy.is_empty() { "none".to_owned() } else { busy.join("<br>") }
    );
    let memory = match (figures.may_load, figures.may_store) {
        (true, true) => "reads and writes",
        (true, false) => "reads",
        (false, true) => "writes",
        (false, false) => "none",
    };
    let _ = writeln!(out, "| Memory | {memory} |");
    let model = machine.session().prediction_model(SimulationKind::Model);
    let _ = writeln!(out, "\n{model}");
    out
}

/// Returns a text for a span of code in Markdown.
fn code(text: &str) -> String {
    text.replace('`', "'")
}
