//! A check for other programs: Markdown for a comment, and what GitLab shows beside the source.

use std::fmt::Write;
use std::path::Path;

use oxmca_names::{markdown, markdown_sentence, markdown_words};
use serde::Serialize;

/// A loop that has become slower.
#[derive(Clone, Debug)]
pub struct SlowerLoop {
    /// Its name, and the CPU.
    pub name: String,
    pub cpu: String,
    /// Cycles per iteration of the baseline and now, and the change for the same work, as texts.
    pub before: String,
    pub after: String,
    pub change: String,
    /// The limit now.
    pub limits: String,
    /// The file of its source, else of its code, and the line.
    pub file: String,
    pub line: Option<u32>,
    /// All that in a sentence.
    pub sentence: String,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult<'a> {
    /// Loops that have become slower.
    pub slower: &'a [SlowerLoop],
    /// Sentences about all else.
    pub sentences: &'a [String],
    /// The sentence with the numbers.
    pub summary: &'a str,
    /// Set if the check fails.
    pub fails: bool,
}

impl CheckResult<'_> {
    /// Returns a comment for a pull request.
    pub fn markdown(&self) -> String {
        let verdict = match (self.slower.len(), self.fails) {
            (0, false) => "no loop is slower".to_owned(),
            (0, true) => "not all loops could be checked".to_owned(),
            (1, _) => "1 loop is slower".to_owned(),
            (count, _) => format!("{count} loops are slower"),
        };
        let mut text = format!("### oxmca: {verdict}\n\n");
        if !self.slower.is_empty() {
            text.push_str(
                "| Loop | CPU | Before | Now | Change | Limited by |\n|---|---|---:|---:|---:|---|\n",
            );
            for it in self.slower {
                let line = it.line.map(|line| format!(":{line}")).unwrap_or_default();
                let _ = writeln!(
                    text,
                    "| {} ({}{line}) | {} | {} | {} | {} | {} |",
                    markdown(&it.name),
                    markdown(&below_here(&it.file)),
                    markdown(&it.cpu),
                    it.before,
                    it.after,
                    it.change,
                    markdown_words(&it.limits),
                );
            }
            text.push('\n');
        }
        for it in self.sentences {
            let _ = writeln!(text, "- {}", markdown(it));
        }
        if !self.sentences.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "{}", markdown_sentence(self.summary));
        if self.fails {
            text.push_str(
                "\nTo accept this, run the same with `--write-baseline` and commit the file.\n",
            );
        }
        text
    }

    /// Returns a report in the form of GitLab's Code Quality.
    pub fn code_quality(&self) -> String {
        let issues: Vec<Issue<'_>> = self.slower.iter().map(Issue::of).collect();
        // No key is anything but text.
        let mut text = serde_json::to_string_pretty(&issues).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Returns the path of a file from the current folder, if it is below that.
fn below_here(file: &str) -> String {
    let folder = std::env::current_dir().unwrap_or_default();
    let path = Path::new(file);
    path.strip_prefix(&folder).unwrap_or(path).to_string_lossy().into_owned()
}

/// An issue of GitLab's Code Quality.
#[derive(Serialize)]
struct Issue<'a> {
    description: &'a str,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

impl<'a> Issue<'a> {
    fn of(it: &'a SlowerLoop) -> Issue<'a> {
        let path = below_here(&it.file);
        Issue {
            description: &it.sentence,
            check_name: "slower loop",
            // The same loop has the same one in the next run.
            fingerprint: format!("oxmca|{path}|{}|{}", it.cpu, it.name),
            severity: "major",
            location: Location { path, lines: Lines { begin: it.line.unwrap_or(1) } },
        }
    }
}
