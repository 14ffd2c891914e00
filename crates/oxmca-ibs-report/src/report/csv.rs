//! A report as comma-separated values: one line a row, with the columns of all views. Names that a spreadsheet would compute
//! have an apostrophe before them.

use oxmca_ibs::view::Cell;

use super::label::Label;
use super::options::Grouping;
use super::table::Report;
use crate::layout::NOT_AVAILABLE;
use crate::samples::{FETCH_SAMPLES, OP_SAMPLES};

/// Renders a report.
///
/// # Errors
/// Those of the writer. Writing into memory has none.
pub fn render(report: &Report<'_>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = report.columns();
    let (ops, fetches) = (OP_SAMPLES.event().symbol, FETCH_SAMPLES.event().symbol);
    // The columns that every line has are not repeated.
    let columns: Vec<_> =
        columns.into_iter().filter(|it| ![ops, fetches].contains(&it.symbol())).collect();
    let samples = [OP_SAMPLES, FETCH_SAMPLES];
    let heads = label_heads(report.grouping).iter().copied();
    let symbols = columns.iter().map(|column| column.symbol());
    writer.write_record(heads.chain([ops, fetches]).chain(symbols))?;
    for row in report.all_rows().rows {
        let label = label_cells(report.grouping, &report.label(row));
        let samples = samples.iter().map(|id| {
            let value = report.profile().value(&row.counts, *id);
            value.map_or_else(|| NOT_AVAILABLE.to_owned(), |value| value.to_string())
        });
        let cells = columns.iter().map(|column| match column.cell(report.profile(), &row.counts) {
            Cell::NotAvailable => NOT_AVAILABLE.to_owned(),
            Cell::Count(count) => count.to_string(),
            Cell::Ratio(ratio, _) => ratio.to_string(),
        });
        let label = label.iter().map(|it| oxmca_names::csv(it).into_owned());
        writer.write_record(label.chain(samples).chain(cells))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn label_heads(grouping: Grouping) -> &'static [&'static str] {
    match grouping {
        Grouping::Process => &["pid", "process"],
        Grouping::Module => &["module"],
        Grouping::Function => &["module", "function"],
        Grouping::Instruction => &["module", "function", "address", "file", "line"],
    }
}

fn label_cells(grouping: Grouping, label: &Label<'_>) -> Vec<String> {
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    match grouping {
        Grouping::Process => {
            let (pid, name) = label.process.unwrap_or_default();
            vec![pid.to_string(), name.to_owned()]
        }
        Grouping::Module => vec![text(label.module)],
        Grouping::Function => vec![text(label.module), text(label.function.as_deref())],
        Grouping::Instruction => vec![
            text(label.module),
            text(label.function.as_deref()),
            label.address.map_or_else(String::new, |address| format!("{address:#x}")),
            text(label.line.as_ref().map(|line| line.file.as_str())),
            label.line.as_ref().map_or_else(String::new, |line| line.line.to_string()),
        ],
    }
}
