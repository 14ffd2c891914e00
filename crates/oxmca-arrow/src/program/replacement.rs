//! A file that gets its contents whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The coming contents of a file, in a file beside it, which is removed unless it gets the name of the other.
pub struct Replacement {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Replacement {
    /// Begins the contents of `path`, which may exist, unless it is no regular file.
    ///
    /// # Errors
    /// Its folder takes no further file, or it may not be written to.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        // The target of a link is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.exists() {
            File::options().write(true).open(&target)?;
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        Ok(Replacement { file: File::create(&path)?, path, target })
    }

    /// Returns the path of the unfinished contents.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the contents in the place of the file.
    ///
    /// # Errors
    /// The file cannot be replaced.
    pub fn finish(self) -> io::Result<()> {
        if let Ok(before) = fs::metadata(&self.target) {
            fs::set_permissions(&self.path, before.permissions())?;
        }
        fs::rename(&self.path, &self.target)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Nothing more can be done if it cannot be removed. One that was renamed is not there.
        let _ = fs::remove_file(&self.path);
    }
}
