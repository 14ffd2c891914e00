//! The native part of the Python package `oxmca`: a binding of the libraries, without logic of its own.
//!
//! Everything that takes long runs without the interpreter's lock, and asks from time to time whether a signal came.
//! `python/oxmca` has what users call.

mod analyzers;
mod code;
mod errors;
mod identity;
mod many;
mod object;
mod options;
mod pools;
mod region;
mod report;
mod selected;
mod session;
mod signals;
mod unlocked;

use pyo3::prelude::*;

/// The module `oxmca._oxmca`.
#[pymodule]
mod _oxmca {
    #[allow(unused_imports, reason = "the macro needs the names of the prelude")]
    use super::*;
    #[pymodule_export]
    use crate::code::Code;
    #[pymodule_export]
    use crate::identity::build_info;
    #[pymodule_export]
    use crate::many::BatchAnalyzer;
    #[pymodule_export]
    use crate::object::{loops, object_triple};
    #[pymodule_export]
    use crate::options::Options;
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::session::{Session, catalog, host_cpu, host_triple};
}
