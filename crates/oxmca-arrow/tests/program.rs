//! The program `oxmca-batch`: files of every form, whole and damaged.

#![cfg(feature = "program")]

use std::fs::{self, File};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_cast::cast;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::DataType;
use oxmca_testing::random::Random;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};

/// Rows of a batch or a group of the inputs.
const ROWS: usize = 20;

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca-batch"));
    command.args(["--mcpu=znver4", "--mtriple=x86_64-unknown-unknown", "--jobs=1"]);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn run_well(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    output.stdout
}

/// Fails as a program does that knows what is wrong. Returns the message.
fn run_badly(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
    assert!(message.starts_with("error: ") && message.trim_end().len() > 10, "{message}");
    message
}

/// Blocks, some of which are errors, with columns of several types.
fn blocks() -> RecordBatch {
    let count = 3 * ROWS;
    let asm = (0..count).map(|it| match it % 10 {
        3 => None,
        7 => Some(format!("nop\n frob %rax, {it}")),
        _ => Some(format!(
            "imulq %rsi, %rdi\naddq ${it}, %rdi\nvaddps %ymm1, %ymm2, %ymm{}",
            it % 16
        )),
    });
    let cpu = (0..count).map(|it| [Some("skylake"), None, Some("btver2")][it % 3]);
    let cpu: ArrayRef = Arc::new(cpu.collect::<StringArray>());
    let dictionary = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let iterations = (0..count as i64).map(|it| (it % 4 != 0).then_some(it));
    let columns: [(&str, ArrayRef); 4] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..count as i64))),
        ("asm", Arc::new(asm.collect::<StringArray>())),
        ("cpu", cast(&cpu, &dictionary).unwrap()),
        ("iterations", Arc::new(iterations.collect::<Int64Array>())),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
        .unwrap()
}

/// The same blocks in files of every form: their names and contents.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let blocks = blocks();
    let schema = blocks.schema();
    let parts = (0..3).map(|part| blocks.slice(part * ROWS, ROWS));
    let (mut file, mut stream, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    let mut files = FileWriter::try_new(&mut file, &schema).unwrap();
    let mut streams = StreamWriter::try_new(&mut stream, &schema).unwrap();
    let mut parquets = ArrowWriter::try_new(&mut groups, schema, None).unwrap();
    for part in parts {
        files.write(&part).unwrap();
        streams.write(&part).unwrap();
        parquets.write(&part).unwrap();
        parquets.flush().unwrap();
    }
    files.finish().unwrap();
    streams.finish().unwrap();
    parquets.close().unwrap();
    let cpus = cast(&blocks["cpu"], &DataType::Utf8).unwrap();
    let line = |row: usize| {
        let mut line = json!({ "id": row });
        if let Some(asm) = blocks["asm"].as_string::<i32>().iter().nth(row).flatten() {
            line["asm"] = asm.into();
        }
        if let Some(cpu) = cpus.as_string::<i32>().iter().nth(row).flatten() {
            line["cpu"] = cpu.into();
        }
        if !row.is_multiple_of(4) {
            line["iterations"] = row.into();
        }
        format!("{line}\n")
    };
    let lines: String = (0..3 * ROWS).map(line).collect();
    vec![
        ("blocks.jsonl", lines.into_bytes()),
        ("blocks.arrow", file),
        ("blocks.arrows", stream),
        ("blocks.parquet", groups),
    ]
}

fn written(name: &str) -> PathBuf {
    let folder = folder(name);
    files().iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    folder
}

fn whole(batches: impl Iterator<Item = RecordBatch>) -> Vec<RecordBatch> {
    // Batches are compared row by row, however they are cut.
    batches.flat_map(|batch| (0..batch.num_rows()).map(move |row| batch.slice(row, 1))).collect()
}

fn read_arrow(path: &Path) -> Vec<RecordBatch> {
    whole(FileReader::try_new(File::open(path).unwrap(), None).unwrap().map(Result::unwrap))
}

fn read_parquet(path: &Path) -> Vec<RecordBatch> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    whole(builder.build().unwrap().map(Result::unwrap))
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(|it| serde_json::from_slice(it).unwrap())
        .collect()
}

#[test]
fn every_form_gives_equal_answers() {
    let folder = written("forms");
    let expected = lines(&run_well(&folder, &["blocks.jsonl"]));
    assert_eq!(expected.len(), 3 * ROWS);
    assert!(expected.iter().enumerate().all(|(row, line)| line["id"] == row));
    let errors = expected.iter().filter(|line| line["error"].is_object()).count();
    assert_eq!(errors, 3 * ROWS / 5);
    for input in ["blocks.arrow", "blocks.arrows", "blocks.parquet"] {
        assert_eq!(lines(&run_well(&folder, &[input])), expected, "{input}");
    }
    for (input, _) in files() {
        run_well(&folder, &["--format=arrow", "-o", "answers.arrow", input]);
        run_well(&folder, &["--format=parquet", "-o", "answers.parquet", input]);
        let stream = run_well(&folder, &["--format=arrow", input]);
        let rows = read_arrow(&folder.join("answers.arrow"));
        assert_eq!(read_parquet(&folder.join("answers.parquet")), rows, "{input}");
        let streamed = StreamReader::try_new(Cursor::new(stream), None).unwrap();
        assert_eq!(whole(streamed.map(Result::unwrap)), rows, "{input}");
        assert_eq!(rows.len(), expected.len());
        for (row, line) in rows.iter().zip(&expected) {
            let text = |name: &str| {
                let text = cast(&row[name], &DataType::Utf8).unwrap();
                text.as_string::<i32>().iter().next().flatten().map(str::to_owned)
            };
            assert_eq!(text("id"), Some(line["id"].to_string()));
            let number = |name: &str| text(name).map(|it| it.parse::<f64>().unwrap());
            for name in
                ["total_cycles", "instructions_per_cycle", "block_reciprocal_throughput_cycles"]
            {
                assert_eq!(number(name), line[name].as_f64(), "{input}: {line}");
            }
            let error = &line["error"];
            assert_eq!(text("error_kind").as_deref(), error["kind"].as_str());
            assert_eq!(text("error_message").as_deref(), error["message"].as_str());
            assert_eq!(number("error_line"), error["line"].as_f64());
        }
    }
}

/// A damaged file is answered as far as it can be read, or is an error; the file of answers is then as it was.
fn damaged(folder_name: &str, name: &str) {
    let folder = folder(folder_name);
    let (_, contents) = files().into_iter().find(|(it, _)| *it == name).unwrap();
    let answers = folder.join("answers");
    let mut refused = 0;
    let mut try_with = |bytes: &[u8], damage: &str| {
        fs::write(folder.join(name), bytes).unwrap();
        fs::write(&answers, "before").unwrap();
        let output = run(&folder, &["--format=parquet", "-o", "answers", name]);
        let message = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => assert!(message.is_empty() && read_parquet(&answers).len() <= 3 * ROWS),
            Some(1) => {
                refused += 1;
                assert!(message.starts_with(&format!("error: {name}: ")), "{damage}: {message}");
                assert_eq!(fs::read_to_string(&answers).unwrap(), "before", "{damage}");
            }
            // Killed by a signal, or another status.
            _ => panic!("{damage}: {}: {message}", output.status),
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{damage} leaves a file");
    };
    try_with(&contents, "none");
    for len in (0..contents.len()).step_by(contents.len() / 30) {
        try_with(&contents[..len], &format!("the first {len} bytes"));
    }
    let mut random = Random::new(24);
    for flip in 0..90 {
        let mut bytes = contents.clone();
        // Most of what readers trust is near the ends.
        let at = match flip % 3 {
            0 => random.below(bytes.len()),
            1 => random.below(bytes.len().min(1000)),
            _ => bytes.len() - 1 - random.below(bytes.len().min(1500)),
        };
        bytes[at] ^= 1 << random.below(8);
        try_with(&bytes, &format!("a flipped bit in byte {at}, flip {flip}"));
    }
    assert!(refused > 20, "{refused} of them are refused");
}

#[test]
fn damaged_parquet_is_an_error() {
    damaged("damaged-parquet", "blocks.parquet");
}

#[test]
fn damaged_files_of_arrow_are_errors() {
    damaged("damaged-file", "blocks.arrow");
}

#[test]
fn damaged_streams_of_arrow_are_errors() {
    damaged("damaged-stream", "blocks.arrows");
}

#[test]
fn a_reader_that_panics_is_an_error() {
    let folder = written("panics");
    // The length of a buffer that a message of the stream names is far more than what follows.
    let mut bytes = fs::read(folder.join("blocks.arrows")).unwrap();
    let rows = (ROWS as i64).to_le_bytes();
    let find = |part: &[u8], from: usize| {
        (from..bytes.len() - 8).find(|at| bytes[*at..].starts_with(part)).unwrap()
    };
    // The column of numbers without nulls has 8 bytes a row.
    let at = find(&(8 * ROWS as i64).to_le_bytes(), find(&rows, 0));
    bytes[at + 5] = 1;
    fs::write(folder.join("blocks.arrows"), bytes).unwrap();
    let message = run_badly(&folder, &["--format=parquet", "-o", "answers", "blocks.arrows"]);
    assert!(message.starts_with("error: blocks.arrows: "), "{message}");
    assert!(message.lines().count() == 1 && !message.contains("panicked"), "{message}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
}

#[test]
fn a_file_gets_all_answers_or_none() {
    let folder = written("whole");
    let names = || -> Vec<String> {
        let names = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name());
        names.map(|it| it.into_string().unwrap()).filter(|it| !it.starts_with("blocks")).collect()
    };
    let nothing: Vec<String> = Vec::new();
    let message = run_badly(&folder, &["--columns=speed", "-o", "answers", "blocks.arrow"]);
    assert!(message.contains("answers have no column \"speed\"; they have cpu, "));
    run_badly(&folder, &["--code=speed", "-o", "answers", "blocks.arrow"]);
    run_badly(&folder, &["-o", "answers", "blocks.arrow", "nothing.arrow"]);
    run_badly(&folder, &["-o", "nowhere/answers", "blocks.arrow"]);
    // The answers to lines have the id as text, those to batches as it is.
    let message =
        run_badly(&folder, &["--format=arrow", "-o", "answers", "blocks.arrow", "blocks.jsonl"]);
    assert!(message.contains("not those of the first input"));
    assert_eq!(names(), nothing);
    // Several inputs, and an output that is one of them.
    run_well(&folder, &["-o", "answers", "blocks.arrow", "blocks.jsonl"]);
    assert_eq!(lines(&fs::read(folder.join("answers")).unwrap()).len(), 6 * ROWS);
    run_well(&folder, &["--format=parquet", "-o", "blocks.parquet", "blocks.parquet"]);
    assert_eq!(read_parquet(&folder.join("blocks.parquet")).len(), 3 * ROWS);
    assert_eq!(names(), ["answers"]);
}

#[cfg(unix)]
#[test]
fn links_permissions_and_devices_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = written("links");
    let target = folder.join("target");
    fs::write(&target, "before").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("target", folder.join("link")).unwrap();
    run_well(&folder, &["-o", "link", "blocks.arrow"]);
    assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(lines(&fs::read(&target).unwrap()).len(), 3 * ROWS);
    assert!(run_well(&folder, &["-o", "/dev/null", "blocks.arrow"]).is_empty());
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// The most memory that a run takes over so many chunks of blocks.
#[cfg(target_os = "linux")]
fn peak_kilobytes(chunks: usize) -> usize {
    use std::io::{BufRead, BufReader, Write};
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca-batch"));
    command.args([
        "--mcpu=znver4",
        "--mtriple=x86_64-unknown-unknown",
        "--jobs=1",
        "--iterations=1",
    ]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // Whole chunks of 4 MB: the program answers a chunk when it is full.
    let line = format!("{{\"asm\":\"nop # {}\"}}\n", "x".repeat(1000));
    let count = chunks * (4_usize << 20).div_ceil(line.len());
    let writer = std::thread::spawn(move || {
        (0..count).for_each(|_| input.write_all(line.as_bytes()).unwrap());
        input
    });
    // All are answered, but the input has not ended, so the program is still there to be looked at.
    let answers = BufReader::new(child.stdout.take().unwrap()).lines().take(count).count();
    assert_eq!(answers, count);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak = peak.trim().trim_end_matches(" kB").parse().unwrap();
    drop(writer.join().unwrap());
    assert!(child.wait().unwrap().success());
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_stream() {
    let (few, many) = (peak_kilobytes(2), peak_kilobytes(12));
    assert!(many < few + 10_000, "{few} kB for 8 MB, {many} kB for 48 MB");
}
