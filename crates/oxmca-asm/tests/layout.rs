//! The layouts of texts, one trial per file.
//!
//! Each `layout/NAME.s` is read with its layout; `layout/NAME.expected` holds its sections, functions and labels,
//! and its instructions with their source lines and the instructions that they branch to. `lenient/NAME.s` is read
//! leniently, and its regions are listed, too. The extension of a name is its target or object format. Texts of
//! compilers and disassemblers are of C of this project's own.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use oxmca_asm::layout::{Layout, SourceLine};
use oxmca_asm::parser::{Parsed, SkippedStatements};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Renderer, Sources, Subtarget, Target, lenient, parse, target};
use oxmca_testing::trials::{self, Failed};

fn main() -> ExitCode {
    let trials = ["layout", "lenient"].into_iter().flat_map(|name| {
        let folder = trials::folder(&format!("crates/oxmca-asm/tests/{name}"));
        trials::of_files(&format!("{name}/"), &folder, "s", check)
    });
    trials::run(trials.collect())
}

fn check(path: &Path) -> Result<(), Failed> {
    let is_lenient = path.parent().is_some_and(|folder| folder.ends_with("lenient"));
    let found = outcome(&trials::stem(path), std::fs::read(path)?, is_lenient);
    trials::compare(&path.with_extension("expected"), found.as_bytes())
}

fn triple_of(name: &str) -> Triple {
    Triple::new(match Path::new(name).extension().and_then(|format| format.to_str()) {
        Some("coff") => "x86_64-pc-windows-msvc",
        Some("macho") => "arm64-apple-macosx14",
        Some("aarch64") => "aarch64-unknown-linux-gnu",
        Some("riscv") => "riscv64-unknown-linux-gnu",
        _ => "x86_64-unknown-linux-gnu",
    })
}

fn outcome(name: &str, mut text: Vec<u8>, is_lenient: bool) -> String {
    let mut target = target::create(triple_of(name)).expect("a target");
    let (cpu, features) = match name.ends_with(".riscv") {
        true => ("generic-rv64", &["+m", "+a", "+f", "+d", "+c"][..]),
        false => ("generic", &[][..]),
    };
    let (subtarget, _) = Subtarget::resolve(&*target, cpu, features.iter().copied());
    let subtarget = subtarget.expect("a CPU");
    let mut out = String::new();
    let mut dialect = target.default_dialect();
    if is_lenient {
        target = lenient::target_of(&text, &*target).unwrap_or(target);
        let prepared = lenient::prepare(&text, &*target, dialect);
        let format = target.syntax().object_format;
        (text, dialect) = (prepared.text, prepared.dialect);
        writeln!(out, "{:?} of {format:?} in dialect {dialect}", prepared.kind).expect("text");
    }
    let options =
        Options { dialect, lenient: is_lenient, collects_layout: true, ..Options::default() };
    let sources = Sources::new("<stdin>", text).expect("a short text");
    let parsed = parse(&sources, &*target, subtarget, &options);

    let renderer = Renderer::new(&sources, &parsed.line_origins);
    let mut messages = Vec::new();
    parsed.diagnostics.iter().for_each(|it| renderer.render(it, &mut messages));
    out.push_str(&String::from_utf8_lossy(&messages));
    if is_lenient {
        regions(&parsed, &mut out);
    }
    let layout = parsed.layout.as_deref().expect("a layout");
    describe(layout, &mut out);
    instructions(&*target, &subtarget, &parsed, layout, &mut out);
    out
}

/// Lists the regions and the numbers of skipped statements.
fn regions(parsed: &Parsed, out: &mut String) {
    let SkippedStatements { instructions, directives } = parsed.skipped;
    writeln!(out, "skipped {instructions} instructions, {directives} directives").expect("text");
    for region in parsed.regions.iter().filter(|region| region.is_marked()) {
        let name = String::from_utf8_lossy(&region.name);
        writeln!(out, "region {name:?} {:?}", region.instructions).expect("text");
    }
}

/// Lists sections, functions, labels and files.
fn describe(layout: &Layout, out: &mut String) {
    let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for section in layout.sections.iter().filter(|it| !it.instructions.is_empty()) {
        writeln!(out, "section {} {:?}", name(&section.name), section.instructions).expect("text");
    }
    for function in &layout.functions {
        let label = &layout.labels[function.label as usize];
        let (label, ranges) = (name(&label.name), &function.instructions);
        writeln!(out, "function {label} {ranges:?}").expect("text");
    }
    for label in layout.labels.iter().filter(|it| it.instruction.is_some()) {
        let number = label.local_number.map(|it| format!(" {it}:")).unwrap_or_default();
        let temporary = if label.is_temporary { " temporary" } else { "" };
        let global = if label.is_global { " global" } else { "" };
        let at = label.instruction.unwrap_or_default();
        writeln!(out, "label {}{number} {at}{temporary}{global}", name(&label.name)).expect("text");
    }
    for file in &layout.files {
        writeln!(out, "file {}", name(&file.path())).expect("text");
    }
}

/// Lists the instructions with their functions, source lines and the instructions that they branch to.
fn instructions(
    target: &dyn Target,
    subtarget: &Subtarget,
    parsed: &Parsed,
    layout: &Layout,
    out: &mut String,
) {
    let options = PrintOptions { dialect: parsed.dialect as u8, ..PrintOptions::default() };
    for (at, inst) in parsed.insts.iter().enumerate() {
        let mut text = String::new();
        target.print_inst(subtarget, inst, &options, &mut text);
        let text = text.trim().replace('\t', " ");
        let function = layout.function_of(at as u32);
        let function = function.map_or("-".to_owned(), |index| index.to_string());
        let line = match layout.source_line(at as u32) {
            Some(SourceLine { file, line, column }) => {
                let file = file.map_or("?".to_owned(), |file| file.to_string());
                format!("{file}:{line}:{column}")
            }
            None => "-".to_owned(),
        };
        let to: Vec<_> = inst.operands.iter().filter_map(|it| layout.target(it)).collect();
        let to = to.first().map(|to| format!(" -> {to}")).unwrap_or_default();
        writeln!(out, "{at:3} {function:>2} {line:<8} {text}{to}").expect("text");
    }
}
