//! Links the program so that it starts fast: statically and at a fixed address.
//!
//! On a small input most time goes into starting. A static program needs no loader, and at a fixed
//! address it has no pointers to adjust. `-C target-feature=+crt-static` would do it, too, but no
//! manifest can ask for it, and in `RUSTFLAGS` it also meets procedural macros, which must be
//! shared. So the linker is asked here, for this program alone.
//!
//! rustc names the system's libraries after `-Bdynamic`, where `-lc` finds `libc.so` whatever
//! `-static` says, and a program that then lacks a loader crashes. Therefore linker scripts of those
//! names lead to the archives. Where some are not installed, the program shares the C library, and
//! the unwinder, which it never runs, is taken from an archive: to load that takes as long as a small
//! analysis.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The unwinder as a shared library, and the archives that have the same.
const UNWINDER: Library = ("gcc_s", &["libgcc_eh.a", "libgcc.a"]);

/// What else Rust's standard library asks the linker for on GNU/Linux.
const OTHERS: [Library; 6] = [
    ("c", &["libc.a", "libgcc_eh.a", "libgcc.a"]),
    ("dl", &["libdl.a"]),
    ("m", &["libm.a"]),
    ("pthread", &["libpthread.a"]),
    ("rt", &["librt.a"]),
    ("util", &["libutil.a"]),
];

type Library = (&'static str, &'static [&'static str]);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let is_gnu = target("OS") == "linux" && target("ENV") == "gnu";
    let is_cross = env::var("HOST") != env::var("TARGET");
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let is_sanitized = env::var_os("CARGO_CFG_SANITIZE").is_some();
    if !is_gnu || is_cross || is_static || is_sanitized {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let link = |argument: &str| println!("cargo::rustc-link-arg-bin=oxmca={argument}");
    let link_archives = |libraries: &[Library], folder: &str, arguments: &[&str]| {
        let folder = out.join(folder);
        let is_complete = write_scripts(&folder, libraries).is_ok_and(|complete| complete);
        if is_complete {
            link(&format!("-L{}", folder.display()));
            arguments.iter().for_each(|argument| link(argument));
        }
        is_complete
    };
    if link_archives(&[UNWINDER], "unwinder", &["-no-pie"]) {
        link_archives(&OTHERS, "static", &["-static"]);
    }
}

/// Writes a linker script for each library, or none if an archive is missing.
fn write_scripts(folder: &Path, libraries: &[Library]) -> io::Result<bool> {
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let mut scripts = Vec::new();
    for (library, archives) in libraries {
        let mut group = String::new();
        for archive in *archives {
            let found =
                Command::new(&linker).arg(format!("-print-file-name={archive}")).output()?;
            // Of what is missing, the bare name comes back.
            let path = String::from_utf8_lossy(&found.stdout).trim().to_owned();
            if !Path::new(&path).is_absolute() || !Path::new(&path).exists() {
                return Ok(false);
            }
            group.push_str(&format!(" \"{path}\""));
        }
        scripts.push((library, format!("GROUP ({group} )\n")));
    }
    fs::create_dir_all(folder)?;
    for (library, script) in scripts {
        // Some linkers look for archives only, once they have read `-static`.
        for kind in ["so", "a"] {
            fs::write(folder.join(format!("lib{library}.{kind}")), &script)?;
        }
    }
    Ok(true)
}
