//! Work without the interpreter's lock.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;

use crate::errors;

/// Does work without the interpreter's lock, so that other threads of Python run meanwhile.
///
/// # Errors
/// It panicked.
pub fn unlocked<T: Send>(python: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    python.detach(|| catch(work))
}

/// Does work, and makes a panic in it an exception that can be caught like others: PyO3's own is no `Exception`.
///
/// # Errors
/// It panicked.
pub fn catch<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    // Sessions and analysts guard what they share by locks, and go on after a panic in their holder.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| errors::internal(&*panic))
}
