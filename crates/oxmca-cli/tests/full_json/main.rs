//! The document of `--json=full`: all of it is in the schema, all of the schema is in some document, and
//! its values are those of the other reports. Needs no LLVM.

mod runs;
mod schema;
mod text;
mod values;

use serde_json::Value;

/// The schema users get.
fn schema() -> Value {
    serde_json::from_str(oxmca::report::json::full::SCHEMA).expect("the schema is JSON")
}
