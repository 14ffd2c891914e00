//! Inputs of all forms.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_cast::cast;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use oxmca_arrow::row_bytes;
use oxmca_batch::MAX_LINE;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};

use super::arguments::Form;
use super::pages;
use super::problem::Problem;

/// Rows that are answered before the next are read.
const ROWS: usize = 8192;
/// Bytes of rows that are answered before the next are read, unless one row has more.
const MAX_BATCH_BYTES: u64 = 1 << 24;
/// The most bytes of a row: those of the longest line, and of what is passed through beside it.
const MAX_ROW_BYTES: u64 = 1 << 25;
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
                let file = File::open(path)?;
                let builder = ParquetRecordBatchReaderBuilder::try_new(file.try_clone()?)?;
                let schema = builder.schema().clone();
                let longest_shared = pages::check(&file, builder.metadata())?;
                // Texts of a dictionary are then there once.
                let views = ArrowReaderOptions::new().with_schema(as_views(&schema));
                let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, views)?;
                // Each value can be as long as all that it shares its beginning with.
                let row_bytes = longest_shared.max(fixed_row_bytes(&schema));
                let rows = (MAX_BATCH_BYTES / row_bytes).clamp(1, ROWS as u64) as usize;
                Ok(batches(schema, builder.with_batch_size(rows).build()?))
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

/// Returns a schema whose texts and bytes are views.
fn as_views(schema: &SchemaRef) -> SchemaRef {
    let fields: Vec<FieldRef> = schema.fields().iter().map(field_as_views).collect();
    Schema::new_with_metadata(fields, schema.metadata().clone()).into()
}

fn field_as_views(field: &FieldRef) -> FieldRef {
    let data_type = match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(field_as_views).collect()),
        DataType::List(item) => DataType::List(field_as_views(item)),
        DataType::LargeList(item) => DataType::LargeList(field_as_views(item)),
        other => other.clone(),
    };
    Arc::new(field.as_ref().clone().with_data_type(data_type))
}

/// Returns a batch whose columns have the types of a schema.
///
/// # Errors
/// A column cannot be changed.
pub fn with_types(batch: RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    if batch.schema().fields() == schema.fields() {
        return Ok(batch);
    }
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| cast(column, field.data_type()));
    RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)
}

/// Returns the bytes of a row's values that all have one length.
fn fixed_row_bytes(schema: &SchemaRef) -> u64 {
    let bytes = |field: &FieldRef| match field.data_type() {
        DataType::FixedSizeBinary(bytes) => usize::try_from(*bytes).unwrap_or(0),
        other => other.primitive_width().unwrap_or(0),
    };
    schema.fields().iter().map(bytes).sum::<usize>().max(1) as u64
}

/// Returns the numbers of rows of the batches that a batch is cut into: none has many bytes, unless one row has them.
///
/// # Errors
/// A row has more bytes than may be passed on.
fn cuts(batch: &RecordBatch) -> Result<Vec<usize>, ArrowError> {
    let (mut cuts, mut rows, mut bytes) = (Vec::new(), 0, 0);
    for own in row_bytes(batch) {
        if own > MAX_ROW_BYTES {
            let message = format!("a row has {own} bytes, more than {MAX_ROW_BYTES}");
            return Err(ArrowError::InvalidArgumentError(message));
        }
        if rows == ROWS || rows > 0 && bytes + own > MAX_BATCH_BYTES {
            cuts.push(rows);
            (rows, bytes) = (0, 0);
        }
        rows += 1;
        bytes += own;
    }
    cuts.push(rows);
    Ok(cuts)
}

/// Returns batches with long ones cut.
fn batches(
    schema: SchemaRef,
    reader: impl Iterator<Item = Result<RecordBatch, ArrowError>> + 'static,
) -> Input {
    let cut = reader.flat_map(|batch| match batch {
        Ok(batch) => match cuts(&batch) {
            Ok(cuts) => {
                let mut start = 0;
                let cut = |rows: usize| {
                    start += rows;
                    Ok(batch.slice(start - rows, rows))
                };
                cuts.into_iter().filter(|rows| *rows > 0).map(cut).collect()
            }
            Err(error) => vec![Err(error)],
        },
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
