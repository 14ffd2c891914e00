//! Links the program so that it starts fast.
//!
//! It never unwinds, but the standard library refers to the unwinder, which is a shared library on
//! GNU systems. To load one takes about as long as the program itself needs for a small input.
//! Where the linker has the same as an archive, that is taken. At a fixed address there are no
//! pointers to adjust either.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let is_gnu = target("OS") == "linux" && target("ENV") == "gnu";
    let is_cross = env::var("HOST") != env::var("TARGET");
    if !is_gnu || is_cross {
        return;
    }
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let found = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output();
    let Ok(found) = found else { return };
    let path = String::from_utf8_lossy(&found.stdout).into_owned();
    // Without it, the bare name comes back.
    let path = Path::new(path.trim());
    if let Some(directory) = path.parent().filter(|_| path.is_absolute() && path.exists()) {
        println!("cargo::rustc-link-search=native={}", directory.display());
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        println!("cargo::rustc-link-arg-bin=oxmca=-no-pie");
    }
}
