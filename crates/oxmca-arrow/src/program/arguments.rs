//! The arguments.

use clap::{Parser, ValueEnum};
use oxmca::Dialect;
use oxmca::options::arguments::{OptionArguments, ReadFile};

/// Analyzes blocks from lines of JSON, Arrow or Parquet, one answer for each
#[derive(Parser)]
#[command(name = "oxmca-batch", version)]
pub struct Arguments {
    /// Files to read; standard input without any, or for `-`
    pub inputs: Vec<String>,
    /// The form of answers
    #[arg(long, value_enum, default_value = "jsonl")]
    pub format: Form,
    /// The form of files to read; that of their name's end without it, or lines of JSON
    #[arg(long, value_enum)]
    pub input_format: Option<Form>,
    /// The file to write, or `-` for standard output
    #[arg(short, long, default_value = "-")]
    pub output: String,
    /// CPU of blocks that name none; the host's by default
    #[arg(long, default_value = "")]
    pub mcpu: String,
    /// Target triple of blocks that name none; the host's by default
    #[arg(long, default_value = "")]
    pub mtriple: String,
    /// Features to switch on or off, `+avx` or `-avx`
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    pub mattr: Vec<String>,
    /// File with a scheduling model of one's own
    #[arg(long = "model")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub options: OptionArguments<Files, true>,
    /// Syntax of blocks that say nothing else
    #[arg(long, value_enum)]
    pub syntax: Option<Syntax>,
    /// The column of code; `asm`, `hex` or `machine_code` without it
    #[arg(long)]
    pub code: Option<String>,
    /// Columns of answers, with commas between; the numbers of the summary, the CPU and errors by default
    #[arg(long, value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Add the exact cycles per iteration and what limits them
    #[arg(long)]
    pub steady_state: bool,
    /// Add the versions of program and tables to answers, or to the schema's metadata
    #[arg(long)]
    pub identity: bool,
    /// Threads; 0 for one for each that the machine runs at once
    #[arg(short, long, default_value_t = 0)]
    pub jobs: usize,
    /// Seconds that a block may take; 0 for any time
    #[arg(long, default_value_t = 10)]
    pub timeout: u32,
}

/// A form of blocks and answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// Lines of JSON
    Jsonl,
    /// Arrow's IPC format: its file format in files, its stream format in standard input and output
    Arrow,
    /// Parquet
    Parquet,
}

/// A syntax of assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Syntax {
    /// AT&T
    Att,
    /// Intel
    Intel,
}

impl From<Syntax> for Dialect {
    fn from(syntax: Syntax) -> Dialect {
        match syntax {
            Syntax::Att => Dialect::new("att"),
            Syntax::Intel => Dialect::new("intel"),
        }
    }
}

/// Files that arguments name.
#[derive(Clone, Debug, Default)]
pub struct Files;

impl ReadFile for Files {
    fn read(path: &str) -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
