//! Messages, instructions and regions of texts, one trial per file.
//!
//! Each `text/NAME.s` is read as standard input of llvm-mca 22 would be; `text/NAME.expected` holds
//! what llvm-mca writes to standard error and, if it does not stop there, the regions with their
//! instructions. Names that end in `.coff` and `.macho` are for those object formats. `cargo
//! xtask bless` has the test write its own output instead; compare that with llvm-mca before it is kept.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use oxmca_asm::diagnostic::Pass;
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Renderer, Sources, Subtarget, Target, parse, target};
use oxmca_testing::trials::{self, Failed};

fn triple_of(name: &str) -> Triple {
    Triple::new(match Path::new(name).extension().and_then(|format| format.to_str()) {
        Some("coff") => "x86_64-pc-windows-msvc",
        Some("macho") => "x86_64-apple-macosx10.14",
        _ => "x86_64",
    })
}

/// Messages and regions as llvm-mca would print them.
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

fn main() -> ExitCode {
    let folder = trials::folder("crates/oxmca-asm/tests/text");
    trials::run(trials::of_files("", &folder, "s", check))
}

fn check(path: &Path) -> Result<(), Failed> {
    let found = outcome(triple_of(&trials::stem(path)), std::fs::read(path)?);
    trials::compare(&path.with_extension("expected"), &found)
}
