//! `oxmca ibs`: recorded reports on recordings that are written here from lines of JSON in tests/ibs,
//! and what is said of files that are no such recordings.
//!
//! `cargo xtask bless` records the reports.

mod annotate;
#[path = "../full_json/coverage.rs"]
mod coverage;
#[path = "../golden/diff.rs"]
mod diff;
mod elf;
mod recording;
mod refusals;
mod schema;
#[path = "../full_json/strict.rs"]
mod strict;
#[path = "../../../oxmca-ibs/tests/writer/mod.rs"]
mod writer;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use writer::Setting;

/// Stands in runs for the recording.
const DATA: &str = "DATA";
const SHOWN_DIFFERENCES: usize = 3;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ibs");
    let mut cases: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|it| Some(it.ok()?.path())).collect(),
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    cases.retain(|path| path.extension().is_some_and(|it| it == "jsonl"));
    cases.sort();
    let name = |path: &Path| path.file_stem().map(|it| it.to_string_lossy().into_owned());
    let trials = cases.into_iter().map(|path| {
        Trial::test(format!("report::{}", name(&path).unwrap_or_default()), move || check(&path))
    });
    libtest_mimic::run(
        &arguments,
        trials
            .chain(refusals::trials())
            .chain(schema::trials())
            .chain(annotate::trials())
            .collect(),
    )
    .exit_code()
}

/// A new folder for a test's files.
pub fn scratch(name: &str) -> std::io::Result<PathBuf> {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ibs-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs `oxmca` in a folder.
pub fn run(folder: &Path, arguments: &[&str], input: Stdio) -> std::io::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    command.current_dir(folder).args(arguments).env_remove("NO_COLOR").stdin(input).output()
}

/// What a run printed, and its exit status.
fn outcome(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status =
        output.status.code().map_or_else(|| output.status.to_string(), |it| it.to_string());
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    format!("---- stdout\n{stdout}---- stderr\n{stderr}---- exit status {status}\n")
}

/// The setting that the first lines of a case describe.
fn setting(text: &str) -> Setting {
    let mut setting = Setting::default();
    let named = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    if let Some(cpu_id) = named("# cpuid: ") {
        setting.cpu_id = Some(cpu_id.to_owned());
    }
    if named("# mode: ") == Some("cycles") {
        setting.events[0].config = 0;
    }
    setting
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = scratch(&name)?;
    let setting = setting(&text);
    let data = format!("{name}.data");
    fs::write(folder.join(&data), setting.file(&recording::records(&setting, &text, &folder)))?;
    let mut found = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("# oxmca: ")) {
        let line = line.replace(DATA, &data);
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let output = run(&folder, &arguments, Stdio::null())?;
        let _ = write!(found, "==== oxmca {line}\n{}", outcome(&output));
    }
    fs::remove_dir_all(&folder)?;
    let expected = path.with_extension("expected");
    if std::env::var_os("OXMCA_BLESS").is_some() {
        fs::write(expected, found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&expected)?;
    match diff::first_differences(&expected, &found, SHOWN_DIFFERENCES) {
        differences if differences.is_empty() => Ok(()),
        differences => Err(differences.into()),
    }
}
