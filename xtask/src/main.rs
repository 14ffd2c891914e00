//! Maintenance commands.
fn main() {}
