//! Errors as exceptions of Python, which `python/oxmca/errors.py` declares.

use std::any::Any;

use oxmca::oxmca_asm::diagnostic::Severity;
use oxmca::{AnalyzeError, Code, MachineCodeError, ParseError, SessionError};
use oxmca_driver::panic_text;
use pyo3::PyErr;
use pyo3::import_exception;

import_exception!(oxmca.errors, AssemblyError);
import_exception!(oxmca.errors, DataError);
import_exception!(oxmca.errors, InternalError);
import_exception!(oxmca.errors, MachineCodeDecodeError);
import_exception!(oxmca.errors, MeasureError);
import_exception!(oxmca.errors, ModelError);
import_exception!(oxmca.errors, ObjectError);
import_exception!(oxmca.errors, OptionError);
import_exception!(oxmca.errors, SelectionError);
import_exception!(oxmca.errors, SimulationError);
import_exception!(oxmca.errors, TargetError);

/// Returns the exception of a panic.
pub fn internal(panic: &(dyn Any + Send)) -> PyErr {
    InternalError::new_err(panic_text(panic).unwrap_or("a panic without words").to_owned())
}

/// Returns the exception of a session that cannot be.
pub fn session(error: &SessionError) -> PyErr {
    match error {
        SessionError::Model(errors) => {
            let first = errors.mistakes().first();
            let place = first.map(|it| (it.line, it.column)).filter(|(line, _)| *line > 0);
            let (line, column) = place.unzip();
            ModelError::new_err((errors.to_string(), line, column))
        }
        error => TargetError::new_err(error.to_string()),
    }
}

/// Returns the exception of a text that cannot be read.
pub fn parse(error: &ParseError) -> PyErr {
    match error {
        ParseError::Invalid(code) => invalid(code),
        error => AssemblyError::new_err((error.to_string(), None::<u32>, None::<u32>, "")),
    }
}

fn invalid(code: &Code) -> PyErr {
    let mut errors = code.diagnostics().iter();
    let first = errors.find(|it| it.severity == Severity::Error);
    let place = first.and_then(|it| code.place(it.loc));
    let message = first.map(|it| String::from_utf8_lossy(&it.message).into_owned());
    let message = message.unwrap_or_else(|| "the text has errors".to_owned());
    let (line, column) = place.map(|it| (it.line, it.column)).unzip();
    AssemblyError::new_err((message, line, column, code.messages()))
}

/// Returns the exception of machine code that cannot be read.
pub fn machine_code(error: &MachineCodeError) -> PyErr {
    let offset = match error {
        MachineCodeError::Invalid { offset, .. } => Some(*offset),
        _ => None,
    };
    MachineCodeDecodeError::new_err((error.to_string(), offset))
}

/// Returns the exception of a region that cannot be simulated.
pub fn simulation(error: &AnalyzeError) -> PyErr {
    let message = error.kind.to_string();
    let (line, column) = error.place.map(|it| (it.line, it.column)).unzip();
    SimulationError::new_err((message, line, column, error.instruction.clone()))
}
