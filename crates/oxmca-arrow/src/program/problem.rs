//! Problems of the program.

use std::error::Error;

/// A problem in words.
pub type Problem = Box<dyn Error + Send + Sync>;
