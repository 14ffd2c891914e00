//! What is said of texts, and which instructions and regions they give.
//!
//! Each `text/NAME.s` is read as standard input of llvm-mca 22 would be; `text/NAME.expected` holds
//! what llvm-mca writes to standard error and, if it does not stop there, the regions with their
//! instructions. Names that end in `.coff` and `.macho` are for those object formats. `cargo
//! xtask bless` has the test write what it got instead; compare that with llvm-mca before it is kept.

use std::fmt::Write as _;
use std::path::Path;

use oxmca_asm::diagnostic::Pass;
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Renderer, Sources, Subtarget, Target, parse, target};

fn triple_of(name: &str) -> Triple {
    Triple::new(match Path::new(name).extension().and_then(|format| format.to_str()) {
        Some("coff") => "x86_64-pc-windows-msvc",
        Some("macho") => "x86_64-apple-macosx10.14",
        _ => "x86_64",
    })
}

/// What llvm-mca would say and see.
fn outcome(triple: Triple, text: Vec<u8>) -> Vec<u8> {
    let target = target::create(triple).expect("a target");
    let (subtarget, _) = Subtarget::resolve(&*target, "znver3", []);
    let subtarget = subtarget.expect("a CPU");
    let options = Options::default();
    let sources = Sources::new("<stdin>", text).expect("a short text");
    let parsed = parse(&sources, &*target, subtarget, &options);

    let renderer = Renderer::new(&sources, &parsed.line_origins);
    let mut out = Vec::new();
    let say = |pass: Pass, out: &mut Vec<u8>| {
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| it.pass == Pass::Both || it.pass == pass) {
            renderer.render(diagnostic, out);
        }
    };
    say(Pass::Regions, &mut out);
    if parsed.had_error {
        out.extend_from_slice(
            b"error: Assembly input parsing had errors, use \
              -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n",
        );
        return out;
    }
    if parsed.had_region_error {
        return out;
    }
    if parsed.regions.iter().all(|region| region.is_empty()) {
        out.extend_from_slice(b"error: no assembly instructions found.\n");
        return out;
    }
    say(Pass::Instruments, &mut out);
    if parsed.had_instrument_error {
        out.extend_from_slice(b"error: There was an error parsing comments.\n");
        return out;
    }
    out.extend_from_slice(regions(&*target, &subtarget, &parsed).as_bytes());
    out
}

fn regions(target: &dyn Target, subtarget: &Subtarget, parsed: &Parsed) -> String {
    let options = PrintOptions { dialect: parsed.dialect as u8, ..PrintOptions::default() };
    let mut out = String::new();
    let found = parsed.regions.iter().filter(|region| !region.is_empty());
    for (number, region) in found.enumerate() {
        if region.is_marked() {
            let name = String::from_utf8_lossy(&region.name);
            let dash = if name.is_empty() { "" } else { " - " };
            writeln!(out, "[{number}] Code Region{dash}{name}").expect("a string");
        }
        for index in region.indices() {
            let mut inst = String::new();
            target.print_inst(subtarget, &parsed.insts[index], &options, &mut inst);
            writeln!(out, "{}", inst.trim_start()).expect("a string");
        }
    }
    out
}

#[test]
fn texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text");
    let bless = std::env::var_os("OXMCA_BLESS").is_some();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of texts") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let found = outcome(triple_of(&name), std::fs::read(&path).expect("a text"));
        let expected_path = path.with_extension("expected");
        if bless {
            std::fs::write(&expected_path, &found).expect("the expected outcome written");
        }
        checked += 1;
        let expected = std::fs::read(&expected_path).unwrap_or_default();
        if let Some(difference) = first_difference(&expected, &found) {
            wrong.push(format!("{name}{difference}"));
        }
    }
    assert!(checked >= 15, "only {checked} texts found");
    assert!(wrong.is_empty(), "{} of {checked} texts\n{}", wrong.len(), wrong.join("\n"));
}

fn first_difference(expected: &[u8], found: &[u8]) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected, mut found) = (expected.split(|b| *b == b'\n'), found.split(|b| *b == b'\n'));
    for line in 1.. {
        let (ours, theirs) = (found.next(), expected.next());
        if ours != theirs {
            let show = |text: Option<&[u8]>| {
                text.map_or("(the end)".into(), |text| String::from_utf8_lossy(text).into_owned())
            };
            return Some(format!(" line {line}:\n  - {}\n  + {}", show(theirs), show(ours)));
        }
    }
    None
}
