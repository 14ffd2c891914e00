//! A report as JSON.

use oxmca_ibs::view::{Cell, Column, View};
use oxmca_ibs::{Counts, EventId, Profile};
use serde::{Serialize, Serializer};

use super::rows::Row;
use super::table::Report;
use crate::samples::{FETCH_SAMPLES, OP_SAMPLES, samples, share};
use crate::summary::{self, ModuleFile, ModuleSummary, NOTE};

/// The JSON Schema of the document.
pub const SCHEMA: &str = include_str!("../../schema/oxmca-ibs-report.schema.json");

/// The version of the document: the first number grows when a member is removed or changes its meaning, the
/// second when one is added.
const SCHEMA_VERSION: &str = "1.0";
/// Identifies [`SCHEMA`]; it is the `$id` there.
const SCHEMA_ID: &str = "urn:oxmca:ibs-report:1.0";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    schema_version: &'static str,
    file: &'a str,
    note: &'static str,
    warnings: Vec<String>,
    processor: Processor<'a>,
    recorded_by: RecordedBy<'a>,
    /// The unit of the op counter: `cycles` or `dispatched-ops`.
    mode: Option<&'static str>,
    samples: Samples,
    modules: Vec<ModuleDocument<'a>>,
    /// All events, over the selected samples.
    totals: Values<'a, EventId>,
    by: &'static str,
    /// The number of rows besides those listed.
    omitted_rows: usize,
    rows: Vec<RowDocument<'a>>,
    views: Vec<ViewDocument>,
    views_left_out: Vec<&'static str>,
}

#[derive(Serialize)]
struct Processor<'a> {
    family: u32,
    model: u32,
    name: Option<&'a str>,
    capabilities: Vec<String>,
}

#[derive(Serialize)]
struct RecordedBy<'a> {
    host: Option<&'a str>,
    kernel: Option<&'a str>,
    perf: Option<&'a str>,
    command: &'a [String],
}

#[derive(Serialize)]
struct Samples {
    ops: u64,
    fetches: u64,
    kernel_ops: u64,
    kernel_fetches: u64,
    elsewhere_ops: u64,
    elsewhere_fetches: u64,
    /// Sum of the periods of the ops: cycles or ops that they stand for.
    ops_stand_for: u64,
    ops_without_address: u64,
    malformed: u64,
    not_valid: u64,
    of_other_events: u64,
    lost: u64,
}

#[derive(Serialize)]
struct ModuleDocument<'a> {
    path: &'a str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct RowDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_line: Option<u32>,
    op_samples: u64,
    fetch_samples: u64,
    op_share: Option<f64>,
    fetch_share: Option<f64>,
    values: Values<'a, &'static Column>,
}

#[derive(Serialize)]
struct ViewDocument {
    name: &'static str,
    title: &'static str,
    columns: Vec<ColumnDocument>,
}

#[derive(Serialize)]
struct ColumnDocument {
    symbol: &'static str,
    heading: &'static str,
    /// The select code of an event of the guide.
    #[serde(skip_serializing_if = "Option::is_none")]
    select: Option<String>,
    /// True for an event of the Northbridge that is mapped to data sources of Zen.
    is_mapped: bool,
}

/// An event or column: a name, and a value in each sum.
trait Valued: Copy {
    fn symbol(self) -> &'static str;
    fn cell(self, profile: &Profile, counts: &Counts) -> Cell;
}

impl Valued for EventId {
    fn symbol(self) -> &'static str {
        self.event().symbol
    }

    fn cell(self, profile: &Profile, counts: &Counts) -> Cell {
        profile.value(counts, self).map_or(Cell::NotAvailable, Cell::Count)
    }
}

impl Valued for &'static Column {
    fn symbol(self) -> &'static str {
        Column::symbol(self)
    }

    fn cell(self, profile: &Profile, counts: &Counts) -> Cell {
        Column::cell(self, profile, counts)
    }
}

/// An object with a value for each name; `null` stands for a value that is not available.
struct Values<'a, V> {
    profile: &'a Profile,
    counts: &'a Counts,
    names: Vec<V>,
}

impl<V: Valued> Serialize for Values<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Value {
            Count(u64),
            Ratio(f64),
        }
        serializer.collect_map(self.names.iter().map(|name| {
            let value = match name.cell(self.profile, self.counts) {
                Cell::NotAvailable => None,
                Cell::Count(count) => Some(Value::Count(count)),
                Cell::Ratio(ratio, _) => Some(Value::Ratio(ratio)),
            };
            (name.symbol(), value)
        }))
    }
}

/// Renders a report.
///
/// # Errors
/// Those of the serializer. Numbers and text have none.
pub fn render(report: &Report<'_>) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&document(report))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn document<'a>(report: &'a Report<'a>) -> Document<'a> {
    let (profile, summary) = (report.profile(), &report.summary);
    let (header, tally, cpu) = (profile.header(), profile.tally(), profile.cpu());
    let (kernel_ops, kernel_fetches) = samples(&summary.kernel);
    let (elsewhere_ops, elsewhere_fetches) = samples(&summary.elsewhere);
    let weights = [&summary.user, &summary.kernel, &summary.elsewhere];
    let table = report.all_rows();
    Document {
        schema: SCHEMA_ID,
        schema_version: SCHEMA_VERSION,
        file: &report.recording.file,
        note: NOTE,
        warnings: summary.warnings.iter().map(ToString::to_string).collect(),
        processor: Processor {
            family: cpu.family,
            model: cpu.model,
            name: header.cpu_name.as_deref(),
            capabilities: summary::traits(profile),
        },
        recorded_by: RecordedBy {
            host: header.host_name.as_deref(),
            kernel: header.kernel.as_deref(),
            perf: header.perf_version.as_deref(),
            command: &header.command,
        },
        mode: summary::mode(profile),
        samples: Samples {
            ops: tally.ops,
            fetches: tally.fetches,
            kernel_ops,
            kernel_fetches,
            elsewhere_ops,
            elsewhere_fetches,
            ops_stand_for: weights.iter().fold(0, |sum: u64, it| sum.saturating_add(it.op_weight)),
            ops_without_address: tally.ops_without_address,
            malformed: tally.malformed,
            not_valid: tally.not_valid,
            of_other_events: tally.of_other_events,
            lost: tally.lost,
        },
        modules: summary.modules.iter().map(module).collect(),
        totals: Values { profile, counts: &report.total, names: EventId::all().collect() },
        by: report.grouping.name(),
        omitted_rows: table.omitted,
        rows: table.rows.into_iter().map(|it| row(report, it)).collect(),
        views: report.views.iter().map(|it| view(profile, it)).collect(),
        views_left_out: report.left_out.iter().map(|it| it.key).collect(),
    }
}

fn module(module: &ModuleSummary) -> ModuleDocument<'_> {
    let (state, reason) = match &module.file {
        ModuleFile::NotAFile => ("no-file", None),
        ModuleFile::Verified => ("verified", None),
        ModuleFile::Unverified => ("unverified", None),
        ModuleFile::Unusable(reason) => ("missing", Some(reason.as_str())),
    };
    ModuleDocument { path: &module.path, state, reason }
}

fn row<'a>(report: &'a Report<'a>, row: &'a Row) -> RowDocument<'a> {
    let label = report.label(row);
    let (op_samples, fetch_samples) = samples(&row.counts);
    RowDocument {
        pid: label.process.map(|it| it.0),
        process: label.process.map(|it| it.1),
        module: label.module,
        function: label.function,
        address: label.address,
        source_line: label.line.as_ref().map(|line| line.line),
        source_file: label.line.map(|line| line.file),
        op_samples,
        fetch_samples,
        op_share: share(&row.counts, &report.total, OP_SAMPLES),
        fetch_share: share(&row.counts, &report.total, FETCH_SAMPLES),
        values: Values { profile: report.profile(), counts: &row.counts, names: report.columns() },
    }
}

fn view(profile: &Profile, view: &'static View) -> ViewDocument {
    let column = |column: &'static Column| {
        let (select, is_mapped) = match column {
            Column::Event(id) => {
                let code = id.event().code;
                ((code != 0).then(|| format!("{code:04X}")), profile.is_mapped(*id))
            }
            Column::Ratio(_) => (None, false),
        };
        ColumnDocument { symbol: column.symbol(), heading: column.name(), select, is_mapped }
    };
    ViewDocument {
        name: view.key,
        title: view.title,
        columns: view.columns.iter().map(column).collect(),
    }
}
