//! Comparison with another revision, which is built in a work tree of its own.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

use tempfile::TempDir;

use crate::analyzer::Analyzer;
use crate::arguments::Arguments;
use crate::cargo_build::build;
use crate::code::Code;
use crate::failure::Failure;
use crate::query;
use crate::targets::{self, ChosenTarget};
use crate::workspace::Workspace;

/// The status of a program that was interrupted.
const INTERRUPTED: u8 = 130;
/// Variables by which git's hooks would lead these commands to the index of a commit that is being made.
const OF_HOOKS: [&str; 3] = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"];

/// Compares functions with those of another revision. Returns the status.
///
/// # Errors
/// When one of both cannot be built, or no function is meant.
pub fn compare(
    revision: &str,
    workspace: &Workspace,
    target: &ChosenTarget,
    arguments: &Arguments,
    analyzer: &Analyzer,
) -> Result<u8, Failure> {
    let new_file = build(workspace, target, arguments, "oxmca")?;
    let new = chosen(&new_file, workspace, target, arguments);
    // Children are interrupted with this program, which goes on and removes the work tree.
    let is_interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst))
        .map_err(|error| format!("interruptions cannot be handled: {error}"))?;
    let result = old(revision, workspace, arguments).and_then(|old| {
        let (names, missing) = match (new, old.names) {
            (Ok(new), Ok(old)) => (new.into_iter().chain(old).collect(), None),
            (Ok(names), Err(_)) | (Err(_), Ok(names)) => (names, None),
            (Err(reason), Err(_)) => (BTreeSet::new(), Some(reason)),
        };
        match missing {
            Some(reason) => Err(Failure::Message(reason)),
            None => analyzer.compare([&old.file, &new_file], names, arguments),
        }
    });
    match is_interrupted.load(Ordering::SeqCst) {
        true => Err(Failure::Status(INTERRUPTED)),
        false => result,
    }
}

/// The program or library of another revision.
struct Old {
    file: PathBuf,
    names: Result<BTreeSet<String>, String>,
    /// Has the file.
    _tree: WorkTree,
}

/// Builds another revision.
fn old(revision: &str, workspace: &Workspace, arguments: &Arguments) -> Result<Old, Failure> {
    let tree = WorkTree::add(workspace.root().as_std_path(), revision)?;
    let manifest = tree.counterpart(workspace.manifest().as_std_path())?;
    if !manifest.is_file() {
        let path = workspace.manifest().strip_prefix(&tree.top).unwrap_or(workspace.manifest());
        return Err(Failure::Message(format!("revision {revision} has no {path}")));
    }
    tree.keep_versions(workspace).map_err(|error| format!("Cargo.lock: {error}"))?;
    eprintln!("building revision {revision}");
    let old = Workspace::at(Some(&manifest), arguments)?;
    let target = targets::choose(&old, arguments)?;
    let folder = workspace.target_dir(arguments, "oxmca-other-revision");
    let arguments_of_old = arguments.with_target_dir(&folder);
    let file = build(&old, &target, &arguments_of_old, "")?;
    let names = chosen(&file, &old, &target, arguments);
    Ok(Old { file, names, _tree: tree })
}

/// Returns the names of the functions that arguments mean, and of those that have them inlined.
fn chosen(
    file: &Path,
    workspace: &Workspace,
    target: &ChosenTarget,
    arguments: &Arguments,
) -> Result<BTreeSet<String>, String> {
    let code = Code::read(file, workspace)?;
    let found = query::find(&code, arguments, target)?;
    let mut names = BTreeSet::new();
    for it in found.candidates {
        match it.symbols.is_empty() {
            true => names.extend(it.containers.into_iter().map(|it| it.0)),
            false => drop(names.insert(it.name)),
        }
    }
    Ok(names)
}

/// A work tree of a repository, which is removed when this is dropped.
struct WorkTree {
    /// The top folder of the repository.
    top: PathBuf,
    folder: PathBuf,
    _temporary: TempDir,
}

impl WorkTree {
    /// Checks a revision out into a temporary folder.
    ///
    /// # Errors
    /// When there is no repository, or no such revision.
    fn add(root: &Path, revision: &str) -> Result<WorkTree, String> {
        let top = git(root, ["rev-parse", "--show-toplevel"])
            .map_err(|error| format!("--diff needs a git repository: {error}"))?;
        let top = PathBuf::from(top);
        let commit = format!("{revision}^{{commit}}");
        let commit = git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| {
            format!("the repository has no revision '{}'", oxmca_names::plain(revision))
        })?;
        let temporary = tempfile::Builder::new().prefix("cargo-oxmca-").tempdir();
        let temporary = temporary.map_err(|error| format!("a temporary folder: {error}"))?;
        let folder = temporary.path().join("revision");
        // Hooks may expect more than there is.
        let no_hooks = OsStr::new("core.hooksPath=/dev/null");
        let [worktree, add, detach] = ["worktree", "add", "--detach"].map(OsStr::new);
        let tree = WorkTree { top, folder, _temporary: temporary };
        let arguments =
            [OsStr::new("-c"), no_hooks, worktree, add, detach, tree.folder.as_os_str()];
        git(root, arguments.into_iter().chain([OsStr::new(&commit)]))
            .map_err(|error| format!("git worktree add: {error}"))?;
        Ok(tree)
    }

    /// Returns the path in the work tree of a file of the repository.
    fn counterpart(&self, path: &Path) -> Result<PathBuf, String> {
        let top = fs::canonicalize(&self.top).unwrap_or_else(|_| self.top.clone());
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match path.strip_prefix(&top) {
            Ok(below) => Ok(self.folder.join(below)),
            Err(_) => Err(format!("{} is not in the repository", path.display())),
        }
    }

    /// Gives a revision without `Cargo.lock` the versions of dependencies that the workspace has.
    fn keep_versions(&self, workspace: &Workspace) -> io::Result<()> {
        let own = workspace.root().join("Cargo.lock");
        match self.counterpart(own.as_std_path()) {
            Ok(other) if own.exists() && !other.exists() => fs::copy(own, other).map(drop),
            _ => Ok(()),
        }
    }
}

impl Drop for WorkTree {
    fn drop(&mut self) {
        let [remove, force] = ["remove", "--force"].map(OsStr::new);
        let arguments = [OsStr::new("worktree"), remove, force, self.folder.as_os_str()];
        // If it fails, as after an interruption of `add`, git forgets the tree with its folder.
        if git(&self.top, arguments).is_err() {
            let _ = fs::remove_dir_all(&self.folder);
            let _ = git(&self.top, ["worktree", "prune"]);
        }
    }
}

/// Runs git in a folder and returns what it prints.
///
/// # Errors
/// Its message, if it fails.
fn git<T: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = T>,
) -> Result<String, String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null());
    for name in OF_HOOKS {
        command.env_remove(name);
    }
    let output = command.output().map_err(|error| format!("git could not be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    }
}
