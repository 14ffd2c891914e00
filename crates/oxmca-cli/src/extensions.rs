//! Commands that are programs of their own: `oxmca NAME` runs `oxmca-NAME`, as git and cargo do.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::failed;
use crate::files;

/// Commands of ours that are programs of their own, with their purposes. They have in them what most users never need.
pub const KNOWN: [(&str, &str); 2] = [
    ("lsp", "Starts the language server oxmca-lsp, for editors"),
    ("mcp", "Starts the server oxmca-mcp, for agents (Model Context Protocol)"),
];

/// Longer names are no commands.
const MAX_NAME: usize = 32;

/// Runs the program that the first argument names, and returns its exit status; `None` if the argument names none. A file of
/// that name goes first, since llvm-mca reads it.
pub fn run(arguments: &[String]) -> Option<i32> {
    let (name, rest) = arguments.split_first()?;
    if !is_name(name) || Path::new(name).exists() {
        return None;
    }
    let program = format!("oxmca-{name}{}", env::consts::EXE_SUFFIX);
    match find(&program) {
        Some(path) => Some(start(&path, rest)),
        None if KNOWN.iter().any(|it| it.0 == name) => Some(failed(&format!(
            "'oxmca {name}' is the program oxmca-{name}, which is neither beside this program nor in a folder of PATH; \
             `cargo install oxmca-{name}` installs it"
        ))),
        None => None,
    }
}

/// Returns whether an argument can name a command: files have a dot or a folder in their names, and options a dash.
fn is_name(argument: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let begins = argument.starts_with(|it: char| it.is_ascii_lowercase());
    begins && argument.len() <= MAX_NAME && argument.bytes().all(is_part)
}

/// Returns the path of a program: beside this one, else in a folder of `PATH`.
fn find(program: &str) -> Option<PathBuf> {
    let own = env::current_exe().ok().and_then(|it| it.canonicalize().ok());
    let beside = own.and_then(|it| Some(it.parent()?.to_owned()));
    let path = env::var_os("PATH").unwrap_or_default();
    // An empty entry is the working directory, where anybody may have put a program.
    let named = env::split_paths(&path).filter(|it| it.is_absolute());
    beside.into_iter().chain(named).map(|it| it.join(program)).find(|it| is_program(it))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Runs a program in the place of this one where the system can do so, else waits for it.
fn start(path: &Path, arguments: &[String]) -> i32 {
    let mut command = Command::new(path);
    command.args(arguments.iter().map(|it| files::path_named(it)));
    #[cfg(unix)]
    let error = {
        use std::os::unix::process::CommandExt;
        command.exec()
    };
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => return status.code().unwrap_or(1),
        Err(error) => error,
    };
    failed(&format!("{}: {}", path.display(), files::describe(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_options_are_no_names() {
        for name in ["lsp", "mcp", "my-tool", "x2"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "-", "--help", "a.s", "./lsp", "a/b", "Lsp", "l sp", &"x".repeat(33)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
