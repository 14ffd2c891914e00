//! The command line.

use std::path::{Path, PathBuf};

use clap::Parser;

/// Builds a crate and shows the loops of a function: cycles, limits and source lines.
///
/// FUNCTION is a part of a function's name, or with `*` a pattern for the whole of it. If several functions have it, they are
/// listed, and INDEX chooses one. Without FUNCTION, all functions of the workspace's crates are shown. Functions that were
/// inlined are shown where their code is.
#[derive(Parser, Clone, Debug)]
#[command(name = "cargo oxmca", bin_name = "cargo oxmca", version)]
#[command(after_help = "\
Examples:
  cargo oxmca                                all functions of the crate
  cargo oxmca dot                            one function
  cargo oxmca dot 1 --mcpu=znver4            the second of several, on another CPU
  cargo oxmca dot --explain                  what limits it, in words
  cargo oxmca dot --diff=HEAD~1              beside the last commit
  cargo oxmca -p kernels --bench sums '*sum*'
  cargo oxmca dot -- --sort=cycles --smt     options of `oxmca loops`")]
pub struct Arguments {
    /// A part of the function's name
    #[arg(value_name = "FUNCTION")]
    pub function: Option<String>,
    /// Its number in the list, if several functions have the name
    #[arg(value_name = "INDEX")]
    pub index: Option<usize>,
    /// List functions only
    #[arg(long, conflicts_with_all = ["explain", "diff", "json"])]
    pub list: bool,
    /// Explain in words what limits each loop, and what would help
    #[arg(long)]
    pub explain: bool,
    /// Compare with another revision, which is built in a git work tree of its own
    #[arg(long, value_name = "REVISION", conflicts_with = "explain")]
    pub diff: Option<String>,
    /// Show the copies of a function that were inlined, even if it is there as a function, too
    #[arg(long, requires = "function", conflicts_with = "diff")]
    pub inlined: bool,

    /// The package
    #[arg(short, long, value_name = "NAME", help_heading = "What to build")]
    pub package: Option<String>,
    #[command(flatten)]
    pub target: TargetArguments,
    /// The profile
    #[arg(long, value_name = "NAME", default_value = "release", help_heading = "What to build")]
    pub profile: String,
    /// Codegen units; those of the profile by default, and one for libraries
    #[arg(long, value_name = "COUNT", help_heading = "What to build")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=256))]
    pub codegen_units: Option<u32>,
    /// Features, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "What to build")]
    pub features: Vec<String>,
    /// All features
    #[arg(long, help_heading = "What to build")]
    pub all_features: bool,
    /// Without the default features
    #[arg(long, help_heading = "What to build")]
    pub no_default_features: bool,
    /// The target triple
    #[arg(long = "target", value_name = "TRIPLE", help_heading = "What to build")]
    pub triple: Option<String>,
    /// The path of Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = "What to build")]
    pub manifest_path: Option<PathBuf>,
    /// The folder of what is built; `oxmca` below cargo's by default
    #[arg(long, value_name = "FOLDER", help_heading = "What to build")]
    pub target_dir: Option<PathBuf>,
    /// Cargo.lock stays as it is
    #[arg(long, help_heading = "What to build")]
    pub locked: bool,
    /// Without the network
    #[arg(long, help_heading = "What to build")]
    pub offline: bool,
    /// Both of these
    #[arg(long, help_heading = "What to build")]
    pub frozen: bool,
    /// Cargo prints errors only
    #[arg(short, long, help_heading = "What to build")]
    pub quiet: bool,

    /// The CPU to simulate, or several, separated by commas; this machine's by default
    #[arg(long, value_name = "CPU", help_heading = "What to show")]
    pub mcpu: Option<String>,
    /// Also loops that have loops within them
    #[arg(long, help_heading = "What to show", conflicts_with = "explain")]
    pub all: bool,
    /// Measure on this machine, too
    #[arg(long, help_heading = "What to show")]
    pub measure: bool,
    /// Print JSON
    #[arg(long, help_heading = "What to show")]
    pub json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short, value_name = "FILE", help_heading = "What to show")]
    pub output: Option<PathBuf>,
    /// Options of `oxmca loops`, or with --explain and --diff of `oxmca explain` and `oxmca diff`
    #[arg(last = true, value_name = "OPTIONS")]
    pub passed_on: Vec<String>,
}

/// The target of a package.
#[derive(clap::Args, Clone, Debug)]
#[group(multiple = false)]
pub struct TargetArguments {
    /// The library
    #[arg(long, help_heading = "What to build")]
    pub lib: bool,
    /// A program
    #[arg(long, value_name = "NAME", help_heading = "What to build")]
    pub bin: Option<String>,
    /// An example
    #[arg(long, value_name = "NAME", help_heading = "What to build")]
    pub example: Option<String>,
    /// A test
    #[arg(long, value_name = "NAME", help_heading = "What to build")]
    pub test: Option<String>,
    /// A benchmark
    #[arg(long, value_name = "NAME", help_heading = "What to build")]
    pub bench: Option<String>,
}

impl Arguments {
    /// Returns the same arguments with another folder for what is built.
    pub fn with_target_dir(&self, folder: &Path) -> Arguments {
        Arguments { target_dir: Some(folder.to_owned()), ..self.clone() }
    }
}
