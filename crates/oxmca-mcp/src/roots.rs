//! The folders whose files may be read.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Longer files are not read.
const MAX_FILE_BYTES: u64 = 512 << 20;

/// Folders below which files may be read, without links in their paths.
#[derive(Clone, Debug, Default)]
pub struct Roots(Vec<PathBuf>);

impl Roots {
    /// Takes folders.
    ///
    /// # Errors
    /// When one of them is no folder.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Result<Roots, String> {
        let folder = |it: PathBuf| {
            let found = fs::canonicalize(&it).ok().filter(|it| it.is_dir());
            found.ok_or_else(|| format!("{}: no such folder", it.display()))
        };
        folders.into_iter().map(folder).collect::<Result<_, _>>().map(Roots)
    }

    /// Reads a file below a root. A relative path begins in the first root that has it. Links are followed first: a file that
    /// is elsewhere is not read, and the error does not tell whether there is one.
    ///
    /// # Errors
    /// When there is no such file below a root, or it is no usual one.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if self.0.is_empty() {
            return Err(
                "no files can be read: the server was started without --root; give the text itself"
                    .to_owned(),
            );
        }
        let refused = || format!("{path}: no such file below the folders of --root");
        let candidates = self.0.iter().map(|root| root.join(Path::new(path)));
        let is_below = |it: &PathBuf| self.0.iter().any(|root| it.starts_with(root));
        let mut found = candidates.filter_map(|it| fs::canonicalize(it).ok()).filter(is_below);
        let found = found.next().ok_or_else(refused)?;
        let metadata = fs::metadata(&found).map_err(|_| refused())?;
        if !metadata.is_file() {
            return Err(format!("{path}: no usual file"));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(format!("{path}: longer than {} MiB", MAX_FILE_BYTES >> 20));
        }
        let mut bytes = Vec::new();
        let file = File::open(&found).map_err(|error| format!("{path}: {error}"))?;
        let read = file.take(MAX_FILE_BYTES).read_to_end(&mut bytes);
        read.map_err(|error| format!("{path}: {error}"))?;
        Ok(bytes)
    }
}
