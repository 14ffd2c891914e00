//! Maintenance commands: `cargo xtask COMMAND`.

mod import;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("import") => import::run(&arguments.collect::<Vec<_>>()),
        other => {
            if let Some(other) = other {
                eprintln!("xtask: unknown command `{other}`");
            }
            eprintln!("usage: cargo xtask import [TARGET...] [--check]");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
