//! Crates to try it on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

use tempfile::TempDir;

/// A copy of a crate.
pub struct Fixture {
    folder: TempDir,
}

/// The output of a command, and its exit status.
#[derive(Debug)]
pub struct Printed {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Fixture {
    /// Copies a folder of `tests/fixtures`.
    pub fn new(name: &str) -> Fixture {
        let folder = TempDir::new().unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
        copy(&from, folder.path());
        Fixture { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs `cargo oxmca` with arguments, separated by spaces, and with a CPU where there is to be one.
    pub fn run(&self, arguments: &str) -> Printed {
        self.run_in("", arguments)
    }

    /// Does the same in a folder of it.
    pub fn run_in(&self, folder: &str, arguments: &str) -> Printed {
        let mut command = self.cargo(folder);
        command.arg("oxmca").args(arguments.split(' ').filter(|it| !it.is_empty()));
        printed(&command.output().unwrap())
    }

    /// Returns a command line of cargo, which finds both programs.
    pub fn cargo(&self, folder: &str) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(self.path().join(folder));
        add_environment(&mut command);
        command
    }

    /// Makes a repository of it, with all files in its first commit.
    pub fn commit_all(&self) {
        fs::write(self.path().join(".gitignore"), "target\nCargo.lock\n").unwrap();
        for arguments in ["init -q", "add -A", "commit -q -m all"] {
            assert_eq!(self.git(arguments).status, 0);
        }
    }

    /// Runs git.
    pub fn git(&self, arguments: &str) -> Printed {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=Me", "-c", "user.email=me@example.com"]);
        command.args(arguments.split(' ')).current_dir(self.path());
        printed(&command.output().unwrap())
    }

    /// Changes a file.
    pub fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from));
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

impl Printed {
    /// Returns what was printed, after making sure that it succeeded.
    pub fn text(&self) -> &str {
        assert_eq!(self.status, 0, "{}{}", self.stdout, self.stderr);
        &self.stdout
    }

    /// Returns the error, after making sure that it failed with this status.
    pub fn error(&self, status: i32) -> &str {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        &self.stderr
    }
}

fn printed(output: &Output) -> Printed {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Printed {
        status: output.status.code().unwrap_or(-1),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    }
}

/// Lets a command find both programs, and no settings of the build that runs these tests.
pub fn add_environment(command: &mut Command) {
    let own = Path::new(env!("CARGO_BIN_EXE_cargo-oxmca")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([own.to_owned()].into_iter().chain(env::split_paths(&path)));
    command.env("PATH", path.unwrap()).env("OXMCA", oxmca());
    for name in ["CARGO_TARGET_DIR", "RUSTFLAGS", "CARGO_INCREMENTAL", "CARGO_MANIFEST_DIR"] {
        command.env_remove(name);
    }
}

/// Returns the program `oxmca`, which is built if it was not, with the profile of these tests.
fn oxmca() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_cargo-oxmca")).parent().unwrap();
        let profile = match folder.file_name().unwrap().to_str().unwrap() {
            "debug" => "dev",
            name => name,
        };
        let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "--package", "oxmca-cli", "--bin", "oxmca", "--profile"])
            .arg(profile)
            .arg("--target-dir")
            .arg(folder.parent().unwrap())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.unwrap().success());
        folder.join(format!("oxmca{}", env::consts::EXE_SUFFIX))
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}
