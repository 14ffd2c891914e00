//! The source listing section.

use serde::Serialize;

use super::Texts;
use super::sections::{PressureDocument, RenderDocument};
use super::steady_state::IterationCost;
use super::texts::lossy;
use crate::report::Report;
use crate::source::SourceFrame;
use crate::view::source_listing::SourceListing;
use oxmca_asm::lossless;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SourceListingDocument {
    iteration_cost: Option<IterationCost>,
    stretches: Vec<StretchDocument>,
    instructions: Vec<ListedDocument>,
    resource_pressure: PressureDocument,
}

/// Successive instructions of one source line.
#[derive(Clone, Debug, Serialize)]
struct StretchDocument {
    first_instruction: usize,
    num_instructions: usize,
    text: Option<String>,
    frames: Vec<FrameDocument>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct FrameDocument {
    function: Option<String>,
    file: Option<String>,
    line: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct ListedDocument {
    instruction: usize,
    latency_cycles: Option<u32>,
    is_on_slowest_chain: bool,
    is_in_critical_sequence: bool,
}

impl From<&SourceFrame> for FrameDocument {
    fn from(frame: &SourceFrame) -> Self {
        FrameDocument {
            function: frame.function.as_deref().map(readable),
            file: frame.file.as_deref().map(readable),
            line: (frame.line != 0).then_some(frame.line),
        }
    }
}

/// Returns a text with U+FFFD in place of bytes that are not UTF-8.
fn readable(text: &str) -> String {
    lossy(&lossless::to_bytes(text))
}

impl RenderDocument for SourceListing {
    type Document = SourceListingDocument;

    fn document(&self, report: &Report, texts: &Texts<'_>) -> SourceListingDocument {
        let mut stretches: Vec<StretchDocument> = Vec::new();
        let mut shown: Option<&[SourceFrame]> = None;
        for (instruction, source) in report.sources.iter().enumerate() {
            let frames = texts.source_frames.get(*source).copied().unwrap_or_default();
            match stretches.last_mut().filter(|_| shown == Some(frames)) {
                Some(last) => last.num_instructions += 1,
                None => stretches.push(StretchDocument {
                    first_instruction: instruction,
                    num_instructions: 1,
                    text: frames.first().and_then(|it| it.text.as_deref()).map(str::to_owned),
                    frames: frames.iter().map(FrameDocument::from).collect(),
                }),
            }
            shown = Some(frames);
        }
        let rows = self.rows.iter().enumerate();
        let listed = rows.map(|(instruction, row)| ListedDocument {
            instruction,
            latency_cycles: row.latency_cycles,
            is_on_slowest_chain: row.is_on_slowest_chain,
            is_in_critical_sequence: row.is_in_critical_sequence,
        });
        SourceListingDocument {
            iteration_cost: self.steady_state.as_ref().map(IterationCost::from),
            stretches,
            instructions: listed.collect(),
            resource_pressure: PressureDocument::from(&self.pressure),
        }
    }
}
