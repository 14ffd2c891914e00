//! The programs that are measured.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::cases::Case;

/// oxmca and the flags it knows.
pub struct Candidate {
    /// The program.
    pub path: PathBuf,
    help: String,
}

impl Candidate {
    /// Returns the program at a path, or else the release build of this workspace, brought up to
    /// date.
    pub fn find(path: Option<&Path>, top: &Path) -> anyhow::Result<Self> {
        let path = match path {
            Some(path) => path
                .canonicalize()
                .with_context(|| format!("`{}` cannot be run", path.display()))?,
            None => build(top)?,
        };
        let output = Command::new(&path)
            .arg("--help-hidden")
            .output()
            .with_context(|| format!("`{}` cannot be run", path.display()))?;
        Ok(Candidate { path, help: String::from_utf8_lossy(&output.stdout).into_owned() })
    }

    /// Returns whether the program has a flag, given without dashes or value.
    pub fn knows(&self, flag: &str) -> bool {
        self.help.lines().any(|line| {
            let shown = line.trim_start();
            let end = shown.find(['=', ' ']).unwrap_or(shown.len());
            shown.starts_with('-') && shown[..end].trim_start_matches('-') == flag
        })
    }

    /// Returns the arguments of a case; `Err` with the flag that it needs and the program does not
    /// have.
    pub fn arguments(&self, case: &Case) -> Result<Vec<String>, &'static str> {
        if let Some(flag) = case.needs.filter(|flag| !self.knows(flag)) {
            return Err(flag);
        }
        let name = |argument: &str| -> String {
            let argument = argument.trim_start_matches('-');
            argument.split('=').next().unwrap_or_default().to_owned()
        };
        let own = case.own_arguments.iter().filter(|argument| self.knows(&name(argument)));
        Ok(case.arguments.iter().chain(own).cloned().collect())
    }
}

/// The part that matters here of Cargo's message about something it built.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
}

/// Builds the release program and says where it is.
fn build(top: &Path) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let output = Command::new(cargo)
        .args(["build", "--release", "--bin", "oxmca", "--message-format=json-render-diagnostics"])
        .current_dir(top)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be run")?;
    if !output.status.success() {
        bail!("the release build failed");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    messages
        .filter_map(|message| message.executable)
        .next_back()
        .context("cargo does not say where the program is")
}
