//! The outcome of a bad input, and the line that records it.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Case, Group, escape};

/// Replaces the program's name in messages.
const OUR_NAME: &[u8] = b"oxmca";
/// Longest report that is kept as text; of longer ones, a hash is.
const MAX_LINES: usize = 200;
/// Begins a group in a record.
pub const GROUP: &str = "== ";
/// Characters of a message that a record shows.
const MAX_SHOWN: usize = 72;

/// The exit status and output of one case.
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The case in one line.
    pub case: String,
    /// Exit status, standard output and standard error.
    pub text: String,
}

impl Outcome {
    /// Returns the line that is recorded: a hash of everything, the status and the first message.
    pub fn record(&self) -> String {
        let (status, rest) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        let message = rest.lines().find_map(|line| line.strip_prefix("err ")).unwrap_or_default();
        let shown: String = message.chars().take(MAX_SHOWN).collect();
        format!("{:016x} {status} {shown}", hash(self.text.as_bytes()))
    }
}

/// Returns the recorded lines of each group in the text of a record.
pub fn parse(text: &str) -> HashMap<String, Vec<String>> {
    let mut groups: HashMap<String, Vec<String>> = HashMap::new();
    let mut title = "";
    for line in text.lines() {
        match line.strip_prefix(GROUP) {
            Some(name) => title = name,
            None => groups.entry(title.to_owned()).or_default().push(line.to_owned()),
        }
    }
    groups
}

/// A folder with the files of a group, removed when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Writes the files of a group to a new folder.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn of(group: &Group) -> io::Result<Folder> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("oxmca-bad-inputs-{}-{number}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0)?;
        for (name, text) in &group.files {
            fs::write(folder.0.join(as_os(name)), text)?;
        }
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays behind is in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
fn as_os(bytes: &[u8]) -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn as_os(bytes: &[u8]) -> std::ffi::OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Runs `program` on a case; `None` if it crashed or took longer than `limit`.
///
/// # Errors
/// The program cannot be run.
pub fn run(
    program: &Path,
    case: &Case<'_>,
    folder: &Folder,
    limit: Duration,
) -> io::Result<Option<Outcome>> {
    let mut child = Command::new(program)
        .args(case.arguments.iter().map(|word| as_os(word)))
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (status, stdout, stderr) = thread::scope(|scope| {
        // A program that reads no input closes the pipe.
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(case.text)));
        let stdout = scope.spawn(|| read(stdout));
        let stderr = scope.spawn(|| read(stderr));
        let status = wait(&mut child, limit);
        (status, stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default())
    });
    let stdout = with_place(&stdout, program, folder);
    let stderr = with_place(&stderr, program, folder);
    let text = |status| describe(status, &stdout, &stderr);
    Ok(status?.map(|status| Outcome { case: case.describe(), text: text(status) }))
}

fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error tells more than the error.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    bytes
}

/// Returns the exit status, if the program ends of itself and in time.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<i32>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the output with our name for the program's and `.` for the folder.
fn with_place(bytes: &[u8], program: &Path, folder: &Folder) -> Vec<u8> {
    let path = |path: &Path| path.to_string_lossy().into_owned().into_bytes();
    let file_name = program.file_name().map(|name| path(Path::new(name))).unwrap_or_default();
    let bytes = replace(bytes, &path(&folder.0), b".");
    let bytes = replace(&bytes, &path(program), OUR_NAME);
    replace(&bytes, &file_name, OUR_NAME)
}

fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        if !from.is_empty() && rest.starts_with(from) {
            replaced.extend_from_slice(to);
            rest = &rest[from.len()..];
        } else {
            replaced.push(rest[0]);
            rest = &rest[1..];
        }
    }
    replaced
}

fn describe(status: i32, stdout: &[u8], stderr: &[u8]) -> String {
    let mut text = format!("status {status}\n");
    let lines = stdout.split_inclusive(|byte| *byte == b'\n').count();
    if lines > MAX_LINES {
        text.push_str(&format!("out {lines} lines, hash {:016x}\n", hash(stdout)));
    } else {
        push_lines(&mut text, "out", stdout);
    }
    push_lines(&mut text, "err", stderr);
    text
}

fn push_lines(text: &mut String, label: &str, bytes: &[u8]) {
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        text.push_str(&format!("{label} {}\n", escape(line)));
    }
}

/// Returns the FNV-1a hash of a report.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
