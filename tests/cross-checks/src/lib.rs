//! Nothing but tests: schemas, documents and recordings of oxmca, read by crates of other authors.
//!
//! `cargo test --manifest-path tests/cross-checks/Cargo.toml` runs them on the program that the variable
//! `OXMCA` names, or on the release build.
