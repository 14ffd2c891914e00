//! The commands of the pages that a new user reads: each is run in a folder with the files that they name. Those that are
//! left out need the network, a browser or an installed tool; steps of `.ci/run` do the same as they do.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Pages that are read first.
const PAGES: [&str; 10] = [
    "README.md",
    "docs/README.md",
    "docs/two-minutes.md",
    "docs/loops.md",
    "docs/ci.md",
    "docs/explain.md",
    "docs/which-model.md",
    "docs/glossary.md",
    "docs/python.md",
    "docs/web.md",
];

/// Beginnings of commands that are not run here, and the reason.
const LEFT_OUT: [(&str, &str); 15] = [
    ("oxmca lsp", "a program of its own: the tests of crates/oxmca-lsp start it"),
    ("oxmca mcp", "a program of its own: the tests of crates/oxmca-mcp start it"),
    ("cargo oxmca ", "the tests of crates/cargo-oxmca run such commands"),
    ("cargo run ", "it compiles the program that this test runs: the first step of .ci/run"),
    ("cargo test", "this is it"),
    (
        "cargo install ",
        "it needs the network; the same files are packed by `scripts/release --check` in .ci/run",
    ),
    ("maturin ", "`scripts/python build` in .ci/run"),
    ("pip ", "`scripts/python check` in .ci/run"),
    ("scripts/web ", "`scripts/web build` and `scripts/web check` in .ci/run"),
    (
        "python3 -m http.server",
        "it serves until it is stopped; `scripts/web check` serves the same folder",
    ),
    ("npm ", "`scripts/web check` in .ci/run"),
    (
        "oxmca -mcpu=skylake --range=0x1130-0x1158 a.out",
        "addresses depend on the linker; tests/many/objects.run has such ranges",
    ),
    (
        "oxmca loops --function='mylib::*'",
        "it needs a second package: the program's is built and read here",
    ),
    (
        "oxmca check --baseline=loops.txt --max-slowdown=2% kernels.o",
        "the page's own test writes that baseline: transcripts.rs",
    ),
    ("cc -O3 -g -c kernels.c", "as above"),
];

/// Programs whose commands the pages have.
const PROGRAMS: [&str; 16] = [
    "oxmca",
    "cargo",
    "gcc",
    "g++",
    "cc",
    "rustc",
    "cmake",
    "make",
    "objdump",
    "clang",
    "maturin",
    "pip",
    "npm",
    "python3",
    "scripts/web",
    "CARGO_PROFILE_RELEASE_DEBUG=line-tables-only",
];

const KERNEL: &str = "\
#include <stddef.h>

void scale(float *a, float k, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] *= k;
}

float dot(const float *a, const float *b, size_t n) {
  float sum = 0, largest = 0;
  /* The products of all pairs. */
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  for (size_t i = 0; i < n; i++)
    largest = b[i] > largest ? b[i] : largest;
  return sum + largest;
}
";

const MAIN: &str = "\
#include <stdlib.h>
float dot(const float *, const float *, size_t);
int main(int argc, char **argv) {
  static float a[64], b[64];
  for (int i = 0; i < argc; i++)
    a[i % 64] = b[i % 64] = atoi(argv[i]);
  return (int)dot(a, b, 64);
}
";

const RUST: &str = "\
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
";

/// Returns whether a program can be run.
fn is_installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Returns the commands of a page: lines of blocks, without what is said of them.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        if let Some(rest) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(rest) };
            continue;
        }
        let text = match fence {
            Some("console" | "shell-session") => line.strip_prefix("$ "),
            Some("" | "sh") => Some(line),
            Some("yaml") => line.trim().strip_prefix("- run: "),
            Some(_) => None,
            None => line.strip_prefix("    "),
        };
        // What the page's own test runs step by step.
        if fence == Some("shell-session") {
            continue;
        }
        let Some(text) = text else { continue };
        let text = text.split("  ").next().unwrap_or_default();
        let text = text.split(" # ").next().unwrap_or_default().trim_end();
        let word = text.split(' ').next().unwrap_or_default();
        if PROGRAMS.contains(&word) {
            commands.push(text.to_owned());
        }
    }
    commands
}

/// A folder with the files that the pages name.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = env::temp_dir().join(format!("oxmca-walk-{}", std::process::id()));
        fs::create_dir_all(path.join("bin")).unwrap();
        let folder = Folder(path);
        let repository =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        for name in ["examples", "tests", "crates", "docs"] {
            std::os::unix::fs::symlink(repository.join(name), folder.0.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_oxmca"), folder.0.join("bin/oxmca"))
            .unwrap();
        folder.write("kernel.c", KERNEL);
        folder.write("loop.c", KERNEL);
        folder.write("kernel.cpp", &KERNEL.replace("stddef.h", "cstddef"));
        folder.write("kernel.rs", RUST);
        folder.write("main.c", MAIN);
        folder.write("Makefile", "kernel.o: kernel.c\n");
        folder.write(
            "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.10)\nproject(kernels C)\nadd_library(kernels STATIC kernel.c)\n",
        );
        folder.write("Cargo.toml", "[package]\nname = \"myprogram\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n");
        fs::create_dir_all(folder.0.join("src")).unwrap();
        folder.write(
            "src/main.rs",
            "fn main() {\n    let all: Vec<u64> = std::env::args().map(|it| it.len() as u64).collect();\n    \
             println!(\"{}\", sum(&all));\n}\n\n#[inline(never)]\nfn sum(all: &[u64]) -> u64 {\n    \
             all.iter().map(|it| it * it).sum()\n}\n",
        );
        for command in [
            "gcc -O3 -S -o kernel.s kernel.c",
            "cp kernel.s loop.s",
            "gcc -O3 -g -c kernel.c",
            "gcc -O2 -g -c -o old.o kernel.c",
            "cp kernel.o new.o",
            "gcc -O3 -g -shared -fPIC -o libkernels.so kernel.c",
            "cp libkernels.so old.so",
            "cp libkernels.so new.so",
            "gcc -O3 -g -o a.out main.c kernel.c",
            "cp examples/models/my-zen.tbl .",
        ] {
            folder.run(command).unwrap();
        }
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// Runs a command in a shell. Returns what went wrong.
    fn run(&self, command: &str) -> Result<(), String> {
        let path = env::var("PATH").unwrap_or_default();
        let output = Command::new("bash")
            .args(["-o", "pipefail", "-c", command])
            .current_dir(&self.0)
            .env("PATH", format!("{}:{path}", self.0.join("bin").display()))
            .env("CARGO_TARGET_DIR", self.0.join("target"))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        // A busy machine, or one on which code may not run, has no measured cycles, and measuring says so.
        let is_not_measured =
            command.starts_with("oxmca measure ") && output.status.code() == Some(3);
        match output.status.success() || is_not_measured {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_command_of_the_first_pages_works() {
    if !is_installed("gcc") || !is_installed("bash") {
        eprintln!("gcc and bash are not installed: the files that the pages name cannot be made");
        return;
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new();
    let (mut run, mut failures) = (0, String::new());
    let mut used = BTreeSet::new();
    for page in PAGES {
        let text = fs::read_to_string(repository.join(page)).unwrap();
        for command in commands(&text) {
            if let Some(at) = LEFT_OUT.iter().position(|it| command.starts_with(it.0)) {
                used.insert(at);
                continue;
            }
            let parts = command.split(['|', ' ']).filter(|it| PROGRAMS.contains(it));
            let missing =
                parts.filter(|it| !it.contains('=') && *it != "oxmca").find(|it| !is_installed(it));
            if let Some(missing) = missing {
                eprintln!("{missing} is not installed: not run: {command}");
                continue;
            }
            // What the step before made is there only if its program is installed.
            if command.contains(" build/") && !folder.0.join("build").exists() {
                continue;
            }
            run += 1;
            if let Err(problem) = folder.run(&command) {
                let _ = writeln!(failures, "{page}: {command}\n{problem}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(run >= 40, "{run} commands");
    let unused: Vec<&str> =
        (0..LEFT_OUT.len()).filter(|it| !used.contains(it)).map(|it| LEFT_OUT[it].0).collect();
    assert_eq!(unused, [""; 0], "no page has these");
}
