//! Recorded objects beside what is read from them: see `tests/objects/README.md`.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::Trial;
use oxmca_asm::decoder::InstructionSet;
use oxmca_object::{Frame, ObjectFile, members};
use oxmca_testing::trials;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/objects");
    let mut found = Vec::new();
    let mut files = Vec::new();
    for extension in ["o", "so", "a", "dll", "dylib"] {
        files.extend(trials::files(&folder, extension).unwrap_or_default());
    }
    files.extend(trials::files(&folder.join("arm"), "o").unwrap_or_default());
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.push(Trial::test(name.clone(), move || {
            let bytes = std::fs::read(&file)?;
            trials::compare(&file.with_file_name(format!("{name}.expected")), described(&bytes))
        }));
    }
    trials::run(found)
}

/// All that is read from a file, as text.
fn described(bytes: &[u8]) -> String {
    let mut text = String::new();
    match members(bytes) {
        Ok(Some(found)) => {
            for member in found {
                text.push_str(&format!("member {}: {} bytes\n", member.name, member.bytes.len()));
                text.push_str(&described(member.bytes));
            }
        }
        Ok(None) => match ObjectFile::parse(bytes) {
            Ok(object) => describe(&object, &mut text).unwrap_or_default(),
            Err(error) => text.push_str(&format!("error: {error}\n")),
        },
        Err(error) => text.push_str(&format!("error: {error}\n")),
    }
    text
}

fn describe(object: &ObjectFile<'_>, out: &mut String) -> std::fmt::Result {
    let kind = if object.is_relocatable() { "relocatable" } else { "linked" };
    writeln!(out, "{}, {} bits, {kind}", object.triple(), object.address_bits())?;
    if !object.features().is_empty() {
        writeln!(out, "features: {}", object.features().join(","))?;
    }
    for section in object.sections().iter().filter(|it| it.is_code) {
        writeln!(out, "section {} {:#x} {}", section.name, section.address, section.len_bytes)?;
    }
    let lines = object.lines();
    for function in object.functions() {
        let section = &object.sections()[function.section as usize];
        writeln!(
            out,
            "\n{:#x} {} {}\n  symbol {}, {:?} of {}",
            function.start,
            function.len_bytes,
            function.name(),
            function.symbol,
            function.origin,
            section.name
        )?;
        assert_eq!(object.code(function).len() as u64, function.len_bytes);
        for part in object.code_parts(function) {
            write!(out, "  code {:#x} {}", part.address, part.bytes.len())?;
            if let InstructionSet::Other(number) = part.instruction_set {
                write!(out, " of instruction set {number}")?;
            }
            writeln!(out)?;
        }
        for relocation in object.relocations_at(function.start..function.end()) {
            let target = relocation.target.map(|it| (it, object.name_of_address(it)));
            write!(out, "  {:#x} {}", relocation.address, relocation.kind)?;
            write!(out, " {}{:+}", relocation.symbol, relocation.addend)?;
            match target {
                Some((target, Some(name))) => {
                    writeln!(out, " -> {target:#x} <{}+{:#x}>", name.symbol, name.offset)?;
                }
                Some((target, None)) => writeln!(out, " -> {target:#x}")?,
                None => writeln!(out)?,
            }
        }
        let Some(lines) = &lines else { continue };
        let mut last = Vec::new();
        for address in function.start..function.end() {
            let frames = lines.frames(address, &mut |path| {
                let name = Path::new(path).file_name()?;
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/objects");
                std::fs::read(folder.join(name)).ok()
            });
            if frames != last {
                let shown: Vec<String> = frames.iter().map(frame).collect();
                writeln!(out, "  {address:#x} {}", shown.join(" in "))?;
                last = frames;
            }
        }
    }
    Ok(())
}

fn frame(frame: &Frame) -> String {
    let place = frame.place.as_ref().map(|it| format!("{}:{}", it.file, it.line));
    let function = frame.function.as_deref().unwrap_or("?");
    format!("{function} {}:{}", place.unwrap_or_default(), frame.column)
}
