//! Reading the input and writing the report.

use std::ffi::OsStr;
#[cfg(unix)]
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
#[cfg(unix)]
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use oxmca_asm::lossless;

use crate::progress;

/// An argument as text, with bytes that are no UTF-8 as [`lossless`] carries them.
pub fn argument_text(argument: &OsStr) -> String {
    #[cfg(unix)]
    let text = lossless::to_text(argument.as_bytes()).into_owned();
    #[cfg(not(unix))]
    let text = argument.to_string_lossy().into_owned();
    text
}

/// The path that an argument names.
pub fn path_named(argument: &str) -> PathBuf {
    #[cfg(unix)]
    let path = PathBuf::from(OsString::from_vec(lossless::to_bytes(argument).into_owned()));
    #[cfg(not(unix))]
    let path = PathBuf::from(argument);
    path
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &str) -> io::Result<Vec<u8>> {
    if path != "-" {
        return fs::read(path_named(path));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// When it cannot be read or has more.
pub fn read_at_most(path: &str, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path_named(path))?.take(max_bytes + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > max_bytes {
        true => Err(io::Error::other("File too large")),
        false => Ok(bytes),
    }
}

/// Bytes of a file, or of the one that is standard input (`-`); `None` if it is not known before they
/// are read.
pub fn len(path: &str) -> Option<u64> {
    let metadata = match path {
        "-" => standard_input()?.metadata(),
        path => fs::metadata(path_named(path)),
    };
    metadata.ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}

#[cfg(unix)]
fn standard_input() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn standard_input() -> Option<File> {
    None
}

/// What the operating system calls an error, without Rust's error number.
pub fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Where the report goes. A file is written only when the whole report is there: until then it is
/// left as it was, and if it did not exist it does not stay behind.
pub struct Output {
    file: Option<Destination>,
}

struct Destination {
    path: PathBuf,
    created: bool,
}

impl Output {
    /// Checks that the report can be written to `path` (`-` is standard output).
    pub fn open(path: &str) -> io::Result<Output> {
        if path.is_empty() || path == "-" {
            return Ok(Output { file: None });
        }
        let path = path_named(path);
        let created = !path.exists();
        OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        Ok(Output { file: Some(Destination { path, created }) })
    }

    /// Whether the report goes to standard output.
    pub fn is_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Writes the report.
    pub fn finish(mut self, report: &[u8]) -> io::Result<()> {
        let Some(mut destination) = self.file.take() else { return print(report) };
        replace(&destination.path, report)?;
        destination.created = false;
        Ok(())
    }
}

/// Writes to standard output, at once, and above a progress bar if there is one.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    progress::hidden_while(|| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        stdout.flush()
    })
}

impl Drop for Destination {
    fn drop(&mut self) {
        if self.created {
            // Nothing more can be done if an empty file cannot be removed again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Replaces a file's contents at once where the directory allows it. Devices and pipes are written
/// directly.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let target = fs::canonicalize(path)?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = target.with_file_name(name);
    let written = fs::write(&temporary, bytes)
        .and_then(|()| fs::set_permissions(&temporary, metadata.permissions()))
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return fs::write(&target, bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("oxmca-files-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        directory.join(name)
    }

    #[test]
    fn an_unfinished_report_leaves_no_file_and_changes_none() {
        let path = scratch("unfinished");
        drop(Output::open(path.to_str().unwrap()).unwrap());
        assert!(!path.exists());
        fs::write(&path, "before").unwrap();
        drop(Output::open(path.to_str().unwrap()).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        Output::open(path.to_str().unwrap()).unwrap().finish(b"after").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    }

    #[test]
    fn errors_are_described_in_the_systems_words() {
        let error = read("/nonexistent/x").unwrap_err();
        assert_eq!(describe(&error), "No such file or directory");
    }
}
