//! The program `oxmca-batch` on files that are far smaller than the values of their rows together.

#![cfg(all(feature = "program", target_os = "linux"))]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use arrow_array::builder::{BinaryViewBuilder, ListBuilder, StringBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, FixedSizeBinaryArray, Int32Array, RecordBatch, RunArray, StringArray,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::file::properties::WriterProperties;

const ROWS: usize = 300;
const LONG: usize = 1 << 20;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-columns-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program with 256 MiB of address space.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 262144; exec timeout 60 \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_oxmca-batch"));
    command.args(["--mcpu=znver4", "--mtriple=x86_64-unknown-unknown", "--jobs=1"]);
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::null()).output().unwrap()
}

fn run_well(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {:?} {message}", output.status);
}

/// Returns one long text for all rows.
fn repeated(text: &str) -> ArrayRef {
    let values = Arc::new(StringArray::from(vec![text]));
    Arc::new(DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0; ROWS]), values))
}

/// Returns columns that are not passed whole, by names.
fn columns() -> Vec<(&'static str, Vec<(&'static str, ArrayRef)>)> {
    let text = format!("nop #{}", "x".repeat(LONG));
    let short: ArrayRef = Arc::new(StringArray::from(vec!["nop"; ROWS]));
    let runs = RunArray::<Int32Type>::try_new(
        &Int32Array::from(vec![ROWS as i32]),
        &StringArray::from(vec![&*text]),
    );
    let mut views = BinaryViewBuilder::new();
    let block = views.append_block(vec![0x06; LONG].into());
    (0..ROWS).for_each(|_| views.try_append_view(block, 0, LONG as u32).unwrap());
    let mut lists = ListBuilder::new(StringBuilder::new());
    for _ in 0..32 {
        (0..32).for_each(|_| lists.values().append_value(&text[..LONG / 64]));
        lists.append(true);
    }
    let fixed = vec![vec![0x90; 1 << 16]; 64];
    let fixed = FixedSizeBinaryArray::try_from_iter(fixed.iter()).unwrap();
    let few: ArrayRef = Arc::new(StringArray::from(vec!["nop"; 64]));
    let some: ArrayRef = Arc::new(StringArray::from(vec!["nop"; 32]));
    vec![
        ("code", vec![("asm", repeated(&text))]),
        ("passed", vec![("asm", Arc::clone(&short)), ("note", repeated(&text))]),
        ("ids", vec![("asm", Arc::clone(&short)), ("id", repeated(&text))]),
        ("options", vec![("asm", Arc::clone(&short)), ("cpu", repeated(&text))]),
        ("runs", vec![("asm", Arc::new(runs.unwrap()))]),
        ("views", vec![("machine_code", Arc::new(views.finish()))]),
        ("lists", vec![("asm", some), ("note", Arc::new(lists.finish()))]),
        ("fixed", vec![("asm", few), ("note", Arc::new(fixed))]),
    ]
}

/// Writes a batch in each form that can have it. Returns the files' names.
fn write(folder: &Path, name: &str, batch: &RecordBatch) -> Vec<String> {
    let mut names = Vec::new();
    let mut create = |ending: &str| {
        names.push(format!("{name}.{ending}"));
        File::create(folder.join(format!("{name}.{ending}"))).unwrap()
    };
    let mut file = FileWriter::try_new(create("arrow"), &batch.schema()).unwrap();
    file.write(batch).unwrap();
    file.finish().unwrap();
    let mut stream = StreamWriter::try_new(create("arrows"), &batch.schema()).unwrap();
    stream.write(batch).unwrap();
    stream.finish().unwrap();
    // Views of one text are not written once in Parquet.
    if !matches!(name, "views" | "runs") {
        let gzip = Compression::GZIP(GzipLevel::default());
        let properties = WriterProperties::builder().set_compression(gzip).build();
        let file = create("parquet");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(batch).unwrap();
        writer.close().unwrap();
    }
    names
}

#[test]
fn long_values_are_passed_in_parts() {
    let folder = folder("parts");
    for (name, columns) in columns() {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        // Long code takes its time in each form, so it is read from one.
        let is_code = matches!(name, "code" | "runs");
        let files = write(&folder, name, &batch);
        for file in files.iter().take(if is_code { 1 } else { files.len() }) {
            run_well(&folder, &["--format=jsonl", file]);
            if !is_code {
                run_well(&folder, &["--format=arrow", "-o", "/dev/null", file]);
            }
        }
    }
}

#[test]
fn long_ids_are_not_repeated() {
    let folder = folder("ids");
    let texts = ["x".repeat(4096), "x".repeat(4097)];
    let values = Arc::new(texts.iter().map(Some).collect::<StringArray>());
    let ids = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0, 1, 1]), values);
    let columns: [(_, ArrayRef); 2] =
        [("asm", Arc::new(StringArray::from(vec!["nop"; 3]))), ("id", Arc::new(ids))];
    let file = &write(&folder, "ids", &RecordBatch::try_from_iter(columns).unwrap())[0];
    run_well(&folder, &["--format=jsonl", "-o", "ids.jsonl", file]);
    let answers = fs::read_to_string(folder.join("ids.jsonl")).unwrap();
    let lines: Vec<_> = answers.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with(&format!("{{\"id\":\"{}\"", texts[0])), "{}", lines[0]);
    assert!(!lines[0].contains("\"error\""));
    for line in &lines[1..] {
        assert!(
            line.starts_with("{\"id\":null,") && line.contains("longer than 4096 bytes"),
            "{line}"
        );
    }
}

#[test]
fn texts_that_share_their_beginnings_are_read_in_parts() {
    let folder = folder("beginnings");
    let texts = (0..300).map(|it| Some(format!("nop #{}{it}", "x".repeat(LONG))));
    let texts: ArrayRef = Arc::new(texts.collect::<StringArray>());
    let batch = RecordBatch::try_from_iter([("asm", texts)]).unwrap();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BYTE_ARRAY)
        .set_data_page_size_limit(1 << 30)
        .build();
    let file = File::create(folder.join("shared.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    run_well(&folder, &["shared.parquet"]);
}
