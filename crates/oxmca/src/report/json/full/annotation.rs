//! The annotation section: beside the source listing's facts, first stalls.

use serde::Serialize;

use super::Texts;
use super::sections::RenderDocument;
use crate::report::Report;
use crate::view::annotation::{Annotation, FirstStall};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnnotatedDocument {
    instruction: usize,
    latency_cycles: Option<u32>,
    is_on_slowest_chain: bool,
    is_in_critical_sequence: bool,
    first_stall: Option<FirstStallDocument>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct FirstStallDocument {
    cycle: u64,
    iteration: u32,
    cause: &'static str,
}

impl From<&FirstStall> for FirstStallDocument {
    fn from(stall: &FirstStall) -> Self {
        FirstStallDocument {
            cycle: stall.cycle,
            iteration: stall.iteration,
            cause: stall.cause.name(),
        }
    }
}

impl RenderDocument for Annotation {
    type Document = Vec<AnnotatedDocument>;

    fn document(&self, _: &Report, _: &Texts<'_>) -> Vec<AnnotatedDocument> {
        let rows = self.listing.rows.iter().zip(&self.first_stalls).enumerate();
        rows.map(|(instruction, (row, stall))| AnnotatedDocument {
            instruction,
            latency_cycles: row.latency_cycles,
            is_on_slowest_chain: row.is_on_slowest_chain,
            is_in_critical_sequence: row.is_in_critical_sequence,
            first_stall: stall.as_ref().map(FirstStallDocument::from),
        })
        .collect()
    }
}
