//! Documents whose commands print what they say. `cargo xtask bless` writes it anew.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use oxmca_testing::transcript;
use oxmca_testing::trials::VARIABLE;

#[test]
fn the_page_about_ci_is_true() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("oxmca-transcript-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = top.join("docs/ci.md");
    let document = fs::read_to_string(&path).unwrap();
    let found = transcript::replayed(&document, &folder, Path::new(env!("CARGO_BIN_EXE_oxmca")));
    fs::remove_dir_all(&folder).unwrap();
    let found = found.unwrap();
    match std::env::var_os(VARIABLE) {
        Some(_) => fs::write(path, found).unwrap(),
        None => assert_eq!(found, document),
    }
}
