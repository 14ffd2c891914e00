//! Runs over many files, CPUs and requests: transcripts of what the program says, which only it can
//! say. Each `.run` file in `tests/many` has a command after `$ `, what comes out of it, and, after
//! marks, what goes to standard error and the exit status if it is not 0.
//!
//! `cargo xtask bless` records them.

mod files;
mod hostile;
mod regions;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

const STDERR_MARK: &str = "--- standard error\n";
const STATUS_MARK: &str = "--- status ";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/many");
    let entries = fs::read_dir(&folder).expect("the folder of transcripts");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "run"));
    paths.sort();
    let mut trials: Vec<Trial> = Vec::new();
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = folder.clone();
        trials.push(Trial::test(name, move || check(&path, &folder)));
    }
    trials.extend(files::trials());
    trials.extend(hostile::trials());
    trials.extend(regions::trials());
    trials.extend(schema::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Runs each command of a file, with one thread and with two, which must make no difference.
fn check(path: &Path, folder: &Path) -> Result<(), Failed> {
    let expected = fs::read_to_string(path)?;
    let commands = expected.lines().filter_map(|line| line.strip_prefix("$ "));
    let transcript = |threads: &str| -> Result<String, Failed> {
        let mut text = String::new();
        for command in commands.clone() {
            text.push_str(&format!("$ {command}\n"));
            text.push_str(&outcome(command, threads, folder)?);
        }
        Ok(text)
    };
    let found = transcript("-j1")?;
    if transcript("-j2")? != found {
        return Err("two threads give another result than one".into());
    }
    if std::env::var_os("OXMCA_BLESS").is_some() {
        fs::write(path, found)?;
        return Ok(());
    }
    let differs = |(a, b): &(&str, &str)| a != b;
    match expected.lines().zip(found.lines()).find(differs) {
        Some((expected, found)) => Err(format!("expected: {expected}\nfound:    {found}").into()),
        None if expected.len() != found.len() => Err(format!("found:\n{found}").into()),
        None => Ok(()),
    }
}

fn outcome(command: &str, threads: &str, folder: &Path) -> Result<String, Failed> {
    let mut words = command.split_whitespace();
    if words.next() != Some("oxmca") {
        return Err(format!("no command of ours: {command}").into());
    }
    let program = env!("CARGO_BIN_EXE_oxmca");
    let output = Command::new(program)
        .args(words)
        .arg(threads)
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
