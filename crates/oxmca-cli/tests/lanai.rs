//! Inputs for Lanai below `tests/lanai`, with what llvm-mca 23 prints for them, and loops of object
//! files. The first line of an input holds the arguments.
//!
//! `OXMCA_BLESS=1` records what the program prints, which should then be compared with LLVM's.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use oxmca_testing::trials::{self, Failed};

fn main() -> ExitCode {
    let folder = trials::folder("tests/lanai");
    let mut all = trials::of_files("lanai/", &folder, "s", check);
    all.extend(trials::of_files("lanai/", &folder, "o", check_object));
    trials::run(all)
}

/// Compares what the program prints for an input.
fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let arguments = text.lines().next().and_then(|line| line.strip_prefix("! arguments: "));
    let arguments = arguments.ok_or("the first line states no arguments")?;
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(arguments.split(' '))
        .stdin(Stdio::from(fs::File::open(path)?))
        .output()?;
    let mut found = output.stdout;
    found.extend_from_slice(b"standard error:\n");
    found.extend(output.stderr);
    trials::compare(&path.with_extension("expected"), found)
}

/// Compares the loops of an object file.
fn check_object(path: &Path) -> Result<(), Failed> {
    let name = path.file_name().ok_or("a file has a name")?;
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .current_dir(path.parent().ok_or("a file is in a folder")?)
        .args(["loops", "-mcpu=v11"])
        .arg(name)
        .output()?;
    let mut found = output.stdout;
    found.extend_from_slice(b"standard error:\n");
    found.extend(output.stderr);
    trials::compare(&path.with_extension("loops"), found)
}
