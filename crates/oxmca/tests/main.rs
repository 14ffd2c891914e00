//! Tests of the library by its public interface. One program, since each that is linked contains the tables.

mod advice;
#[cfg(feature = "x86")]
mod interrupt;
mod machine_code;
mod models;
mod session;
mod steady_state;
mod timeline;
