//! Code that was read.

use std::sync::Arc;

use oxmca::Progress;
use pyo3::prelude::*;

use crate::analyzers::Analyzers;
use crate::errors;
use crate::options::{Options, check_registers};
use crate::region::region;
use crate::report::Report;
use crate::signals::Signals;
use crate::unlocked::{catch, unlocked};

/// A text or machine code that was read for a session.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct Code {
    pub code: Arc<oxmca::Code>,
    analyzers: Arc<Analyzers>,
}

impl Code {
    /// Keeps code with the analyzers of its session.
    pub fn new(code: oxmca::Code, analyzers: &Arc<Analyzers>) -> Code {
        Code { code: Arc::new(code), analyzers: Arc::clone(analyzers) }
    }
}

#[pymethods]
impl Code {
    /// Returns the number of regions with instructions.
    fn __len__(&self) -> usize {
        self.code.regions().count()
    }

    #[getter]
    fn name(&self) -> &str {
        self.code.name()
    }

    /// Warnings about the text, with lines and carets.
    #[getter]
    fn messages(&self) -> String {
        self.code.messages()
    }

    /// Returns the name of a region, and whether it is marked.
    fn region_name(&self, index: usize) -> PyResult<(String, bool)> {
        let region = region(&self.code, index)?;
        Ok((region.name().into_owned(), region.is_marked()))
    }

    /// Returns the instructions of a region, as reports show them.
    fn instructions(&self, index: usize) -> PyResult<Vec<String>> {
        let region = region(&self.code, index)?;
        catch(|| (0..region.len()).map(|it| region.text(it)).collect())
    }

    /// Analyzes a region.
    fn analyze(&self, python: Python<'_>, index: usize, options: &Options) -> PyResult<Report> {
        let signals = Signals::new();
        let code = &self.code;
        let options = options.report_on(code.session());
        check_registers(&options, code.session())?;
        let analyzed = unlocked(python, || -> PyResult<_> {
            let region = region(code, index)?;
            let progress = Progress::with_interrupt(signals.interrupt());
            Ok(self.analyzers.lend(code.session(), &options, |analyzer| {
                region.analyze_with(analyzer, Some(&progress))
            }))
        });
        let report = signals.check(analyzed)??.map_err(|error| errors::simulation(&error))?;
        Ok(Report::new(Arc::clone(code), index, report, options))
    }
}
