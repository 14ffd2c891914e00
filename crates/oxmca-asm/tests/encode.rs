//! The machine code of recorded instructions. `cargo xtask encodings --record` records it from
//! llvm-mc; this test runs without LLVM.

#[path = "encode/rows.rs"]
mod rows;

use std::path::Path;

use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Severity, Sources, Subtarget, parse, target};
use rows::{Row, Rows, hex};

#[test]
fn recorded_instructions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/encode");
    let mut checked = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of rows") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = std::fs::read_to_string(&path).expect("a text file");
        let rows = Rows::parse(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        checked += rows.rows.len();
        check(&name, &rows, &mut wrong);
    }
    assert!(checked > 500, "only {checked} rows found");
    assert!(wrong.is_empty(), "{} of {checked} rows\n{}", wrong.len(), wrong.join("\n"));
}

fn check(name: &str, rows: &Rows, wrong: &mut Vec<String>) {
    let target = target::create(Triple::new(&rows.triple)).expect("a target");
    let (subtarget, _) = Subtarget::resolve(&*target, "generic", []);
    let subtarget = subtarget.expect("a CPU");
    let options = Options::default();
    let mut code = Vec::new();
    for Row { line, bytes, text } in &rows.rows {
        let sources = Sources::new("row", text.as_bytes()).expect("a short text");
        let parsed = parse(&sources, &*target, subtarget, &options);
        code.clear();
        let mut errors: Vec<String> = parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| String::from_utf8_lossy(&diagnostic.message).into_owned())
            .collect();
        for inst in &parsed.insts {
            errors.extend(target.encode(&subtarget, inst, &mut code).err().map(|e| e.to_string()));
        }
        let ours = hex(&code);
        if ours != *bytes || !errors.is_empty() {
            wrong.push(format!("{name}:{line}: {text}\n  - {bytes}\n  + {ours} {errors:?}"));
        }
    }
}
