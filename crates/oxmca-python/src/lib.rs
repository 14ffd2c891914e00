//! The native part of the Python package `oxmca`: a binding of the libraries, without logic of its own.
//!
//! Everything that takes long runs without the interpreter's lock, and asks from time to time whether a signal came.
//! `python/oxmca` has what users call.
//!
//! # Decisions
//!
//! - **The package is a member of the workspace whose library has no tests of Rust.** Its versions, lints and lock file are
//!   those of all crates, and `cargo test --workspace` builds none of it, so that Rust alone is enough; `scripts/python` builds
//!   the wheel and tests it. The cost: `cargo build --workspace` compiles PyO3.
//! - **The wheel unwinds, the programs abort.** A panic in a process of Python must be an exception there, so the wheel's
//!   `pyproject.toml` changes the release profile; every way into the libraries that takes long catches panics, also those of
//!   its threads, and among many blocks a panic is the error of its block. The cost: the wheel is a tenth larger and a few
//!   hundredths slower, and nothing that the programs compiled can be used for it.
//! - **Typed attributes are generated from the JSON Schema** of the full document, so that Python's names are the document's. The
//!   cost: a view's attributes come through JSON text, except the summary's numbers.

mod analyzers;
mod code;
mod errors;
mod identity;
mod many;
mod measure;
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

/// The module `oxmca._oxmca`. All of its objects are frozen and can be shared by threads, so that it needs no global lock.
#[pymodule(gil_used = false)]
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
    use crate::measure::{measure, measure_worker};
    #[pymodule_export]
    use crate::object::{loops, loops_of_text, object_triple};
    #[pymodule_export]
    use crate::options::Options;
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::session::{Session, catalog, host_cpu, host_triple};
}
