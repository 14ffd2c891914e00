//! One region's part of a document: its instructions, warnings and sections.

use std::fmt::Write;

use serde::Serialize;

use super::sections::Sections;
use super::texts::{Texts, lossy};
use crate::error::Notice;
use crate::report::Report;
use crate::source::Place;
use oxmca_asm::lossless;

/// A region's part of a document.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    index: usize,
    name: String,
    is_marked: bool,
    instructions: Vec<InstructionDocument>,
    skipped_instructions: Vec<SkippedDocument>,
    warnings: Vec<Warning>,
    #[serde(flatten)]
    sections: Sections,
}

#[derive(Clone, Debug, Serialize)]
struct InstructionDocument {
    text: String,
    line: Option<u32>,
    column: Option<u32>,
    opcode: String,
    instrument_latency_cycles: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct SkippedDocument {
    text: String,
    line: Option<u32>,
    column: Option<u32>,
    reason: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Warning {
    kind: &'static str,
    message: &'static str,
}

impl Region {
    /// Describes a region, with the number 0. `is_out_of_order` is a fact about the CPU.
    pub fn new(report: &Report, texts: &Texts<'_>, is_out_of_order: bool) -> Self {
        let skipped = report.notices.iter().filter_map(|notice| match notice {
            Notice::Skipped { instruction, reason } => Some(SkippedDocument {
                text: text(texts, *instruction),
                line: place(texts, *instruction).map(|place| place.line),
                column: place(texts, *instruction).map(|place| place.column),
                reason: reason.message(),
            }),
            Notice::Call { .. } | Notice::Return => None,
        });
        let skipped_instructions = skipped.collect();
        let warnings = report.notices.iter().filter_map(warning);
        let mut warnings: Vec<Warning> = warnings.collect();
        let sections = Sections::new(report, texts);
        if sections.bottleneck_analysis.is_some() && !is_out_of_order {
            warnings.push(Warning {
                kind: "bottleneck_analysis_unsupported",
                message: "bottleneck analysis is not supported for in-order CPUs",
            });
        }
        Region {
            index: 0,
            name: lossy(texts.name),
            is_marked: texts.is_marked,
            instructions: report.sources.iter().map(|at| instruction(texts, *at)).collect(),
            skipped_instructions,
            warnings,
            sections,
        }
    }

    /// Returns the region with another number, from 0. A document gives it its own when it is
    /// added.
    pub fn numbered(self, index: usize) -> Self {
        Region { index, ..self }
    }
}

fn warning(notice: &Notice) -> Option<Warning> {
    let (kind, message) = match notice {
        Notice::Call { .. } => {
            ("call", "calls are not simulated; each has the latency that was assumed")
        }
        Notice::Return => ("return", "returns are not simulated; execution goes on after them"),
        Notice::Skipped { .. } => return None,
    };
    Some(Warning { kind, message })
}

fn text(texts: &Texts<'_>, at: usize) -> String {
    let text = texts.instructions.get(at);
    lossy(&lossless::to_bytes(text.trim_ascii_start()))
}

fn place(texts: &Texts<'_>, at: usize) -> Option<Place> {
    texts.places.get(at).copied().flatten()
}

fn instruction(texts: &Texts<'_>, at: usize) -> InstructionDocument {
    let place = place(texts, at);
    let opcode = texts.insts.get(at).map(|inst| (texts.opcode_name)(inst.opcode));
    let encoding = texts.encodings.map(|encodings| hex(encodings.get(at).map_or(&[], |it| it)));
    InstructionDocument {
        text: text(texts, at),
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        opcode: opcode.unwrap_or_default(),
        instrument_latency_cycles: texts.instruments.get(at).and_then(|it| it.latency_cycles),
        address: texts.addresses.and_then(|addresses| addresses.get(at).copied()),
        encoding,
    }
}

/// Returns bytes as two digits each, separated by spaces.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 3);
    for (index, byte) in bytes.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(text, "{space}{byte:02x}");
    }
    text
}
