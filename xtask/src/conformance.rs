//! `xtask conformance`: LLVM's own llvm-mca tests on our binary.

use std::process::{Command, ExitCode};

/// Runs the script named by `OXMCA_CONFORMANCE` (arguments: binary, then filters), which unpacks
/// LLVM's test-suite and prints one line per target. Says so and fails when it is not set.
pub fn run(arguments: &[String]) -> ExitCode {
    let Ok(script) = std::env::var("OXMCA_CONFORMANCE") else {
        eprintln!("conformance: set OXMCA_CONFORMANCE to the script that runs LLVM's tests");
        return ExitCode::from(2);
    };
    let binary = "target/release/oxmca";
    match Command::new(&script).arg(binary).args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conformance: {script}: {error}");
            ExitCode::from(2)
        }
    }
}
