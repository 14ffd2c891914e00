//! Object files.

use oxmca::hardware::Delivery;
use oxmca::oxmca_asm::Interrupt;
use oxmca::{Format, RequestedOptions};
use oxmca_driver::Pool;
use oxmca_loops::json::{FileDocument, LoopsDocument};
use oxmca_loops::{AssemblyText, ObjectCode, Program, Survey, SurveyOptions};
use pyo3::prelude::*;

use crate::code::Code;
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
        document(session, &ObjectCode::new(session, &object), name, &pool, stop)
    })?
}

/// Does the same as [`loops`] for a text that was read with its layout. A text that was not has none.
#[pyfunction]
pub fn loops_of_text(python: Python<'_>, code: &Code, threads: usize) -> PyResult<String> {
    let (code, pool) = (&code.code, pool(pools::threads(threads)));
    watch(python, |stop| match AssemblyText::new(code) {
        Some(program) => document(code.session(), &program, code.name(), &pool, stop),
        None => Err(ObjectError::new_err("the text was read without its layout")),
    })?
}

fn document(
    session: &oxmca::Session,
    program: &dyn Program,
    name: &str,
    pool: &Pool,
    stop: &Interrupt,
) -> PyResult<String> {
    let mut requested = RequestedOptions::default();
    requested.hardware_options.delivery = Some(Delivery::Loop);
    session.choose_model(&mut requested);
    let options = SurveyOptions {
        interrupt: stop.clone(),
        simulation: requested.for_report(Format::FullJson),
        ..SurveyOptions::default()
    };
    let survey = Survey::new(session, program, &options, pool);
    let file = FileDocument::new(name, session.cpu_name(), &survey, program);
    serde_json::to_string(&LoopsDocument::new(vec![file]))
        .map_err(|error| ObjectError::new_err(error.to_string()))
}
