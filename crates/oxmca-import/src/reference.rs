//! The folder with LLVM's source tree and table dumps.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// Returns the folder with `source` and `dumps`: the one that `LLVM_REFERENCE` names, or `llvm-reference-23`
/// in the user's cache folder.
///
/// # Errors
/// The environment names neither.
pub fn reference_folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("LLVM_REFERENCE") {
        return Ok(folder.into());
    }
    let home = std::env::var_os("HOME");
    let home = home.ok_or_else(|| Error::other("neither LLVM_REFERENCE nor HOME is set"))?;
    Ok(Path::new(&home).join(".cache/llvm-reference-23"))
}
