//! The folders from which source files are shown.
//!
//! Debug information names any file that it likes. So only files are read that are below the working directory, the folder
//! of the input, and folders that the user names.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use oxmca_asm::diagnostic::Severity;
use oxmca_ibs_report::Files;

use crate::console;
use crate::recorded_files::SourceFiles;

/// Folders with source files.
pub struct SourceRoots {
    /// Prefixes of paths, and the folders that take their places.
    mapped: Vec<(PathBuf, PathBuf)>,
    /// Folders in which relative paths begin, apart from the working directory.
    starts: Vec<PathBuf>,
    /// Folders below which files are read, without links in their paths.
    allowed: Vec<PathBuf>,
    files: SourceFiles,
    /// The first file that is elsewhere, and the number of such files.
    refused: Option<String>,
    num_refused: usize,
}

/// Returns the folder of an input; `None` if it is no file.
pub fn folder_of(input: &str) -> Option<PathBuf> {
    // A name without a folder is in the working directory.
    let folder = Path::new(input).parent()?;
    fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).ok()
}

impl SourceRoots {
    /// Creates the folders that `--source-root` names, and those of `input`.
    pub fn new(roots: &[String], input: &str) -> SourceRoots {
        let (mut mapped, mut starts) = (Vec::new(), Vec::new());
        for root in roots {
            match root.split_once('=') {
                Some((prefix, folder)) => mapped.push((prefix.into(), PathBuf::from(folder))),
                None => starts.push(PathBuf::from(root)),
            }
        }
        starts.extend(folder_of(input));
        let named = mapped.iter().map(|(_, folder)| folder).chain(&starts);
        let allowed = named.map(PathBuf::as_path).chain([Path::new(".")]);
        let allowed = allowed.filter_map(|it| fs::canonicalize(it).ok()).collect();
        let files = SourceFiles::new(None);
        SourceRoots { mapped, starts, allowed, files, refused: None, num_refused: 0 }
    }

    /// Returns the contents of a file that debug information names, if it is in one of the folders.
    pub fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let name = Path::new(path);
        let mapped = self.mapped.iter();
        let mapped = mapped.filter_map(|(from, to)| Some(to.join(name.strip_prefix(from).ok()?)));
        let starts = self.starts.iter().filter(|_| name.is_relative());
        let candidates = mapped.chain([name.to_owned()]).chain(starts.map(|it| it.join(name)));
        let mut is_elsewhere = false;
        for candidate in candidates.collect::<Vec<_>>() {
            let Ok(found) = fs::canonicalize(candidate) else { continue };
            if !self.allowed.iter().any(|it| found.starts_with(it)) {
                is_elsewhere = true;
            } else if let Some(bytes) = found.to_str().and_then(|it| self.files.read(it).ok()) {
                return Some(bytes);
            }
        }
        if is_elsewhere {
            self.num_refused += 1;
            self.refused.get_or_insert_with(|| path.to_owned());
        }
        None
    }

    /// Says which files were not read, if there are any.
    pub fn tell(&self) {
        let Some(path) = &self.refused else { return };
        let path = oxmca_ibs_report::layout::printable(path);
        let others = match self.num_refused - 1 {
            0 => String::new(),
            1 => " (and one more file)".to_owned(),
            count => format!(" (and {count} more files)"),
        };
        let message = format!(
            "{path}: not shown, as it is neither below the working directory nor the input's \
             folder{others}; --source-root=FOLDER names others"
        );
        console::message(Severity::Warning, &message);
    }
}

impl Files for SourceRoots {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        SourceRoots::read(self, path).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a new folder for a test's files, without links in its path.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("oxmca-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::canonicalize(folder).unwrap()
    }

    #[test]
    fn only_files_below_the_folders_are_read() {
        let top = folder("source-roots");
        for (path, text) in [("in/src/a.c", "a"), ("out/b.c", "b"), ("more/c.c", "c")] {
            let path = top.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let input = top.join("in/program");
        let path = |it: &str| top.join(it).to_str().unwrap().to_owned();
        let read = |roots: &[String], name: &str| {
            let mut roots = SourceRoots::new(roots, input.to_str().unwrap());
            (roots.read(name), roots.num_refused)
        };
        let found = |text: &str| (Some(text.as_bytes().to_vec()), 0);
        assert_eq!(read(&[], "src/a.c"), found("a"));
        assert_eq!(read(&[], &path("in/src/a.c")), found("a"));
        assert_eq!(read(&[], "src/../src/a.c"), found("a"));
        for outside in [path("out/b.c"), "../out/b.c".to_owned(), path("in/../out/b.c")] {
            assert_eq!(read(&[], &outside), (None, 1), "{outside}");
        }
        assert_eq!(read(&[], "/etc/passwd").0, None);
        // A file that is not there is not refused.
        assert_eq!(read(&[], &path("out/none.c")), (None, 0));
        assert_eq!(read(&[path("out")], &path("out/b.c")), found("b"));
        assert_eq!(read(&[path("more")], "c.c"), found("c"));
        let mapped = format!("/build/src={}", path("more"));
        assert_eq!(read(std::slice::from_ref(&mapped), "/build/src/c.c"), found("c"));
        // Prefixes end at the ends of names, and do not lead out of their folders.
        assert_eq!(read(std::slice::from_ref(&mapped), "/build/src-old/c.c"), (None, 0));
        assert_eq!(read(&[mapped], "/build/src/../out/b.c"), (None, 1));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(top.join("out/b.c"), top.join("in/link.c")).unwrap();
            assert_eq!(read(&[], "link.c"), (None, 1));
        }
        fs::remove_dir_all(&top).unwrap();
    }
}
