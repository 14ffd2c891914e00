//! A comparison as JSON.

use oxmca::report::json::full::{Fraction, WorkDocument};
use oxmca::session::PredictionModelDocument;
use serde::Serialize;

use super::{Change, Comparison, Row};
use crate::item::Item;
use crate::json::{CostDocument, SourceDocument};
use crate::measured::MeasurementDocument;

/// A JSON Schema (draft 2020-12) of [`DiffDocument`], with a description of every property.
pub const SCHEMA: &str = include_str!("../../schema/oxmca-diff.schema.json");

/// Identifies [`SCHEMA`]; it is the `$id` there.
pub const SCHEMA_ID: &str = "urn:oxmca:diff:2.2";

/// Version of the document's form. The first number grows when a property is removed or changes its meaning, the second
/// when one is added.
pub const SCHEMA_VERSION: &str = "2.2";

/// The comparisons of two versions on several CPUs.
#[derive(Serialize, Debug)]
pub struct DiffDocument<'a> {
    schema: &'static str,
    schema_version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_cpu: Option<&'a str>,
    comparisons: Vec<ComparisonDocument<'a>>,
}

impl<'a> DiffDocument<'a> {
    /// Creates the document of comparisons, one for each CPU.
    pub fn new(comparisons: &'a [Comparison]) -> Self {
        let comparisons = comparisons.iter().map(ComparisonDocument::new).collect();
        let (schema, schema_version) = (SCHEMA_ID, SCHEMA_VERSION);
        DiffDocument { schema, schema_version, host_cpu: None, comparisons }
    }

    /// Names the CPU on which loops were measured.
    #[must_use]
    pub fn measured_on(self, host_cpu: &'a str) -> Self {
        DiffDocument { host_cpu: Some(host_cpu), ..self }
    }
}

/// The document of a comparison on one CPU.
#[derive(Serialize, Debug)]
pub struct ComparisonDocument<'a> {
    cpu: &'a str,
    model: PredictionModelDocument,
    loops: Vec<RowDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    functions: Option<Vec<RowDocument<'a>>>,
}

#[derive(Serialize, Debug)]
struct RowDocument<'a> {
    name: String,
    change: &'static str,
    /// The part of an old iteration that a new one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    work_ratio: Option<Fraction>,
    /// Cycles for the same work after, as a multiple of those before.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomparable: Option<String>,
    /// Measured cycles for the same work after, as a multiple of those before.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_ratio: Option<f64>,
    /// It was measured to be faster where it is predicted to be slower, or the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_measured_otherwise: Option<bool>,
    old: Option<ItemDocument<'a>>,
    new: Option<ItemDocument<'a>>,
}

#[derive(Serialize, Debug)]
struct ItemDocument<'a> {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceDocument<'a>>,
    instructions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    length_bytes: Option<u64>,
    #[serde(flatten)]
    cost: CostDocument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<WorkDocument>,
    /// Numbers of loops that do what this one leaves over.
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    remainders: &'a [usize],
    #[serde(flatten)]
    measured: MeasurementDocument<'a>,
}

impl<'a> ComparisonDocument<'a> {
    /// Creates the document of a comparison.
    pub fn new(comparison: &'a Comparison) -> Self {
        let rows = |rows: &'a Vec<Row>| rows.iter().map(RowDocument::new).collect();
        ComparisonDocument {
            cpu: &comparison.model.cpu,
            model: (&comparison.model).into(),
            loops: rows(&comparison.rows),
            functions: comparison.functions.as_ref().map(rows),
        }
    }
}

impl<'a> RowDocument<'a> {
    fn new(row: &'a Row) -> Self {
        let change = match row.change(0.0) {
            Change::Faster => "faster",
            Change::Slower => "slower",
            Change::Same => "same",
            Change::Unchanged => "unchanged",
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Unknown => "unknown",
            Change::Incomparable(_) => "incomparable",
        };
        let portion = row.portion();
        let measured_ratio = row.measured_factor();
        let item = |item: &'a Option<Item>| item.as_ref().map(ItemDocument::new);
        RowDocument {
            name: row.name(),
            change,
            work_ratio: portion.and_then(Result::ok).map(Fraction::from),
            cycles_ratio: row.factor(),
            incomparable: portion.and_then(Result::err).map(|reason| reason.to_string()),
            measured_ratio,
            is_measured_otherwise: measured_ratio.map(|_| row.is_measured_otherwise()),
            old: item(&row.old),
            new: item(&row.new),
        }
    }
}

impl<'a> ItemDocument<'a> {
    fn new(item: &'a Item) -> Self {
        ItemDocument {
            name: item.name(),
            source: item.line.as_ref().map(SourceDocument::from),
            instructions: &item.instructions,
            length_bytes: item.length_bytes,
            cost: CostDocument::from(&item.cost),
            work: item.work.as_ref().map(WorkDocument::from),
            remainders: &item.remainders,
            measured: item.measured.as_ref().into(),
        }
    }
}
