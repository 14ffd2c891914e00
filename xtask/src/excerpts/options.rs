//! Options of the command.

use std::path::PathBuf;

use crate::reference;
use clap::{Parser, ValueEnum};

/// Compares oxmca with llvm-mca on excerpts of compiler output and of system libraries.
#[derive(Parser, Debug)]
#[command(name = "xtask excerpts")]
pub struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    pub target: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    pub binary: PathBuf,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    pub reference: PathBuf,
    /// The disassembler
    #[arg(long, default_value = reference::LLVM_OBJDUMP)]
    pub disassembler: PathBuf,
    /// Source of the code; by default both in turn
    #[arg(long)]
    pub from: Option<From>,
    /// Libraries to disassemble, in place of those found on the machine
    #[arg(long, num_args = 1..)]
    pub libraries: Vec<PathBuf>,
    /// Take listings of this workspace's own crates too, which takes long to compile
    #[arg(long)]
    pub crates: bool,
    /// Number of programs to compare
    #[arg(long, default_value_t = 2000)]
    pub programs: usize,
    /// Number of the first program
    #[arg(long, default_value_t = 0)]
    pub first: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Put mistakes into one in so many programs; 1 for none
    #[arg(long, default_value_t = 6)]
    pub damage: usize,
    /// Seconds that a program may run; longer counts as a crash
    #[arg(long, default_value_t = 20)]
    pub limit: u32,
    /// Print at most this many differences
    #[arg(long, default_value_t = 20)]
    pub show: usize,
    /// Print the programs and compare nothing
    #[arg(long)]
    pub list: bool,
}

/// A kind of real code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum From {
    /// Output of the compilers at hand for tests/corpus.
    Compilers,
    /// Disassembled shared libraries.
    Libraries,
}
