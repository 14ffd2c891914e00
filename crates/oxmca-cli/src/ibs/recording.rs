//! Reading a recording and the files it is about.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};

use oxmca_ibs::attribution::{Attribution, KernelSymbols};
use oxmca_ibs::{Cpu, Profile, ReadError, ReadOptions};

use super::options::InputOptions;
use oxmca_asm::diagnostic::Severity;

use crate::console;
use crate::console::failed;
use crate::files;
use crate::progress::Watch;
use crate::run::Failed;

/// Bytes buffered while the header is read. Records are read past this buffer, in larger pieces.
const BUFFER: usize = 1 << 14;
/// The length of a stream's header, which `perf record -o -` writes also into files.
const STREAM_HEADER_LEN: u64 = 16;

/// A recording that was added up, and the files with its code.
pub struct Recording {
    /// The file's name, to be shown.
    pub file: String,
    /// The sums.
    pub profile: Profile,
    /// The functions.
    pub attribution: Attribution,
}

impl Recording {
    /// Reads the file that the options name.
    ///
    /// # Errors
    /// The exit status. What went wrong has been said.
    pub fn read(options: &InputOptions) -> Result<Self, Failed> {
        let cpu = options.cpuid.as_deref().map(Cpu::from_cpuid).transpose();
        let cpu = cpu.map_err(|error| failed(&format!("--cpuid: {error}")))?;
        let path = options.file.as_str();
        let profile = read(path, options, &ReadOptions { cpu }).map_err(|error| {
            let reason = match &error {
                ReadError::Io(error) => files::describe(error),
                other => other.to_string(),
            };
            let status = failed(&format!("{path}: {reason}"));
            if matches!(error, ReadError::NoCpu) {
                console::message(
                    Severity::Note,
                    "--cpuid=AuthenticAMD,FAMILY,MODEL,STEPPING names it, in decimal",
                );
            }
            status
        })?;
        let root = options.root.as_deref().map(files::path_named);
        let mut files = |path: &str| fs::read(beneath(root.as_deref(), path));
        let attribution = Attribution::new(&profile, &mut files);
        let file = files::path_named(path).to_string_lossy().into_owned();
        Ok(Self { file, profile, attribution })
    }

    /// Takes the kernel's functions from a list of its symbols.
    ///
    /// # Errors
    /// The exit status. What went wrong has been said.
    pub fn name_kernel(&mut self, path: &str) -> Result<(), Failed> {
        let refuse = |reason: &str| failed(&format!("--kallsyms: {path}: {reason}"));
        let text = fs::read(files::path_named(path));
        let text = text.map_err(|error| refuse(&files::describe(&error)))?;
        let symbols = KernelSymbols::parse(&text).map_err(|error| refuse(&error.to_string()))?;
        self.attribution.name_kernel(&self.profile, symbols);
        Ok(())
    }
}

fn read(path: &str, options: &InputOptions, how: &ReadOptions) -> Result<Profile, ReadError> {
    if path == "-" {
        return Profile::read_stream(
            io::stdin().lock(),
            how,
            &mut |_, _| ControlFlow::Continue(()),
        );
    }
    let mut file = File::open(files::path_named(path))?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ReadError::Io(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let is_stream = !metadata.is_file() || is_stream(&mut file)?;
    let len = metadata.is_file().then_some(metadata.len());
    let watch = Watch::reading(options.progress.into(), len.unwrap_or(0));
    let mut progress = |position: u64, _: Option<u64>| {
        watch.read(position);
        ControlFlow::Continue(())
    };
    let reader = BufReader::with_capacity(BUFFER, file);
    match is_stream {
        true => Profile::read_stream(reader, how, &mut progress),
        false => Profile::read_file(reader, how, &mut progress),
    }
}

/// Whether a file has the form that perf writes into pipes.
fn is_stream(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(STREAM_HEADER_LEN).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(start.get(8..).is_some_and(|len| len == STREAM_HEADER_LEN.to_le_bytes()))
}

/// The path of a recorded file, beneath a folder that stands for the recorded computer's root.
pub fn beneath(root: Option<&Path>, path: &str) -> PathBuf {
    let Some(root) = root else { return PathBuf::from(path) };
    let names = Path::new(path).components().filter(|it| matches!(it, Component::Normal(_)));
    names.fold(root.to_owned(), |path, name| path.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stay_beneath_the_root() {
        let path = |root, path| beneath(Some(Path::new(root)), path);
        assert_eq!(path("/srv/box", "/usr/bin/app"), Path::new("/srv/box/usr/bin/app"));
        assert_eq!(path("box", "/../etc/app"), Path::new("box/etc/app"));
        assert_eq!(beneath(None, "/usr/bin/app"), Path::new("/usr/bin/app"));
    }
}
