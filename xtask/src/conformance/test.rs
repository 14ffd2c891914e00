//! One test of LLVM's: a file with `RUN:` lines.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::command_line::{Pipeline, parse};
use super::pipeline;

/// Programs that stand in for those that tests name.
pub struct Tools {
    /// In the place of llvm-mca.
    pub program: PathBuf,
    /// LLVM's FileCheck.
    pub file_check: PathBuf,
    /// A folder for temporary files.
    pub scratch: PathBuf,
}

/// A test.
pub struct Test {
    path: PathBuf,
    /// Commands, one per `RUN:` line with its continuation lines.
    runs: Vec<String>,
    /// `XFAIL: *`: passes if a command fails.
    is_expected_to_fail: bool,
}

/// Result of a test.
pub enum Outcome {
    /// All commands succeeded.
    Passed,
    /// The first command that failed, and what all commands printed.
    Failed(String),
}

impl Test {
    /// Reads a test.
    pub fn read(path: &Path) -> Result<Self> {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let mut runs: Vec<String> = Vec::new();
        let mut continues = false;
        for line in text.lines() {
            for unknown in ["REQUIRES:", "UNSUPPORTED:", "DEFINE:", "ALLOW_RETRIES:"] {
                ensure!(!line.contains(unknown), "{unknown} is not understood");
            }
            let Some((_, command)) = line.split_once("RUN:") else { continue };
            let command = command.trim();
            let (command, goes_on) = match command.strip_suffix('\\') {
                Some(command) => (command, true),
                None => (command, false),
            };
            match runs.last_mut() {
                Some(run) if continues => run.push_str(command),
                _ => runs.push(command.to_owned()),
            }
            continues = goes_on;
        }
        ensure!(!runs.is_empty(), "no RUN: line");
        let is_expected_to_fail = text.lines().any(|line| line.contains("XFAIL: *"));
        Ok(Self { path: path.to_owned(), runs, is_expected_to_fail })
    }

    /// Runs the commands in order up to the first that fails.
    pub fn run(&self, tools: &Tools, name: &str) -> Result<Outcome> {
        let scratch = tools.scratch.join(name.replace('/', "_"));
        let mut log = String::new();
        let mut has_failed = false;
        for run in &self.runs {
            let run = self.expand(run, &scratch);
            log.push_str(&format!("$ {run}\n"));
            for mut pipeline in parse(&run)? {
                self.substitute_programs(&mut pipeline, tools);
                let folder = self.path.parent().unwrap_or(Path::new("."));
                let (is_success, output) = pipeline::run(&pipeline, folder)?;
                log.push_str(&String::from_utf8_lossy(&output));
                has_failed |= !is_success;
            }
            if has_failed {
                break;
            }
        }
        match has_failed == self.is_expected_to_fail {
            true => Ok(Outcome::Passed),
            false => Ok(Outcome::Failed(log)),
        }
    }

    /// Replaces `%s` and its like.
    fn expand(&self, run: &str, scratch: &Path) -> String {
        let path = self.path.to_string_lossy();
        let folder = self.path.parent().map(Path::to_string_lossy).unwrap_or_default();
        let scratch = format!("{}.tmp", scratch.to_string_lossy());
        // Longer names first.
        let names = [
            ("%errc_ENOENT", "'No such file or directory'"),
            ("%python", "python3"),
            ("%s", path.as_ref()),
            ("%S", folder.as_ref()),
            ("%p", folder.as_ref()),
            ("%t", scratch.as_str()),
        ];
        let mut text = String::new();
        let mut rest = run;
        while let Some(at) = rest.find('%') {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let found = names.iter().find(|(name, _)| rest.starts_with(name));
            let (name, value) = found.copied().unwrap_or(("%", "%"));
            text.push_str(value);
            rest = &rest[name.len()..];
        }
        text.push_str(rest);
        text
    }

    fn substitute_programs(&self, pipeline: &mut Pipeline, tools: &Tools) {
        for command in &mut pipeline.commands {
            // `not PROGRAM` succeeds when the program fails.
            let Some(program) = command.words.iter_mut().find(|it| *it != "not") else { continue };
            match program.as_str() {
                "llvm-mca" => *program = tools.program.to_string_lossy().into_owned(),
                "FileCheck" => *program = tools.file_check.to_string_lossy().into_owned(),
                _ => {}
            }
        }
    }
}
