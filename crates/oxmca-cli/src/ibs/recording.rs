//! Reads a recording and the files of its modules.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use oxmca_asm::diagnostic::Severity;
use oxmca_ibs::attribution::KernelSymbols;
use oxmca_ibs::{Cpu, Profile, ReadError, ReadOptions};
use oxmca_ibs_report::Recording;

use super::arguments::InputArguments;
use crate::console::{self, failed};
use crate::files;
use crate::progress::Watch;
use crate::recorded_files::{ModuleFiles, read_kernel_symbols};
use crate::run::Failed;

/// Bytes buffered while the header is read. Records bypass this buffer, since they are read in larger blocks.
const BUFFER: usize = 1 << 14;
/// The length of a stream's header in bytes. `perf record -o -` writes such headers into files, too.
const STREAM_HEADER_LEN: u64 = 16;

/// Reads the recording that the arguments name, and the files of its modules.
///
/// # Errors
/// The exit status, after a message.
pub fn read(arguments: &InputArguments) -> Result<Recording, Failed> {
    let cpu = arguments.cpuid.as_deref().map(Cpu::from_cpuid).transpose();
    let cpu = cpu.map_err(|error| failed(&format!("--cpuid: {error}")))?;
    let path = arguments.file.as_str();
    let profile = read_profile(path, arguments, &ReadOptions { cpu }).map_err(|error| {
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
    let mut modules = ModuleFiles::new(arguments.root.as_deref().map(files::path_named));
    let file = files::path_named(path).to_string_lossy().into_owned();
    Ok(Recording::new(file, profile, &mut modules))
}

/// Reads a list of the kernel's symbols.
///
/// # Errors
/// The exit status, after a message.
pub fn kernel_symbols(path: &str) -> Result<KernelSymbols, Failed> {
    let refuse = |reason: &str| failed(&format!("--kallsyms: {path}: {reason}"));
    let text = read_kernel_symbols(path);
    let text = text.map_err(|error| refuse(&files::describe(&error)))?;
    KernelSymbols::parse(&text).map_err(|error| refuse(&error.to_string()))
}

fn read_profile(
    path: &str,
    arguments: &InputArguments,
    options: &ReadOptions,
) -> Result<Profile, ReadError> {
    if path == "-" {
        return Profile::read_stream(io::stdin().lock(), options, &mut |_, _| {
            ControlFlow::Continue(())
        });
    }
    let mut file = File::open(files::path_named(path))?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ReadError::Io(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let is_stream = !metadata.is_file() || is_stream(&mut file)?;
    let len = metadata.is_file().then_some(metadata.len());
    let watch = Watch::reading(arguments.progress.into(), len.unwrap_or(0));
    let mut progress = |position: u64, _: Option<u64>| {
        watch.read(position);
        ControlFlow::Continue(())
    };
    let reader = BufReader::with_capacity(BUFFER, file);
    match is_stream {
        true => Profile::read_stream(reader, options, &mut progress),
        false => Profile::read_file(reader, options, &mut progress),
    }
}

/// Returns whether a file has the format that perf writes into pipes.
fn is_stream(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(STREAM_HEADER_LEN).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(start.get(8..).is_some_and(|len| len == STREAM_HEADER_LEN.to_le_bytes()))
}
