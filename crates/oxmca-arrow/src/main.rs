//! The program `oxmca-batch`: blocks from lines of JSON, Arrow or Parquet, and answers as any of them.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    match program::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
