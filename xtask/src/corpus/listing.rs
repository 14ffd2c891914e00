//! The listings of the corpus: each is a source, a compiler and its options.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::target::{Compilers, Dialect, ProvedTarget};

/// The source of a listing.
pub enum Origin {
    /// A C, C++ or Rust file, from the top of the repository.
    Source(PathBuf),
    /// The library of a crate of this workspace.
    Crate(&'static str),
}

/// One assembly file to be made.
pub struct Listing {
    /// Its unique name: source, compiler and flags.
    pub name: String,
    /// The source.
    pub origin: Origin,
    /// Triple to read the result for.
    pub triple: &'static str,
    /// The dialect it starts in, if that is not the target's default.
    pub dialect: Option<&'static Dialect>,
    compiler: &'static str,
    flags: Vec<String>,
}

/// The folder of Rust files, each of which is a crate.
const RUST: &str = "tests/corpus-rust";
/// The compiler of Rust.
const RUSTC: &str = "rustc";
/// Levels of optimization at which they are compiled.
const RUST_LEVELS: [&str; 4] = ["1", "2", "3", "s"];

/// Crates of this workspace to compile.
const CRATES: &[&str] = &["oxmca-tables", "oxmca-asm", "oxmca"];

/// Returns whether the program answers `--version`.
pub fn can_run(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns the program of a compiler, and the options that it always gets.
fn words(compiler: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut words = compiler.split_whitespace();
    (words.next().unwrap_or_default(), words)
}

/// Returns all listings of a target in a fixed order, and the compilers that are absent.
pub fn plan(
    target: &dyn ProvedTarget,
    top: &Path,
) -> io::Result<(Vec<Listing>, Vec<&'static str>)> {
    let Compilers { c, cxx, flags, elsewhere, kinds, has_crates } = *target.compilers();
    let mut sources = Vec::new();
    for entry in fs::read_dir(top.join("tests/corpus"))? {
        sources.push(entry?.path());
    }
    sources.sort();
    let triple = target.modes()[0].triple;
    let (present, absent): (Vec<&'static str>, Vec<&'static str>) =
        c.iter().chain(cxx).partition(|compiler| can_run(Path::new(words(compiler).0)));
    let mut listings = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source)?;
        // A first line `corpus: FLAGS` names flags the file needs; `corpus: not KIND...` names kinds
        // of other systems that it cannot be compiled for.
        let first_line = text.lines().next().and_then(|line| line.split_once("corpus:"));
        let words = first_line.map_or("", |(_, words)| words.trim().trim_end_matches("*/").trim());
        let (own_flags, excluded) = match words.strip_prefix("not ") {
            Some(kinds) => ("", kinds),
            None => (words, ""),
        };
        let is_c = source.extension().is_some_and(|extension| extension == "c");
        let compilers = if is_c { c } else { cxx };
        for compiler in compilers.iter().filter(|compiler| present.contains(compiler)) {
            let is_excluded =
                |kinds: &[&str]| excluded.split_whitespace().any(|kind| kinds.contains(&kind));
            let here = flags.iter().filter(|_| !is_excluded(kinds)).map(|flags| (*flags, triple));
            let elsewhere = elsewhere.iter().filter(|other| {
                is_c && !is_excluded(other.kinds) && (!other.only_first || *compiler == c[0])
            });
            let elsewhere = elsewhere.map(|other| (other.flags, other.triple));
            for (flags, triple) in here.chain(elsewhere) {
                let file = source.file_name().unwrap_or_default().to_string_lossy();
                let flags = format!("{flags} {own_flags}");
                let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
                let is_of = |it: &&Dialect| flags.iter().any(|flag| flag == it.compiler_flag);
                listings.push(Listing {
                    name: format!("{file} {compiler} {}", flags.join(" ")),
                    origin: Origin::Source(Path::new("tests/corpus").join(file.as_ref())),
                    triple,
                    dialect: target.dialects().iter().find(is_of),
                    compiler,
                    flags,
                });
            }
        }
    }
    for (source, level) in rust_sources(top)?
        .iter()
        .filter(|_| has_crates)
        .flat_map(|source| RUST_LEVELS.iter().map(move |level| (source, level)))
    {
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        listings.push(Listing {
            name: format!("{file} {RUSTC} opt-level={level}"),
            origin: Origin::Source(source.clone()),
            triple,
            dialect: None,
            compiler: RUSTC,
            flags: ["-C".to_owned(), format!("opt-level={level}")].to_vec(),
        });
    }
    for &name in CRATES.iter().filter(|_| has_crates) {
        listings.push(Listing {
            name: format!("{name} rustc"),
            origin: Origin::Crate(name),
            triple,
            dialect: None,
            compiler: RUSTC,
            flags: Vec::new(),
        });
    }
    Ok((listings, absent))
}

/// Returns the Rust files, from the top of the repository.
fn rust_sources(top: &Path) -> io::Result<Vec<PathBuf>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(top.join(RUST))? {
        sources.push(Path::new(RUST).join(entry?.file_name()));
    }
    sources.sort();
    Ok(sources)
}

impl Listing {
    /// Returns whether the compiler itself writes an object beside the assembly file, with the extension `.o`.
    pub fn has_object(&self) -> bool {
        self.compiler == RUSTC && matches!(self.origin, Origin::Source(_))
    }

    /// Returns the CPU that the compiler was told to write for.
    pub fn cpu(&self) -> Option<&str> {
        self.flags.iter().rev().find_map(|flag| flag.strip_prefix("-mcpu="))
    }

    /// Returns the name of the assembly file.
    pub fn file(&self) -> String {
        format!("{}.s", self.name.replace(' ', "_"))
    }

    /// Writes the assembly file into `folder`; the compiler's first words when it refuses.
    pub fn compile(&self, top: &Path, folder: &Path) -> Result<(), String> {
        let out = folder.join(self.file());
        match &self.origin {
            Origin::Source(source) if self.compiler == RUSTC => {
                // Emitted in one run, the second of them comes from code that the first one changed.
                for (kind, out) in [("asm", out.clone()), ("obj", out.with_extension("o"))] {
                    let mut command = Command::new(RUSTC);
                    command.current_dir(top).args(["--edition=2024", "--crate-type=lib"]);
                    command.args(["-C", "codegen-units=1"]).args(&self.flags);
                    command.arg(format!("--emit={kind}={}", out.display()));
                    finish(command.arg(source))?;
                }
                Ok(())
            }
            Origin::Source(source) => {
                let (program, options) = words(self.compiler);
                let mut command = Command::new(program);
                command.current_dir(top).args(options).args(&self.flags);
                finish(command.args(["-w", "-S", "-o"]).arg(&out).arg(source))
            }
            Origin::Crate(name) => {
                let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
                let package = ["--package", name, "--profile", "tool"];
                if !out.exists() {
                    // Cargo does not know of the extra file, and would find the crate up to date.
                    finish(Command::new(&cargo).current_dir(top).arg("clean").args(package))?;
                }
                let mut command = Command::new(&cargo);
                command.current_dir(top).arg("rustc").args(package).arg("--lib");
                command.args(["--", "-C", "codegen-units=1", "-C", "opt-level=3", "--emit"]);
                finish(command.arg(format!("link,asm={}", out.display())))
            }
        }
    }
}

fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let error = text.lines().find(|line| line.contains("error")).or(text.lines().next());
    Err(error.unwrap_or("no message").to_owned())
}
