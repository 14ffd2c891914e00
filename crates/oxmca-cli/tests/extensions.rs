//! `oxmca NAME` runs `oxmca-NAME`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program in a folder, with that alone in `PATH`.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    command.args(arguments).current_dir(folder).env("PATH", folder);
    command.output().expect("a program")
}

#[test]
fn programs_in_the_path_are_commands() {
    let name = format!("oxmca-extensions-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    fs::create_dir_all(&folder.0).expect("a folder");
    let program = folder.0.join("oxmca-frob");
    fs::write(&program, "#!/bin/sh\necho \"frob: $*\"\nexit 3\n").expect("a program");
    // It cannot be run yet.
    let message = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let missing = run(&folder.0, &["frob"]);
    assert!(message(&missing).contains("No such file or directory"), "{missing:?}");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("permissions");
    let found = run(&folder.0, &["frob", "a", "--b"]);
    assert_eq!((found.status.code(), &found.stdout[..]), (Some(3), &b"frob: a --b\n"[..]));
    // Options before it are llvm-mca's, and so is a file of its name.
    assert_ne!(run(&folder.0, &["-timeline", "frob"]).status.code(), Some(3));
    fs::write(folder.0.join("frob"), "nop\n").expect("a file");
    let read = run(&folder.0, &["frob", "-mtriple=x86_64", "-mcpu=skylake"]);
    assert!(read.status.success(), "{read:?}");
}

#[test]
fn a_known_program_that_is_not_there_is_named() {
    let folder = std::env::temp_dir();
    let output = run(&folder, &["mcp"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    // It may lie beside the program that is tested.
    let is_beside = Path::new(env!("CARGO_BIN_EXE_oxmca")).with_file_name("oxmca-mcp").exists();
    assert!(is_beside || message.contains("oxmca-mcp, which is neither beside"), "{message}");
}
