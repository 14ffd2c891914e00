//! Messages on standard error, as LLVM's tools print them, with colours and hints where a person
//! reads them.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use oxmca::session::render_plain;
use oxmca_asm::{Severity, lossless};

use crate::files;
use crate::flags::args::When;
use crate::progress;
use crate::run::{self, Failed};

/// Preferences of the user, once arguments have been read. Terminals are asked only when there is
/// something to say, so that a start without messages does not pay for it.
struct Preferences {
    colour: When,
    suggestions: When,
}

static PREFERENCES: OnceLock<Preferences> = OnceLock::new();

/// Takes over `-color` and `-suggestions`; only the first call counts.
pub fn set_up(colour: When, suggestions: When) {
    let _ = PREFERENCES.set(Preferences { colour, suggestions });
}

/// Returns whether messages are coloured.
pub fn is_coloured() -> bool {
    let preference = PREFERENCES.get().map_or(When::Auto, |preferences| preferences.colour);
    preference.decide(|| {
        let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        !is_unwanted && is_terminal() && terminal_has_colours()
    })
}

/// Returns whether hints beyond LLVM's messages are given.
pub fn suggests() -> bool {
    let preference = PREFERENCES.get().map_or(When::Auto, |preferences| preferences.suggestions);
    preference.decide(is_terminal)
}

/// Returns whether somebody watches standard error.
pub fn is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns whether the terminal is one of those LLVM colours text on.
fn terminal_has_colours() -> bool {
    if cfg!(windows) {
        return true;
    }
    let name = std::env::var("TERM").unwrap_or_default();
    matches!(name.as_str(), "ansi" | "cygwin" | "linux")
        || ["screen", "xterm", "vt100", "rxvt"].iter().any(|family| name.starts_with(family))
        || name.ends_with("color")
}

/// A place for what a run prints beside its report.
pub trait Console {
    /// Prints bytes on standard error.
    fn stderr(&mut self, bytes: &[u8]);

    /// Prints bytes on standard output, before the report.
    ///
    /// # Errors
    /// When they cannot be written.
    fn stdout(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Prints a message with its severity before it.
    fn message(&mut self, severity: Severity, text: &str) {
        self.stderr(&line(severity, text));
    }

    /// Prints an error.
    fn error(&mut self, text: &str) {
        self.message(Severity::Error, text);
    }

    /// Prints text as it is, but for characters that stand for bytes: see [`lossless`].
    fn text(&mut self, text: &str) {
        self.stderr(&lossless::to_bytes(text));
    }
}

/// The streams of the process. Bars of progress are hidden while something is written.
pub struct Streams;

impl Console for Streams {
    /// There is nowhere left to report that standard error is closed.
    fn stderr(&mut self, bytes: &[u8]) {
        progress::hidden_while(|| {
            let _ = io::stderr().write_all(bytes);
        });
    }

    fn stdout(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes.is_empty() {
            true => Ok(()),
            false => files::print(bytes),
        }
    }
}

/// Output that is held back, to be printed in its turn.
#[derive(Default)]
pub struct CapturedOutput {
    /// Of standard output, before the report.
    pub stdout: Vec<u8>,
    /// Of standard error.
    pub stderr: Vec<u8>,
}

impl Console for CapturedOutput {
    fn stderr(&mut self, bytes: &[u8]) {
        self.stderr.extend_from_slice(bytes);
    }

    fn stdout(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stdout.extend_from_slice(bytes);
        Ok(())
    }
}

/// A line: the message with its severity before it.
pub fn line(severity: Severity, text: &str) -> Vec<u8> {
    let mut line = Vec::new();
    render_plain(severity, text, is_coloured(), &mut line);
    line
}

/// Prints a message on standard error.
pub fn message(severity: Severity, text: &str) {
    Streams.message(severity, text);
}

/// Prints text on standard error as it is.
pub fn text(text: &str) {
    Streams.text(text);
}

/// Prints an error on standard error, and gives the exit status.
pub fn failed(message: &str) -> Failed {
    run::failed(message, &mut Streams)
}

/// Prints why output was not written on standard error, and gives the exit status.
pub fn write_failed(error: &io::Error) -> Failed {
    run::write_failed(error, &mut Streams)
}
