//! Documents whose commands print what they say. `cargo xtask bless` writes it anew.

use std::fs;
use std::path::Path;

use oxmca_testing::transcript;
use oxmca_testing::trials::VARIABLE;

#[test]
fn the_page_about_ci_is_true() {
    check("docs/ci.md");
}

#[test]
fn the_page_about_hardware_data_is_true() {
    check("docs/add-hardware-data.md");
}

#[test]
fn the_page_about_cycles_per_iteration_is_true() {
    check("docs/steady-state.md");
}

#[test]
fn the_page_about_json_is_true() {
    if std::process::Command::new("jq").arg("--version").output().is_err() {
        eprintln!("jq is not installed: docs/json.md is not checked");
        return;
    }
    check("docs/json.md");
}

fn check(page: &str) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let name = format!("oxmca-transcript-{}-{}", std::process::id(), page.len());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    let path = top.join(page);
    let document = fs::read_to_string(&path).unwrap();
    let found = transcript::replayed(&document, &folder, Path::new(env!("CARGO_BIN_EXE_oxmca")));
    fs::remove_dir_all(&folder).unwrap();
    let found = found.unwrap();
    match std::env::var_os(VARIABLE) {
        Some(_) => fs::write(path, found).unwrap(),
        None => assert_eq!(found, document),
    }
}
