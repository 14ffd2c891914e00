//! Inputs of all forms.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};
use oxmca_batch::MAX_LINE;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::arguments::Form;
use super::problem::Problem;

/// Rows that are answered before the next are read.
const ROWS: usize = 8192;
/// Lines that are answered before the next are read.
const LINES: usize = 8192;
/// Bytes of lines that are answered before the next are read, unless one line has more.
const LINE_BYTES: usize = 4 << 20;
/// The beginning of Arrow's file format.
const ARROW_FILE: &[u8] = b"ARROW1";

/// An input.
pub enum Input {
    /// Lines of JSON.
    Lines(Lines),
    /// Record batches.
    Batches(Batches),
}

/// Record batches, and the schema of all of them.
pub struct Batches {
    /// The schema.
    pub schema: SchemaRef,
    /// The batches, each of at most [`ROWS`] rows.
    pub reader: BatchReader,
}

/// Record batches, or the error that ends them.
pub type BatchReader = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

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
            Form::Arrow => arrow(path),
            Form::Parquet if path == "-" => {
                Err("Parquet is read from files only, since it begins at its end".into())
            }
            Form::Parquet => {
                let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
                let schema = builder.schema().clone();
                let reader = builder.with_batch_size(ROWS).build()?;
                Ok(Input::Batches(Batches { schema, reader: Box::new(reader) }))
            }
        }
    }
}

fn arrow(path: &str) -> Result<Input, Problem> {
    if path == "-" {
        let reader = StreamReader::try_new(io::stdin().lock(), None)?;
        return Ok(batches(reader.schema(), reader));
    }
    let mut file = File::open(path)?;
    let mut magic = [0; ARROW_FILE.len()];
    let is_file = file.read_exact(&mut magic).is_ok() && magic == *ARROW_FILE;
    file.seek(SeekFrom::Start(0))?;
    let file = BufReader::new(file);
    Ok(match is_file {
        true => {
            let reader = FileReader::try_new(file, None)?;
            batches(reader.schema(), reader)
        }
        false => {
            let reader = StreamReader::try_new(file, None)?;
            batches(reader.schema(), reader)
        }
    })
}

/// Returns batches with long ones cut.
fn batches(
    schema: SchemaRef,
    reader: impl Iterator<Item = Result<RecordBatch, ArrowError>> + 'static,
) -> Input {
    let cut = reader.flat_map(|batch| match batch {
        Ok(batch) => (0..batch.num_rows())
            .step_by(ROWS)
            .map(|start| Ok(batch.slice(start, ROWS.min(batch.num_rows() - start))))
            .collect(),
        Err(error) => vec![Err(error)],
    });
    Input::Batches(Batches { schema, reader: Box::new(cut) })
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
