//! Inputs of all forms.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use oxmca_arrow::reader::{self, Batches};
use oxmca_batch::MAX_LINE;

use super::arguments::Form;
use super::problem::Problem;

/// Lines that are answered before the next are read.
const LINES: usize = 8192;
/// Bytes of lines that are answered before the next are read, unless one line has more.
const LINE_BYTES: usize = 4 << 20;

/// An input.
pub enum Input {
    /// Lines of JSON.
    Lines(Lines),
    /// Record batches.
    Batches(Batches),
}

impl Input {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be opened, or is not of its form.
    pub fn open(path: &str, form: Option<Form>) -> Result<Input, Problem> {
        let form = form.unwrap_or_else(|| match path.rsplit('.').next() {
            Some("arrow" | "arrows" | "feather" | "ipc") => Form::Arrow,
            Some("parquet" | "pq") => Form::Parquet,
            _ => Form::Jsonl,
        });
        match form {
            Form::Jsonl => {
                let reader: Box<dyn Read> = match path {
                    "-" => Box::new(io::stdin().lock()),
                    path => Box::new(File::open(path)?),
                };
                Ok(Input::Lines(Lines {
                    reader: BufReader::with_capacity(1 << 18, reader),
                    number: 0,
                }))
            }
            Form::Arrow if path == "-" => {
                Ok(Input::Batches(reader::arrow_stream(io::stdin().lock())?))
            }
            Form::Arrow => Ok(Input::Batches(reader::arrow(BufReader::new(File::open(path)?))?)),
            Form::Parquet if path == "-" => {
                Err("Parquet is read from files only, since it begins at its end".into())
            }
            Form::Parquet => Ok(Input::Batches(reader::parquet(File::open(path)?)?)),
        }
    }
}

/// Lines of JSON.
pub struct Lines {
    reader: BufReader<Box<dyn Read>>,
    number: u64,
}

/// A line without its end.
pub struct OwnedLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes; `None` if they are too many.
    pub text: Option<Vec<u8>>,
}

impl Lines {
    /// Reads lines that are not blank; `None` at the end.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn next_chunk(&mut self) -> io::Result<Option<Vec<OwnedLine>>> {
        let mut chunk = Vec::new();
        let mut bytes = 0;
        while chunk.len() < LINES && bytes < LINE_BYTES {
            let mut text = Vec::new();
            let limit = MAX_LINE as u64 + 2;
            let len = (&mut self.reader).take(limit).read_until(b'\n', &mut text)?;
            if len == 0 {
                break;
            }
            self.number += 1;
            let has_end = text.last() == Some(&b'\n');
            if has_end {
                text.pop();
            }
            let is_long = text.len() > MAX_LINE;
            if is_long && !has_end {
                self.reader.skip_until(b'\n')?;
            }
            if !is_long && text.trim_ascii().is_empty() {
                continue;
            }
            bytes += len;
            chunk.push(OwnedLine { number: self.number, text: (!is_long).then_some(text) });
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }
}
