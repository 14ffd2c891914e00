//! Object files.

use oxmca_loops::json::{FileDocument, LoopsDocument};
use oxmca_loops::{ObjectCode, Survey, SurveyOptions};
use pyo3::prelude::*;

use crate::errors::ObjectError;
use crate::pools::{self, pool};
use crate::selected::parse;
use crate::session::Session;
use crate::signals::watch;
use crate::unlocked::unlocked;

/// Returns the triple of an object.
#[pyfunction]
pub fn object_triple(python: Python<'_>, bytes: &[u8], name: &str) -> PyResult<String> {
    unlocked(python, || Ok(parse(bytes, name)?.triple().to_owned()))?
}

/// Returns the loops of an object and the cycles of each, as the JSON of `oxmca loops --json`.
#[pyfunction]
pub fn loops(
    python: Python<'_>,
    session: &Session,
    bytes: &[u8],
    name: &str,
    threads: usize,
) -> PyResult<String> {
    let (session, pool) = (&session.session, pool(pools::threads(threads)));
    watch(python, |stop| {
        let object = parse(bytes, name)?;
        let program = ObjectCode::new(session, &object);
        let options = SurveyOptions { interrupt: stop.clone(), ..SurveyOptions::default() };
        let survey = Survey::new(session, &program, &options, &pool);
        let file = FileDocument::new(name, session.cpu_name(), &survey, &program);
        serde_json::to_string(&LoopsDocument::new(vec![file]))
            .map_err(|error| ObjectError::new_err(error.to_string()))
    })?
}
