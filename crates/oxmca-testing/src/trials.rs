//! One trial per file: its input, and the expected output beside it.
//!
//! A test program calls [`run`] with trials that [`of_files`] makes. A trial compares its output with
//! [`compare`]; under `cargo xtask bless`, which sets [`VARIABLE`], that writes the expected output instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::text_diff::first_differences;

pub use libtest_mimic::{Failed, Trial};

/// The environment variable that has trials record their output instead of comparing it.
pub const VARIABLE: &str = "OXMCA_BLESS";
/// Differences shown for one file.
const SHOWN_DIFFERENCES: usize = 3;

/// Returns whether trials record their output instead of comparing it.
pub fn is_blessing() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Returns the folder `name` of the repository.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the files of a folder that have an extension, in the order of their names.
///
/// # Errors
/// The folder cannot be read, or holds no such file.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Failed> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|it| it == extension));
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no file ends in .{extension}", folder.display()).into());
    }
    Ok(paths)
}

/// Returns a file's name without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns a trial for each file of a folder, called `prefix` and the file's name without its extension. A folder
/// without such files is a trial that fails.
pub fn of_files(
    prefix: &str,
    folder: &Path,
    extension: &str,
    check: fn(&Path) -> Result<(), Failed>,
) -> Vec<Trial> {
    match files(folder, extension) {
        Ok(paths) => {
            let trial = |path: PathBuf| {
                Trial::test(format!("{prefix}{}", stem(&path)), move || check(&path))
            };
            paths.into_iter().map(trial).collect()
        }
        Err(failed) => vec![Trial::test(format!("{prefix}files"), || Err(failed))],
    }
}

/// Compares output with the file of expected output, or records it there.
///
/// # Errors
/// The first differences, or why the file cannot be read or written.
pub fn compare(expected: &Path, found: impl AsRef<[u8]>) -> Result<(), Failed> {
    let found = found.as_ref();
    if is_blessing() {
        // Other trials may read it meanwhile.
        let is_recorded = fs::read(expected).is_ok_and(|recorded| recorded == found);
        return if is_recorded { Ok(()) } else { Ok(fs::write(expected, found)?) };
    }
    let recorded = fs::read(expected).map_err(|error| {
        format!("{}: {error}\n`cargo xtask bless` records it", expected.display())
    })?;
    if recorded == found {
        return Ok(());
    }
    let (recorded, found) = (visible(&recorded), visible(found));
    Err(first_differences(&recorded, &found, SHOWN_DIFFERENCES).into())
}

/// Returns the text in which bytes that are not UTF-8 are written as `\xNN`, so that they can be
/// told apart.
fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&chunk.invalid().escape_ascii().to_string());
    }
    text
}

/// Runs trials as the command line of `cargo test` asks for.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit_code()
}
