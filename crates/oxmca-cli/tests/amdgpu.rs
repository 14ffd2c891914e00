//! Inputs for AMD's graphics processors below `tests/amdgpu`, with what llvm-mca 23 prints for them. The first line of an
//! input holds the arguments. Builds without their tables have nothing to compare.
//!
//! Objects, which clang 23 wrote, have their loops beside them.
//!
//! Inputs called `explain-...` ask for explanations, which llvm-mca does not give.
//!
//! `OXMCA_BLESS=1` records what the program prints, which should then be compared with LLVM's.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use oxmca_asm::target;
use oxmca_asm::triple::Triple;
use oxmca_testing::trials::{self, Failed};

fn main() -> ExitCode {
    let is_built_in = target::create(Triple::new("amdgcn")).is_ok();
    let folder = trials::folder("tests/amdgpu");
    let mut all = Vec::new();
    if is_built_in {
        all.extend(trials::of_files("amdgpu/", &folder, "s", check));
        all.extend(trials::of_files("amdgpu/", &folder, "o", check_object));
    }
    trials::run(all)
}

/// Compares the loops of an object file, and the report on its function, for the CPU that it states.
fn check_object(path: &Path) -> Result<(), Failed> {
    let name = path.file_name().ok_or("a file has a name")?;
    let mut found = Vec::new();
    for arguments in [&["loops"][..], &["--function=sum", "--iterations=1"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
            .current_dir(path.parent().ok_or("a file is in a folder")?)
            .args(arguments)
            .arg(name)
            .output()?;
        found.extend(format!("{}:\n", arguments.join(" ")).bytes());
        found.extend(output.stdout);
        found.extend_from_slice(b"standard error:\n");
        found.extend(output.stderr);
    }
    trials::compare(&path.with_extension("loops"), found)
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let arguments = text.lines().next().and_then(|line| line.strip_prefix("; arguments: "));
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
