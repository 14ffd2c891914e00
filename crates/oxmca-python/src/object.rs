//! Object files.

use oxmca_driver::Pool;
use oxmca_loops::json::{FileDocument, LoopsDocument};
use oxmca_loops::{ObjectCode, Survey, SurveyOptions};
use pyo3::prelude::*;

use crate::errors::ObjectError;
use crate::selected::parse;
use crate::session::Session;
use crate::unlocked::unlocked;

/// Returns the triple of an object.
#[pyfunction]
pub fn object_triple(python: Python<'_>, bytes: Vec<u8>, name: &str) -> PyResult<String> {
    unlocked(python, || Ok(parse(bytes, name)?.triple().to_owned()))?
}

/// Returns the loops of an object and the cycles of each, as the JSON of `oxmca loops --json`.
#[pyfunction]
pub fn loops(
    python: Python<'_>,
    session: &Session,
    bytes: Vec<u8>,
    name: &str,
) -> PyResult<String> {
    unlocked(python, || {
        let object = parse(bytes, name)?;
        let program = ObjectCode::new(&session.session, &object);
        let survey =
            Survey::new(&session.session, &program, &SurveyOptions::default(), &Pool::single());
        let file = FileDocument::new(name, session.session.cpu_name(), &survey, &program);
        serde_json::to_string(&LoopsDocument::new(vec![file]))
            .map_err(|error| ObjectError::new_err(error.to_string()))
    })?
}
