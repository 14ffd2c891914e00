//! Files that recordings and debug information name.
//!
//! Such a name is not the user's: it can be that of a device, of a pipe that nobody writes to, or of a file outside
//! the folder that was given. So only regular files are opened, and only as many bytes are read as they say to have.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};

use oxmca_asm::diagnostic::Severity;
use oxmca_ibs_report::Files;

use crate::console;
use crate::files;

/// The most bytes of a file with code or debug information.
const MAX_IMAGE_BYTES: u64 = 1 << 30;
/// The most bytes of all files with code or debug information, which are in memory together.
const MAX_ALL_IMAGES_BYTES: u64 = 2 << 30;
/// The most bytes of a source file. Longer files were not written by people.
const MAX_SOURCE_BYTES: u64 = 1 << 24;
/// The most bytes of a list of the kernel's symbols.
const MAX_KERNEL_SYMBOLS_BYTES: u64 = 1 << 25;
/// The most links that lead to a file, as in Linux.
const MAX_LINKS: usize = 40;
/// The most messages about files that are not opened.
const MAX_MESSAGES: usize = 8;
/// The start of all ELF files.
const ELF_MAGIC: &[u8] = b"\x7fELF";
/// The bytes that are read of a file before it is known to be an ELF file.
const START_BYTES: u64 = 64;

/// Reads the files with code and debug information that a recording names.
pub struct ModuleFiles {
    root: Option<PathBuf>,
    /// The bytes that may still be read.
    remaining_bytes: u64,
    messages: Messages,
}

impl ModuleFiles {
    /// Returns a reader of files beneath a copy of the recorded computer's root folder, or of this computer's files.
    pub fn new(root: Option<PathBuf>) -> Self {
        Self { root, remaining_bytes: MAX_ALL_IMAGES_BYTES, messages: Messages::default() }
    }

    fn read_image(&mut self, path: &str) -> io::Result<Vec<u8>> {
        // The kernel records absolute paths without `..`.
        let is_parent = |it: Component<'_>| it == Component::ParentDir;
        if self.root.is_none() && Path::new(path).components().any(is_parent) {
            return Err(refusal("not opened, since the path has `..`"));
        }
        let (mut file, len) = open(&beneath(self.root.as_deref(), path)?, MAX_IMAGE_BYTES)?;
        if len > self.remaining_bytes {
            return Err(refusal("not opened: the recording's files have more than 2 GiB"));
        }
        let mut bytes = read_exactly(&mut file, len.min(START_BYTES))?;
        if bytes.starts_with(ELF_MAGIC) {
            let rest = len - bytes.len() as u64;
            reserve(&mut bytes, rest)?;
            file.take(rest).read_to_end(&mut bytes)?;
        }
        self.remaining_bytes -= bytes.len() as u64;
        Ok(bytes)
    }
}

impl Files for ModuleFiles {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        // Reports show the system's description without Rust's number.
        let bytes = self.read_image(path);
        bytes.map_err(|error| io::Error::new(error.kind(), files::describe(&error)))
    }

    fn read_debug(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let bytes = self.read_image(path);
        self.messages.add(path, bytes.as_ref().err());
        bytes
    }
}

/// Reads the source files that debug information names.
pub struct SourceFiles {
    root: Option<PathBuf>,
    messages: Messages,
}

impl SourceFiles {
    /// Returns a reader of files beneath a copy of the recorded computer's root folder, or of this computer's files.
    pub fn new(root: Option<PathBuf>) -> Self {
        Self { root, messages: Messages::default() }
    }
}

impl Files for SourceFiles {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let bytes = beneath(self.root.as_deref(), path)
            .and_then(|path| open(&path, MAX_SOURCE_BYTES))
            .and_then(|(mut file, len)| read_exactly(&mut file, len));
        self.messages.add(path, bytes.as_ref().err());
        bytes
    }
}

/// Reads a list of the kernel's symbols. Linux gives `/proc/kallsyms` no length.
///
/// # Errors
/// When it is no regular file, is too long, or cannot be read.
pub fn read_kernel_symbols(path: &str) -> io::Result<Vec<u8>> {
    let (file, _) = open(&files::path_named(path), MAX_KERNEL_SYMBOLS_BYTES)?;
    let mut bytes = Vec::new();
    file.take(MAX_KERNEL_SYMBOLS_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_KERNEL_SYMBOLS_BYTES {
        return Err(too_large(MAX_KERNEL_SYMBOLS_BYTES));
    }
    Ok(bytes)
}

/// Warns of files that exist and are not opened. Users have not named them, so files that are not there are no news.
#[derive(Default)]
struct Messages {
    count: usize,
}

impl Messages {
    fn add(&mut self, path: &str, error: Option<&io::Error>) {
        let Some(error) = error.filter(|it| it.kind() == ErrorKind::InvalidInput) else { return };
        self.count += 1;
        if self.count <= MAX_MESSAGES {
            let path = oxmca_ibs_report::layout::printable(path);
            console::message(Severity::Warning, &format!("{path}: {}", files::describe(error)));
        } else if self.count == MAX_MESSAGES + 1 {
            console::message(Severity::Warning, "more files are not opened");
        }
    }
}

fn refusal(reason: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, reason)
}

fn too_large(max_bytes: u64) -> io::Error {
    refusal(&format!("not opened: larger than {} MiB", max_bytes >> 20))
}

/// Opens a regular file of at most `max_bytes` bytes, and returns its length. Never waits for a pipe, and touches no device.
fn open(path: &Path, max_bytes: u64) -> io::Result<(File, u64)> {
    let check = |metadata: &fs::Metadata| match metadata {
        it if it.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "Is a directory")),
        it if !it.is_file() => Err(refusal("not opened: not a regular file")),
        it if it.len() > max_bytes => Err(too_large(max_bytes)),
        it => Ok(it.len()),
    };
    check(&fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    let file = options.open(path)?;
    // The path may name another file by now.
    let len = check(&file.metadata()?)?;
    Ok((file, len))
}

/// Reads `len` bytes, or all that there are.
fn read_exactly(file: &mut File, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, len)?;
    file.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Makes room for bytes, if there is memory for them.
fn reserve(bytes: &mut Vec<u8>, additional: u64) -> io::Result<()> {
    let additional = usize::try_from(additional).map_err(|_| ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(additional).map_err(|_| refusal("not opened: larger than the memory"))
}

/// Returns the path of a recorded file beneath a copy of the recorded computer's root folder: where the path would lead
/// if the folder were the root, with `..` and links resolved there.
fn beneath(root: Option<&Path>, path: &str) -> io::Result<PathBuf> {
    let Some(root) = root else { return Ok(PathBuf::from(path)) };
    let mut resolved = Vec::<OsString>::new();
    let mut links = 0;
    let mut rest: VecDeque<OsString> = names(Path::new(path)).collect();
    while let Some(name) = rest.pop_front() {
        if name == ".." {
            resolved.pop();
            continue;
        }
        resolved.push(name);
        let path = root.join(resolved.iter().collect::<PathBuf>());
        if let Ok(target) = fs::read_link(&path) {
            links += 1;
            if links > MAX_LINKS {
                return Err(refusal("not opened: too many links"));
            }
            match target.is_absolute() {
                true => resolved.clear(),
                false => drop(resolved.pop()),
            }
            for name in names(&target).rev() {
                rest.push_front(name);
            }
        }
    }
    Ok(root.join(resolved.iter().collect::<PathBuf>()))
}

/// Returns the names of folders and files in a path, and `..`.
fn names(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    let is_name = |it: &Component<'_>| matches!(it, Component::Normal(_) | Component::ParentDir);
    path.components().filter(is_name).map(|it| it.as_os_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a new folder for a test's files.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("oxmca-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn paths_without_links_stay_beneath_the_root() {
        let path = |root, path| beneath(Some(Path::new(root)), path).unwrap();
        assert_eq!(path("/srv/box", "/usr/bin/app"), Path::new("/srv/box/usr/bin/app"));
        assert_eq!(path("box", "/../etc/app"), Path::new("box/etc/app"));
        assert_eq!(path("box", "/usr/../../etc/./app"), Path::new("box/etc/app"));
        assert_eq!(beneath(None, "/usr/bin/app").unwrap(), Path::new("/usr/bin/app"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_resolved_beneath_the_root() {
        let root = folder("root");
        fs::create_dir_all(root.join("usr/lib")).unwrap();
        for (link, target) in [
            ("lib", "usr/lib"),
            ("usr/lib/absolute", "/usr/app"),
            ("usr/lib/up", "../../../../etc/passwd"),
            ("loop", "loop"),
            ("whole", "/"),
        ] {
            let _ = fs::remove_file(root.join(link));
            std::os::unix::fs::symlink(target, root.join(link)).unwrap();
        }
        for (path, expected) in [
            ("/lib/libc.so", "usr/lib/libc.so"),
            ("/lib/absolute", "usr/app"),
            ("/lib/up", "etc/passwd"),
            ("/whole/whole/../lib/x", "usr/lib/x"),
        ] {
            assert_eq!(beneath(Some(&root), path).unwrap(), root.join(expected), "{path}");
        }
        assert!(beneath(Some(&root), "/loop").unwrap_err().to_string().ends_with("too many links"));
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_recordings_files_are_bounded_together() {
        let root = folder("bound");
        for name in ["a", "b"] {
            fs::write(root.join(name), [ELF_MAGIC, &[0; 996]].concat()).unwrap();
        }
        let mut files = ModuleFiles::new(Some(root.clone()));
        files.remaining_bytes = 1500;
        assert_eq!(files.read("/a").unwrap().len(), 1000);
        assert!(files.read("/b").unwrap_err().to_string().contains("more than 2 GiB"));
        // Large files are not even read.
        File::create(root.join("sparse")).unwrap().set_len(20 << 30).unwrap();
        let error = ModuleFiles::new(Some(root.clone())).read("/sparse").unwrap_err();
        assert_eq!(error.to_string(), "not opened: larger than 1024 MiB");
        File::create(root.join("sparse")).unwrap().set_len(1 << 30).unwrap();
        let start = ModuleFiles::new(Some(root.clone())).read("/sparse").unwrap();
        assert_eq!(start.len() as u64, START_BYTES);
        fs::remove_dir_all(&root).unwrap();
    }
}
