//! Nothing but tests: schemas, documents and recordings of oxmca, read by crates of other authors.
//!
//! `cargo build && cargo test -p oxmca-cross-checks` runs them, on the program that the variable `OXMCA` names if it is set.
