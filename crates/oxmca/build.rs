//! Puts the script of pages together.

#[path = "src/report/html/script.rs"]
mod script;

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=src/report/html/page");
    let path = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("page.js");
    if let Err(error) = fs::write(&path, script::script()) {
        println!("cargo::error=cannot write {}: {error}", path.display());
    }
}
