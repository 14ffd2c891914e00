//! `xtask import`: from LLVM's table dumps to the text tables under `crates/oxmca-tables/data`. The command is that of
//! `oxmca-import`.

use std::process::ExitCode;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    oxmca_import::run_command("xtask import", arguments)
}
