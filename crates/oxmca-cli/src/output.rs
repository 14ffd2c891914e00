//! Writing reports: to standard output, a device, or a file that gets its contents whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use crate::files::path_named;
use crate::{progress, terminal};

/// A place for a report. A file is left as it was until the report is complete; if it did not exist, it
/// does not stay behind without one.
pub struct Output {
    destination: Destination,
}

enum Destination {
    Stdout,
    /// A device or a pipe.
    Device(File),
    File(Replacement),
}

/// The coming contents of a file.
struct Replacement {
    target: PathBuf,
    /// True if the file did not exist.
    is_new: bool,
    contents: Contents,
}

enum Contents {
    Empty,
    /// In a file beside the one to replace.
    Beside(File, PathBuf),
    /// In memory, where the folder takes no further file.
    Memory(Vec<u8>),
}

impl Output {
    /// Checks that `path` can be written to (`-` is standard output).
    pub fn open(path: &str) -> io::Result<Output> {
        if path.is_empty() || path == "-" {
            return Ok(Output { destination: Destination::Stdout });
        }
        let path = path_named(path);
        let is_new = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        let destination = match file.metadata()?.is_file() {
            false => Destination::Device(file),
            true => {
                let target = fs::canonicalize(&path)?;
                // A program that is killed before the report is complete leaves none behind, not an empty one.
                if is_new {
                    fs::remove_file(&target)?;
                }
                Destination::File(Replacement { target, is_new, contents: Contents::Empty })
            }
        };
        Ok(Output { destination })
    }

    /// Returns whether standard output is written to.
    pub fn is_stdout(&self) -> bool {
        matches!(self.destination, Destination::Stdout)
    }

    /// Writes text from the input, which readers of standard output see at once. On a terminal its control
    /// characters are shown.
    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        match &mut self.destination {
            Destination::Stdout => print(text),
            Destination::Device(file) => file.write_all(text),
            Destination::File(replacement) => replacement.write(text),
        }
    }

    /// Writes the rest, which may have colours, and puts a file in its place.
    pub fn finish(mut self, rest: &[u8]) -> io::Result<()> {
        match self.destination {
            Destination::Stdout if rest.is_empty() => Ok(()),
            Destination::Stdout if terminal::is_stdout() => {
                write_stdout(&terminal::show_controls_but_colours(rest))
            }
            Destination::Stdout => write_stdout(rest),
            Destination::Device(ref mut file) => file.write_all(rest),
            Destination::File(ref mut replacement) => {
                replacement.write(rest)?;
                replacement.finish()
            }
        }
    }
}

/// Writes text from the input to standard output, at once. On a terminal its control characters are
/// shown, and it goes above a progress bar.
pub fn print(text: &[u8]) -> io::Result<()> {
    match terminal::is_stdout() {
        true => write_stdout(&terminal::show_controls(text)),
        false => write_stdout(text),
    }
}

fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    progress::hidden_while(|| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        stdout.flush()
    })
}

impl Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if matches!(self.contents, Contents::Empty) {
            self.contents = self.begin();
        }
        match &mut self.contents {
            Contents::Empty => Ok(()),
            Contents::Beside(file, _) => file.write_all(bytes),
            Contents::Memory(contents) => {
                contents.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Begins a file beside the one to replace, if the folder takes one.
    fn begin(&self) -> Contents {
        let mut name = self.target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let path = self.target.with_file_name(name);
        match OpenOptions::new().write(true).create(true).truncate(true).open(&path) {
            Ok(file) => Contents::Beside(file, path),
            Err(_) => Contents::Memory(Vec::new()),
        }
    }

    /// Replaces the file's contents, at once where the folder allows it.
    fn finish(&mut self) -> io::Result<()> {
        match &self.contents {
            Contents::Empty => return Ok(()),
            Contents::Memory(contents) => fs::write(&self.target, contents)?,
            Contents::Beside(_, path) => {
                let permitted = match self.is_new {
                    true => Ok(()),
                    false => fs::metadata(&self.target)
                        .and_then(|it| fs::set_permissions(path, it.permissions())),
                };
                let renamed = permitted.and_then(|()| fs::rename(path, &self.target));
                if renamed.is_err() {
                    fs::copy(path, &self.target)?;
                }
            }
        }
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Nothing more can be done if a file cannot be removed. One that was renamed is not there.
        if let Contents::Beside(_, path) = &self.contents {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("oxmca-output-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn an_unfinished_report_leaves_no_file_and_changes_none() {
        let folder = scratch("unfinished");
        let path = folder.join("report");
        let open = || Output::open(path.to_str().unwrap()).unwrap();
        let output = open();
        assert!(!path.exists(), "a killed program would leave it");
        drop(output);
        assert!(!path.exists());
        open().finish(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::write(&path, "before").unwrap();
        let mut output = open();
        output.write(b"begun").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        drop(output);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        let mut output = open();
        output.write(b"af").unwrap();
        output.finish(b"ter").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = scratch("links");
        let (path, link) = (folder.join("report"), folder.join("link"));
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        Output::open(link.to_str().unwrap()).unwrap().finish(b"after").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(&folder).unwrap();
    }
}
