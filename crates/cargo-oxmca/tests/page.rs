//! The commands of `docs/cargo.md`, run in the workspace that it is about.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixture::{Fixture, add_environment};

#[test]
fn every_command_of_the_page_works() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cargo.md");
    let page = fs::read_to_string(page).unwrap();
    let fixture = Fixture::new("workspace");
    fixture.commit_all();
    let mut run = 0;
    let mut is_run = false;
    for line in page.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            is_run = matches!(fence, "console" | "sh");
            continue;
        }
        let command = line.split("  #").next().unwrap_or_default().trim_start_matches("$ ");
        if !is_run || !command.starts_with("cargo oxmca") {
            continue;
        }
        let mut shell = Command::new("sh");
        add_environment(&mut shell);
        let output =
            shell.args(["-c", command]).current_dir(fixture.path().join("kernels")).output();
        let output = output.unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        // A name of several functions is an error, which the page shows.
        let expected = if command == "cargo oxmca dot" { 1 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{command}\n{error}");
        run += 1;
    }
    assert!(run >= 10, "{run} commands");
}
