//! Errors of parsing.

use crate::source::{Loc, LocRange};

/// Proof that an error was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorReported;

/// An error that is kept until its statement is given up.
pub(super) struct PendingError {
    pub loc: Loc,
    pub range: LocRange,
    pub message: Vec<u8>,
}

/// Result of a parsing step. An error has been reported already; the statement is then skipped.
pub type ParseResult<T = ()> = Result<T, ErrorReported>;

/// Joins strings and byte strings into a message.
macro_rules! message {
    ($($part:expr),+ $(,)?) => {{
        let mut message = Vec::<u8>::new();
        $(message.extend_from_slice(AsRef::<[u8]>::as_ref(&$part));)+
        message
    }};
}
pub(crate) use message;
