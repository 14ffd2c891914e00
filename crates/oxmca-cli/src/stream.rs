//! Output that is written piece by piece.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use crate::files::{self, path_named};

/// Where pieces go. A file gets its contents when all are there; until then it is left as it was.
pub struct Stream {
    to: To,
}

enum To {
    Stdout,
    /// A device or a pipe.
    Device(File),
    File(Temporary),
}

/// A file beside the one that it is to replace.
struct Temporary {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Stream {
    /// Begins to write to `path` (`-` is standard output).
    pub fn open(path: &str) -> io::Result<Stream> {
        let to = match path {
            "" | "-" => To::Stdout,
            path => {
                let path = path_named(path);
                match fs::metadata(&path) {
                    Ok(metadata) if !metadata.is_file() => {
                        To::Device(OpenOptions::new().write(true).open(path)?)
                    }
                    Ok(_) => To::File(Temporary::beside(fs::canonicalize(path)?)?),
                    Err(_) => To::File(Temporary::beside(path)?),
                }
            }
        };
        Ok(Stream { to })
    }

    /// Writes a piece, which whoever reads standard output sees at once.
    pub fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        match &mut self.to {
            To::Stdout => files::print(piece),
            To::Device(file) => file.write_all(piece),
            To::File(temporary) => temporary.file.write_all(piece),
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        match &self.to {
            To::Stdout | To::Device(_) => Ok(()),
            To::File(temporary) => {
                if let Ok(metadata) = fs::metadata(&temporary.target) {
                    fs::set_permissions(&temporary.path, metadata.permissions())?;
                }
                fs::rename(&temporary.path, &temporary.target)
            }
        }
    }
}

impl Temporary {
    fn beside(target: PathBuf) -> io::Result<Temporary> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path)?;
        Ok(Temporary { file, path, target })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After it took its place it is not there any more.
        let _ = fs::remove_file(&self.path);
    }
}
