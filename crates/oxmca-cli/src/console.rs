//! Messages on standard error, as LLVM's tools print them, in colour on a terminal only.

use std::io::{IsTerminal, Write};

/// How a message begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `error: `
    Error,
    /// `warning: `
    Warning,
    /// `note: `
    Note,
}

impl Kind {
    fn label(self) -> &'static str {
        match self {
            Kind::Error => "error",
            Kind::Warning => "warning",
            Kind::Note => "note",
        }
    }

    /// Bold red, magenta and bright black, the colours LLVM uses.
    fn colour(self) -> &'static str {
        match self {
            Kind::Error => "\x1b[0;1;31m",
            Kind::Warning => "\x1b[0;1;35m",
            Kind::Note => "\x1b[0;1;30m",
        }
    }
}

/// Prints one message with its kind before it.
pub fn message(kind: Kind, text: &str) {
    let colour = std::env::var_os("NO_COLOR").is_none() && std::io::stderr().is_terminal();
    if colour {
        raw(format!("{}{}: \x1b[0m{text}\n", kind.colour(), kind.label()).as_bytes());
    } else {
        raw(format!("{}: {text}\n", kind.label()).as_bytes());
    }
}

/// Prints `error: ` and the text.
pub fn error(text: &str) {
    message(Kind::Error, text);
}

/// Prints bytes as they are. There is nowhere left to report that standard error is closed.
pub fn raw(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}
