//! The error of a text that cannot be analyzed.

use std::fmt;

use super::Code;
use crate::error::ErrorKind;

/// The reason why a text cannot be analyzed as a whole. All of these are the fault of who wrote it.
#[non_exhaustive]
pub enum ParseError {
    /// Something in it is wrong. The rest is there all the same, as if the wrong lines, region markers
    /// and instruments had been left out.
    Invalid(Box<Code>),
    /// No region has an instruction.
    Empty(Box<Code>),
    /// It has more than 128 MiB.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Invalid(code) => f.write_str(code.messages().trim_end()),
            ParseError::Empty(_) => ErrorKind::Empty.fmt(f),
            ParseError::TooLarge => f.write_str("the text is too large"),
        }
    }
}

impl std::error::Error for ParseError {}

/// The messages, since `main` shows what it returns by `Debug`.
impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
