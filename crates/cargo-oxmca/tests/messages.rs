//! Messages about mistakes, each with the exit status of the program that gave it.

use std::process::Command;

use crate::fixture::{Fixture, add_environment};

#[test]
fn cargos_errors_are_passed_on() {
    let broken = Fixture::new("broken");
    let printed = broken.run("");
    let error = printed.error(101);
    assert!(
        error.contains("error[E0308]: mismatched types") && error.contains("could not compile")
    );
    assert_eq!(printed.stdout, "");
    let empty = tempfile::tempdir().unwrap();
    let mut command = broken.cargo("");
    let output = command.arg("oxmca").current_dir(empty.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(101));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not find `Cargo.toml`"));
    std::fs::write(broken.path().join("Cargo.toml"), "[package\n").unwrap();
    assert!(!broken.run("").error(101).is_empty());
}

#[test]
fn unknown_functions_have_a_list_of_those_that_there_are() {
    let fixture = Fixture::new("workspace");
    let printed = fixture.run("-p kernels scael");
    let error = printed.error(1);
    assert!(
        error.contains("no function with 'scael' in its name (did you mean scale?)"),
        "{error}"
    );
    assert!(error.contains("It has these:\n   0  <kernels::Numbers as "), "{error}");
    assert!(error.contains("other targets of package `kernels`: --example sums"), "{error}");
}

#[test]
fn wrong_arguments_end_with_a_message() {
    let fixture = Fixture::new("workspace");
    for (arguments, message) in [
        ("--frobnicate", "unexpected argument '--frobnicate'"),
        ("scale second", "invalid value 'second' for '[INDEX]'"),
        ("--lib --bin one", "cannot be used with"),
        ("--explain --diff HEAD", "cannot be used with"),
        ("--codegen-units 0", "0 is not in 1..=256"),
    ] {
        let printed = fixture.run(arguments);
        assert!(printed.error(1).contains(message), "{}", printed.stderr);
    }
    let help = fixture.run("--help");
    assert!(
        help.text().contains("Usage: cargo oxmca [OPTIONS] [FUNCTION] [INDEX]"),
        "{}",
        help.stdout
    );
    assert!(fixture.run("--version").text().starts_with("cargo oxmca "));
}

#[test]
fn without_the_other_program_its_installation_is_told() {
    let fixture = Fixture::new("workspace");
    let missing = fixture.path().join("none");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-oxmca"));
    add_environment(&mut command);
    let output = command.env("OXMCA", &missing).current_dir(fixture.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("error: OXMCA names ") && error.contains("which is no file"));
}
