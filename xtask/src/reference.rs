//! The reference: an unpacked LLVM source tree and table dumps made from it.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// The folder with `source` and `dumps`: the one that `LLVM_REFERENCE` names, or `llvm-reference` in the user's
/// cache folder.
pub fn folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("LLVM_REFERENCE") {
        return Ok(folder.into());
    }
    let home = std::env::var_os("HOME");
    let home = home.ok_or_else(|| Error::other("neither LLVM_REFERENCE nor HOME is set"))?;
    Ok(Path::new(&home).join(".cache/llvm-reference"))
}
