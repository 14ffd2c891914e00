//! A rehearsal of the import of another version: the dumps of a target, changed in memory as another version may
//! change them, must give the messages that tell what to do about it.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::differences::{Differences, differences};
use super::table_files::{folder_of, table_files};
use super::{Dumps, TARGETS, import};

/// The target whose dumps are changed: it has names of nearly all kinds.
const TARGET: &str = "AArch64";

/// The model that is copied, and the name of its copy.
const MODEL: &str = "A64FXModel";
const NEW_MODEL: &str = "RehearsedModel";

/// An instruction that the target's code names, and its other name.
const INSTRUCTION: &str = "TLSDESCCALL";
const NEW_INSTRUCTION: &str = "TLSDESCCALL_Rehearsed";

/// Appended to names that the program would know.
const UNKNOWN: &str = "_Rehearsed";

/// Names that get other names: the dumps that have them, the name, its kind, and the file where it goes.
const NAMES: &[(&str, &str, &str, &str)] = &[
    (
        "-subtarget.inc",
        "isQForm",
        "predicate function",
        "oxmca-asm/src/target/aarch64/simulation.rs",
    ),
    (
        "-asm-matcher.inc",
        "isSVEVecLenSpecifier",
        "predicate of operands",
        "oxmca-asm/src/target/aarch64/predicate.rs",
    ),
    (
        "-asm-matcher.inc",
        "tryParseSVEVecLenSpecifier",
        "parser of operands",
        "oxmca-asm/src/target/aarch64/operand_parser.rs",
    ),
    (
        ".json",
        "printSVEVecLenSpecifier",
        "print method",
        "oxmca-asm/src/target/aarch64/print_method.rs",
    ),
    (
        "-emitter.inc",
        "getSVEIncDecImm",
        "encoder method",
        "oxmca-asm/src/target/aarch64/encoder_method.rs",
    ),
    (
        "-disassembler.inc",
        "DecodeHinteUImm16",
        "decoder method",
        "oxmca-asm/src/target/aarch64/decoder_method.rs",
    ),
    (
        "-disassembler.inc",
        "DecodeCPYMemOpInstruction",
        "decoder method",
        "oxmca-import/src/decodings/whole_instruction.rs",
    ),
    (".json", "MemInfoTable", "searchable table", "oxmca-import/src/target/aarch64.rs"),
    (
        "-disassembler.inc",
        "DecoderTableFallback32",
        "decoder table",
        "oxmca-import/src/target/aarch64.rs",
    ),
];

/// Imports the changed dumps, and prints the messages. Returns whether they are those that there should be.
///
/// # Errors
/// The dumps cannot be read, or do not have what is changed.
pub fn rehearse(folder: &Path) -> Result<bool> {
    let spec = TARGETS.iter().find(|it| it.name == TARGET).context("no such target")?;
    let dumps = Dumps::read_changed(folder, TARGET, &changed)?;
    let imported = import(spec, &dumps)?;
    let present = table_files(&folder_of(spec))?;
    let Differences { lines, unplaced } = differences(spec, &imported, &present)?;
    let mut messages: BTreeSet<String> = lines.into_iter().collect();
    messages.extend(imported.unplaced.iter().chain(&unplaced).map(ToString::to_string));

    let cpu = NEW_CPU;
    let expected = [
        format!("{TARGET}: new scheduling model {NEW_MODEL} of {cpu}"),
        format!("{TARGET}: new: 1 CPU ({cpu})"),
        format!(
            "{TARGET}: scheduling model {NEW_MODEL} of 1 CPU ({cpu}) is not known: goes to \
             crates/oxmca-tables/data/aarch64/described-cpus.tbl"
        ),
        format!("{TARGET}: new: 1 instruction ({NEW_INSTRUCTION})"),
        format!("{TARGET}: gone: 1 instruction ({INSTRUCTION})"),
        format!(
            "{TARGET}: decoder table Fallback32 is gone: named in \
             crates/oxmca-import/src/target/aarch64.rs"
        ),
    ];
    let mut is_well = true;
    let mut report = |message: &str, found: bool| {
        println!("{} {message}", if found { "as expected:" } else { "MISSING:" });
        is_well &= found;
    };
    for message in &expected {
        report(message, messages.remove(message));
    }
    let mut take = |start: &str, end: &str| {
        let is_it = |it: &&String| it.starts_with(start) && it.ends_with(end);
        let found = messages.iter().find(is_it).cloned();
        found.and_then(|message| messages.take(&message))
    };
    let gone = format!("{TARGET}: instruction {INSTRUCTION} is gone: named in crates/");
    let mut places = 0;
    while let Some(message) = take(&gone, "") {
        report(&message, true);
        places += 1;
    }
    if places == 0 {
        report(&gone, false);
    }
    for (_, name, kind, file) in NAMES {
        let name = name.strip_prefix("DecoderTable").unwrap_or(name);
        let start = format!("{TARGET}: {kind} {name}{UNKNOWN} ");
        let end = format!("is not known: goes to crates/{file}");
        match take(&start, &end) {
            Some(message) => report(&message, true),
            None => report(&format!("{start}... {end}"), false),
        }
    }
    is_well &= messages.is_empty();
    messages.iter().for_each(|message| println!("UNEXPECTED: {message}"));
    Ok(is_well)
}

/// Returns a dump with all changes that concern it.
fn changed(name: &str, mut text: String) -> Result<String> {
    text = rename(&text, INSTRUCTION, NEW_INSTRUCTION);
    for (dump, known, ..) in NAMES.iter().filter(|it| it.0 == name) {
        let unknown = format!("{known}{UNKNOWN}");
        let renamed = rename(&text, known, &unknown);
        ensure!(renamed != text, "{TARGET}{dump} has no {known}");
        text = renamed;
    }
    if name == "-subtarget.inc" { with_model(&text) } else { Ok(text) }
}

/// Returns a text in which each word `from` is `to`.
fn rename(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = rest.split_at(at);
        let after = &after[from.len()..];
        let continues = |c: char| c.is_ascii_alphanumeric() || c == '_';
        out.push_str(before);
        let is_word = !before.ends_with(continues) && !after.starts_with(continues);
        out.push_str(if is_word { to } else { from });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The CPU of the new model. Texts of names end where others do, so that the end of a name is a name, too.
const NEW_CPU: &str = "64fx";

/// Returns a dump of a subtarget with a copy of a model under another name, and a CPU that uses it.
fn with_model(text: &str) -> Result<String> {
    let mut out = text.to_owned();
    // The tables of the model.
    for block in text.split("\nstatic const ").skip(1) {
        let head = block.split(" = {").next().unwrap_or_default();
        if head.contains(&format!(" {MODEL}")) {
            let (table, _) = block.split_once("\n};").context("end of a table")?;
            out.push_str(&format!("\nstatic const {}\n}};", table.replace(MODEL, NEW_MODEL)));
        }
    }
    // Its row.
    let start = out.find("MCSchedModel AArch64SchedModels[] = {").context("list of models")?;
    let end = start + out[start..].find("\n};").context("end of the list of models")?;
    let models = out[start..end].matches("\n{ // ").count();
    let marker = format!("\n{{ // {MODEL}\n");
    let row = start + out[start..end].find(&marker).context("row of the model")?;
    let row_end = row + out[row..].find("\n  }").context("end of a row")? + "\n  }".len();
    let copy = format!(",{}", out[row..row_end].replace(MODEL, NEW_MODEL));
    let at = out[..end].trim_end_matches(['\n', ',']).len();
    out.replace_range(at..end, &copy);
    // A CPU like the first one, whose name begins a character later.
    let start = out.find("SubTypeKVStorage = {").context("list of CPUs")?;
    let row = start + out[start..].find("{ sizeof(").context("row of a CPU")?;
    let row_end = row + out[row..].find("},\n").context("end of a row")? + "},\n".len();
    let first = &out[row..row_end];
    let (before, model) = first.rsplit_once(", ").context("model of a CPU")?;
    ensure!(model.starts_with(|c: char| c.is_ascii_digit()), "`{model}` is no model");
    ensure!(before.contains(" + 1, "), "the first CPU's name is not the first name");
    let copy = format!("{}, {models} }},\n", before.replacen(" + 1, ", " + 2, ", 1));
    out.insert_str(row_end, &copy);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_renamed() {
        assert_eq!(rename("AB(A, A_B, \"A\")", "A", "C"), "AB(C, A_B, \"C\")");
    }

    #[test]
    fn a_model_is_added_with_a_cpu() {
        let text = "x\nstatic const T A64FXModelResources[] = {\n  {A64FXModelUnits + 1},\n};\n\
                    extern const llvm::MCSchedModel AArch64SchedModels[] = {\n{ // NoSchedModel\n  0,\n  },\n\
                    { // A64FXModel\n  A64FXModelResources,\n  },\n};\n\
                    extern const S< 1, 2> AArch64SubTypeKVStorage = {\n  {\n   { sizeof(S) * 1 + 1, {}, 1 },\n  },\n";
        let added = with_model(text).unwrap();
        assert!(added.ends_with(
            "\nstatic const T RehearsedModelResources[] = {\n  {RehearsedModelUnits + 1},\n};"
        ));
        assert!(added.contains("  },\n{ // RehearsedModel\n  RehearsedModelResources,\n  }\n};"));
        assert!(added.contains(" + 1, {}, 1 },\n{ sizeof(S) * 1 + 2, {}, 2 },\n"));
    }
}
