//! The wrapper that cargo calls in place of the compiler, for crates of the workspace.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

use crate::failure::status_of;

/// Tells this program that it is called as a wrapper, and has the wrapper that was there before, if there was one.
const VARIABLE: &str = "CARGO_OXMCA_WRAPS";
const OF_CARGO: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Asks cargo for this wrapper, within one that may be there.
pub fn set_up(cargo: &mut Command) -> Result<(), String> {
    let program =
        env::current_exe().map_err(|error| format!("the path of this program: {error}"))?;
    cargo.env(VARIABLE, env::var_os(OF_CARGO).unwrap_or_default()).env(OF_CARGO, program);
    Ok(())
}

/// Returns the command line that is wrapped, if this program is called as a wrapper.
pub fn arguments() -> Option<Vec<OsString>> {
    let before = env::var_os(VARIABLE)?;
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // As a command, even within a build, cargo gives its name.
    if arguments.first().is_none_or(|it| it == "oxmca") {
        return None;
    }
    if !before.is_empty() {
        arguments.insert(0, before);
    }
    Some(arguments)
}

/// Runs the compiler with names of Rust's newer mangling, which has the types of generic instances, and gives its status.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let program = arguments.next().unwrap_or_default();
    let arguments: Vec<OsString> = arguments.collect();
    let mut compiler = Command::new(&program);
    compiler.args(&arguments);
    // Other calls ask the compiler for its version and settings.
    if arguments.iter().any(|it| it == "--crate-name") {
        compiler.args(["-C", "symbol-mangling-version=v0"].map(OsStr::new));
    }
    match compiler.status() {
        Ok(status) => ExitCode::from(status_of(status)),
        Err(error) => {
            eprintln!("error: {}: {error}", program.to_string_lossy());
            ExitCode::FAILURE
        }
    }
}
