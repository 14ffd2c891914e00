//! Sets of extensions, and the error where there is none.

use std::collections::BTreeSet;
use std::fmt;

/// The width and the extensions that an arch string names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arch {
    /// The width of a register: 32 or 64.
    pub xlen_bits: u32,
    /// The names of the extensions, those that are implied included.
    pub extensions: BTreeSet<String>,
}

impl Arch {
    /// Returns whether an extension is among them.
    pub fn has(&self, name: &str) -> bool {
        self.extensions.contains(name)
    }

    /// Adds an extension. Returns whether it is new.
    pub fn add(&mut self, name: &str) -> bool {
        self.extensions.insert(name.to_owned())
    }
}

/// The reason for which a string is no arch string, in LLVM's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchError(pub String);

impl fmt::Display for ArchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ArchError {}

/// Fails with a message.
///
/// # Errors
/// Always.
pub fn error<T>(text: impl Into<String>) -> Result<T, ArchError> {
    Err(ArchError(text.into()))
}
