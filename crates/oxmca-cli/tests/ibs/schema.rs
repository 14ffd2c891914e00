//! The JSON Schema of `oxmca ibs report`: documents on all recordings of the other tests, by everything
//! that rows can stand for, follow it and use all of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use oxmca_ibs::attribution::ObjectFile;
use oxmca_ibs::view::VIEWS;
use oxmca_testing::json_schema::Schema;
use oxmca_testing::json_schema::coverage::{Parts, parts_of_document, parts_of_schema};
use oxmca_testing::json_schema::strict::{check_refusals, check_schema};
use oxmca_testing::perf_data::Setting;
use oxmca_testing::trials::{self, Failed, Trial};
use serde_json::Value;

use crate::{folder, recording, run, scratch, setting};

/// One op, or one fetch, of a process without code.
const ONLY_OPS: &str = r#"{"op": ["60000", "401001", "300010", "0", "0", "0", "0", "0"]}"#;
const ONLY_FETCHES: &str = r#"{"fetch": ["7001000000000", "401001", "401001", "0"]}"#;

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("schema::describes_everything", || {
            check_schema(&schema()?);
            Ok(())
        }),
        Trial::test("schema::documents_follow_it_and_use_all_of_it", follow),
        Trial::test("schema::forbids_what_is_not_in_it", || {
            let folder = scratch("schema-strict")?;
            fs::write(folder.join("a.data"), recorded(&cases()?[0], &folder)?)?;
            let valid = document(&folder, "a.data", &["--by=instruction", "--view=all"])?;
            // The top level, six objects, and of rows, views and columns the first and the last.
            assert!(check_refusals(&schema()?, &valid) > 15);
            Ok(fs::remove_dir_all(&folder)?)
        }),
    ]
}

fn schema() -> Result<Value, Failed> {
    let output = run(Path::new("."), &["--generate=ibs-report-schema"], Stdio::null())?;
    let schema: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    Ok(schema)
}

/// The recordings of the other tests.
pub fn cases() -> Result<Vec<PathBuf>, Failed> {
    trials::files(&folder(), "jsonl")
}

/// The recording of a case, whose files are written beneath a folder.
pub fn recorded(path: &Path, folder: &Path) -> Result<Vec<u8>, Failed> {
    let text = fs::read_to_string(path)?;
    let setting = setting(&text);
    Ok(setting.file(&recording::records(&setting, &text, folder)))
}

fn document(folder: &Path, data: &str, options: &[&str]) -> Result<Value, Failed> {
    let arguments = [&["ibs", "report", data, "--format=json"], options].concat();
    let output = run(folder, &arguments, Stdio::null())?;
    if !output.status.success() {
        return Err(format!("{data} {options:?}: {output:?}").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn follow() -> Result<(), Failed> {
    let schema = schema()?;
    let validator = Schema::new(&schema).unwrap();
    let folder = scratch("schema")?;
    let mut files = Vec::new();
    for path in cases()? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name.clone(), recorded(&path, &folder)?));
    }
    let named = Setting::default();
    let records = |setting, lines| recording::records(setting, lines, &folder);
    files.push(("only-ops".to_owned(), named.file(&records(&named, ONLY_OPS))));
    files.push(("only-fetches".to_owned(), named.file(&records(&named, ONLY_FETCHES))));
    files.push(("no-names".to_owned(), without_names(&named.stream(&records(&named, ONLY_OPS)))));
    let lines = lines_of_this_program(&folder)?;
    let has_lines = lines.is_some();
    files.extend(lines.map(|(bytes, _)| ("lines".to_owned(), bytes)));

    let every_view: Vec<String> = VIEWS.iter().map(|view| format!("--view={}", view.key)).collect();
    let every_view: Vec<&str> = every_view.iter().map(String::as_str).collect();
    let mut used = Parts::new();
    let mut count = 0;
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
        for by in ["process", "module", "function", "instruction"] {
            let by = format!("--by={by}");
            for views in [&[][..], &["--view=all"], &["--view=all", "--top=1"], &every_view] {
                // Files are found beneath the folder, or under their own names.
                for root in [&["--root=."][..], &[]] {
                    let options = [&[by.as_str()], views, root].concat();
                    let document = document(&folder, name, &options)?;
                    if let Some(error) = validator.violation(&document) {
                        return Err(format!("{name} {options:?}: {error}").into());
                    }
                    parts_of_document(&schema, &document, &mut used);
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 200, "{count} documents");
    let mut unused: Vec<String> = parts_of_schema(&schema).difference(&used).cloned().collect();
    if !has_lines {
        unused.retain(|part| !part.contains("/row/source_"));
    }
    assert!(unused.is_empty(), "in no document: {unused:?}");
    Ok(fs::remove_dir_all(&folder)?)
}

/// A stream without the names of the computer, its kernel, perf and the processor.
fn without_names(stream: &[u8]) -> Vec<u8> {
    const HEADER_LEN: usize = 16;
    const FEATURE: u8 = 80;
    let (header, mut rest) = stream.split_at(HEADER_LEN);
    let mut kept = header.to_vec();
    while !rest.is_empty() {
        let (record, after) = rest.split_at(usize::from(u16::from_le_bytes([rest[6], rest[7]])));
        if !(record[0] == FEATURE && matches!(record[8], 3 | 4 | 5 | 8)) {
            kept.extend(record);
        }
        rest = after;
    }
    kept
}

/// A recording of a sample in this test program, if that has debug information, and the address.
pub fn lines_of_this_program(folder: &Path) -> Result<Option<(Vec<u8>, u64)>, Failed> {
    let path = std::env::current_exe()?;
    let bytes = fs::read(&path)?;
    let len = bytes.len() as u64;
    let Ok(image) = ObjectFile::parse(bytes) else { return Ok(None) };
    let Some(lines) = image.lines() else { return Ok(None) };
    let is_known = |offset: &u64| {
        let address = image.address_of_offset(*offset);
        address.is_some_and(|it| image.function_at(it).is_some() && lines.find(it).is_some())
    };
    let Some(offset) = (0..len).step_by(0x1000).find(is_known) else { return Ok(None) };
    let (start, ip) = (0x1000_0000_u64, 0x1000_0000 + offset);
    let path = serde_json::to_string(&path.to_string_lossy())?;
    let map = format!(r#"{{"map": {path}, "at": [{start}, {len}, 0]}}"#);
    let op = format!(r#"{{"op": ["60000", "{ip:x}", "300010", "0", "0", "0", "0", "0"]}}"#);
    let setting = Setting::default();
    let bytes = setting.file(&recording::records(&setting, &format!("{map}\n{op}"), folder));
    Ok(image.address_of_offset(offset).map(|address| (bytes, address)))
}
