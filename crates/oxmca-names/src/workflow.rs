//! Names in commands to GitHub's workflows.

use std::fmt::Write;

use crate::plain::plain;

/// The place in a file that an annotation is shown at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The path of the file.
    pub file: &'a str,
    /// The line, from 1; the whole file without.
    pub line: Option<u32>,
}

/// Returns the line of a command, such as `error`, that annotates a place with a title and a message. The line has no line
/// break at its end, nor any other.
#[must_use]
pub fn workflow_command(command: &str, place: Place<'_>, title: &str, message: &str) -> String {
    let mut out = format!("::{command} file={}", property(place.file));
    if let Some(line) = place.line {
        let _ = write!(out, ",line={line}");
    }
    let _ = write!(out, ",title={}::{}", property(title), data(message));
    out
}

/// Returns the value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns the text after a command. Characters that are not seen are escapes, as in [`plain`].
fn data(text: &str) -> String {
    plain(text).replace('%', "%25")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_one_line() {
        let place = Place { file: "a,line=1:b\n", line: Some(7) };
        assert_eq!(
            workflow_command("error", place, "slower loop", "+50 %\n::stop-commands::x"),
            "::error file=a%2Cline=1%3Ab\\n,line=7,title=slower loop::+50 %25\\n\\u{3a}:stop-commands::x"
        );
    }
}
