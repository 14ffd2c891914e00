//! Problems of reading files.

/// A problem in words.
pub type ReadError = Box<dyn std::error::Error + Send + Sync>;
