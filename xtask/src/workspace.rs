//! The checkout that commands work on.

use std::env;
use std::io;
use std::path::PathBuf;

/// Returns its folder.
pub fn folder() -> io::Result<PathBuf> {
    // What cargo says now, since the program may have been compiled in another checkout with the
    // same target directory.
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(package).join("..").canonicalize()
}
