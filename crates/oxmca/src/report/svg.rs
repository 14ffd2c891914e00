//! Timelines as drawings: a row for each instruction, a bar for each stage.

use std::fmt::Write;

use oxmca_names::xml;

use super::{Printed, Report};
use crate::view::timeline::{FrontEndEntry, TimelineEntry};

/// Pixels of a cycle, and of a row.
const CYCLE: u32 = 9;
const ROW: u32 = 16;
/// Pixels of a character of an instruction, about.
const CHARACTER: u32 = 7;
/// Characters of an instruction that are shown.
const MAX_CHARACTERS: usize = 44;
/// Pixels above the first row, for the name of the region and cycles.
const HEAD: u32 = 44;

/// Classes and colours, light and dark.
const STYLE: &str = "\
text{font:12px monospace;fill:#1b1f24}.t{font-weight:bold}.c{fill:#57606a;font-size:10px}\
.g{stroke:#d0d7de}.b{fill:#fff}.w{fill:#e6b450}.x{fill:#2f81f7}.r{fill:#afb8c1}.p{fill:#c297ff}.d{fill:#3fb950}\
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.c{fill:#8b949e}.g{stroke:#30363d}.b{fill:#0d1117}\
.w{fill:#bb8009}.x{fill:#388bfd}.r{fill:#484f58}.p{fill:#8957e5}.d{fill:#238636}}";

/// The drawing of a region's timeline.
#[derive(Clone, Debug)]
pub struct Drawing {
    body: String,
    width: u32,
    height: u32,
}

impl Drawing {
    /// Draws the timeline of a report. `printed` has the region's instructions.
    pub fn new(report: &Report, printed: &Printed, name: &str) -> Drawing {
        let Some(timeline) = report.timeline() else {
            return Drawing { body: String::new(), width: 0, height: 0 };
        };
        let count = report.sources.len().max(1);
        let text = |at: usize| {
            let source = report.sources.get(at % count).copied().unwrap_or_default();
            printed.get(source).trim().replace('\t', " ")
        };
        let entries = timeline.shown_entries();
        let front_end = |at: usize| timeline.front_end.get(at).copied().unwrap_or_default();
        let shown = entries.len().min(count);
        let characters = (0..shown).map(|at| text(at).chars().count()).max().unwrap_or(0);
        let label = CHARACTER * (characters.min(MAX_CHARACTERS) as u32 + 9);
        let last = entries.iter().map(|entry| entry.retired_at_cycle.max(entry.executed_at_cycle));
        let cycles = last.max().unwrap_or(0) + 1;
        let height = HEAD + ROW * entries.len() as u32 + ROW;
        let mut body = String::new();
        let title = if name.is_empty() { "Timeline" } else { name };
        let _ = writeln!(body, "<text class=\"t\" x=\"4\" y=\"16\">{}</text>", xml(title));
        for cycle in (0..=cycles).step_by(10) {
            let x = label + CYCLE * cycle;
            let bottom = height - ROW;
            let _ = writeln!(
                body,
                "<path class=\"g\" d=\"M{x} 36V{bottom}\"/><text class=\"c\" x=\"{x}\" y=\"32\">{cycle}</text>"
            );
        }
        for (at, entry) in entries.iter().enumerate() {
            let y = HEAD + ROW * at as u32;
            let mut shown: String = text(at).chars().take(MAX_CHARACTERS).collect();
            if shown.len() < text(at).len() {
                shown.push('\u{2026}');
            }
            let place = format!("[{},{}]", at / count, at % count);
            let _ = write!(
                body,
                "<g><title>{}</title><text x=\"4\" y=\"{}\">{place:9}{}</text>",
                xml(&title_of(&place, &text(at), entry, front_end(at))),
                y + 12,
                xml(&shown)
            );
            bars(entry, label, y, &mut body);
            marks(front_end(at), label, y, &mut body);
            body.push_str("</g>\n");
        }
        Drawing { body, width: label + CYCLE * cycles + 16, height }
    }

    /// Returns its size in memory, about.
    pub fn size_bytes(&self) -> usize {
        self.body.len()
    }
}

/// Draws the stages of an instruction: waiting, executing, waiting to retire.
fn bars(entry: &TimelineEntry, left: u32, y: u32, out: &mut String) {
    let dispatched = u32::try_from(entry.dispatched_at_cycle).unwrap_or(0);
    let stages = [
        ("w", dispatched, entry.issued_at_cycle),
        ("x", entry.issued_at_cycle, entry.executed_at_cycle.max(entry.issued_at_cycle + 1)),
        ("r", entry.executed_at_cycle.max(entry.issued_at_cycle + 1), entry.retired_at_cycle),
    ];
    for (class, from, to) in stages {
        if to > from {
            let (x, width) = (left + CYCLE * from, CYCLE * (to - from));
            let (y, height) = (y + 3, ROW - 5);
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
            );
        }
    }
}

/// Marks the cycles in which an instruction was predecoded and decoded, where hardware mode knows them.
fn marks(entry: FrontEndEntry, left: u32, y: u32, out: &mut String) {
    for (class, cycle) in [("p", entry.predecoded_at_cycle), ("d", entry.decoded_at_cycle)] {
        if let Some(cycle) = cycle {
            let (x, y, width, height) = (left + CYCLE * cycle, y + 6, CYCLE, ROW - 11);
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
            );
        }
    }
}

fn title_of(place: &str, text: &str, entry: &TimelineEntry, front_end: FrontEndEntry) -> String {
    let mut before = String::new();
    let known =
        [("predecoded", front_end.predecoded_at_cycle), ("decoded", front_end.decoded_at_cycle)];
    for (stage, cycle) in known {
        if let Some(cycle) = cycle {
            let _ = write!(before, "{stage} {cycle}, ");
        }
    }
    format!(
        "{place} {text}: {before}dispatched {}, ready {}, issued {}, executed {}, retired {}",
        entry.dispatched_at_cycle,
        entry.ready_at_cycle,
        entry.issued_at_cycle,
        entry.executed_at_cycle,
        entry.retired_at_cycle
    )
}

/// Puts drawings one below the other.
pub fn document(drawings: &[Drawing]) -> String {
    let width = drawings.iter().map(|drawing| drawing.width).max().unwrap_or(0);
    let height: u32 = drawings.iter().map(|drawing| drawing.height).sum();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Timeline\"><style>{STYLE}</style>\
         <rect class=\"b\" width=\"100%\" height=\"100%\"/>"
    );
    let mut top = 0;
    for drawing in drawings {
        let _ = write!(
            out,
            "<g transform=\"translate(0 {top})\" xml:space=\"preserve\">\n{}</g>\n",
            drawing.body
        );
        top += drawing.height;
    }
    out.push_str("</svg>\n");
    out
}
