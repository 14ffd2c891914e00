//! Inputs of targets below `tests/targets`, each in the folder of its Cargo feature, with what the program prints for them
//! beside, which is what llvm-mca 23 prints where it can: inputs called `explain-...` ask for explanations. The first line
//! of a text holds the arguments. Objects have lines of arguments beside them.
//!
//! The variable `OXMCA` names another program than the one of this build. Targets that it lacks are left out.
//! `OXMCA_BLESS=1` records what it prints, which should then be compared with LLVM's.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use oxmca_testing::trials::{self, Failed, Trial};

fn main() -> ExitCode {
    let folder = trials::folder("tests/targets");
    let mut names: Vec<String> = match fs::read_dir(&folder) {
        Ok(entries) => {
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
        }
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    names.sort();
    let mut all = Vec::new();
    for name in &names {
        let folder = folder.join(name);
        if is_built_in(name, &folder) {
            all.extend(trials_of(name, &folder));
        }
    }
    trials::run(all)
}

fn trials_of(name: &str, folder: &Path) -> Vec<Trial> {
    let prefix = format!("{name}/");
    let mut all = trials::of_files(&prefix, folder, "s", check);
    if trials::files(folder, "o").is_ok() {
        all.extend(trials::of_files(&prefix, folder, "o", check_object));
    }
    all
}

fn program() -> OsString {
    std::env::var_os("OXMCA").unwrap_or_else(|| env!("CARGO_BIN_EXE_oxmca").into())
}

/// Returns whether the program has a target, which the first of its texts asks for.
fn is_built_in(name: &str, folder: &Path) -> bool {
    let texts = trials::files(folder, "s").unwrap_or_default();
    let output = texts.first().and_then(|it| run_on_text(it).ok()).unwrap_or_default();
    let left_out = format!("Cargo feature `{name}` is off");
    !String::from_utf8_lossy(&output).contains(&left_out)
}

/// Compares what the program prints for a text.
fn check(path: &Path) -> Result<(), Failed> {
    trials::compare(&path.with_extension("expected"), run_on_text(path)?)
}

fn run_on_text(path: &Path) -> Result<Vec<u8>, Failed> {
    let text = fs::read_to_string(path)?;
    let first = text.lines().next().unwrap_or_default();
    let (_, arguments) =
        first.split_once(" arguments: ").ok_or("the first line states no arguments")?;
    let mut command = Command::new(program());
    command.args(arguments.split(' ')).stdin(Stdio::from(File::open(path)?));
    printed(&mut command)
}

/// Compares what the program prints for an object, with each line of arguments.
fn check_object(path: &Path) -> Result<(), Failed> {
    let name = path.file_name().ok_or("a file has a name")?;
    let mut found = Vec::new();
    for arguments in fs::read_to_string(path.with_extension("arguments"))?.lines() {
        let mut command = Command::new(program());
        command.current_dir(path.parent().ok_or("a file is in a folder")?);
        found.extend(format!("{arguments}:\n").bytes());
        found.extend(printed(command.args(arguments.split(' ')).arg(name))?);
    }
    trials::compare(&path.with_extension("loops"), found)
}

/// Returns what a program prints to both of its outputs.
fn printed(command: &mut Command) -> Result<Vec<u8>, Failed> {
    let output = command.output()?;
    let mut printed = output.stdout;
    printed.extend_from_slice(b"standard error:\n");
    printed.extend(output.stderr);
    Ok(printed)
}
