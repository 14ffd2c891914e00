//! Regions by their indices.

use oxmca::CodeRegion;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// Returns the region of an index.
///
/// # Errors
/// There is none.
pub fn region(code: &oxmca::Code, index: usize) -> PyResult<CodeRegion<'_>> {
    let region = code.regions().nth(index);
    region.ok_or_else(|| PyIndexError::new_err("there is no such region"))
}
