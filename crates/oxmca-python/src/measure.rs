//! Measurements on this machine.

use std::path::PathBuf;

use oxmca_measure::{MeasureError, Measurer, prepare, worker};
use pyo3::prelude::*;

use crate::code::Code;
use crate::options::{Options, check_registers};
use crate::region::region;
use crate::session::host_cpu;
use crate::{errors, signals};

/// Measures a region of code, in processes of a program that calls [`measure_worker`] if it is started with these arguments.
/// Returns the measurement as JSON, or the reason why there is none.
#[pyfunction]
pub fn measure(
    python: Python<'_>,
    code: &Code,
    index: usize,
    options: &Options,
    program: PathBuf,
    arguments: Vec<String>,
    processes: usize,
) -> PyResult<(Option<String>, Option<String>)> {
    let code = code.code.clone();
    check_registers(&options.report_on(code.session()), code.session())?;
    let hardware = options.requested.hardware_options.clone();
    let insts = region(&code, index)?.instructions().to_vec();
    let measured = signals::wait(python, move || {
        let session = code.session();
        let is_here = session.cpu_name() == host_cpu();
        let measurer = Measurer::new(program, arguments).processes(processes);
        let measurer = match session.renamed_micro_ops().filter(|_| is_here) {
            Some(count) => measurer.renamed_micro_ops(count),
            None => measurer,
        };
        prepare(session, &insts, &hardware)
            .and_then(|(block, start)| measurer.measure(&block, &start))
    })?;
    match measured {
        // No key is anything but text.
        Ok(measured) => Ok((Some(serde_json::to_string(&measured).unwrap_or_default()), None)),
        Err(error @ (MeasureError::NotHere { .. } | MeasureError::Worker { .. })) => {
            Err(errors::MeasureError::new_err(error.to_string()))
        }
        Err(reason) => Ok((None, Some(reason.to_string()))),
    }
}

/// Runs what standard input has, writes the answer, and ends the process. Called by the process that [`measure`] starts, and
/// by nothing else.
#[pyfunction]
pub fn measure_worker() {
    std::process::exit(worker::run());
}
