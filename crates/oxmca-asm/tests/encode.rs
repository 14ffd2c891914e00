//! The machine code of recorded instructions, one trial per file. `cargo xtask bless` records it from
//! llvm-mc; this test runs without LLVM.

use std::path::Path;
use std::process::ExitCode;

use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Severity, Sources, Subtarget, parse, target};
use oxmca_testing::machine_code::{Row, Rows, hex};
use oxmca_testing::trials::{self, Failed};

fn main() -> ExitCode {
    let folder = trials::folder("crates/oxmca-asm/tests/encode");
    trials::run(trials::of_files("", &folder, "txt", check))
}

fn check(path: &Path) -> Result<(), Failed> {
    let rows = Rows::parse(&std::fs::read_to_string(path)?)?;
    assert!(!rows.rows.is_empty());
    let target = target::create(Triple::new(&rows.triple)).expect("a target");
    let (subtarget, _) = Subtarget::resolve(&*target, "generic", rows.features.split(','));
    let subtarget = subtarget.expect("a CPU");
    let options = Options::default();
    let mut code = Vec::new();
    let mut wrong = Vec::new();
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
            wrong.push(format!("line {line}: {text}\n  - {bytes}\n  + {ours} {errors:?}"));
        }
    }
    match wrong.len() {
        0 => Ok(()),
        count => Err(format!("{count} of {} rows\n{}", rows.rows.len(), wrong.join("\n")).into()),
    }
}
