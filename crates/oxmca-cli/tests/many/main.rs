//! Runs over many files, CPUs and requests: transcripts of the program, for which there is no reference.
//! Each `.run` file in `tests/many` and `tests/validate` has commands after `$ `, each followed by its standard output and,
//! after marks, its standard error and an exit status other than 0.
//!
//! `cargo xtask bless` records them.

mod files;
mod hostile;
mod regions;
mod schema;
mod validate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use oxmca_testing::trials::{self, Failed};

const STDERR_MARK: &str = "--- standard error\n";
const STATUS_MARK: &str = "--- status ";

fn main() -> ExitCode {
    let mut all = trials::of_files("", &folder(), "run", check);
    all.extend(trials::of_files("", &trials::folder("tests/validate"), "run", check));
    all.extend(files::trials());
    all.extend(hostile::trials());
    all.extend(regions::trials());
    all.extend(schema::trials());
    all.extend(validate::trials());
    trials::run(all)
}

/// The folder of transcripts.
fn folder() -> PathBuf {
    trials::folder("tests/many")
}

/// Runs each command of a file, with one thread and with two, which must make no difference.
fn check(path: &Path) -> Result<(), Failed> {
    let expected = fs::read_to_string(path)?;
    let commands = expected.lines().filter_map(|line| line.strip_prefix("$ "));
    let transcript = |threads: &str| -> Result<String, Failed> {
        let mut text = String::new();
        for command in commands.clone() {
            text.push_str(&format!("$ {command}\n"));
            text.push_str(&outcome(command, threads, path.parent().unwrap_or(path))?);
        }
        Ok(text)
    };
    let found = transcript("-j1")?;
    if transcript("-j2")? != found {
        return Err("two threads give another result than one".into());
    }
    trials::compare(path, found)
}

fn outcome(command: &str, threads: &str, folder: &Path) -> Result<String, Failed> {
    let mut words = command.split_whitespace();
    if words.next() != Some("oxmca") {
        return Err(format!("no command of ours: {command}").into());
    }
    let program = env!("CARGO_BIN_EXE_oxmca");
    // Commands of ours such as `models` have no threads to choose.
    let has_threads = command.starts_with("oxmca -") || command.starts_with("oxmca validate ");
    let output = Command::new(program)
        .args(words)
        .args(has_threads.then_some(threads))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()?;
    let mut text = String::from_utf8(output.stdout)?;
    if !output.stderr.is_empty() {
        text.push_str(STDERR_MARK);
        text.push_str(&String::from_utf8(output.stderr)?.replace(program, "oxmca"));
    }
    match output.status.code() {
        Some(0) => {}
        status => text.push_str(&format!("{STATUS_MARK}{}\n", status.unwrap_or(-1))),
    }
    Ok(text)
}
