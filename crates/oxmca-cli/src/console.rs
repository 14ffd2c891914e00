//! Messages on standard error, as LLVM's tools print them, with colours and hints where a person
//! reads them.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use oxmca_asm::lossless;

use crate::files::Output;
use crate::flags::args::When;
use crate::progress;

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

/// What the user asked for, once arguments have been read. Terminals are asked only when there is
/// something to say, so that a start without messages does not pay for it.
struct Wishes {
    colour: When,
    suggestions: When,
}

static WISHES: OnceLock<Wishes> = OnceLock::new();

/// Takes over `-color` and `-suggestions`; only the first call counts.
pub fn set_up(colour: When, suggestions: When) {
    let _ = WISHES.set(Wishes { colour, suggestions });
}

/// Whether messages are coloured.
pub fn is_coloured() -> bool {
    let wish = WISHES.get().map_or(When::Auto, |wishes| wishes.colour);
    wish.decide(|| {
        let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        !is_unwanted && is_terminal() && terminal_has_colours()
    })
}

/// Whether hints beyond LLVM's messages are given.
pub fn suggests() -> bool {
    let wish = WISHES.get().map_or(When::Auto, |wishes| wishes.suggestions);
    wish.decide(is_terminal)
}

/// Whether somebody watches standard error.
pub fn is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Whether the terminal is one of those LLVM colours text on.
fn terminal_has_colours() -> bool {
    if cfg!(windows) {
        return true;
    }
    let name = std::env::var("TERM").unwrap_or_default();
    matches!(name.as_str(), "ansi" | "cygwin" | "linux")
        || ["screen", "xterm", "vt100", "rxvt"].iter().any(|family| name.starts_with(family))
        || name.ends_with("color")
}

/// A line: the message with its kind before it.
pub fn line(kind: Kind, text: &str) -> String {
    if is_coloured() {
        format!("{}{}: \x1b[0m{text}\n", kind.colour(), kind.label())
    } else {
        format!("{}: {text}\n", kind.label())
    }
}

/// Prints one message with its kind before it.
pub fn message(kind: Kind, text: &str) {
    self::text(&line(kind, text));
}

/// Prints text as it is, but for what stands for bytes: see [`lossless`].
pub fn text(text: &str) {
    raw(&lossless::to_bytes(text));
}

/// Prints `error: ` and the text.
pub fn error(text: &str) {
    message(Kind::Error, text);
}

/// Prints bytes as they are, above a progress bar if there is one. There is nowhere left to report
/// that standard error is closed.
pub fn raw(bytes: &[u8]) {
    let is_held = HELD.with_borrow_mut(|held| match held.last_mut() {
        Some(said) => {
            said.stderr.extend_from_slice(bytes);
            true
        }
        None => false,
    });
    if !is_held {
        progress::hidden_while(|| {
            let _ = std::io::stderr().write_all(bytes);
        });
    }
}

/// Prints on standard output what precedes the report.
pub fn print(bytes: &[u8]) -> std::io::Result<()> {
    let is_held = HELD.with_borrow_mut(|held| match held.last_mut() {
        Some(said) => {
            said.stdout.extend_from_slice(bytes);
            true
        }
        None => false,
    });
    if is_held || bytes.is_empty() {
        return Ok(());
    }
    Output::open("-").and_then(|output| output.finish(bytes))
}

/// What would have been printed.
#[derive(Default)]
pub struct Said {
    /// On standard output, before the report.
    pub stdout: Vec<u8>,
    /// On standard error.
    pub stderr: Vec<u8>,
}

thread_local! {
    /// What is held back of this thread's work; the last is the innermost.
    static HELD: RefCell<Vec<Said>> = const { RefCell::new(Vec::new()) };
}

/// Does something, and holds back what it prints. It may not leave work to other threads.
pub fn captured<R>(act: impl FnOnce() -> R) -> (R, Said) {
    HELD.with_borrow_mut(|held| held.push(Said::default()));
    let result = act();
    (result, HELD.with_borrow_mut(Vec::pop).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_back_belongs_to_the_innermost() {
        let (inner, outer) = captured(|| {
            raw(b"a");
            let (_, inner) = captured(|| {
                raw(b"b");
                print(b"c")
            });
            raw(b"d");
            inner
        });
        assert_eq!((inner.stderr.as_slice(), inner.stdout.as_slice()), (&b"b"[..], &b"c"[..]));
        assert_eq!((outer.stderr.as_slice(), outer.stdout.len()), (&b"ad"[..], 0));
    }
}
