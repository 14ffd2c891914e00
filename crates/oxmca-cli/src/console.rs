//! Messages on standard error, as LLVM's tools print them, with colours and hints where a person
//! reads them.

use std::io::{self, Write};
use std::sync::OnceLock;

use oxmca::session::render_plain;
use oxmca_asm::{Severity, lossless};

use crate::flags::args::When;
use crate::{files, output, progress, terminal};

/// An exit status other than success, after the messages that explain it.
pub type Failed = i32;

/// The status shells show for a program that a closed pipe ended, as it does llvm-mca.
pub const BROKEN_PIPE: Failed = 141;

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
        let is_wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        terminal::is_stderr() && is_wanted() && terminal_has_colours()
    })
}

/// Returns whether a report on standard output is coloured.
pub fn is_stdout_coloured() -> bool {
    let preference = PREFERENCES.get().map_or(When::Auto, |preferences| preferences.colour);
    preference.decide(|| {
        let is_wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        terminal::is_stdout() && is_wanted() && terminal_has_colours()
    })
}

/// Returns whether hints beyond LLVM's messages are given.
pub fn suggests() -> bool {
    let preference = PREFERENCES.get().map_or(When::Auto, |preferences| preferences.suggestions);
    preference.decide(terminal::is_stderr)
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

/// The streams for the messages of a run, and for output before its report.
pub trait Console {
    /// Prints bytes on standard error as they are: see [`rendered`].
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

    /// Prints text without a severity. Characters that stand for bytes become bytes: see [`lossless`].
    fn text(&mut self, text: &str) {
        self.stderr(&rendered(|_, out| out.extend_from_slice(&lossless::to_bytes(text))));
    }

    /// Prints an error, and gives the exit status.
    fn failed(&mut self, message: &str) -> Failed {
        self.error(message);
        1
    }

    /// Prints an error on which LLVM gives up, and gives the exit status.
    fn fatal(&mut self, message: &str) -> Failed {
        self.text(&format!("LLVM ERROR: {message}\n"));
        1
    }

    /// Prints why output was not written, unless nobody reads it any more, and gives the exit status.
    fn write_failed(&mut self, error: &io::Error) -> Failed {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return BROKEN_PIPE;
        }
        let reason = files::describe(error);
        self.fatal(&format!("IO failure on output stream: {reason}"))
    }
}

/// The streams of the process. Bars of progress are hidden while something is written.
pub struct Streams;

impl Console for Streams {
    /// Writes to standard error. If that is closed, nobody can be told.
    fn stderr(&mut self, bytes: &[u8]) {
        progress::hidden_while(|| {
            let _ = io::stderr().write_all(bytes);
        });
    }

    fn stdout(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes.is_empty() {
            true => Ok(()),
            false => output::print(bytes),
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

/// Returns the text for standard error that a function appends in two forms, with colours or
/// without. On a terminal control characters that are no colours are shown.
pub fn rendered(render: impl Fn(bool, &mut Vec<u8>)) -> Vec<u8> {
    let is_coloured = is_coloured();
    let mut text = Vec::new();
    render(is_coloured, &mut text);
    if !terminal::is_stderr() {
        return text;
    }
    if !is_coloured {
        return terminal::show_controls(&text).into_owned();
    }
    let mut plain = Vec::new();
    render(false, &mut plain);
    terminal::show_controls_beside_colours(&text, &plain)
}

/// Returns a line: the message with its severity before it.
pub fn line(severity: Severity, text: &str) -> Vec<u8> {
    rendered(|is_coloured, line| render_plain(severity, text, is_coloured, line))
}

/// Prints text on standard output, and gives the exit status.
pub fn print(text: &str) -> i32 {
    output::print(text.as_bytes()).map_or_else(|error| write_failed(&error), |()| 0)
}

/// Prints a message on standard error.
pub fn message(severity: Severity, text: &str) {
    Streams.message(severity, text);
}

/// Prints text on standard error without a severity.
pub fn text(text: &str) {
    Streams.text(text);
}

/// Prints an error on standard error, and gives the exit status.
pub fn failed(message: &str) -> Failed {
    Streams.failed(message)
}

/// Prints why output was not written on standard error, and gives the exit status.
pub fn write_failed(error: &io::Error) -> Failed {
    Streams.write_failed(error)
}
