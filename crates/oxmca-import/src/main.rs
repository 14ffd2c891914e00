//! `oxmca-import`: the command `cargo xtask import` by itself, which is compiled much sooner than all of xtask.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    oxmca_import::run_command("oxmca-import", &arguments)
}
