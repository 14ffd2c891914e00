//! Model files beside the models that they make or the mistakes that are found in them, one trial per
//! file of `tests/models/cases` and of the repository's `examples/models`.
//!
//! `cargo test -p oxmca-tables --test models -- NAME` runs the files whose name contains NAME. With
//! `OXMCA_BLESS` in the environment (`cargo xtask bless` sets it) they are recorded.
//!
//! A comment `# first: FILE` names a file that is added before, and `# show: OPCODE...` opcodes whose
//! data are shown.

mod outcome;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        [crate_folder.join("tests/models/cases"), crate_folder.join("../../examples/models")];
    let mut trials = Vec::new();
    for folder in folders {
        let mut files: Vec<PathBuf> = match fs::read_dir(&folder) {
            Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                return ExitCode::FAILURE;
            }
        };
        files.retain(|file| file.extension().is_some_and(|it| it == "tbl"));
        files.sort();
        trials.extend(files.into_iter().map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(name, move || check(&file))
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Compares the outcome of a file with the recorded one, or records it.
fn check(file: &Path) -> Result<(), Failed> {
    let found = outcome::of_file(file)?;
    let path = file.with_extension("expected");
    if std::env::var_os("OXMCA_BLESS").is_some() {
        return Ok(fs::write(path, found)?);
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    Err(format!("expected:\n{expected}\nfound:\n{found}\n`cargo xtask bless` records it").into())
}
