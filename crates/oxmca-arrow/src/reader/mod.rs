//! Record batches of Arrow's and Parquet's files, cut so that none has many bytes.
//!
//! The readers of both forms panic on some damaged files.

mod error;
mod pages;

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_cast::cast;
use arrow_ipc::reader::{FileReader, StreamReader, read_footer_length};
use arrow_ipc::root_as_footer;
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::reader::ChunkReader;

use crate::row_bytes;

pub use error::ReadError;

/// Rows that are answered before the next are read.
const ROWS: usize = 8192;
/// Bytes of rows that are answered before the next are read, unless one row has more.
const MAX_BATCH_BYTES: u64 = 1 << 24;
/// The most bytes of a row: those of the longest line, and of what is passed through beside it.
const MAX_ROW_BYTES: u64 = 1 << 25;
/// The beginning of Arrow's file format.
const ARROW_FILE: &[u8] = b"ARROW1";

/// Bytes behind the footer of a file: its length, and the beginning of the format again.
const TRAILER_BYTES: u64 = 10;

/// Record batches, and the schema of all of them.
pub struct Batches {
    /// The schema.
    pub schema: SchemaRef,
    /// The batches, each of a bounded number of rows and bytes.
    pub reader: BatchReader,
}

/// Record batches, or the error that ends them.
pub type BatchReader = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

/// Reads a file of Arrow, in its file format or its stream format.
///
/// # Errors
/// It is neither.
pub fn arrow(mut source: impl Read + Seek + 'static) -> Result<Batches, ReadError> {
    let mut magic = [0; ARROW_FILE.len()];
    let is_file = source.read_exact(&mut magic).is_ok() && magic == *ARROW_FILE;
    source.seek(SeekFrom::Start(0))?;
    match is_file {
        true => {
            check_blocks(&mut source)?;
            let reader = FileReader::try_new(source, None)?;
            Ok(batches(reader.schema(), reader))
        }
        false => arrow_stream(source),
    }
}

/// Checks that the footer of a file in Arrow's file format and the blocks that it names are within the file: their reader
/// takes memory as they ask for it.
///
/// # Errors
/// They are not.
fn check_blocks(source: &mut (impl Read + Seek)) -> Result<(), ReadError> {
    let bytes = source.seek(SeekFrom::End(0))?;
    let trailer = bytes.checked_sub(TRAILER_BYTES).ok_or("the file ends before its footer")?;
    source.seek(SeekFrom::Start(trailer))?;
    let mut end = [0; TRAILER_BYTES as usize];
    source.read_exact(&mut end)?;
    let footer_bytes = read_footer_length(end)?;
    let start = trailer.checked_sub(footer_bytes as u64).ok_or("the footer is not in the file")?;
    source.seek(SeekFrom::Start(start))?;
    let mut footer = vec![0; footer_bytes];
    source.read_exact(&mut footer)?;
    source.seek(SeekFrom::Start(0))?;
    let footer = root_as_footer(&footer).map_err(|error| format!("the footer: {error}"))?;
    let blocks = [footer.recordBatches(), footer.dictionaries()].into_iter().flatten().flatten();
    let mut all_blocks = 0;
    for block in blocks {
        let parts = [block.metaDataLength().into(), block.bodyLength()].map(u64::try_from);
        let [Ok(metadata), Ok(body)] = parts else {
            return Err("a block has a negative length".into());
        };
        let len = metadata.saturating_add(body);
        let end = u64::try_from(block.offset()).map_or(u64::MAX, |it| it.saturating_add(len));
        all_blocks = len.saturating_add(all_blocks);
        if end > bytes {
            return Err("the footer names blocks that are not in the file".into());
        }
        if all_blocks > bytes {
            return Err("the footer names blocks that overlap".into());
        }
    }
    Ok(())
}

/// Reads Arrow's stream format.
///
/// # Errors
/// It is something else.
pub fn arrow_stream(source: impl Read + 'static) -> Result<Batches, ReadError> {
    let reader = StreamReader::try_new(source, None)?;
    Ok(batches(reader.schema(), reader))
}

/// Reads a file of Parquet. Texts and bytes in its batches are views, those of the schema are as the file has them; see
/// [`with_types`].
///
/// # Errors
/// It is something else, or its pages take much memory.
pub fn parquet(source: impl ChunkReader + 'static) -> Result<Batches, ReadError> {
    let metadata = ArrowReaderMetadata::load(&source, ArrowReaderOptions::new())?;
    let schema = metadata.schema().clone();
    let longest_shared = pages::check(&source, metadata.metadata())?;
    // Texts of a dictionary are then there once.
    let views = ArrowReaderOptions::new().with_schema(as_views(&schema));
    let metadata = ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), views)?;
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(source, metadata);
    // Each value can be as long as all that it shares its beginning with.
    let row_bytes = longest_shared.max(fixed_row_bytes(&schema));
    let rows = (MAX_BATCH_BYTES / row_bytes).clamp(1, ROWS as u64) as usize;
    Ok(batches(schema, builder.with_batch_size(rows).build()?))
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
) -> Batches {
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
    Batches { schema, reader: Box::new(cut) }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use arrow_ipc::root_as_footer;
    use oxmca_testing::columns;

    use super::*;

    /// Returns the error of a file with other bytes at a place.
    fn error(bytes: &[u8], at: usize, other: &[u8]) -> String {
        let mut bytes = bytes.to_vec();
        bytes[at..at + other.len()].copy_from_slice(other);
        arrow(Cursor::new(bytes)).err().map(|it| it.to_string()).unwrap_or_default()
    }

    #[test]
    fn blocks_of_arrow_are_within_the_file() {
        let mut count = 0;
        for file in columns::all().unwrap().iter().filter(|it| it.name.ends_with(".arrow")) {
            let bytes = &file.bytes;
            let trailer = bytes.len() - TRAILER_BYTES as usize;
            assert_eq!(error(bytes, 0, ARROW_FILE), "");
            let long = error(bytes, trailer, &i32::MAX.to_le_bytes());
            assert_eq!(long, "the footer is not in the file");
            let footer_bytes = i32::from_le_bytes(bytes[trailer..trailer + 4].try_into().unwrap());
            let start = trailer - footer_bytes as usize;
            let footer = root_as_footer(&bytes[start..trailer]).unwrap();
            for block in
                [footer.recordBatches(), footer.dictionaries()].into_iter().flatten().flatten()
            {
                let place = [
                    &block.offset().to_le_bytes()[..],
                    &block.metaDataLength().to_le_bytes(),
                    &[0; 4],
                    &block.bodyLength().to_le_bytes(),
                ];
                let place = place.concat();
                let at = bytes[start..].windows(24).position(|it| it == place).unwrap() + start;
                for (at, number) in [(at, 1 << 40), (at + 16, 1 << 30), (at + 16, 1_i64 << 62)] {
                    let error = error(bytes, at, &number.to_le_bytes());
                    assert_eq!(error, "the footer names blocks that are not in the file");
                    count += 1;
                }
                let error = error(bytes, at + 16, &(-1_i64).to_le_bytes());
                assert_eq!(error, "a block has a negative length");
            }
        }
        assert!(count > 10);
    }
}
