//! The program `oxmca`, which shows the loops.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use tempfile::NamedTempFile;

use crate::arguments::Arguments;
use crate::failure::{Failure, status_of};
use crate::query::Found;

/// The variable with the path of `oxmca`.
const VARIABLE: &str = "OXMCA";
/// Longer arguments go into a file: Windows takes some 32,000 characters.
const MAX_ARGUMENTS_BYTES: usize = 16_000;
/// The program `oxmca`.
#[derive(Debug)]
pub struct Analyzer {
    program: PathBuf,
}

/// The loops of a file, as `oxmca loops --json` lists them.
#[derive(Deserialize)]
struct Loops {
    files: Vec<LoopsOfFile>,
}

#[derive(Deserialize)]
struct LoopsOfFile {
    loops: Vec<Loop>,
}

#[derive(Deserialize)]
struct Loop {
    symbol: String,
    number_in_function: usize,
}

impl Analyzer {
    /// Finds the program: the one that `OXMCA` names, else beside this program, else where the system looks for programs.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Analyzer, String> {
        if let Some(path) = env::var_os(VARIABLE).filter(|it| !it.is_empty()) {
            let program = PathBuf::from(path);
            return match program.is_file() {
                true => Ok(Analyzer { program }),
                false => Err(format!("{VARIABLE} names {}, which is no file", program.display())),
            };
        }
        let name = format!("oxmca{}", env::consts::EXE_SUFFIX);
        let own = env::current_exe().ok();
        let beside = own.as_deref().and_then(Path::parent).map(Path::to_path_buf);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = beside.into_iter().chain(env::split_paths(&path));
        let mut programs = folders.map(|it| it.join(&name)).filter(|it| it.is_file());
        let missing = || {
            format!(
                "the program `oxmca` is not installed: `cargo install oxmca-cli` does it, or {VARIABLE} names it"
            )
        };
        Ok(Analyzer { program: programs.next().ok_or_else(missing)? })
    }

    /// Shows the loops of functions of a file. Returns the status.
    ///
    /// # Errors
    /// When the program could not be run.
    pub fn show(&self, file: &Path, found: &Found, arguments: &Arguments) -> Result<u8, Failure> {
        let chosen = chosen(found);
        if !arguments.explain {
            let mut command = vec![OsString::from("loops"), file.into()];
            command.extend(chosen);
            command.extend(arguments.all.then(|| "--all".into()));
            command.extend(arguments.json.then(|| "--json".into()));
            return self.run(command, arguments);
        }
        let mut command = vec![OsString::from("explain"), file.into()];
        match found.is_inlined {
            // These are chosen as loops.
            true => command.extend(self.names_of_loops(file, chosen, arguments)?),
            false => command.extend(chosen),
        }
        command.extend(arguments.json.then(|| "--json".into()));
        self.run(command, arguments)
    }

    /// Compares functions of two files. Returns the status.
    ///
    /// # Errors
    /// When the program could not be run.
    pub fn compare(
        &self,
        files: [&Path; 2],
        names: impl IntoIterator<Item = String>,
        arguments: &Arguments,
    ) -> Result<u8, Failure> {
        let mut command = vec![OsString::from("diff"), files[0].into(), files[1].into()];
        command.extend(names.into_iter().map(|name| format!("--function=={name}").into()));
        command.extend(arguments.all.then(|| "--all".into()));
        command.extend(arguments.json.then(|| "--format=json".into()));
        self.run(command, arguments)
    }

    /// Returns options that choose the loops of functions.
    fn names_of_loops(
        &self,
        file: &Path,
        chosen: Vec<OsString>,
        arguments: &Arguments,
    ) -> Result<Vec<OsString>, Failure> {
        let mut command = vec![OsString::from("loops"), file.into(), "--json".into()];
        command.extend(chosen);
        if let Some(cpu) = arguments.mcpu.as_deref().and_then(|it| it.split(',').next()) {
            command.push(format!("--mcpu={cpu}").into());
        }
        let (command, _file) = shortened(command)?;
        let output = Command::new(&self.program).args(command).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| self.not_run(&error))?;
        if !output.status.success() {
            return Err(Failure::Status(status_of(output.status)));
        }
        let loops: Loops = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("{} is another version: {error}", self.program.display()))?;
        let loops = loops.files.into_iter().flat_map(|it| it.loops);
        let name = |it: Loop| format!("--loop=={}#{}", it.symbol, it.number_in_function).into();
        let names: Vec<OsString> = loops.map(name).collect();
        match names.is_empty() {
            true => Err(Failure::Message("no loop has code of this function".to_owned())),
            false => Ok(names),
        }
    }

    /// Runs the program with arguments, and with those that are passed on. Returns its status.
    fn run(&self, mut command: Vec<OsString>, arguments: &Arguments) -> Result<u8, Failure> {
        command.extend(arguments.mcpu.iter().map(|it| format!("--mcpu={it}").into()));
        command.extend(arguments.measure.then(|| "--measure".into()));
        if let Some(path) = &arguments.output {
            command.extend(["--output".into(), path.into()]);
        }
        command.extend(arguments.passed_on.iter().map(OsString::from));
        let (command, _file) = shortened(command)?;
        let status = Command::new(&self.program).args(command).status();
        Ok(status_of(status.map_err(|error| self.not_run(&error))?))
    }

    fn not_run(&self, error: &std::io::Error) -> String {
        format!("{} could not be run: {error}", self.program.display())
    }
}

/// Returns options that choose functions, or the loops with inlined copies of them.
fn chosen(found: &Found) -> Vec<OsString> {
    let option = |option: &str, name: &str| OsString::from(format!("--{option}=={name}"));
    let mut options = Vec::new();
    for it in &found.candidates {
        if found.is_inlined {
            options.push(option("inlined", &it.name));
            options.extend(it.containers.iter().map(|it| option("function", &it.1)));
        } else {
            options.extend(it.symbols.iter().map(|it| option("function", it)));
        }
    }
    options.sort();
    options.dedup();
    options
}

/// Moves long arguments into a file, which the program reads for the argument that names it.
fn shortened(mut command: Vec<OsString>) -> Result<(Vec<OsString>, Option<NamedTempFile>), String> {
    let bytes: usize = command.iter().map(|it| it.len() + 1).sum();
    if bytes <= MAX_ARGUMENTS_BYTES {
        return Ok((command, None));
    }
    let failed = |error: std::io::Error| format!("a temporary file: {error}");
    let mut file = NamedTempFile::new().map_err(failed)?;
    let rest = command.split_off(1);
    for argument in rest {
        writeln!(file, "{}", quoted(&argument)).map_err(failed)?;
    }
    file.flush().map_err(failed)?;
    let mut name = OsString::from("@");
    name.push(file.path());
    command.push(name);
    Ok((command, Some(file)))
}

/// Returns an argument as such files have it.
fn quoted(argument: &OsStr) -> String {
    let text = argument.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_arguments_are_read_from_a_file() {
        let argument = OsString::from("--function==a \"b\" \\ ".repeat(2_000));
        let (command, file) = shortened(vec!["loops".into(), argument]).unwrap();
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(text.starts_with("\"--function==a \\\"b\\\" \\\\ "));
        assert_eq!(command.len(), 2);
        assert!(command[1].to_str().unwrap().starts_with('@'));
        assert_eq!(shortened(vec!["loops".into()]).unwrap().0, ["loops"]);
    }
}
