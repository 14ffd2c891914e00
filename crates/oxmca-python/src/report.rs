//! Reports.

use std::sync::Arc;

use oxmca::report::json::full::SummaryDocument;
use oxmca::{Code, Format, Options};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::region::region;
use crate::signals::wait;

/// The report on a region.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct Report(Arc<Contents>);

/// A report with what it is about.
struct Contents {
    code: Arc<Code>,
    region: usize,
    report: oxmca::Report,
    options: Options,
}

impl Report {
    /// Keeps a report with what it is about.
    pub fn new(code: Arc<Code>, region: usize, report: oxmca::Report, options: Options) -> Report {
        Report(Arc::new(Contents { code, region, report, options }))
    }

    /// Renders the report on another thread, so that a signal ends the wait.
    fn rendered(
        &self,
        python: Python<'_>,
        render: impl FnOnce(&Contents) -> PyResult<String> + Send + 'static,
    ) -> PyResult<String> {
        let contents = Arc::clone(&self.0);
        wait(python, move || render(&contents))?
    }
}

/// The numbers of a summary, in the order of its fields.
type SummaryNumbers = (u32, u32, u32, u32, u32, f64, f64, f64, f64);

#[pymethods]
impl Report {
    /// Returns the numbers of the summary, if there is one.
    #[getter]
    fn summary(&self) -> Option<SummaryNumbers> {
        let summary = SummaryDocument::from(self.0.report.summary()?);
        Some((
            summary.iterations,
            summary.instructions,
            summary.total_cycles,
            summary.total_micro_ops,
            summary.dispatch_width_micro_ops,
            summary.micro_ops_per_cycle,
            summary.instructions_per_cycle,
            summary.block_reciprocal_throughput_cycles,
            summary.average_cycles_per_iteration,
        ))
    }

    /// Returns the region's part of the full document, as JSON.
    fn json(&self, python: Python<'_>) -> PyResult<String> {
        self.rendered(python, |it| {
            let document = region(&it.code, it.region)?.document(&it.report, &it.options);
            let text = serde_json::to_string(&document.numbered(it.region));
            text.map_err(|error| PyRuntimeError::new_err(error.to_string()))
        })
    }

    /// Returns the report as llvm-mca prints it.
    fn text(&self, python: Python<'_>) -> PyResult<String> {
        self.rendered(python, |it| {
            let region = region(&it.code, it.region)?;
            let mut options = it.options.clone();
            options.show_resource_uses = false;
            Ok(region.render_text(&it.report, &options))
        })
    }

    /// Returns the whole text's report as a page of HTML that needs nothing else.
    fn html(&self, python: Python<'_>) -> PyResult<String> {
        self.rendered(python, |it| {
            let page = it.code.report(&it.options, Format::Html, &mut Vec::new());
            let page = page.map_err(|_| PyRuntimeError::new_err("the report cannot be shown"))?;
            Ok(String::from_utf8_lossy(&page).into_owned())
        })
    }

    #[getter]
    fn cpu(&self) -> &str {
        self.0.code.session().cpu_name()
    }
}
