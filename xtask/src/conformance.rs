//! `xtask conformance`: LLVM's own llvm-mca tests on our binary.

use std::process::{Command, ExitCode};

/// Where the script that runs LLVM's tests is looked for.
const SCRIPT: &str = "../shared/tools/conformance";

/// Runs the script (or the one `OXMCA_CONFORMANCE` names) on the release binary. Arguments select
/// tests by path, e.g. `X86/BtVer2`.
pub fn run(arguments: &[String]) -> ExitCode {
    let script = std::env::var("OXMCA_CONFORMANCE").unwrap_or_else(|_| SCRIPT.to_owned());
    match Command::new(&script).arg("target/release/oxmca").args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conformance: {script}: {error}; set OXMCA_CONFORMANCE to the script's path");
            ExitCode::from(2)
        }
    }
}
