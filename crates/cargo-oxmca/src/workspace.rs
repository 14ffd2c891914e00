//! The workspace: packages, and where they are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::arguments::Arguments;
use crate::failure::{Failure, status_of};

/// A workspace as cargo describes it.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
    /// The path of the manifest in the current folder or above it, or the one that was asked for.
    manifest: Utf8PathBuf,
}

/// Returns cargo's command line up to its command.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Runs cargo and returns what it prints. Its messages go to standard error.
///
/// # Errors
/// Its status, if it fails.
pub fn output_of(mut cargo: Command) -> Result<Vec<u8>, Failure> {
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo could not be run: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(Failure::Status(status_of(output.status))),
    }
}

impl Workspace {
    /// Asks cargo for the workspace.
    ///
    /// # Errors
    /// Cargo's status after its messages, as without a manifest.
    pub fn read(arguments: &Arguments) -> Result<Workspace, Failure> {
        Workspace::at(arguments.manifest_path.as_deref(), arguments)
    }

    /// Asks cargo for the workspace of a manifest; by default, of the current folder's.
    ///
    /// # Errors
    /// As [`Workspace::read`].
    pub fn at(manifest: Option<&Path>, arguments: &Arguments) -> Result<Workspace, Failure> {
        let mut locate = cargo();
        locate.args(["locate-project", "--message-format=plain"]);
        if let Some(path) = manifest {
            locate.arg("--manifest-path").arg(path);
        }
        let found = String::from_utf8_lossy(&output_of(locate)?).trim_end().to_owned();
        let manifest = Utf8PathBuf::from(found);
        let mut metadata = cargo();
        metadata.args(["metadata", "--format-version=1", "--no-deps", "--manifest-path"]);
        metadata.arg(&manifest).args(arguments.network_options());
        let text = String::from_utf8_lossy(&output_of(metadata)?).into_owned();
        let metadata = MetadataCommand::parse(text)
            .map_err(|error| format!("what cargo says of the workspace cannot be read: {error}"))?;
        Ok(Workspace { metadata, manifest })
    }

    /// Returns the folder of the workspace.
    pub fn root(&self) -> &Utf8Path {
        &self.metadata.workspace_root
    }

    /// Returns the path of the manifest that was asked for, or of the current folder's.
    pub fn manifest(&self) -> &Utf8Path {
        &self.manifest
    }

    /// Returns the packages of the workspace.
    pub fn packages(&self) -> Vec<&Package> {
        self.metadata.workspace_packages()
    }

    /// Returns the folder of what is built for a purpose.
    pub fn target_dir(&self, arguments: &Arguments, purpose: &str) -> PathBuf {
        let folder = arguments.target_dir.clone();
        folder.unwrap_or_else(|| self.metadata.target_directory.clone().into()).join(purpose)
    }

    /// Returns the package that is meant: the one that was named, else the one of the manifest, else the only one.
    ///
    /// # Errors
    /// When none or several are meant.
    pub fn package(&self, name: Option<&str>) -> Result<&Package, String> {
        let packages = self.packages();
        let names = || packages.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
        if let Some(name) = name {
            let found = packages.iter().find(|it| it.name == name).copied();
            return found.ok_or_else(|| {
                format!("the workspace has no package '{name}'; its packages are: {}", names())
            });
        }
        if let Some(package) = packages.iter().find(|it| it.manifest_path == self.manifest) {
            return Ok(package);
        }
        let defaults = self.metadata.workspace_default_packages();
        match (&packages[..], &defaults[..]) {
            ([package], _) | (_, [package]) => Ok(package),
            ([], _) => Err("the workspace has no packages".to_owned()),
            _ => Err(format!("choose a package with -p: {}", names())),
        }
    }
}

impl Arguments {
    /// Returns the options that cargo's commands share.
    pub fn network_options(&self) -> impl Iterator<Item = &'static str> {
        let all =
            [(self.locked, "--locked"), (self.offline, "--offline"), (self.frozen, "--frozen")];
        all.into_iter().filter(|it| it.0).map(|it| it.1)
    }
}
