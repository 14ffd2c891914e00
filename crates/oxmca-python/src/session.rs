//! Sessions.

use std::sync::Arc;

use oxmca::oxmca_asm::host;
use oxmca::oxmca_asm::triple::Arch;
use oxmca::{Dialect, ModelFile, SessionBuilder, TextOptions};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analyzers::Analyzers;
use crate::code::Code;
use crate::signals::{Signals, watch};
use crate::unlocked::{catch, unlocked};
use crate::{errors, selected};

/// A CPU to read for and to simulate.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct Session {
    pub session: oxmca::Session,
    analyzers: Arc<Analyzers>,
}

/// Returns the builder for a triple, or for the target of a name such as `aarch64`.
pub fn builder(triple: &str) -> SessionBuilder {
    match Arch::from_target_name(triple) {
        Some(arch) => SessionBuilder::new(&host::default_triple()).arch(arch),
        None => SessionBuilder::new(triple),
    }
}

/// Texts by the names of their files.
pub type Files = Vec<(String, Vec<u8>)>;

/// Returns the builder for a triple with scheduling models and hardware models of one's own.
///
/// # Errors
/// A text is no model.
pub fn builder_with_models(
    triple: &str,
    models: &Files,
    hardware_models: &Files,
) -> PyResult<SessionBuilder> {
    fn files(texts: &Files) -> impl Iterator<Item = ModelFile<'_>> {
        texts.iter().map(|(name, text)| ModelFile { name, text })
    }
    let built = catch(|| {
        let builder = files(models).try_fold(builder(triple), |it, file| it.model(&file))?;
        files(hardware_models).try_fold(builder, |it, file| it.hardware_model(&file))
    })?;
    built.map_err(|error| errors::session(&error))
}

/// Returns the dialect of a name.
///
/// # Errors
/// There is none of that name.
pub fn dialect(name: Option<&str>) -> PyResult<Option<Dialect>> {
    match name {
        None => Ok(None),
        Some("att") => Ok(Some(Dialect::new("att"))),
        Some("intel") => Ok(Some(Dialect::new("intel"))),
        Some(other) => Err(errors::OptionError::new_err(format!("there is no syntax {other:?}"))),
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (triple, cpu, features, models, itineraries=false, hardware_models=Files::new()))]
    fn new(
        python: Python<'_>,
        triple: &str,
        cpu: &str,
        features: Vec<String>,
        models: Files,
        itineraries: bool,
        hardware_models: Files,
    ) -> PyResult<Session> {
        unlocked(python, || {
            let mut builder = builder_with_models(triple, &models, &hardware_models)?;
            if !cpu.is_empty() {
                builder = builder.cpu(cpu);
            } else if builder.cpu_name().is_empty() {
                builder = builder.cpu(host_cpu());
            }
            let features = features.iter().map(String::as_str);
            let session = builder.attributes(features).itineraries(itineraries).build();
            let session = session.map_err(|error| errors::session(&error))?;
            Ok(Session { session, analyzers: Arc::default() })
        })?
    }

    #[getter]
    fn cpu(&self) -> &str {
        self.session.cpu_name()
    }

    #[getter]
    fn triple(&self) -> &str {
        self.session.triple()
    }

    #[getter]
    fn borrowed_model(&self) -> Option<&str> {
        self.session.borrowed_model()
    }

    #[getter]
    fn is_out_of_order(&self) -> bool {
        self.session.processor().is_out_of_order()
    }

    /// Reads assembly.
    #[pyo3(signature = (text, name="<input>", syntax=None, lenient=false, layout=false))]
    fn parse(
        &self,
        python: Python<'_>,
        text: &str,
        name: &str,
        syntax: Option<&str>,
        lenient: bool,
        layout: bool,
    ) -> PyResult<Code> {
        let signals = Signals::new();
        let dialect = dialect(syntax)?;
        let options = TextOptions::with(|it| {
            it.name = name.into();
            it.dialect = dialect;
            it.lenient = lenient;
            it.collects_layout = layout;
            it.interrupt = signals.interrupt();
        });
        let parsed = unlocked(python, || match text.ends_with('\n') {
            true => self.session.parse_with(text, &options),
            // As in llvm-mca, a comment that ends with the text loses its last letter.
            false => self.session.parse_with(format!("{text}\n"), &options),
        });
        let parsed = signals.check(parsed)?;
        parsed.map(|code| Code::new(code, &self.analyzers)).map_err(|error| errors::parse(&error))
    }

    /// Reads machine code.
    #[pyo3(signature = (bytes, base_address=0, syntax=None))]
    fn read_machine_code(
        &self,
        python: Python<'_>,
        bytes: &[u8],
        base_address: u64,
        syntax: Option<&str>,
    ) -> PyResult<Code> {
        let signals = Signals::new();
        let dialect = dialect(syntax)?;
        let options = TextOptions::with(|it| {
            it.dialect = dialect;
            it.interrupt = signals.interrupt();
        });
        let read =
            unlocked(python, || self.session.read_machine_code(bytes, base_address, &options));
        let read = signals.check(read)?;
        read.map(|code| Code::new(code, &self.analyzers))
            .map_err(|error| errors::machine_code(&error))
    }

    /// Reads parts of an object file.
    #[pyo3(signature = (bytes, name, loops, functions, lines, ranges, syntax=None))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn read_object(
        &self,
        python: Python<'_>,
        bytes: &[u8],
        name: &str,
        loops: Vec<String>,
        functions: Vec<String>,
        lines: Vec<String>,
        ranges: Vec<String>,
        syntax: Option<&str>,
    ) -> PyResult<Code> {
        let selection = selected::selection(&loops, &functions, &lines, &ranges)?;
        let dialect = dialect(syntax)?;
        let options = TextOptions::with(|it| {
            it.name = name.into();
            it.dialect = dialect;
        });
        let code =
            watch(python, |stop| selected::read(&self.session, bytes, &selection, &options, stop))?;
        code.map(|code| Code::new(code, &self.analyzers))
    }
}

/// Returns the triple of this machine.
#[pyfunction]
pub fn host_triple() -> String {
    host::default_triple()
}

/// Returns the name of this machine's CPU.
#[pyfunction]
pub fn host_cpu() -> &'static str {
    oxmca_host::cpu_name()
}

/// Returns the CPUs, features and models of a target.
#[pyfunction]
pub fn catalog<'py>(python: Python<'py>, triple: &str) -> PyResult<Bound<'py, PyDict>> {
    let catalog = unlocked(python, || builder(triple).catalog())?;
    let catalog = catalog.map_err(|error| errors::session(&error))?;
    let found = PyDict::new(python);
    found.set_item("cpus", catalog.cpus)?;
    let features = catalog.features.into_iter().map(|it| (it.name, it.description));
    found.set_item("features", features.collect::<Vec<_>>())?;
    let models = catalog.models.into_iter().map(|it| {
        let model = PyDict::new(python);
        model.set_item("name", it.name)?;
        model.set_item("is_out_of_order", it.is_out_of_order)?;
        model.set_item("issue_width_micro_ops", it.issue_width_micro_ops)?;
        model.set_item("reorder_buffer_size_micro_ops", it.reorder_buffer_size_micro_ops)?;
        model.set_item("described_cpus", it.described_cpus)?;
        model.set_item("borrowing_cpus", it.borrowing_cpus)?;
        Ok(model)
    });
    found.set_item("models", models.collect::<PyResult<Vec<_>>>()?)?;
    Ok(found)
}
