//! `oxmca ibs`: recorded reports on recordings that are written here from lines of JSON in tests/ibs,
//! and errors for files that are no such recordings.
//!
//! `cargo xtask bless` records the reports.

mod annotate;
mod elf;
mod named_files;
mod recording;
mod refusals;
mod schema;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use oxmca_testing::perf_data::Setting;
use oxmca_testing::trials::{self, Failed};

/// Stands in runs for the recording.
const DATA: &str = "DATA";

fn main() -> ExitCode {
    let mut all = trials::of_files("report::", &folder(), "jsonl", check);
    all.extend(refusals::trials());
    all.extend(named_files::trials());
    all.extend(schema::trials());
    all.extend(annotate::trials());
    trials::run(all)
}

/// The folder of cases.
fn folder() -> PathBuf {
    trials::folder("tests/ibs")
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

/// The output and exit status of a run.
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
    trials::compare(&path.with_extension("expected"), found)
}
