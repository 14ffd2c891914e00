//! Tests of requests by the public interface, in one program.

mod internal;
mod options;
mod timeout;
