//! Many blocks, as Arrow's record batches.

use arrow_array::RecordBatch;
use arrow_pyarrow::{FromPyArrow, PyArrowType, ToPyArrow};
use arrow_schema::{ArrowError, Schema};
use oxmca::{RequestedOptions, Views};
use oxmca_arrow::{AnswerColumns, CodeColumn, Output, analyze_batch};
use oxmca_batch::{Analyst, Defaults};
use pyo3::prelude::*;

use crate::options::{Options, check_registers};
use crate::pools::{self, pool};
use crate::session::{Files, builder_with_models, dialect, host_cpu};
use crate::unlocked::catch;
use crate::{errors, signals};

fn arrow_error(error: ArrowError) -> PyErr {
    match error {
        ArrowError::SchemaError(message) => errors::DataError::new_err(message),
        error => errors::DataError::new_err(error.to_string()),
    }
}

/// Analyzes the blocks of record batches.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct BatchAnalyzer {
    analyst: Analyst,
    columns: AnswerColumns,
    code: Option<String>,
    threads: usize,
}

impl BatchAnalyzer {
    fn output(&self, schema: &Schema) -> PyResult<(CodeColumn, Output)> {
        let code = CodeColumn::find(schema, self.code.as_deref()).map_err(arrow_error)?;
        let output = Output::new(schema, &code, self.columns.clone());
        Ok((code, output))
    }
}

#[pymethods]
impl BatchAnalyzer {
    #[new]
    #[pyo3(signature = (triple, cpu, features, models, options, columns, code, syntax, threads, identity, hardware_models=Files::new()))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        triple: &str,
        cpu: &str,
        features: Vec<String>,
        models: Files,
        options: &Options,
        columns: Option<Vec<String>>,
        code: Option<String>,
        syntax: Option<&str>,
        threads: usize,
        identity: bool,
        hardware_models: Files,
    ) -> PyResult<BatchAnalyzer> {
        let mut columns = match columns {
            None => AnswerColumns::default(),
            Some(names) => AnswerColumns::of_names(names.iter().map(String::as_str))
                .map_err(|error| errors::OptionError::new_err(error.to_string()))?,
        };
        if identity {
            columns = columns.with_generator();
        }
        let builder = builder_with_models(triple, &models, &hardware_models)?;
        let model_cpu = builder.cpu_name().to_owned();
        let cpu = match (cpu, &*model_cpu) {
            ("", "") => host_cpu(),
            ("", model_cpu) => model_cpu,
            (cpu, _) => cpu,
        };
        let has_report = columns.contains("report");
        let with_columns = |requested: &RequestedOptions| {
            let mut requested = requested.clone();
            if !has_report {
                requested.options.views = Views::NONE;
            }
            requested.options.views.steady_state |= columns.contains("steady_state");
            requested
        };
        let dialect = dialect(syntax)?;
        // The CPU of all blocks is known to exist before the first of them is looked at.
        let checked = builder.clone().cpu(cpu).attributes(features.iter().map(String::as_str));
        let session = catch(|| checked.build())?.map_err(|error| errors::session(&error))?;
        check_registers(&options.report_on(&session), &session)?;
        let defaults = Defaults::with(|it| {
            it.triple = builder.triple().as_str().to_owned();
            it.cpu = cpu.to_owned();
            it.native_cpu = Some(host_cpu().to_owned());
            it.tables = builder.own_tables().cloned();
            it.hardware_models = builder.own_hardware_models().cloned();
            it.features = features;
            it.text.dialect = dialect;
            it.out_of_order = with_columns(&options.requested);
            it.in_order = with_columns(&options.requested_in_order);
            it.has_report = has_report;
            it.chooses_model = true;
        });
        let analyst = Analyst::new(defaults);
        Ok(BatchAnalyzer { analyst, columns, code, threads: pools::threads(threads) })
    }

    /// Returns the names of the columns of answers.
    #[getter]
    fn answer_columns(&self) -> Vec<&'static str> {
        let names = AnswerColumns::all_names();
        names.filter(|name| self.columns.contains(name)).collect()
    }

    /// Returns the schema of answers to batches of a schema.
    fn schema<'py>(
        &self,
        python: Python<'py>,
        schema: PyArrowType<Schema>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.output(&schema.0)?.1.schema().to_pyarrow(python)
    }

    /// Answers a batch.
    fn analyze<'py>(
        &self,
        python: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A batch of another library may break the rules of Arrow's interface in ways that Arrow finds by a panic.
        let batch = catch(|| RecordBatch::from_pyarrow_bound(batch))??;
        let (code, output) = self.output(&batch.schema())?;
        let pool = pool(self.threads);
        let answers = signals::watch(python, |stop| {
            analyze_batch(&self.analyst, &pool, &batch, &code, &output, stop)
        })?;
        answers.map_err(arrow_error)?.to_pyarrow(python)
    }
}
