//! The program `oxmca-lsp`: the language server on standard input and output.

use std::fs::{self, File};
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use oxmca_asm::host;
use oxmca_lsp::{Files, run, stdio};
use oxmca_queries::Host;

/// Longer files are not read.
const MAX_FILE_BYTES: u64 = 1 << 30;

const HELP: &str = "\
A language server for assembly, and for C, C++ and Rust beside their objects. An editor starts it and speaks the Language
Server Protocol with it on standard input and output.

Usage: oxmca lsp

Options:
      --stdio    Nothing: standard input and output are what it uses. Some editors add it
  -h, --help     Print help
  -V, --version  Print version

docs/editors.md has settings for editors.
";

/// The files of the machine.
struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() || metadata.len() > MAX_FILE_BYTES {
            return Err(io::Error::other("it is no file, or too long"));
        }
        let mut bytes = Vec::new();
        file.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn modified(&self, path: &str) -> Option<SystemTime> {
        let metadata = fs::metadata(path).ok()?;
        metadata.is_file().then(|| metadata.modified().ok())?
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<String> =
            entries.filter_map(|it| it.path().into_os_string().into_string().ok()).collect();
        paths.sort();
        paths
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match arguments.iter().map(|it| it.to_str().unwrap_or("?")).collect::<Vec<_>>()[..] {
        [] | ["--stdio"] => {}
        ["-h" | "--help"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        ["-V" | "--version"] => {
            println!("oxmca-lsp {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("error: it takes no arguments; an editor starts it; --help says more");
            return ExitCode::from(2);
        }
    }
    let host = Host { triple: host::default_triple(), cpu: oxmca_host::cpu_name().to_owned() };
    let (incoming, output) = stdio();
    let status = run(&incoming, &output, host, Arc::new(DiskFiles));
    drop(output);
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
