//! A golden case: an assembly file, the runs its first lines name, and the report recorded beside it.
//!
//! `x.s` starts with comment lines. Each that reads `# oxmca: ARGUMENTS` is one run of the program on the
//! file, from the folder the file is in; `-` as the last argument feeds the file through standard input.
//! `x.expected` holds for each run its command, then what it printed and its exit status. The test compares
//! it with the program built here; `cargo xtask bless` writes it from the reference, or from the program
//! itself where the reference has no such option.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program's name in recorded commands and messages.
const OUR_NAME: &str = "oxmca";
const RUN_MARK: &str = "# oxmca:";
const COMMAND_MARK: &str = "==== ";
const SECTION_MARK: &str = "---- ";
const NO_NEWLINE: &str = "\\ no newline at the end\n";

/// The folders that hold cases whose reports are the reference's, from the top of the repository.
pub const FOLDERS: &[&str] = &["tests/golden", "examples"];

/// One input file and its runs.
pub struct Case {
    /// Path from the top of the repository, with forward slashes and without `.s`.
    pub name: String,
    /// Path of the recorded report.
    pub expected: PathBuf,
    folder: PathBuf,
    file: String,
    runs: Vec<Vec<String>>,
}

/// One run as recorded or as made: the command and its output.
#[derive(PartialEq, Eq)]
pub struct Outcome {
    /// `oxmca`, the arguments and the file, separated by spaces.
    pub command: String,
    /// Standard output, standard error and exit status under headings of their own.
    pub text: String,
}

/// Returns all cases in `folders` below `top`, the repository, in the order of their names.
///
/// # Errors
/// A file cannot be read, or names no run.
pub fn find_cases(top: &Path, folders: &[&str]) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for folder in folders {
        let mut files = Vec::new();
        for entry in fs::read_dir(top.join(folder))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "s") {
                files.push(path);
            }
        }
        files.sort();
        for path in files {
            cases.push(read_case(folder, &path)?);
        }
    }
    Ok(cases)
}

fn read_case(folder: &str, path: &Path) -> io::Result<Case> {
    let invalid = |what: &str| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
    };
    let source = fs::read_to_string(path)?;
    let runs: Vec<Vec<String>> = source
        .lines()
        .take_while(|line| line.starts_with('#'))
        .filter_map(|line| line.strip_prefix(RUN_MARK))
        .map(|arguments| arguments.split_whitespace().map(str::to_owned).collect())
        .collect();
    if runs.is_empty() {
        return Err(invalid("no `# oxmca:` line among the first lines"));
    }
    let file = path.file_name().and_then(|name| name.to_str());
    let file = file.ok_or_else(|| invalid("the name is not text"))?.to_owned();
    Ok(Case {
        name: format!("{folder}/{}", file.trim_end_matches(".s")),
        expected: path.with_extension("expected"),
        folder: path.parent().unwrap_or(Path::new(".")).to_owned(),
        file,
        runs,
    })
}

impl Case {
    /// Runs `program` for every run of the case, with `more` arguments, which are not recorded.
    ///
    /// # Errors
    /// The program cannot be run, is killed, or prints something else than text.
    pub fn outcomes(&self, program: &Path, more: &[&str]) -> io::Result<Vec<Outcome>> {
        self.runs.iter().map(|arguments| self.outcome(program, arguments, more)).collect()
    }

    fn outcome(&self, program: &Path, arguments: &[String], more: &[&str]) -> io::Result<Outcome> {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).args(more).args(arguments);
        if arguments.last().is_some_and(|last| last == "-") {
            command.stdin(Stdio::from(File::open(self.folder.join(&self.file))?));
        } else {
            command.arg(&self.file).stdin(Stdio::null());
        }
        let output = command.output()?;
        let shown = if arguments.last().is_some_and(|last| last == "-") {
            format!("{OUR_NAME} {} < {}", arguments.join(" "), self.file)
        } else {
            format!("{OUR_NAME} {} {}", arguments.join(" "), self.file)
        };
        let status = output.status.code().ok_or_else(|| {
            io::Error::other(format!("{shown}: the program was killed ({})", output.status))
        })?;
        let text = format!(
            "{}{}{SECTION_MARK}exit status {status}\n",
            section("stdout", &as_text(output.stdout)?),
            section("stderr", &with_our_name(&as_text(output.stderr)?, program)),
        );
        Ok(Outcome { command: shown, text })
    }
}

fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn section(name: &str, text: &str) -> String {
    let end = match text {
        "" => "",
        text if text.ends_with('\n') => "",
        _ => NO_NEWLINE,
    };
    let newline = if end.is_empty() { "" } else { "\n" };
    format!("{SECTION_MARK}{name}\n{text}{newline}{end}")
}

/// Replaces the program's path and file name in a message by `oxmca`: two programs are compared that name
/// themselves in messages.
pub fn with_our_name(text: &str, program: &Path) -> String {
    let called = program.to_string_lossy();
    let text = text.replace(called.as_ref(), OUR_NAME);
    match program.file_name().and_then(|name| name.to_str()) {
        Some(name) => text.replace(name, OUR_NAME),
        None => text,
    }
}

/// Returns the text of an `.expected` file.
pub fn render(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        text.push_str(COMMAND_MARK);
        text.push_str(&outcome.command);
        text.push('\n');
        text.push_str(&outcome.text);
    }
    text
}

/// Returns the outcomes in the text of an `.expected` file.
pub fn parse(text: &str) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(command) = line.strip_prefix(COMMAND_MARK) {
            outcomes.push(Outcome { command: command.trim_end().to_owned(), text: String::new() });
        } else if let Some(outcome) = outcomes.last_mut() {
            outcome.text.push_str(line);
        }
    }
    outcomes
}
