//! Formats of oxmca's test data: readers, writers and comparisons that tests, fuzz targets and `xtask`
//! share.
//!
//! | module | contents |
//! |---|---|
//! | [`trials`] | one trial per file; expected output beside its input, recorded with `cargo xtask bless` |
//! | [`text_diff`] | the first differences of two texts, for people |
//! | [`golden`] | assembly files with the runs that their first lines name |
//! | [`bad_inputs`] | lists of wrong inputs and command lines |
//! | [`machine_code`] | files of instructions with their machine code |
//! | [`pairs`] | two versions of a loop, with what a machine took for each |
//! | [`perf_data`] | a writer of recordings of `perf record` and of the ELF files they name |
//! | [`forged_debug`] | programs whose debug information asks for far more memory than they have bytes |
//! | `columns` | small files of Arrow and Parquet, with the feature of that name |
//! | [`json_schema`] | a validator, and checks that documents use all of a schema |
//! | [`random`] | reproducible pseudo-random numbers |
//!
//! Nothing here depends on another crate of oxmca, so that the tests of each can use it.

pub mod bad_inputs;
mod bytes;
#[cfg(feature = "columns")]
pub mod columns;
pub mod forged_debug;
pub mod golden;
pub mod json_schema;
pub mod machine_code;
pub mod pairs;
pub mod perf_data;
pub mod random;
pub mod text_diff;
pub mod transcript;
pub mod trials;
