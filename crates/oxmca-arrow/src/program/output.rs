//! Outputs of all forms.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::arguments::Form;
use super::problem::Problem;
use super::replacement::Replacement;

/// Rows of a group in Parquet: they are held in memory until the group is written.
const GROUP_ROWS: usize = 1 << 17;
/// Bytes of a group after which the next one begins.
const GROUP_BYTES: usize = 1 << 26;

type Sink = BufWriter<Destination>;

/// A place for answers.
enum Destination {
    Standard(io::Stdout),
    /// A device or a pipe.
    Device(File),
    File(Replacement),
}

impl Destination {
    fn open(path: &str) -> io::Result<Destination> {
        let path = Path::new(path);
        let is_device = fs::metadata(path).is_ok_and(|it| !it.is_file());
        match is_device {
            true => Ok(Destination::Device(File::options().write(true).open(path)?)),
            false => Ok(Destination::File(Replacement::begin(path)?)),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Destination::Standard(stdout) => stdout,
            Destination::Device(file) => file,
            Destination::File(replacement) => replacement,
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// An output, whose schema comes with the first input. A file is left as it was until all is written.
pub struct Writer {
    form: Form,
    is_standard: bool,
    /// The file that has what is written so far.
    unfinished: Option<PathBuf>,
    sink: Option<Sink>,
    schema: Option<SchemaRef>,
    encoder: Option<Encoder>,
    lines: Vec<u8>,
}

enum Encoder {
    Stream(Box<StreamWriter<Sink>>),
    File(Box<FileWriter<Sink>>),
    Parquet(Box<ArrowWriter<Sink>>),
}

impl Writer {
    /// Opens a file, or standard output for `-`.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn new(form: Form, path: &str) -> Result<Writer, Problem> {
        let is_standard = path == "-";
        let destination = match is_standard {
            true => Destination::Standard(io::stdout()),
            false => Destination::open(path).map_err(|error| format!("{path}: {error}"))?,
        };
        let unfinished = match &destination {
            Destination::File(replacement) => Some(replacement.path().to_owned()),
            _ => None,
        };
        let sink = Some(BufWriter::with_capacity(1 << 18, destination));
        let (schema, encoder, lines) = (None, None, Vec::new());
        Ok(Writer { form, is_standard, unfinished, sink, schema, encoder, lines })
    }

    /// Returns the file that has what is written so far, which is to be removed if the output does not end.
    pub fn unfinished(&self) -> Option<PathBuf> {
        self.unfinished.clone()
    }

    /// Returns whether answers are lines of JSON.
    pub fn writes_lines(&self) -> bool {
        self.form == Form::Jsonl
    }

    /// Begins the output, or goes on with answers of another input.
    ///
    /// # Errors
    /// Their schema is not that of those before.
    pub fn begin(&mut self, schema: &SchemaRef) -> Result<(), Problem> {
        if let Some(first) = &self.schema {
            return match first == schema || self.writes_lines() {
                true => Ok(()),
                false => Err("its columns are not those of the first input".into()),
            };
        }
        self.schema = Some(schema.clone());
        if self.writes_lines() {
            return Ok(());
        }
        let Some(sink) = self.sink.take() else { return Ok(()) };
        self.encoder = Some(match self.form {
            Form::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_max_row_group_row_count(Some(GROUP_ROWS))
                    .build();
                let writer = ArrowWriter::try_new(sink, schema.clone(), Some(properties))?;
                Encoder::Parquet(Box::new(writer))
            }
            _ if self.is_standard => {
                Encoder::Stream(Box::new(StreamWriter::try_new(sink, schema)?))
            }
            _ => Encoder::File(Box::new(FileWriter::try_new(sink, schema)?)),
        });
        Ok(())
    }

    /// Writes a batch.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Problem> {
        match &mut self.encoder {
            Some(Encoder::Stream(writer)) => writer.write(batch)?,
            Some(Encoder::File(writer)) => writer.write(batch)?,
            Some(Encoder::Parquet(writer)) => {
                writer.write(batch)?;
                if writer.memory_size() > GROUP_BYTES {
                    writer.flush()?;
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Appends lines, which [`Writer::flush_lines`] writes.
    pub fn push_line(&mut self, line: &[u8]) {
        self.lines.extend_from_slice(line);
    }

    /// Writes the lines so far.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn flush_lines(&mut self) -> Result<(), Problem> {
        if let Some(sink) = &mut self.sink {
            sink.write_all(&self.lines)?;
            sink.flush()?;
        }
        self.lines.clear();
        Ok(())
    }

    /// Ends the output, and puts a file in its place.
    ///
    /// # Errors
    /// Its end cannot be written.
    pub fn finish(self) -> Result<(), Problem> {
        let sink = match self.encoder {
            Some(Encoder::Stream(mut writer)) => {
                writer.finish()?;
                writer.into_inner()?
            }
            Some(Encoder::File(mut writer)) => {
                writer.finish()?;
                writer.into_inner()?
            }
            Some(Encoder::Parquet(writer)) => writer.into_inner()?,
            None => match self.sink {
                Some(sink) => sink,
                None => return Ok(()),
            },
        };
        match sink.into_inner().map_err(io::IntoInnerError::into_error)? {
            Destination::File(replacement) => replacement.finish()?,
            mut other => other.flush()?,
        }
        Ok(())
    }
}
