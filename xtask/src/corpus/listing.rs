//! The listings of the corpus: which compiler makes what of which source.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the assembly comes from.
pub enum Origin {
    /// A C or C++ file, from the top of the repository.
    Source(PathBuf),
    /// The library of a crate of this workspace.
    Crate(&'static str),
}

/// One assembly file to be made.
pub struct Listing {
    /// What it is, unique: source, compiler and flags.
    pub name: String,
    /// The source.
    pub origin: Origin,
    /// Triple to read the result for.
    pub triple: &'static str,
    compiler: &'static str,
    flags: Vec<String>,
}

const TRIPLE_64: &str = "x86_64-unknown-unknown";

/// Flags that every compiler of C and C++ here takes.
const FLAGS: &[&str] = &[
    "-O2",
    "-O3",
    "-O2 -march=x86-64-v3",
    "-O3 -march=x86-64-v4",
    "-O3 -march=bdver2",
    "-O3 -march=sapphirerapids -ffast-math",
    "-O2 -g",
    "-O2 -fPIC -fno-plt",
    "-Os -mcmodel=large",
    "-O1 -fverbose-asm",
];

/// Code that not every source can be compiled to: for other systems than this one, whose headers are
/// not here, or in Intel syntax, which AT&T's in headers would break. For C only, whose sources include
/// none.
struct Elsewhere {
    flags: &'static str,
    triple: &'static str,
    /// Words for it in a source's first line.
    kinds: &'static [&'static str],
    only_clang: bool,
}

const ELSEWHERE: &[Elsewhere] = &[
    Elsewhere {
        flags: "-m32 -O2 -march=i686",
        triple: "i686-unknown-unknown",
        kinds: &["32-bit"],
        only_clang: false,
    },
    Elsewhere {
        flags: "-m32 -O3 -march=x86-64-v3 -g",
        triple: "i686-unknown-unknown",
        kinds: &["32-bit"],
        only_clang: false,
    },
    Elsewhere {
        flags: "--target=x86_64-apple-macosx13.0.0 -O2 -march=haswell -g",
        triple: "x86_64-apple-macosx13.0.0",
        kinds: &["darwin"],
        only_clang: true,
    },
    Elsewhere {
        flags: "--target=x86_64-pc-windows-msvc -O2 -g",
        triple: "x86_64-pc-windows-msvc",
        kinds: &["windows"],
        only_clang: true,
    },
    Elsewhere {
        flags: "--target=x86_64-pc-windows-gnu -O3 -march=x86-64-v3 -g",
        triple: "x86_64-pc-windows-gnu",
        kinds: &["windows"],
        only_clang: true,
    },
    Elsewhere {
        flags: "--target=i686-pc-windows-msvc -O2 -march=x86-64-v2",
        triple: "i686-pc-windows-msvc",
        kinds: &["32-bit", "windows"],
        only_clang: true,
    },
    Elsewhere { flags: "-O2 -masm=intel", triple: TRIPLE_64, kinds: &["intel"], only_clang: false },
    Elsewhere {
        flags: "-O3 -march=x86-64-v4 -masm=intel",
        triple: TRIPLE_64,
        kinds: &["intel"],
        only_clang: false,
    },
];

/// Crates of this workspace to compile.
const CRATES: &[&str] = &["oxmca-tables", "oxmca-asm", "oxmca"];

/// Whether the program answers `--version`.
pub fn can_run(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// All listings in a fixed order, and the compilers that are absent.
pub fn plan(top: &Path) -> io::Result<(Vec<Listing>, Vec<&'static str>)> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(top.join("tests/corpus"))? {
        sources.push(entry?.path());
    }
    sources.sort();
    let (present, absent): (Vec<&'static str>, Vec<&'static str>) =
        ["clang-22", "gcc", "clang++-22", "g++"].into_iter().partition(|c| can_run(Path::new(c)));
    let mut listings = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source)?;
        // A first line `corpus: FLAGS` names flags the file needs; `corpus: not KIND...` names kinds
        // of other systems that it cannot be compiled for.
        let wishes = text.lines().next().and_then(|line| line.split_once("corpus:"));
        let wishes = wishes.map_or("", |(_, words)| words.trim().trim_end_matches("*/").trim());
        let (own_flags, excluded) = match wishes.strip_prefix("not ") {
            Some(kinds) => ("", kinds),
            None => (wishes, ""),
        };
        let is_c = source.extension().is_some_and(|extension| extension == "c");
        let languages = if is_c { ["clang-22", "gcc"] } else { ["clang++-22", "g++"] };
        for compiler in languages.into_iter().filter(|compiler| present.contains(compiler)) {
            let here = FLAGS.iter().map(|flags| (*flags, TRIPLE_64));
            let elsewhere = ELSEWHERE.iter().filter(|other| {
                let excluded = excluded.split_whitespace().any(|kind| other.kinds.contains(&kind));
                is_c && !excluded && (!other.only_clang || compiler == "clang-22")
            });
            let elsewhere = elsewhere.map(|other| (other.flags, other.triple));
            for (flags, triple) in here.chain(elsewhere) {
                let file = source.file_name().unwrap_or_default().to_string_lossy();
                let flags = format!("{flags} {own_flags}");
                let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
                listings.push(Listing {
                    name: format!("{file} {compiler} {}", flags.join(" ")),
                    origin: Origin::Source(Path::new("tests/corpus").join(file.as_ref())),
                    triple,
                    compiler,
                    flags,
                });
            }
        }
    }
    for &name in CRATES {
        listings.push(Listing {
            name: format!("{name} rustc"),
            origin: Origin::Crate(name),
            triple: TRIPLE_64,
            compiler: "rustc",
            flags: Vec::new(),
        });
    }
    Ok((listings, absent))
}

impl Listing {
    /// Whether it starts in Intel syntax.
    pub fn is_intel(&self) -> bool {
        self.flags.iter().any(|flag| flag == "-masm=intel")
    }

    /// Name of the assembly file.
    pub fn file(&self) -> String {
        format!("{}.s", self.name.replace(' ', "_"))
    }

    /// Writes the assembly file into `folder`; the compiler's first words when it refuses.
    pub fn compile(&self, top: &Path, folder: &Path) -> Result<(), String> {
        let out = folder.join(self.file());
        match &self.origin {
            Origin::Source(source) => {
                let mut command = Command::new(self.compiler);
                command.current_dir(top).args(&self.flags);
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
