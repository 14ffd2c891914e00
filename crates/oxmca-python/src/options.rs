//! Options of analyses by the names that Python gives them: those of the list.

use oxmca::hardware::InitialRegisters;
use oxmca::options::{OPTIONS, OptionError, SimulationKind};
use oxmca::{Format, RequestedOptions, Views};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::{Map, Value};

use crate::errors;

/// Stands for all views that a CPU has.
const ALL_VIEWS: &str = "all";

/// Options of an analysis.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct Options {
    /// As they are asked for.
    pub requested: RequestedOptions,
    /// The same on CPUs that execute in order: if all views are asked for, without those that such CPUs do not have,
    /// unless they are named.
    pub requested_in_order: RequestedOptions,
}

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (views=None, settings=None))]
    fn new(views: Option<Vec<String>>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let mut requested = RequestedOptions::default();
        let mut views_in_order = requested.options.views;
        if let Some(views) = views {
            let is_all = |name: &&String| *name == ALL_VIEWS;
            let mut chosen = Views::NONE;
            views.iter().filter(is_all).try_for_each(|name| set_view(&mut chosen, name))?;
            views_in_order = chosen.in_order();
            for name in views.iter().filter(|name| !is_all(name)) {
                set_view(&mut chosen, name)?;
                set_view(&mut views_in_order, name)?;
            }
            requested.options.views = chosen;
        }
        let mut entries = Vec::new();
        for (name, value) in settings.into_iter().flatten() {
            let (name, value) = (name.extract::<String>()?, json(&value)?);
            if let Some((entry, value)) = OPTIONS.read(&name, &value).map_err(|it| error(&it))? {
                entry.set_in(&mut requested, value);
                entries.push(entry);
            }
        }
        // Options of llvm-mca's simulation are passed over in hardware mode, which may be one run of several.
        let is_model = requested.model_of == Some(SimulationKind::Model);
        for entry in entries.iter().filter(|_| is_model) {
            entry.check_place(&requested).map_err(|it| error(&it))?;
        }
        let mut requested_in_order = requested.clone();
        requested_in_order.options.views = views_in_order;
        Ok(Options { requested, requested_in_order })
    }
}

impl Options {
    /// Returns the options of a report on the CPU of a session.
    pub fn report_on(&self, session: &oxmca::Session) -> oxmca::Options {
        let mut requested = match session.processor().is_out_of_order() {
            true => self.requested.clone(),
            false => self.requested_in_order.clone(),
        };
        session.choose_model(&mut requested);
        // Reports are values: nothing in them is left out because a terminal has so many columns.
        requested.for_report(Format::FullJson)
    }
}

fn error(error: &OptionError) -> PyErr {
    let message = error.to_string();
    match error {
        OptionError::WrongType { .. } => PyTypeError::new_err(message),
        _ => errors::OptionError::new_err(message),
    }
}

/// Returns what JSON has for a value.
fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(value) = value.cast::<PyBool>() {
        return Ok(value.is_true().into());
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(value.extract::<f64>()?.into());
    }
    if value.is_instance_of::<PyInt>() || !value.hasattr("__iter__")? {
        // Numbers of other libraries can stand for Python's.
        return Ok(match value.extract::<u64>() {
            Ok(number) => number.into(),
            Err(_) => value.extract::<i64>()?.into(),
        });
    }
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<String>()?.into());
    }
    if value.hasattr("keys")? {
        let mut members = Map::new();
        for name in value.call_method0("keys")?.try_iter()? {
            let name = name?;
            members.insert(name.extract()?, json(&value.get_item(&name)?)?);
        }
        return Ok(members.into());
    }
    value.try_iter()?.map(|item| json(&item?)).collect()
}

/// Switches a view on, or all but the listing of source lines, which a block without them has no use for.
fn set_view(views: &mut Views, name: &str) -> PyResult<()> {
    if name == ALL_VIEWS {
        let all = Views::NAMES.iter().filter(|name| **name != "source_listing");
        return all.copied().try_for_each(|name| set_view(views, name));
    }
    match views.switch(name) {
        Some(switch) => *switch = true,
        None => return Err(errors::OptionError::new_err(format!("there is no view {name:?}"))),
    }
    Ok(())
}

/// Checks that a session's target has the registers that have values before the first iteration.
///
/// # Errors
/// It has no such register, or only as a part of another.
pub fn check_registers(options: &oxmca::Options, session: &oxmca::Session) -> PyResult<()> {
    let hardware = options.hardware.as_ref().map(|it| &it.initial_registers);
    let Some(InitialRegisters::Named(registers)) = hardware else { return Ok(()) };
    let tables = session.target().tables();
    registers.iter().try_for_each(|it| match it.register(tables) {
        Ok(_) => Ok(()),
        Err(problem) => Err(errors::OptionError::new_err(format!("'{}': {problem}", it.name))),
    })
}
