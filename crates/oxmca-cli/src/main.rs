//! The `oxmca` program.
fn main() {}
