//! The identity of the package.

use oxmca::oxmca_tables::identity::{LLVM_VERSION, all_tables_hashes};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the versions of the package and of LLVM, and the hashes of each target's tables.
#[pyfunction]
pub fn build_info(python: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(python);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("llvm_version", LLVM_VERSION)?;
    let tables = PyDict::new(python);
    for (target, hash) in all_tables_hashes() {
        tables.set_item(target, hash)?;
    }
    info.set_item("tables", tables)?;
    Ok(info)
}
