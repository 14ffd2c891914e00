//! Small files of Arrow and Parquet that together have most types of columns and most encodings.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryViewBuilder, Int32Builder, ListBuilder, MapBuilder, StringBuilder,
};
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, DictionaryArray,
    FixedSizeBinaryArray, Float64Array, Int32Array, Int64Array, LargeStringArray, RecordBatch,
    RunArray, StringArray, StringViewArray, StructArray, TimestampNanosecondArray, UInt32Array,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

/// Rows of a file.
pub const ROWS: usize = 40;

/// A file.
pub struct ColumnFile {
    /// Its name, which ends as its form asks for.
    pub name: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Returns all files.
///
/// # Errors
/// When a batch cannot be written.
pub fn all() -> Result<Vec<ColumnFile>, ParquetError> {
    let (assembly, machine_code, nested, repeated) =
        (assembly()?, machine_code()?, nested()?, repeated()?);
    let mut files = Vec::new();
    let mut add = |name, bytes| files.push(ColumnFile { name, bytes });
    for (names, batch) in [
        (["assembly.arrow", "assembly.arrows"], &assembly),
        (["code.arrow", "code.arrows"], &machine_code),
        (["nested.arrow", "nested.arrows"], &nested),
        (["repeated.arrow", "repeated.arrows"], &repeated),
    ] {
        let [file, stream] = arrow(batch)?;
        add(names[0], file);
        add(names[1], stream);
    }
    let properties = WriterProperties::builder;
    let gzip = Compression::GZIP(GzipLevel::default());
    let usual = || properties().build();
    add("assembly.parquet", parquet(&assembly, usual())?);
    add("code.parquet", parquet(&machine_code, usual())?);
    add("nested.parquet", parquet(&nested, usual())?);
    let second = properties().set_writer_version(WriterVersion::PARQUET_2_0);
    let second = second.set_dictionary_enabled(false).set_compression(gzip);
    add("second.parquet", parquet(&assembly, second.build())?);
    let plain = properties().set_dictionary_enabled(false).set_encoding(Encoding::PLAIN);
    let plain = plain.set_statistics_enabled(EnabledStatistics::None);
    add("plain.parquet", parquet(&machine_code, plain.build())?);
    let shared = properties().set_dictionary_enabled(false).set_compression(Compression::SNAPPY);
    let shared = shared.set_column_encoding("asm".into(), Encoding::DELTA_BYTE_ARRAY);
    add("shared.parquet", parquet(&assembly, shared.build())?);
    let pages = properties().set_data_page_row_count_limit(7).set_max_row_group_row_count(Some(20));
    let pages = pages.set_write_batch_size(4).set_compression(Compression::LZ4_RAW);
    add("pages.parquet", parquet(&nested, pages.build())?);
    Ok(files)
}

fn arrow(batch: &RecordBatch) -> Result<[Vec<u8>; 2], ArrowError> {
    let (mut file, mut stream) = (Vec::new(), Vec::new());
    let mut files = FileWriter::try_new(&mut file, &batch.schema())?;
    let mut streams = StreamWriter::try_new(&mut stream, &batch.schema())?;
    for start in [0, ROWS / 2] {
        let part = batch.slice(start, ROWS / 2);
        files.write(&part)?;
        streams.write(&part)?;
    }
    files.finish()?;
    streams.finish()?;
    drop((files, streams));
    Ok([file, stream])
}

fn parquet(batch: &RecordBatch, properties: WriterProperties) -> Result<Vec<u8>, ParquetError> {
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties))?;
    writer.write(batch)?;
    writer.close()?;
    Ok(bytes)
}

fn batch<const N: usize>(columns: [(&str, ArrayRef); N]) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
}

fn asm(row: usize) -> Option<String> {
    match row % 10 {
        3 => None,
        7 => Some(format!("nop\n frob %rax, {row}")),
        _ => Some(format!("imulq %rsi, %rdi\naddq ${row}, %rdi")),
    }
}

/// Returns assembly with options.
fn assembly() -> Result<RecordBatch, ArrowError> {
    let rows = 0..ROWS;
    let cpu = rows.clone().map(|it| [Some("skylake"), None, Some("btver2")][it % 3]);
    let iterations = rows.clone().map(|it| (it % 4 != 0).then_some(it as i64));
    batch([
        ("id", Arc::new(UInt32Array::from_iter_values(0..ROWS as u32))),
        ("asm", Arc::new(rows.clone().map(asm).collect::<StringArray>())),
        ("cpu", Arc::new(cpu.collect::<DictionaryArray<Int8Type>>())),
        ("iterations", Arc::new(iterations.collect::<Int64Array>())),
        ("weight", Arc::new(rows.clone().map(|it| Some(it as f64)).collect::<Float64Array>())),
        ("is_hot", Arc::new(rows.map(|it| Some(it % 2 == 0)).collect::<BooleanArray>())),
    ])
}

/// Returns machine code beside columns that are passed through.
fn machine_code() -> Result<RecordBatch, ArrowError> {
    let rows = 0..ROWS;
    let code: &[u8] = b"\x48\x0f\xaf\xfe\x48\x83\xc7\x07";
    let digest = rows.clone().map(|it| [it as u8; 16]);
    let mut views = BinaryViewBuilder::new();
    rows.clone().for_each(|it| views.append_value([it as u8; 20].as_slice()));
    let prices = Decimal128Array::from_iter_values(rows.clone().map(|it| it as i128));
    batch([
        ("machine_code", Arc::new(BinaryArray::from_iter_values(rows.clone().map(|_| code)))),
        ("base", Arc::new(Int64Array::from_iter_values(rows.map(|it| it as i64 * 64)))),
        ("digest", Arc::new(FixedSizeBinaryArray::try_from_iter(digest)?)),
        ("view", Arc::new(views.finish())),
        ("price", Arc::new(prices.with_precision_and_scale(20, 2)?)),
        ("day", Arc::new(Date32Array::from_iter_values(0..ROWS as i32))),
        ("time", Arc::new(TimestampNanosecondArray::from_iter_values(0..ROWS as i64))),
    ])
}

/// Returns assembly beside columns of lists, structures and maps.
fn nested() -> Result<RecordBatch, ArrowError> {
    let rows = 0..ROWS;
    let mut lists = ListBuilder::new(StringBuilder::new());
    let mut maps = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    for row in rows.clone() {
        (0..row % 4).for_each(|it| lists.values().append_value(format!("tag {it}")));
        lists.append(row % 5 != 0);
        maps.keys().append_value("runs");
        maps.values().append_value(row as i32);
        maps.append(row % 6 != 0)?;
    }
    let number: ArrayRef = Arc::new(Int32Array::from_iter_values(0..ROWS as i32));
    let text: ArrayRef = Arc::new(rows.clone().map(asm).collect::<StringViewArray>());
    let place = StructArray::from(vec![
        (Arc::new(Field::new("line", DataType::Int32, true)), number),
        (Arc::new(Field::new("text", DataType::Utf8View, true)), text),
    ]);
    batch([
        ("asm", Arc::new(rows.map(asm).collect::<LargeStringArray>())),
        ("tags", Arc::new(lists.finish())),
        ("counts", Arc::new(maps.finish())),
        ("place", Arc::new(place)),
    ])
}

/// Returns values that are there once for many rows.
fn repeated() -> Result<RecordBatch, ArrowError> {
    let rows = 0..ROWS;
    let texts = StringArray::from(vec!["nop", "imulq %rsi, %rdi", "addq $1, %rdi"]);
    let keys = Int32Array::from_iter(rows.map(|it| (it % 7 != 0).then_some(it as i32 % 3)));
    let code = DictionaryArray::<Int32Type>::try_new(keys, Arc::new(texts))?;
    let ends = Int32Array::from(vec![10, 25, ROWS as i32]);
    let cpus = StringArray::from(vec![Some("znver4"), None, Some("skylake")]);
    batch([
        ("asm", Arc::new(code)),
        ("cpu", Arc::new(RunArray::<Int32Type>::try_new(&ends, &cpus)?)),
    ])
}
