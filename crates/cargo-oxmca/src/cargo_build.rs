//! Building with cargo.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use cargo_metadata::{Artifact, Message};

use crate::arguments::Arguments;
use crate::failure::{Failure, status_of};
use crate::targets::{ChosenTarget, Kind};
use crate::workspace::{Workspace, cargo};
use crate::wrapper;

/// Builds a target with debug information and names, in a folder of its own, and returns the path of the program or
/// library.
///
/// # Errors
/// Cargo's status, after its messages.
pub fn build(
    workspace: &Workspace,
    target: &ChosenTarget,
    arguments: &Arguments,
    purpose: &str,
) -> Result<PathBuf, Failure> {
    let mut command = cargo();
    command.args(["build", "--message-format=json-render-diagnostics", "--manifest-path"]);
    command.arg(&target.manifest).args(target.options());
    command.arg("--target-dir").arg(workspace.target_dir(arguments, purpose));
    add_settings(&mut command, target.kind, arguments);
    wrapper::set_up(&mut command)?;
    let mut running = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo could not be run: {error}"))?;
    let messages = running.stdout.take().map(std::io::BufReader::new);
    let mut built = None;
    for message in messages.into_iter().flat_map(Message::parse_stream) {
        // Whatever is no message is no artifact either.
        if let Ok(Message::CompilerArtifact(artifact)) = message
            && artifact.manifest_path == target.manifest.as_str()
            && target.is(&artifact.target)
        {
            built = file(&artifact).or(built);
        }
    }
    let status = running.wait().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(Failure::Status(status_of(status)));
    }
    let missing = || format!("cargo made no file with the code of {}", target.description());
    built.ok_or_else(missing).map_err(Failure::Message)
}

fn add_settings(command: &mut Command, kind: Kind, arguments: &Arguments) {
    let profile = &arguments.profile;
    command.args(["--profile", profile]);
    let mut set = |key: &str, value: &str| {
        command.arg("--config").arg(format!("profile.{profile}.{key}={value}"));
    };
    // Linkage names of inlined functions come with this level, and code does not depend on it.
    set("debug", "\"limited\"");
    set("strip", "\"none\"");
    if !cfg!(target_vendor = "apple") {
        set("split-debuginfo", "\"off\"");
    }
    let is_library = kind == Kind::Lib;
    if let Some(units) = arguments.codegen_units.or(is_library.then_some(1)) {
        set("codegen-units", &units.to_string());
    }
    if is_library {
        // Small functions that are not generic are left to a library's users, too, but not in incremental builds; and all with
        // optimization while linking, which is not compatible with these.
        set("incremental", "true");
        set("lto", "\"off\"");
        command.env("CARGO_INCREMENTAL", "1");
    }
    for features in &arguments.features {
        command.arg("--features").arg(features);
    }
    let switches = [
        (arguments.all_features, "--all-features"),
        (arguments.no_default_features, "--no-default-features"),
        (arguments.quiet, "--quiet"),
    ];
    command.args(switches.into_iter().filter(|it| it.0).map(|it| it.1));
    command.args(arguments.network_options());
    if let Some(triple) = &arguments.triple {
        command.args(["--target", triple]);
    }
}

/// Returns the file with the code of an artifact: the program, else the library as an archive, else another one.
fn file(artifact: &Artifact) -> Option<PathBuf> {
    if let Some(program) = &artifact.executable {
        return Some(program.clone().into());
    }
    let of_kind =
        |extension: &str| artifact.filenames.iter().find(|it| it.extension() == Some(extension));
    let kinds = ["rlib", "so", "dylib", "dll", "a", "lib", "wasm"];
    kinds.into_iter().find_map(of_kind).map(|it| it.clone().into())
}
