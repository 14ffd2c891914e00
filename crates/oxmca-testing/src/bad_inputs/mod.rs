//! Lists of bad inputs: `tests/bad-inputs/TARGET/*.cases`, read line by line.
//!
//! - `with ARGUMENTS`: come before those of every `run` from here on.
//! - `== TITLE`: a group begins. Each of its runs is made with each of its texts; a group without runs has
//!   one without arguments, and one without texts has the text `nop`.
//! - `file NAME "TEXT"`: a file in the folder the group is run in.
//! - `run ARGUMENTS`: separated by blanks, or in double quotes.
//! - `text "TEXT"`: standard input; or `text` and then indented lines that are taken as they are.
//! - `each`, then indented lines: every line is a text of its own.
//! - `ours REASON`: the group's outcomes knowingly differ from the reference's.
//! - `host`: the group's outcomes depend on the machine and are compared with the reference only.
//!
//! `\n`, `\t`, `\r`, `\"`, `\\` and `\xNN` are understood in quotes and in the lines of `each`. Lines that begin
//! with `#` are comments.

pub mod outcome;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folder of the lists, from the top of the repository.
const FOLDER: &str = "tests/bad-inputs";

/// A list.
pub struct List {
    /// The target's folder and the file's name without its ending, as in `x86/regions`.
    pub name: String,
    /// Path of the recorded outcomes.
    pub expected: PathBuf,
    /// In the order of the file.
    pub groups: Vec<Group>,
}

/// Runs and texts that belong together.
#[derive(Default)]
pub struct Group {
    /// Its heading in the list.
    pub title: String,
    /// Names and contents of files in the folder of the runs.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// Arguments of each run.
    pub runs: Vec<Vec<Vec<u8>>>,
    /// Standard inputs.
    pub texts: Vec<Vec<u8>>,
    /// The reason for an outcome that knowingly differs from the reference's.
    pub ours: Option<String>,
    /// The outcomes differ between machines, and are compared with the reference only.
    pub depends_on_host: bool,
}

/// One run on one text.
pub struct Case<'g> {
    /// Arguments.
    pub arguments: &'g [Vec<u8>],
    /// Standard input.
    pub text: &'g [u8],
}

impl Group {
    /// Returns every run on every text.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.runs
            .iter()
            .flat_map(|arguments| self.texts.iter().map(move |text| Case { arguments, text }))
    }
}

impl Case<'_> {
    /// Returns the case in one line.
    pub fn describe(&self) -> String {
        let words: Vec<String> = self.arguments.iter().map(|word| escape(word)).collect();
        format!("oxmca {} < \"{}\"", words.join(" "), escape(self.text))
    }
}

/// Returns names of targets that have lists below `top`, the repository.
///
/// # Errors
/// The folder cannot be read.
pub fn targets(top: &Path) -> io::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(top.join(FOLDER))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            targets.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    targets.sort();
    Ok(targets)
}

/// Reads all lists of a target below `top`, the repository.
///
/// # Errors
/// A file cannot be read, or a line is wrong.
pub fn find_lists(top: &Path, target: &str) -> io::Result<Vec<List>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(top.join(FOLDER).join(target))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "cases") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read_list(target, path)).collect()
}

fn read_list(target: &str, path: &Path) -> io::Result<List> {
    let text = fs::read_to_string(path)?;
    let groups = parse(&text).map_err(|(line, what)| {
        let message = format!("{}:{line}: {what}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })?;
    let name = format!("{target}/{}", path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(List { name, expected: path.with_extension("expected"), groups })
}

fn parse(text: &str) -> Result<Vec<Group>, (usize, &'static str)> {
    let mut groups: Vec<Group> = Vec::new();
    let mut common: Vec<Vec<u8>> = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let at = |what| (index + 1, what);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let words = || words(rest).ok_or(at("a quote or escape without its end"));
        match word {
            "with" => {
                common = words()?;
                continue;
            }
            "==" => {
                finish(groups.last_mut(), &common);
                groups.push(Group { title: rest.to_owned(), ..Group::default() });
                continue;
            }
            _ => {}
        }
        let group = groups.last_mut().ok_or(at("no group yet"))?;
        let mut indented = || {
            let next = lines.next_if(|(_, line)| line.starts_with("    "));
            next.map(|(_, line)| &line[4..])
        };
        match word {
            "file" => match <[Vec<u8>; 2]>::try_from(words()?) {
                Ok([name, text]) => group.files.push((name, text)),
                Err(_) => return Err(at("a file has a name and a text")),
            },
            "run" => group.runs.push([common.clone(), words()?].concat()),
            "text" if !rest.is_empty() => group.texts.extend(words()?),
            "text" => {
                let mut text = String::new();
                while let Some(line) = indented() {
                    text.push_str(line);
                    text.push('\n');
                }
                group.texts.push(text.into());
            }
            "each" => {
                while let Some(line) = indented() {
                    let text = unescape(line).ok_or(at("an escape without its end"))?;
                    group.texts.push([text.as_slice(), b"\n"].concat());
                }
            }
            "host" => group.depends_on_host = true,
            "ours" => group.ours = Some(rest.to_owned()),
            _ => return Err(at("unknown word")),
        }
    }
    finish(groups.last_mut(), &common);
    Ok(groups)
}

fn finish(group: Option<&mut Group>, common: &[Vec<u8>]) {
    let Some(group) = group else { return };
    if group.runs.is_empty() {
        group.runs.push(common.to_vec());
    }
    if group.texts.is_empty() {
        group.texts.push(b"nop\n".to_vec());
    }
}

fn words(line: &str) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let word;
        (word, rest) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let mut escaped = false;
                let end = quoted.find(|char| {
                    let ends = char == '"' && !escaped;
                    escaped = char == '\\' && !escaped;
                    ends
                })?;
                (&quoted[..end], &quoted[end + 1..])
            }
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(unescape(word)?);
        rest = rest.trim_start();
    }
    Some(words)
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let escape = &rest[at + 1..];
        let mut len = 1;
        bytes.push(match escape.bytes().next()? {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'x' => {
                len = 3;
                u8::from_str_radix(escape.get(1..3)?, 16).ok()?
            }
            plain => plain,
        });
        rest = escape.get(len..)?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}

/// Returns bytes as they are written in a list.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\n' => text.push_str("\\n"),
                '\t' => text.push_str("\\t"),
                '\r' => text.push_str("\\r"),
                '"' | '\\' => text.extend(['\\', char]),
                '\0'..'\x20' | '\x7f' => text.push_str(&format!("\\x{:02x}", char as u32)),
                _ => text.push(char),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}
