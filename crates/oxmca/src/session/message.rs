//! Messages about an analysis, as values.

use std::sync::Arc;

use oxmca_asm::diagnostic::{Diagnostic, Severity};
use oxmca_asm::lossless;

use super::Code;
use crate::error::{Error, ErrorKind, Notice, Unsupported};
use crate::view::hazard_warnings::{HazardWarnings, MOST_WARNINGS};

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
    /// Warnings without a place that llvm-mca writes in turn, several times, while it simulates.
    Repeated {
        /// The warnings of one turn.
        warnings: Vec<Arc<str>>,
        /// Number of turns.
        times: u32,
    },
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
            Message::Repeated { .. } => Severity::Warning,
        }
    }

    /// Returns the number of messages that it stands for in memory: those of one turn if they are repeated.
    pub fn count(&self) -> usize {
        match self {
            Message::Plain { .. } | Message::AtSource(_) => 1,
            Message::Repeated { warnings, .. } => warnings.len(),
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

/// Appends what llvm-mca warns of while it simulates a region, up to a limit.
pub(super) fn hazard_warnings(found: &HazardWarnings, messages: &mut Vec<Message>) {
    let (mut left, mut unwritten) = (MOST_WARNINGS as u64, found.further);
    for run in &found.runs {
        let text = |index: &u32| found.texts[*index as usize].clone();
        let (period, times) = (run.warnings.len() as u64, u64::from(run.times));
        let written = (period * times).min(left);
        left -= written;
        unwritten = unwritten.saturating_add(period * times - written);
        let (turns, rest) = (written / period, written % period);
        for (warnings, times) in [(period, turns), (rest, 1)] {
            if warnings != 0 && times != 0 {
                let warnings = run.warnings[..warnings as usize].iter().map(text).collect();
                messages.push(Message::Repeated { warnings, times: times as u32 });
            }
        }
    }
    if unwritten != 0 {
        messages.push(Message::note(format!("{unwritten} more such warnings are not shown.")));
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
            Message::Repeated { warnings, times } => {
                for text in (0..*times).flat_map(|_| warnings) {
                    render_plain(Severity::Warning, text, is_coloured, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::hazard_warnings::RepeatedWarnings;

    #[test]
    fn repeated_warnings_are_bounded() {
        let texts = vec!["a".into(), "b".into(), "c".into()];
        let runs = vec![RepeatedWarnings { warnings: vec![0, 1, 2], times: u32::MAX }];
        let mut messages = Vec::new();
        hazard_warnings(&HazardWarnings { texts, runs, further: 5 }, &mut messages);
        let lines = |it: &Message| match it {
            Message::Repeated { warnings, times } => warnings.len() * *times as usize,
            _ => 0,
        };
        assert_eq!(messages.iter().map(lines).sum::<usize>(), MOST_WARNINGS);
        let unwritten = 3 * u64::from(u32::MAX) + 5 - MOST_WARNINGS as u64;
        let note = Message::note(format!("{unwritten} more such warnings are not shown."));
        assert_eq!(messages.last(), Some(&note));
    }
}
