//! The reference: its programs, an unpacked LLVM source tree and table dumps made from it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::Context;

pub use oxmca_import::reference_folder as folder;

/// The names of its programs.
pub const LLVM_MCA: &str = "llvm-mca-23";
pub const LLVM_MC: &str = "llvm-mc-23";
pub const LLVM_OBJDUMP: &str = "llvm-objdump-23";
/// Compares output with what tests expect; its own version does not matter.
pub const FILE_CHECK: &str = "FileCheck-22";

/// Runs one of its programs on a text.
///
/// # Errors
/// The program cannot be run.
pub fn run(program: &Path, arguments: &[String], text: String) -> anyhow::Result<Output> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .spawn()
        .with_context(|| format!("`{}` cannot be run", program.display()))?;
    let mut stdin = child.stdin.take().context("no pipe")?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(text.as_bytes())));
        child.wait_with_output()
    })?;
    Ok(output)
}
