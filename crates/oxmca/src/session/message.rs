//! Messages about an analysis, as values.

use oxmca_asm::diagnostic::{Diagnostic, Severity};
use oxmca_asm::lossless;

use super::Code;
use crate::error::{Error, ErrorKind, Notice, Unsupported};

/// One message, worded as llvm-mca words it. [`Code::render_message`] makes text of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Message {
    /// A line without a place in the text.
    Plain {
        /// Its severity.
        severity: Severity,
        /// The line; bytes that are no UTF-8 as [`oxmca_asm::lossless`] carries them.
        text: String,
    },
    /// A message that points at a place in the text.
    AtSource(Diagnostic),
}

impl Message {
    /// Returns an error without a place.
    pub fn error(text: impl Into<String>) -> Message {
        Message::Plain { severity: Severity::Error, text: text.into() }
    }

    /// Returns a warning without a place.
    pub fn warning(text: impl Into<String>) -> Message {
        Message::Plain { severity: Severity::Warning, text: text.into() }
    }

    /// Returns a note, which says more about the message before it.
    pub fn note(text: impl Into<String>) -> Message {
        Message::Plain { severity: Severity::Note, text: text.into() }
    }

    /// Returns its severity.
    pub fn severity(&self) -> Severity {
        match self {
            Message::Plain { severity, .. } => *severity,
            Message::AtSource(diagnostic) => diagnostic.severity,
        }
    }
}

/// Appends a line with its severity before it, as LLVM's tools print one.
pub fn render_plain(severity: Severity, text: &str, is_coloured: bool, out: &mut Vec<u8>) {
    let label = severity.label();
    let line = match is_coloured {
        true => format!("{}{label}: \x1b[0m{text}\n", severity.colour()),
        false => format!("{label}: {text}\n"),
    };
    out.extend_from_slice(&lossless::to_bytes(&line));
}

/// Appends what llvm-mca says while it lowers a region: `print` appends the instruction of an index,
/// as the report shows it.
pub(super) fn notices(
    notices: &[Notice],
    skips_unsupported: bool,
    print: &dyn Fn(usize, &mut String),
    messages: &mut Vec<Message>,
) {
    for notice in notices {
        match *notice {
            Notice::Call { latency_cycles } => messages.extend([
                Message::warning("found a call in the input assembly sequence."),
                Message::note(format!(
                    "call instructions are not correctly modeled. Assume a latency of {latency_cycles}cy."
                )),
            ]),
            Notice::Return => messages.extend([
                Message::warning("found a return instruction in the input assembly sequence."),
                Message::note("program counter updates are ignored."),
            ]),
            Notice::Skipped { instruction, reason } => {
                unsupported(reason, instruction, skips_unsupported, print, messages);
            }
        }
    }
}

/// Appends what llvm-mca says when a region cannot be analyzed: nothing if it is empty.
pub(super) fn failure(
    error: &Error,
    skips_unsupported: bool,
    print: &dyn Fn(usize, &mut String),
    messages: &mut Vec<Message>,
) {
    match &error.kind {
        ErrorKind::Unsupported { instruction, reason } => {
            unsupported(*reason, *instruction, skips_unsupported, print, messages);
        }
        ErrorKind::Empty => {}
        other => messages.push(Message::error(other.to_string())),
    }
}

fn unsupported(
    reason: Unsupported,
    instruction: usize,
    is_skipped: bool,
    print: &dyn Fn(usize, &mut String),
    messages: &mut Vec<Message>,
) {
    messages.push(match is_skipped {
        true => Message::warning(format!(
            "{reason}, skipping with -skip-unsupported-instructions, note accuracy will be impacted:"
        )),
        false => Message::error(format!(
            "{reason}, use -skip-unsupported-instructions=lack-sched to ignore these on the input."
        )),
    });
    let mut text = String::from("instruction: ");
    print(instruction, &mut text);
    messages.push(Message::note(text));
}

impl Code {
    /// Appends a message as LLVM's tools print it: one about the text with its place, the line and a
    /// caret. `is_coloured` adds the escape sequences that colour it on a terminal.
    pub fn render_message(&self, message: &Message, is_coloured: bool, out: &mut Vec<u8>) {
        match message {
            Message::Plain { severity, text } => render_plain(*severity, text, is_coloured, out),
            Message::AtSource(diagnostic) => {
                self.diagnostic_renderer(is_coloured).render(diagnostic, out);
            }
        }
    }
}
