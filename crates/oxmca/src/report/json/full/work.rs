//! The work section, and the work of a loop in any document.

use serde::Serialize;

use super::Texts;
use super::sections::RenderDocument;
use super::steady_state::Fraction;
use crate::ratio::Ratio;
use crate::report::Report;
use crate::view::work::LoopWork;
use crate::work::{NumberClass, Operations, Stream, Unit, UnknownWork, Work};

/// The work of an iteration.
#[derive(Clone, Debug, Serialize)]
pub struct WorkDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element_bytes: Option<u16>,
    /// The reason why there is no amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<&'static str>,
    streams: Vec<StreamDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counter_step: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counter_step_per_granule: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    granule_bytes: Option<u16>,
    unknown_accesses: u32,
    operations: Vec<OperationsDocument>,
}

/// A whole number, or parts of a vector.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum Count {
    Whole(u64),
    Part(f64),
}

impl From<Ratio> for Count {
    fn from(ratio: Ratio) -> Self {
        match ratio.denominator() {
            1 => Count::Whole(ratio.numerator()),
            _ => Count::Part(ratio.to_f64()),
        }
    }
}

/// Numbers of bytes, under the names of those that hold for each granule of a vector if they do.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum StreamDocument {
    Fixed {
        stride_bytes: i64,
        read_bytes: u64,
        written_bytes: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        element_bytes: Option<u16>,
    },
    Scalable {
        stride_bytes_per_granule: i64,
        read_bytes_per_granule: u64,
        written_bytes_per_granule: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        element_bytes: Option<u16>,
    },
}

#[derive(Clone, Debug, Serialize)]
struct OperationsDocument {
    kind: &'static str,
    bits: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_per_granule: Option<u64>,
}

impl From<&Work> for WorkDocument {
    fn from(work: &Work) -> Self {
        let amount = work.amount();
        let unit = amount.ok().map(|it| match it.unit {
            Unit::Elements { bytes } => ("elements", Some(bytes)),
            Unit::Bytes => ("bytes", None),
            Unit::Vectors { element_bytes } => ("vectors", element_bytes),
        });
        let stream = |it: &Stream| match *it {
            Stream {
                stride_bytes,
                read_bytes,
                written_bytes,
                element_bytes,
                is_scalable: false,
            } => StreamDocument::Fixed { stride_bytes, read_bytes, written_bytes, element_bytes },
            Stream { stride_bytes, read_bytes, written_bytes, element_bytes, .. } => {
                StreamDocument::Scalable {
                    stride_bytes_per_granule: stride_bytes,
                    read_bytes_per_granule: read_bytes,
                    written_bytes_per_granule: written_bytes,
                    element_bytes,
                }
            }
        };
        let operations = |it: &Operations| OperationsDocument {
            kind: if it.class == NumberClass::Float { "float" } else { "integer" },
            bits: it.bits,
            count: (!it.is_scalable).then_some(it.count),
            count_per_granule: it.is_scalable.then_some(it.count),
        };
        let step = |is_scalable| {
            work.counter_step.filter(|it| it.is_scalable == is_scalable).map(|it| it.by)
        };
        WorkDocument {
            unit: unit.map(|it| it.0),
            count: amount.ok().map(|it| it.count.into()),
            element_bytes: unit.and_then(|it| it.1),
            unknown: amount.err().map(UnknownWork::name),
            streams: work.streams.iter().map(stream).collect(),
            counter_step: step(false),
            counter_step_per_granule: step(true),
            granule_bytes: work.granule_bytes,
            unknown_accesses: work.unknown_accesses,
            operations: work.operations.iter().map(operations).collect(),
        }
    }
}

/// The work section.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LoopWorkDocument {
    cycles_per_iteration: Fraction,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles_per_unit: Option<f64>,
    #[serde(flatten)]
    work: WorkDocument,
}

impl RenderDocument for LoopWork {
    type Document = LoopWorkDocument;

    fn document(&self, _: &Report, _: &Texts<'_>) -> LoopWorkDocument {
        let work = match &self.work {
            Ok(work) => work.into(),
            Err(reason) => {
                let unknown = Some(reason.name());
                WorkDocument { unknown, ..WorkDocument::from(&Work::default()) }
            }
        };
        LoopWorkDocument {
            cycles_per_iteration: self.cycles_per_iteration.into(),
            cycles_per_unit: self.cycles_per_unit(),
            work,
        }
    }
}
