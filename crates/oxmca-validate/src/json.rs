//! Results as JSON.

use serde::Serialize;
use serde_json::Value;

use crate::bootstrap::Estimate;
use crate::score::{Comparison, Score};
use crate::validation::{CpuResults, FailureCount, Results};
use crate::worst::{BlockName, WorstBlock};
use crate::{FieldNames, SCHEMA_ID, SCHEMA_VERSION};

/// The document of a validation, as [`SCHEMA`](crate::SCHEMA) describes it.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    schema_version: &'static str,
    files: &'a [String],
    label: &'a str,
    code: Option<&'a str>,
    other_tool: Option<&'a str>,
    draws: u32,
    cpus: Vec<CpuDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct CpuDocument<'a> {
    cpu: &'a str,
    blocks: usize,
    unmeasured_blocks: u64,
    unpredicted_blocks: u64,
    failures: Vec<FailureDocument<'a>>,
    score: Option<ScoreDocument>,
    comparison: Option<ComparisonDocument>,
    largest_errors: Vec<BlockDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct FailureDocument<'a> {
    kind: &'a str,
    message: &'a str,
    blocks: u64,
    first: NameDocument<'a>,
}

/// The id and place of a block.
#[derive(Debug, Serialize)]
struct NameDocument<'a> {
    id: Value,
    file: &'a str,
    line: u64,
}

#[derive(Debug, Serialize)]
struct EstimateDocument {
    value: f64,
    interval: Option<IntervalDocument>,
}

#[derive(Debug, Serialize)]
struct IntervalDocument {
    low: f64,
    high: f64,
}

#[derive(Debug, Serialize)]
struct ScoreDocument {
    mape_percent: EstimateDocument,
    median_error_percent: EstimateDocument,
    kendall_tau_b: Option<EstimateDocument>,
    share_within_a_tenth_percent: EstimateDocument,
}

#[derive(Debug, Serialize)]
struct ComparisonDocument {
    blocks: usize,
    own: ScoreDocument,
    other: ScoreDocument,
    mape_difference_points: EstimateDocument,
}

#[derive(Debug, Serialize)]
struct BlockDocument<'a> {
    #[serde(flatten)]
    name: NameDocument<'a>,
    measured_cycles: f64,
    predicted_cycles: f64,
    error_percent: f64,
    instructions: &'a [String],
}

impl<'a> Document<'a> {
    /// Creates the document of results. `files` are the names of the inputs, whose members `fields`
    /// names.
    pub fn new(results: &'a Results, files: &'a [String], fields: &'a FieldNames) -> Document<'a> {
        Document {
            schema: SCHEMA_ID,
            schema_version: SCHEMA_VERSION,
            files,
            label: &fields.label,
            code: fields.code.as_deref(),
            other_tool: results.other_name.as_deref(),
            draws: results.draws,
            cpus: results.cpus.iter().map(|it| CpuDocument::new(it, files)).collect(),
        }
    }
}

impl<'a> CpuDocument<'a> {
    fn new(results: &'a CpuResults, files: &'a [String]) -> CpuDocument<'a> {
        let failure = |FailureCount { reason, count, first }: &'a FailureCount| FailureDocument {
            kind: &reason.kind,
            message: &reason.message,
            blocks: *count,
            first: NameDocument::new(first, files),
        };
        let block = |it: &'a WorstBlock| BlockDocument {
            name: NameDocument::new(&it.name, files),
            measured_cycles: it.measured_cycles,
            predicted_cycles: it.predicted_cycles,
            error_percent: 100.0 * it.relative_error(),
            instructions: &it.instructions,
        };
        CpuDocument {
            cpu: &results.cpu,
            blocks: results.blocks(),
            unmeasured_blocks: results.unmeasured,
            unpredicted_blocks: results.unpredicted(),
            failures: results.failures.iter().map(failure).collect(),
            score: results.score.map(ScoreDocument::from),
            comparison: results.comparison.map(ComparisonDocument::from),
            largest_errors: results.worst.iter().map(block).collect(),
        }
    }
}

impl<'a> NameDocument<'a> {
    fn new(name: &BlockName, files: &'a [String]) -> NameDocument<'a> {
        let id = name.id.as_ref().and_then(|id| serde_json::from_str(id).ok());
        NameDocument {
            id: id.unwrap_or_default(),
            file: files.get(name.file).map_or("", String::as_str),
            line: name.line,
        }
    }
}

impl From<Estimate> for EstimateDocument {
    fn from(Estimate { value, interval }: Estimate) -> Self {
        let interval = interval.map(|[low, high]| IntervalDocument { low, high });
        EstimateDocument { value, interval }
    }
}

impl From<Score> for ScoreDocument {
    fn from(score: Score) -> Self {
        ScoreDocument {
            mape_percent: score.mape_percent.into(),
            median_error_percent: score.median_error_percent.into(),
            kendall_tau_b: score.kendall_tau_b.map(EstimateDocument::from),
            share_within_a_tenth_percent: score.share_within_a_tenth_percent.into(),
        }
    }
}

impl From<Comparison> for ComparisonDocument {
    fn from(comparison: Comparison) -> Self {
        ComparisonDocument {
            blocks: comparison.blocks,
            own: comparison.own.into(),
            other: comparison.other.into(),
            mape_difference_points: comparison.mape_difference_points.into(),
        }
    }
}
